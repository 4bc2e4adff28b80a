#include "frontend/native/guest/sync/threads.h"

#include <setjmp.h>
#include <unwind.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/guest/libc/process.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/machine/machine.h"
#include "frontend/program/assumptions.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

char* running_tls = nullptr;

/// kNoSlot when there is none.
Slot thread_of_handle(pthread_t handle) {
  Machine& m = machine();
  const auto address = static_cast<Address>(handle);
  if (!m.is_slot_address(address)) return kNoSlot;
  const Slot thread = m.slot_of(address);
  if (m.thread_at(thread) == engine::kNoThread || handle_of(thread) != handle) return kNoSlot;
  return m.fiber(thread).status == FiberStatus::Absent ? kNoSlot : thread;
}

/// What attributes have that nobody gave another size: the limit of this process, which says nothing about the program.
std::size_t default_stack_size() {
  static const std::size_t size = [] {
    pthread_attr_t attributes;
    std::size_t result = 0;
    pthread_attr_init(&attributes);
    pthread_attr_getstacksize(&attributes, &result);
    pthread_attr_destroy(&attributes);
    return result;
  }();
  return size;
}

/// argv or envp in the program's own memory: it may write there.
char** copy_words(const std::vector<std::string>& words) {
  auto** const table = static_cast<char**>(heap_allocate((words.size() + 1) * sizeof(char*), 16, 0));
  for (std::size_t i = 0; i < words.size(); ++i) {
    table[i] = static_cast<char*>(heap_allocate(words[i].size() + 1, 16, 0));
    std::memcpy(table[i], words[i].c_str(), words[i].size() + 1);
  }
  return table;
}

[[noreturn]] void run_main() {
  Machine& m = machine();
  char** const arguments = copy_words(m.arguments());
  char** const environment = copy_words(m.options().environment);
  set_environment(environment);
  set_program_name(arguments[0]);
  const Code& code = m.code();
  if (code.constructors != nullptr) code.constructors();
  const int status = code.main(static_cast<int>(m.arguments().size()), arguments, environment);
  m.current().is_leaving = true;
  end_process(status, 0, true);
}

/// `pc` is the call of pthread_exit, or 0 when the function of the thread has returned.
[[noreturn]] void leave_thread(void* value, Address pc) {
  Machine& m = machine();
  Fiber& me = m.current();
  me.is_leaving = true;
  if (pc != 0) {  // leaves frames that did not return
    const bool may_run_destructors = me.destructors != 0 || me.records != 0;
    m.accesses().leave_frames(reinterpret_cast<Address>(__builtin_frame_address(0)), m.tls_address(me),
                              may_run_destructors, {reinterpret_cast<const void*>(pc), __builtin_frame_address(0)});
  }
  run_thread_destructors();
  run_key_destructors();
  m.current().value = value;
  m.end_thread(pc, __builtin_frame_address(0));
}

/// The newest clean-up handler runs, which then asks for the next one.
[[noreturn]] void run_newest_cleanup() {
  Fiber& me = machine().current();
  auto* const newest = reinterpret_cast<__pthread_unwind_buf_t*>(me.cleanups);
  me.cleanups = reinterpret_cast<Address>(newest->__pad[0]);
  // What the macro saved begins like a jmp_buf.
  longjmp(reinterpret_cast<__jmp_buf_tag*>(newest->__cancel_jmp_buf), 1);
}

/// Asked by the unwinder before it leaves a frame. A clean-up handler whose place lies below belongs to a frame that is
/// being left; such a frame is one of C, which has nothing else to do.
_Unwind_Reason_Code before_frame(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                 _Unwind_Context* context, void* pc) {
  Fiber& me = machine().current();
  const bool is_end = (actions & _UA_END_OF_STACK) != 0;
  if (me.cleanups != 0 && (is_end || me.cleanups < _Unwind_GetCFA(context))) run_newest_cleanup();
  if (is_end) leave_thread(me.value, reinterpret_cast<Address>(pc));
  return _URC_NO_REASON;
}

void on_caught(_Unwind_Reason_Code, _Unwind_Exception*) {
  Machine& m = machine();
  m.fail(FailureKind::Abort, "catch (...) ends the unwinding of pthread_exit: it has to be rethrown",
         m.nearest_program_code());
}

/// Clean-up handlers run, and where there are any, destructors of the objects on the stack; at last the thread ends.
[[noreturn]] void clean_up(Address pc) {
  Machine& m = machine();
  Fiber& me = m.current();
  if (m.code().unwinds) {
    if (me.unwinding == 0) {
      me.unwinding = reinterpret_cast<Address>(heap_allocate(sizeof(_Unwind_Exception), 16, pc));
    }
    auto* const exception = reinterpret_cast<_Unwind_Exception*>(me.unwinding);
    *exception = {};
    exception->exception_cleanup = &on_caught;
    _Unwind_ForcedUnwind(exception, &before_frame, reinterpret_cast<void*>(pc));
    // It comes back when there are frames without unwind tables: those are left as if they had none to do.
  }
  if (me.cleanups != 0) run_newest_cleanup();
  leave_thread(me.value, pc);
}

}  // namespace

char*& tls_base() { return running_tls; }

pthread_t handle_of(Slot thread) { return static_cast<pthread_t>(machine().fiber_address(thread)); }

void fiber_entry() {
  Fiber& fiber = machine().current();
  if (fiber.slot == kMainSlot) run_main();
  leave_thread(fiber.start(fiber.argument), 0);
}

int thread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  Machine& m = machine();
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) {
    std::size_t stack = 0;
    pthread_attr_getdetachstate(attributes, &detached);
    pthread_attr_getstacksize(attributes, &stack);
    if (stack > m.options().stack_size && stack != default_stack_size()) {
      m.fail(FailureKind::Limit, "a thread asks for a larger stack than --stack-size gives", QPOR_CALLER);
    }
    if (stack < m.options().stack_size) m.assume(Assumption::LargerStacks);
  }
  const Slot child = create_thread(start, argument, 0, QPOR_CALLER);
  m.fiber(child).is_detached = detached == PTHREAD_CREATE_DETACHED;
  *handle = handle_of(child);
  return 0;
}

Slot create_thread(void* (*start)(void*), void* argument, Address name, Address pc) {
  Machine& m = machine();
  Fiber& me = m.current();
  if (m.run().has_joined) m.assume(Assumption::HandlesNotReused);
  me.start_of_child = start;
  me.argument_of_child = argument;
  me.name_of_child = name;
  const Slot child = slot_number(static_cast<std::size_t>(m.visible(OperationKind::Create, {}, 0, pc)));
  ++me.creates;
  return child;
}

int thread_join(pthread_t handle, void** value) { return join_thread(handle, value, QPOR_CALLER); }

int join_thread(pthread_t handle, void** value, Address pc) {
  Machine& m = machine();
  const Slot me = m.current().slot;
  const Slot thread = thread_of_handle(handle);
  if (thread == kNoSlot) return ESRCH;
  if (thread == me) return EDEADLK;
  Fiber& target = m.fiber(thread);
  if (target.is_detached || target.released_by == me) return EINVAL;
  m.visible(OperationKind::Join, {}, index(thread), pc);
  if (target.released_by != kNoSlot) {
    m.fail(FailureKind::ThreadMisuse, "joins a thread that another thread has joined or detached", pc);
  }
  target.released_by = me;
  m.run().has_joined = true;
  if (value != nullptr) *value = target.value;
  return 0;
}

int thread_detach(pthread_t handle) { return detach_thread(handle, QPOR_CALLER); }

/// No event: whichever of two threads comes second finds that the other has released the handle, in every order.
int detach_thread(pthread_t handle, Address pc) {
  Machine& m = machine();
  const Slot thread = thread_of_handle(handle);
  if (thread == kNoSlot) return ESRCH;
  Fiber& target = m.fiber(thread);
  const Slot me = m.current().slot;
  if (target.is_detached || target.released_by == me) return EINVAL;
  if (target.released_by != kNoSlot) {
    m.fail(FailureKind::ThreadMisuse, "detaches a thread that another thread has joined or detached", pc);
  }
  target.released_by = me;
  return 0;
}

void thread_exit(void* value) { exit_thread(value, QPOR_CALLER); }

void exit_thread(void* value, Address pc) {
  machine().current().value = value;
  clean_up(pc);
}

void cleanup_register(__pthread_unwind_buf_t* place) {
  Fiber& me = machine().current();
  place->__pad[0] = reinterpret_cast<void*>(me.cleanups);
  me.cleanups = reinterpret_cast<Address>(place);
}

void cleanup_unregister(__pthread_unwind_buf_t* place) {
  machine().current().cleanups = reinterpret_cast<Address>(place->__pad[0]);
}

void cleanup_next(__pthread_unwind_buf_t*) { clean_up(QPOR_CALLER); }

int thread_setcancelstate(int state, int* old_state) {
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  const int before = std::exchange(machine().current().cancel_state, state);
  if (old_state != nullptr) *old_state = before;
  return 0;
}

int thread_setcanceltype(int type, int* old_type) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  const int before = std::exchange(machine().current().cancel_type, type);
  if (old_type != nullptr) *old_type = before;
  return 0;
}

void thread_testcancel() {}

namespace {

/// Setting and asking for a name is no operation: where two threads do, the order of the two is not explored. A thread
/// that was given its name before another asks is left alone, for most names are only for reports.
void use_label(Slot thread, bool asks, Address pc) {
  Fiber& fiber = machine().fiber(thread);
  const Slot me = machine().current().slot;
  const bool has_ended = fiber.status == FiberStatus::Ended;
  if (!has_ended && fiber.label_user != kNoSlot && fiber.label_user != me && (asks || fiber.label_was_asked)) {
    machine().note_unseen(UnseenKind::Call, "pthread_getname_np for a name that another thread sets", pc);
  }
  fiber.label_user = me;
  fiber.label_was_asked |= asks;
}

}  // namespace

int thread_setname(pthread_t handle, const char* name) {
  const Slot thread = thread_of_handle(handle);
  if (thread == kNoSlot) return ESRCH;
  use_label(thread, false, QPOR_CALLER);
  char(&label)[16] = machine().fiber(thread).label;
  if (std::strlen(name) >= sizeof label) return ERANGE;
  std::strncpy(label, name, sizeof label);
  machine().note_label();
  return 0;
}

int thread_getname(pthread_t handle, char* name, std::size_t size) {
  const Slot thread = thread_of_handle(handle);
  if (thread == kNoSlot) return ESRCH;
  use_label(thread, true, QPOR_CALLER);
  const char* const label = machine().fiber(thread).label;
  if (std::strlen(label) >= size) return ERANGE;
  std::strcpy(name, label);
  return 0;
}

pthread_t thread_self() { return handle_of(machine().current().slot); }

int thread_equal(pthread_t one, pthread_t other) { return one == other ? 1 : 0; }

}  // namespace qpor::frontend::native
