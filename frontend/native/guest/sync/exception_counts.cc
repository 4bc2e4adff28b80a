// Reference counts of exceptions. libstdc++ counts who holds an exception: the handler that has caught it, every
// std::exception_ptr, every rethrow of one. The rules are those of std::shared_ptr (counts.h): a drop orders what its
// thread did before it before the destructor and the freeing, in whichever thread these happen; counting is an
// operation once the destructor of a shared exception does something by which the threads that may run it can be told
// apart.

#include <unwind.h>

#include <cstddef>
#include <exception>
#include <typeinfo>

#include <cxxabi.h>

#include "frontend/native/guest/sync/atomics.h"
#include "frontend/native/guest/sync/counts.h"
#include "frontend/native/guest/sync/cpp.h"
#include "frontend/native/machine/machine.h"

/// The library's own, which is private there.
void release_by_library(std::exception_ptr* self) asm("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");

namespace qpor::frontend::native {

using engine::CountTest;

namespace {

constexpr std::uint64_t kForeignMask = ~std::uint64_t{0xff};

/// __cxa_exception of the ABI, and __cxa_dependent_exception, which a rethrow makes.
struct Header {
  const void* type;  ///< of a dependent one: the exception that it depends on
  void (*destructor)(void*);
  void* handlers[2];
  Header* next;
  std::int32_t handler_count;
  std::int32_t switch_value;
  const void* places[4];
  _Unwind_Exception unwind;

  bool is_dependent() const { return (unwind.exception_class & ~kForeignMask) == 1; }
  bool is_of_cpp() const {
    constexpr std::uint64_t kGnuCpp = 0x474e5543432b2b00;  // "GNUCC++\0"
    return (unwind.exception_class & kForeignMask) == kGnuCpp;
  }
};

/// What libstdc++ puts before the exception itself.
struct Counted {
  std::int32_t references;
  Header header;
};
static_assert(sizeof(Counted) == 128 && offsetof(Counted, header) == 16);

struct Globals {
  Header* caught;
  unsigned uncaught;
};

Counted& counted(void* exception) { return *(static_cast<Counted*>(exception) - 1); }
const Globals& globals() { return *reinterpret_cast<const Globals*>(abi::__cxa_get_globals()); }

/// The exception that the innermost handler has caught, or null.
void* caught_exception() {
  Header* const caught = globals().caught;
  if (caught == nullptr || !caught->is_of_cpp()) return nullptr;
  return caught->is_dependent() ? const_cast<void*>(caught->type) : caught + 1;
}

Address site_of(const Counted& exception) { return reinterpret_cast<Address>(exception.header.destructor); }

void add_reference(void* exception, Address pc) {
  if (exception == nullptr || is_single_threaded()) return;
  Counted& mine = counted(exception);
  if (!machine().counts().is_observed(site_of(mine))) return;
  announce_count(&mine.references, sizeof mine.references, 1, CountTest::None, 0, pc, kCopyOrders);
}

template <class Release>
void drop_reference(void* exception, Address pc, Address frame, Release release) {
  Machine& m = machine();
  if (exception == nullptr || is_single_threaded()) return release();
  Counted& mine = counted(exception);
  const Address site = site_of(mine);
  if (m.counts().is_observed(site)) {
    announce_count(&mine.references, sizeof mine.references, -1, CountTest::Equals, 1, pc, kDropOrders);
    return release();
  }
  const bool is_last = mine.references == 1;
  // The destructors of the library's own exceptions only free memory.
  const bool is_own = m.code().contains(site);
  const bool is_tracked = is_last && is_own && m.accesses().has_drops_of_others(&mine.references);
  m.accesses().drop_reference(&mine.references, is_last);
  if (is_tracked) m.counts().track(site, reinterpret_cast<Address>(&mine), false, frame);
  release();
  if (is_tracked) m.counts().end_tracking();
  if (is_last && !m.counts().is_disposing()) m.accesses().end_drop();
}

}  // namespace

void cxa_end_catch() {
  const Header* const caught = globals().caught;
  // With more handlers, or after a rethrow, the reference is kept.
  const bool gives_up = caught != nullptr && caught->is_of_cpp() && caught->handler_count == 1;
  if (!gives_up) return abi::__cxa_end_catch();
  drop_reference(caught_exception(), QPOR_CALLER, reinterpret_cast<Address>(__builtin_frame_address(0)),
                 [] { abi::__cxa_end_catch(); });
}

std::exception_ptr cpp_current_exception() noexcept {
  add_reference(caught_exception(), QPOR_CALLER);
  return std::current_exception();
}

void cpp_add_exception_reference(void** self) {
  add_reference(*self, QPOR_CALLER);
  if (*self != nullptr) ++counted(*self).references;
}

void cpp_rethrow_counted(std::exception_ptr* exception, Address pc) {
  add_reference(*reinterpret_cast<void**>(exception), pc);
}

void exception_drop_hook(std::exception_ptr* self) {
  drop_reference(*reinterpret_cast<void**>(self), QPOR_CALLER, reinterpret_cast<Address>(__builtin_frame_address(0)),
                 [self] { release_by_library(self); });
}

}  // namespace qpor::frontend::native
