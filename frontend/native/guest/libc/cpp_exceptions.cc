// Exceptions: where they were thrown, and what is told of one that nobody catches. The library throws as well, so that
// __cxa_throw is qpor's own for the whole process.

#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <typeinfo>

#include "frontend/native/guest/libc/process.h"
#include "frontend/native/guest/libc/process_state.h"
#include "frontend/native/guest/sync/cpp.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

using Throw = void (*)(void*, std::type_info*, void (*)(void*));

[[noreturn]] void throw_by_library(void* exception, std::type_info* type, void (*destructor)(void*)) {
  static const Throw real = reinterpret_cast<Throw>(dlsym(RTLD_NEXT, "__cxa_throw"));
  if (real == nullptr) std::abort();
  real(exception, type, destructor);
  std::abort();
}

std::terminate_handler previous_terminate = nullptr;

/// What is known of the exception that was caught last: `beginning`, its type, `end`, and its text.
ParkedMessage described_exception(const char* beginning, const char* end) {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "std::terminate was called";
  char name[256];
  std::snprintf(name, sizeof name, "%s", type->name());
  int status = 0;
  char* const readable = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  if (readable != nullptr) std::snprintf(name, sizeof name, "%s", readable);
  std::free(readable);
  try {
    throw;
  } catch (const std::exception& error) {
    return {beginning, " ", static_cast<const char*>(name), end, ": ", error.what()};
  } catch (...) {
    return {beginning, " ", static_cast<const char*>(name), end};
  }
}

/// The handler of the program, if it has set one.
void run_own_handler() {
  const auto handler = reinterpret_cast<std::terminate_handler>(machine().run().terminate_handler);
  if (handler != nullptr) handler();
}

void on_terminate() {
  if (!has_machine() || !machine().on_guest_stack()) {
    if (previous_terminate != nullptr) previous_terminate();
    std::abort();
  }
  Machine& m = machine();
  run_own_handler();
  const ParkedMessage text = described_exception("nobody catches an exception of type", "");
  const bool was_thrown = abi::__cxa_current_exception_type() != nullptr;
  m.fail(FailureKind::Exception, text, was_thrown ? m.current().thrown_at : m.nearest_program_code());
}

}  // namespace

void install_terminate_handler() {
  const std::terminate_handler before = std::set_terminate(on_terminate);
  if (before != on_terminate) previous_terminate = before;
}

void cxa_throw(void* exception, std::type_info* type, void (*destructor)(void*)) {
  machine().current().thrown_at = QPOR_CALLER;
  machine().current().unwound_from = reinterpret_cast<Address>(__builtin_frame_address(0));
  throw_by_library(exception, type, destructor);
}

void cpp_rethrow_exception(std::exception_ptr* exception) {
  cpp_rethrow_counted(exception, QPOR_CALLER);
  machine().current().thrown_at = QPOR_CALLER;
  machine().current().unwound_from = reinterpret_cast<Address>(__builtin_frame_address(0));
  std::rethrow_exception(*exception);
}

void cxa_rethrow() {
  machine().current().unwound_from = reinterpret_cast<Address>(__builtin_frame_address(0));
  abi::__cxa_rethrow();
}

void cpp_terminate() {
  const Address pc = QPOR_CALLER;
  run_own_handler();
  machine().fail(FailureKind::Exception, "std::terminate was called", pc);
}

void cpp_terminate_in(void* exception) {
  Machine& m = machine();
  const Address pc = QPOR_CALLER;
  abi::__cxa_begin_catch(exception);
  run_own_handler();
  const bool was_thrown = abi::__cxa_current_exception_type() != nullptr;  // or it is the end of the thread
  const ParkedMessage text = described_exception("an exception of type", " leaves a function that is noexcept");
  m.fail(FailureKind::Exception, text, was_thrown ? m.current().thrown_at : pc);
}

std::terminate_handler cpp_set_terminate(std::terminate_handler handler) noexcept {
  use_handlers(Handlers::Terminate, QPOR_CALLER);
  Address& own = machine().run().terminate_handler;
  const auto before = reinterpret_cast<std::terminate_handler>(own);
  own = reinterpret_cast<Address>(handler);
  return before;
}

std::terminate_handler cpp_get_terminate() noexcept {
  use_handlers(Handlers::Terminate, QPOR_CALLER);
  return reinterpret_cast<std::terminate_handler>(machine().run().terminate_handler);
}

}  // namespace qpor::frontend::native

namespace __cxxabiv1 {

extern "C" void __cxa_throw(void* exception, std::type_info* type, void (*destructor)(void*)) {
  using qpor::frontend::native::has_machine;
  using qpor::frontend::native::machine;
  if (has_machine() && machine().on_guest_stack()) {
    machine().current().thrown_at = machine().nearest_program_code();
    machine().current().unwound_from = reinterpret_cast<qpor::frontend::native::Address>(__builtin_frame_address(0));
  }
  qpor::frontend::native::throw_by_library(exception, type, destructor);
}

}  // namespace __cxxabiv1
