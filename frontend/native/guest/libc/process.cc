#include "frontend/native/guest/libc/process.h"

#include <setjmp.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

#include "frontend/native/guest/libc/files.h"
#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/guest/libc/process_state.h"
#include "frontend/native/guest/sync/counts.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

/// A destructor of a thread-local variable, in the heap of the thread.
struct ThreadDestructor {
  AtExit call;
  Address next;
};

}  // namespace

// --- the end

void run_thread_destructors() {
  Fiber& fiber = machine().current();
  fiber.spinning = nullptr;  // pthread_exit may have unwound the loops
  while (fiber.destructors != 0) {
    const auto* const first = reinterpret_cast<const ThreadDestructor*>(fiber.destructors);
    fiber.destructors = first->next;
    call_last(first->call.function, first->call.argument);
  }
}

void call_last(void (*function)(void*), void* argument) {
  Fiber& fiber = machine().current();
  if (fiber.is_leaving) fiber.last_frame = reinterpret_cast<Address>(__builtin_frame_address(0));
  function(argument);
  fiber.last_frame = 0;
}

/// Apart, so that its message is in no frame while functions of the program run.
[[noreturn, gnu::noinline, gnu::cold]] static void fail_for_exit_status(int status, Address pc,
                                                                        bool is_return_address) {
  machine().fail_at(FailureKind::Exit, {"the program ends with exit status ", status}, pc, is_return_address);
}

void end_process(int status, Address pc, bool is_return_address, bool flushes) {
  Machine& m = machine();
  Run& run = m.run();
  run_thread_destructors();
  while (run.at_exit_count > 0) {
    const AtExit last = run.at_exit[--run.at_exit_count];
    call_last(last.function, last.argument);
  }
  if (m.code().destructors != nullptr) call_last([](void*) { machine().code().destructors(); }, nullptr);
  if (flushes && has_unflushed_memory()) {  // the library writes it when it is too late to look
    m.note_unseen(UnseenKind::Call, "exit with an unflushed stream in memory", pc);
  }
  run.exit_status = status & 0xff;
  if (run.exit_status != 0 && m.options().check_exit) {
    fail_for_exit_status(run.exit_status, pc, is_return_address);
  }
  if (run.exit_status != 0) m.assume(Assumption::ExitStatus);
  run.has_ended = true;
  m.end_thread(pc, __builtin_frame_address(0));
}

void process_long_jump(void* buffer, int value) {
  machine().current().unwound_from = reinterpret_cast<Address>(__builtin_frame_address(0));
  siglongjmp(static_cast<__jmp_buf_tag*>(buffer), value);
}

void process_exit(int status) {
  machine().run().ended_by = machine().current().slot;
  end_process(status, QPOR_CALLER, true);
}

void process_exit_now(int status) {
  machine().run().ended_by = machine().current().slot;
  machine().run().at_exit_count = 0;
  machine().current().destructors = 0;
  end_process(status, QPOR_CALLER, true, false);
}

/// The order of the calls is the order in which the functions run at the end, and a lock of the library makes it.
static int add_at_exit(const AtExit& function, Address pc) {
  use_handlers(Handlers::Exit, pc);
  Run& run = machine().run();
  if (run.at_exit_count == kMostAtExit) machine().fail(FailureKind::Limit, "more than 256 functions for atexit", pc);
  run.at_exit[run.at_exit_count++] = function;
  return 0;
}

int cxa_at_exit(void (*function)(void*), void* argument, void*) {
  return add_at_exit({function, argument}, QPOR_CALLER);
}

int at_exit(void (*function)()) {
  // A function without parameters may be called with one that it does not look at.
  return add_at_exit({reinterpret_cast<void (*)(void*)>(reinterpret_cast<void*>(function)), nullptr}, QPOR_CALLER);
}

int cxa_thread_at_exit(void (*function)(void*), void* argument, void*) {
  Fiber& fiber = machine().current();
  auto* const entry = static_cast<ThreadDestructor*>(heap_allocate(sizeof(ThreadDestructor), 16, QPOR_CALLER));
  *entry = {{function, argument}, fiber.destructors};
  fiber.destructors = reinterpret_cast<Address>(entry);
  return 0;
}

void run_last_in_thread(void (*function)(void*), void* argument) {
  auto* const entry = static_cast<ThreadDestructor*>(heap_allocate(sizeof(ThreadDestructor), 16, 0));
  *entry = {{function, argument}, 0};
  Address* place = &machine().current().destructors;
  while (*place != 0) place = &reinterpret_cast<ThreadDestructor*>(*place)->next;
  *place = reinterpret_cast<Address>(entry);
}

// --- failures

void process_abort() { machine().fail(FailureKind::Abort, "abort was called", QPOR_CALLER); }

void stack_smashed() { machine().fail(FailureKind::Abort, "a function wrote beyond its local variables", QPOR_CALLER); }

void cxa_pure_virtual() { machine().fail(FailureKind::Abort, "a pure virtual function was called", QPOR_CALLER); }

void assertion_failed(const char* expression, const char* file, unsigned line, const char* function) {
  machine().fail_at(FailureKind::Assertion, {"assertion ", expression, " failed"}, QPOR_CALLER, true, file, line,
                    function != nullptr ? function : "");
}

/// With _GLIBCXX_ASSERTIONS: the place is the call of the program.
void library_assertion_failed(const char*, int, const char* function, const char* condition) {
  machine().fail(FailureKind::Assertion,
                 {"assertion ", condition == nullptr ? "" : condition, " of the C++ library failed in ",
                  function == nullptr ? "it" : function},
                 machine().nearest_program_code());
}

void library_assertion_failed_plain() {
  machine().fail(FailureKind::Assertion, "an assertion of the C++ library failed", machine().nearest_program_code());
}

void assertion_failed_perror(int error, const char* file, unsigned line, const char* function) {
  const char* const text = std::strerror(error);
  machine().fail_at(FailureKind::Assertion, {"assertion failed: unexpected error: ", text}, QPOR_CALLER, true, file,
                    line, function != nullptr ? function : "");
}

void refused_call(const char* name, const char* why) {
  machine().fail(FailureKind::Refused, {"calls ", name, ", which qpor does not run: ", why}, QPOR_CALLER);
}

// --- memory

namespace {
constexpr std::size_t kGrain = 16;
}

namespace {

void* new_block(std::size_t size, std::size_t alignment, Address pc, Allocator allocator) {
  void* const block = heap_allocate(size, alignment, pc, allocator);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

}  // namespace

void* memory_malloc(std::size_t size) { return heap_allocate(size, kGrain, QPOR_CALLER, Allocator::Malloc); }

void* memory_calloc(std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return heap_allocate_zeros(bytes, QPOR_CALLER);
}

void* memory_realloc(void* block, std::size_t size) { return heap_reallocate(block, size, QPOR_CALLER); }

void* memory_reallocarray(void* block, std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return heap_reallocate(block, bytes, QPOR_CALLER);
}

void memory_free(void* block) { heap_free(block, QPOR_CALLER, Allocator::Malloc); }

void* memory_aligned_alloc(std::size_t alignment, std::size_t size) {
  if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
    errno = EINVAL;
    return nullptr;
  }
  return heap_allocate(size, alignment, QPOR_CALLER, Allocator::Malloc);
}

int memory_posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* const result = heap_allocate(size, alignment, QPOR_CALLER, Allocator::Malloc);
  if (result == nullptr) return ENOMEM;
  *block = result;
  return 0;
}

void* memory_valloc(std::size_t size) { return heap_allocate(size, kPage, QPOR_CALLER, Allocator::Malloc); }

std::size_t memory_usable_size(void* block) { return heap_usable_size(block); }

void* memory_new(std::size_t size) { return new_block(size, kGrain, QPOR_CALLER, Allocator::New); }
void* memory_new_aligned(std::size_t size, std::size_t alignment) {
  return new_block(size, alignment, QPOR_CALLER, Allocator::New);
}
void* memory_new_nothrow(std::size_t size, const void*) {
  return heap_allocate(size, kGrain, QPOR_CALLER, Allocator::New);
}
void* memory_new_array(std::size_t size) { return new_block(size, kGrain, QPOR_CALLER, Allocator::NewArray); }
void* memory_new_array_aligned(std::size_t size, std::size_t alignment) {
  return new_block(size, alignment, QPOR_CALLER, Allocator::NewArray);
}
void* memory_new_array_nothrow(std::size_t size, const void*) {
  return heap_allocate(size, kGrain, QPOR_CALLER, Allocator::NewArray);
}

// The forms that are told an alignment get it last, in a register that nobody has to look at.
void memory_delete(void* block) { heap_free(block, QPOR_CALLER, Allocator::New); }
void memory_delete_array(void* block) { heap_free(block, QPOR_CALLER, Allocator::NewArray); }
void memory_delete_sized(void* block, std::size_t size) { heap_free(block, QPOR_CALLER, Allocator::New, size); }
void memory_delete_array_sized(void* block, std::size_t size) {
  heap_free(block, QPOR_CALLER, Allocator::NewArray, size);
}

}  // namespace qpor::frontend::native
