#include "frontend/native/build/targets.h"

#include <algorithm>
#include <future>
#include <memory_resource>
#include <system_error>
#include <utility>

#include "frontend/native/library/library.h"

namespace qpor::frontend::native {
namespace {

/// The virtual functions of an object of the library whose class has no name that could be asked for.
void add_virtual_functions(const void* object, std::size_t count, std::vector<Address>& targets) {
  const auto* const table = *static_cast<const Address* const*>(object);
  targets.insert(targets.end(), table, table + count);
}

}  // namespace

std::vector<Address> allowed_targets(std::vector<Address> linked) {
  std::vector<Address> targets = std::move(linked);
  for (const LibraryFunction& row : library_functions()) {
    if (row.treatment == Treatment::Modelled || row.treatment == Treatment::Checked) {
      targets.push_back(reinterpret_cast<Address>(row.address));
    }
  }
  // Two destructors, name, both kinds of message, default_error_condition, equivalent twice: nothing but their
  // arguments.
  constexpr std::size_t kCategoryFunctions = 8;
  for (const std::error_category* each : {&std::generic_category(), &std::system_category(), &std::future_category()}) {
    add_virtual_functions(each, kCategoryFunctions, targets);
  }
  // Two destructors, do_allocate, do_deallocate, do_is_equal: operator new and delete, which are ours.
  constexpr std::size_t kResourceFunctions = 5;
  for (const std::pmr::memory_resource* each : {std::pmr::new_delete_resource(), std::pmr::null_memory_resource()}) {
    add_virtual_functions(each, kResourceFunctions, targets);
  }
  std::sort(targets.begin(), targets.end());
  return targets;
}

}  // namespace qpor::frontend::native
