#include "frontend/native/guest/check/gate.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <vector>

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

void gate_hook(Address target) {
  Machine& m = machine();
  Address& last = m.gate().last;
  if (target == last) return;
  const std::vector<Address>& known = m.code().targets;
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
