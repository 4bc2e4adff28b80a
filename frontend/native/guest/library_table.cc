// The table of library functions (library/functions.def) with the stand-ins that its rows name. The stand-ins of
// checked functions are made here, by templates (checked.h), and run on the stack of the program.

#include <iterator>
#include <string_view>
#include <type_traits>

#include "frontend/native/guest/check/checked.h"
#include "frontend/native/guest/libc/errno_slot.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/guest/libc/process.h"
#include "frontend/native/guest/libc/process_state.h"
#include "frontend/native/guest/libc/streams.h"
#include "frontend/native/guest/sync/atomics.h"
#include "frontend/native/guest/sync/c11.h"
#include "frontend/native/guest/sync/cpp.h"
#include "frontend/native/guest/sync/cxx20.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/guest/sync/svcomp.h"
#include "frontend/native/guest/sync/threads.h"
#include "frontend/native/library/library.h"

namespace qpor::frontend::native {
namespace {

/// A row for a stand-in of ours that calls `stand_in`, after announcing the accesses.
template <auto* stand_in, Literal accesses>
LibraryFunction checked_row(std::string_view name) {
  using Function = std::remove_pointer_t<decltype(stand_in)>;
  using Wrapper = Announced<StandIn<stand_in>, accesses, Function>;
  static constexpr auto text = accesses;
  return {name,   Treatment::Modelled, reinterpret_cast<void*>(&Wrapper::call),
          {},     text.view(),         Signature<Function>::kPointers,
          nullptr};
}

/// The same for a function of the library.
template <Literal name, typename Function, Literal accesses>
LibraryFunction library_row() {
  using Real = RealFunction<name, Function>;
  using Wrapper = Announced<Real, accesses, Function>;
  static constexpr auto own_name = name;
  static constexpr auto text = accesses;
  return {own_name.view(),
          Treatment::Checked,
          reinterpret_cast<void*>(&Wrapper::call),
          {},
          text.view(),
          Signature<Function>::kPointers,
          reinterpret_cast<void**>(&Real::callee)};
}

template <typename Function>
LibraryFunction modelled_row(std::string_view name, Function* stand_in, std::string_view accesses) {
  return {name,   Treatment::Modelled, reinterpret_cast<void*>(stand_in), {}, accesses, Signature<Function>::kPointers,
          nullptr};
}

#define QPOR_MODELLED(name, stand_in) modelled_row(name, &(stand_in), {}),
#define QPOR_SELF_CHECKED(name, stand_in) modelled_row(name, &(stand_in), kChecksItself),
#define QPOR_MODELLED_CHECKED(name, stand_in, accesses) checked_row<&(stand_in), accesses>(name),
#define QPOR_CHECKED(name, type, accesses) library_row<name, type, accesses>(),
#define QPOR_REPLACED(name, stand_in) {name, Treatment::Replaced, reinterpret_cast<void*>(&(stand_in)), {}},
#define QPOR_DATA(name, address) {name, Treatment::Data, address, {}},
#define QPOR_PURE(name) {name, Treatment::Pure, nullptr, {}},
#define QPOR_REFUSED(name, why) {name, Treatment::Refused, nullptr, why},
__extension__ using SignedInt128 = __int128;
const LibraryFunction table[] = {
#include "frontend/native/library/functions.def"
};
static_assert(std::size(table) <= kMaxLibraryFunctions);

}  // namespace

std::span<const LibraryFunction> library_functions() { return table; }

}  // namespace qpor::frontend::native
