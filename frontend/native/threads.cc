#include "frontend/native/threads.h"

#include <setjmp.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "frontend/native/heap.h"
#include "frontend/native/machine.h"
#include "frontend/native/primitives.h"
#include "frontend/native/process.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

char* running_tls = nullptr;

constexpr std::uint32_t kNoSuchThread = ~std::uint32_t{0};

std::uint32_t thread_of_handle(pthread_t handle) {
  Machine& m = machine();
  const auto address = static_cast<Address>(handle);
  if (!m.is_slot_address(address)) return kNoSuchThread;
  const std::uint32_t thread = m.thread_of(address);
  if (thread >= m.thread_bound() || handle_of(thread) != handle) return kNoSuchThread;
  return m.fiber(thread).status == FiberStatus::Absent ? kNoSuchThread : thread;
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
  const Code& code = m.code();
  if (code.constructors != nullptr) code.constructors();
  const int status = code.main(static_cast<int>(m.arguments().size()), arguments, environment);
  end_process(status, 0, true);
}

/// The newest clean-up handler runs, which then asks for the next one; at last the thread ends.
[[noreturn]] void clean_up(Address pc);

[[noreturn]] void leave_thread(void* value, Address pc) {
  Machine& m = machine();
  run_thread_destructors();
  run_key_destructors();
  m.current().value = value;
  m.end_thread(pc);
}

void clean_up(Address pc) {
  Fiber& me = machine().current();
  if (me.cleanups == 0) leave_thread(me.value, pc);
  auto* const newest = reinterpret_cast<__pthread_unwind_buf_t*>(me.cleanups);
  me.cleanups = reinterpret_cast<Address>(newest->__pad[0]);
  // What the macro saved begins like a jmp_buf.
  longjmp(reinterpret_cast<__jmp_buf_tag*>(newest->__cancel_jmp_buf), 1);
}

}  // namespace

char*& tls_base() { return running_tls; }

pthread_t handle_of(std::uint32_t thread) { return static_cast<pthread_t>(machine().fiber_address(thread)); }

void fiber_entry() {
  Fiber& fiber = machine().current();
  if (fiber.thread == 0) run_main();
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
      m.fail("limit", "a thread asks for a larger stack than --stack-size gives", QPOR_CALLER);
    }
  }
  const std::uint32_t child = create_thread(start, argument, 0, QPOR_CALLER);
  m.fiber(child).is_detached = detached == PTHREAD_CREATE_DETACHED;
  *handle = handle_of(child);
  return 0;
}

std::uint32_t create_thread(void* (*start)(void*), void* argument, Address name, Address pc) {
  Machine& m = machine();
  Fiber& me = m.current();
  me.start_of_child = start;
  me.argument_of_child = argument;
  me.name_of_child = name;
  const auto child = static_cast<std::uint32_t>(m.visible(OperationKind::Create, {}, 0, pc));
  ++me.creates;
  return child;
}

int thread_join(pthread_t handle, void** value) { return join_thread(handle, value, QPOR_CALLER); }

int join_thread(pthread_t handle, void** value, Address pc) {
  Machine& m = machine();
  const std::uint32_t me = m.current().thread;
  const std::uint32_t thread = thread_of_handle(handle);
  if (thread == kNoSuchThread) return ESRCH;
  if (thread == me) return EDEADLK;
  Fiber& target = m.fiber(thread);
  if (target.is_detached || target.released_by == me + 1) return EINVAL;
  m.visible(OperationKind::Join, {}, thread, pc);
  if (target.released_by != 0) {
    m.fail("thread-misuse", "joins a thread that another thread has joined or detached", pc);
  }
  target.released_by = me + 1;
  if (value != nullptr) *value = target.value;
  return 0;
}

int thread_detach(pthread_t handle) { return detach_thread(handle); }

int detach_thread(pthread_t handle) {
  const std::uint32_t thread = thread_of_handle(handle);
  if (thread == kNoSuchThread) return ESRCH;
  Fiber& target = machine().fiber(thread);
  const std::uint32_t me = machine().current().thread;
  if (target.is_detached || target.released_by == me + 1) return EINVAL;
  target.released_by = me + 1;
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

int thread_setname(pthread_t handle, const char* name) {
  const std::uint32_t thread = thread_of_handle(handle);
  if (thread == kNoSuchThread) return ESRCH;
  char(&label)[16] = machine().fiber(thread).label;
  if (std::strlen(name) >= sizeof label) return ERANGE;
  std::strncpy(label, name, sizeof label);
  machine().note_label();
  return 0;
}

int thread_getname(pthread_t handle, char* name, std::size_t size) {
  const std::uint32_t thread = thread_of_handle(handle);
  if (thread == kNoSuchThread) return ESRCH;
  const char* const label = machine().fiber(thread).label;
  if (std::strlen(label) >= size) return ERANGE;
  std::strcpy(name, label);
  return 0;
}

pthread_t thread_self() { return handle_of(machine().current().thread); }

int thread_equal(pthread_t one, pthread_t other) { return one == other ? 1 : 0; }

}  // namespace qpor::frontend::native
