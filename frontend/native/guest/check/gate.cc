#include "frontend/native/guest/check/gate.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <future>
#include <memory_resource>
#include <system_error>
#include <vector>

#include "frontend/native/library/library.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

struct Allowed {
  const char* name;
};
constexpr Allowed kAllowed[] = {
#define QPOR_ALLOWED(name, why) {name},
#include "frontend/native/guest/check/gate.def"
};

/// The virtual functions of an object of the library whose class has no name that could be asked for.
void add_virtual_functions(const void* object, std::size_t count, std::vector<Address>& targets) {
  const auto* const table = *static_cast<const Address* const*>(object);
  targets.insert(targets.end(), table, table + count);
}

/// Sorted.
std::vector<Address>& allowed_targets() {
  static std::vector<Address> targets;
  return targets;
}

bool is_allowed(const char* name) {
  return std::any_of(std::begin(kAllowed), std::end(kAllowed),
                     [name](const Allowed& each) { return std::strcmp(each.name, name) == 0; });
}

/// Functions of qpor itself, of objects that it made for the program, such as the buffers of std::cout.
bool is_own_code(const Dl_info& info) {
  static const void* const own = [] {
    Dl_info here{};
    return dladdr(reinterpret_cast<const void*>(&gate_hook), &here) != 0 ? here.dli_fbase : nullptr;
  }();
  return info.dli_fbase == own;
}

}  // namespace

void allow_targets(std::span<const Address> linked) {
  std::vector<Address>& targets = allowed_targets();
  targets.assign(linked.begin(), linked.end());
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
}

void gate_hook(Address target) {
  static Address last = 0;  // that was found to be allowed
  if (target == last) return;
  Machine& m = machine();
  const std::vector<Address>& known = allowed_targets();
  if (std::binary_search(known.begin(), known.end(), target)) {
    last = target;
    return;
  }
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(target), &info) == 0) return;  // the call faults, with a report of its own
  const bool has_name = info.dli_sname != nullptr && reinterpret_cast<Address>(info.dli_saddr) == target;
  if (is_own_code(info) || (has_name && is_allowed(info.dli_sname))) {
    last = target;
    return;
  }
  m.note_unseen(UnseenKind::Call, has_name ? info.dli_sname : "a function of a library through a pointer", QPOR_CALLER);
}

}  // namespace qpor::frontend::native
