// Ordered programs as C, many to one translation unit.

#include "tests/support/ordered_program.h"

#include <algorithm>
#include <initializer_list>

namespace qpor::oracle {
namespace {

using Kind = OrderedKind;

std::string text_of(Order order) {
  switch (order) {
    case Order::Relaxed: return "memory_order_relaxed";
    case Order::Consume: return "memory_order_consume";
    case Order::Acquire: return "memory_order_acquire";
    case Order::Release: return "memory_order_release";
    case Order::AcquireRelease: return "memory_order_acq_rel";
    case Order::SequentiallyConsistent: return "memory_order_seq_cst";
  }
  return "";
}

/// An addition and its test, in one of the ways in which programs write them.
std::string counting_statement(const OrderedInstruction& i, const std::string& place) {
  const std::string order = ", " + text_of(i.order) + ")";
  const auto number = [](int value) { return "(" + std::to_string(value) + ")"; };
  const std::string sum = "atomic_fetch_add_explicit(" + place + ", " + number(i.value) + order;
  const std::string difference = "atomic_fetch_sub_explicit(" + place + ", " + number(-i.value) + order;
  const int way = i.value + 2 * i.expected + static_cast<int>(i.order);
  if (i.kind == Kind::AddIfLast) {
    switch (way & 3) {
      case 0: return "r = " + sum + " == " + number(i.expected) + ";";
      case 1: return "r = " + difference + " - " + number(-i.value) + " == " + number(i.expected + i.value) + ";";
      case 2: return "if (" + difference + " != " + number(i.expected) + ") r = 0; else r = 1;";
      default: return "{ int old = " + sum + "; r = old == " + number(i.expected) + " ? 1 : 0; }";
    }
  }
  switch (way & 3) {
    case 0: return "r = " + sum + " > " + number(i.expected) + ";";
    case 1: return "r = " + difference + " + " + number(i.value) + " >= " + number(i.expected + 1 + i.value) + ";";
    case 2: return "if (" + number(i.expected) + " >= " + sum + ") r = 0; else r = 1;";
    default: return "r = !(" + difference + " < " + number(i.expected + 1) + ");";
  }
}

std::string statement(const OrderedInstruction& i, const std::string& prefix) {
  const std::string number = std::to_string(i.number);
  const std::string value = std::to_string(i.value);
  const std::string expected = std::to_string(i.expected);
  const bool is_flag = i.number >= kOrderedPlain;
  const std::string a = "&" + prefix + "m.a[" + std::to_string(i.number - kOrderedPlain) + "]";
  const std::string plain = is_flag ? "*(int*)" + a : prefix + "m.x[" + number + "]";
  const std::string order = ", " + text_of(i.order) + ");";
  const std::string mutex = "(&" + prefix + "lock[" + number + "])";
  const std::string semaphore = "(&" + prefix + "permits[" + number + "])";
  const std::string rwlock = "(&" + prefix + "rw[" + number + "])";
  switch (i.kind) {
    case Kind::Read: return "q = 4 * q + " + plain + ";";
    case Kind::Write: return plain + " = " + value + ";";
    case Kind::Load: return "r = atomic_load_explicit(" + a + order;
    case Kind::Store: return "atomic_store_explicit(" + a + ", " + value + order;
    case Kind::Exchange: return "r = atomic_exchange_explicit(" + a + ", " + value + order;
    case Kind::FetchAdd: return "r = atomic_fetch_add_explicit(" + a + ", " + value + order;
    case Kind::Add: return "atomic_fetch_add_explicit(" + a + ", " + value + order;
    case Kind::AddIfLast:
    case Kind::AddIfAbove: return counting_statement(i, a);
    case Kind::CompareExchange:
      return "{ int e = " + expected + "; r = atomic_compare_exchange_strong_explicit(" + a + ", &e, " + value + ", " +
             text_of(i.order) + ", " + text_of(i.failure) + "); }";
    case Kind::Fence: return "atomic_thread_fence(" + text_of(i.order) + ");";
    case Kind::SignalFence: return "atomic_signal_fence(" + text_of(i.order) + ");";
    case Kind::Lock: return "pthread_mutex_lock" + mutex + ";";
    case Kind::TryLock: return "r = pthread_mutex_trylock" + mutex + " == 0;";
    case Kind::Unlock: return "pthread_mutex_unlock" + mutex + ";";
    case Kind::Post: return "sem_post" + semaphore + ";";
    case Kind::Wait: return "sem_wait" + semaphore + ";";
    case Kind::TryWait: return "r = sem_trywait" + semaphore + " == 0;";
    case Kind::ReadLock: return "pthread_rwlock_rdlock" + rwlock + ";";
    case Kind::WriteLock: return "pthread_rwlock_wrlock" + rwlock + ";";
    case Kind::TryReadLock: return "r = pthread_rwlock_tryrdlock" + rwlock + " == 0;";
    case Kind::TryWriteLock: return "r = pthread_rwlock_trywrlock" + rwlock + " == 0;";
    case Kind::ReadUnlock:
    case Kind::WriteUnlock: return "pthread_rwlock_unlock" + rwlock + ";";
    case Kind::Create: return "pthread_create(&t[" + number + "], NULL, " + prefix + "t" + number + ", NULL);";
    case Kind::Join: return "pthread_join(t[" + number + "], NULL);";
    case Kind::SkipUnless: return "if (r == " + expected + ") {";
  }
  return "";
}

std::string body(const OrderedThread& thread, const std::string& prefix, std::size_t number) {
  std::string text = "  int64_t r = 0, q = 0;\n";
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < thread.size(); ++i) {
    text += std::string(2 + 2 * ends.size(), ' ') + statement(thread[i], prefix) + "\n";
    if (thread[i].kind == Kind::SkipUnless) ends.push_back(i + static_cast<std::size_t>(thread[i].number));
    for (; !ends.empty() && ends.back() == i; ends.pop_back()) text += std::string(2 * ends.size(), ' ') + "}\n";
  }
  const std::string own = "  " + prefix + "m.registers[" + std::to_string(number) + "]";
  return text + own + "[0] = r;\n" + own + "[1] = q;\n";
}

std::string text_of(const OrderedProgram& program, const std::string& prefix) {
  const auto uses = [&](std::initializer_list<Kind> kinds) {
    for (const OrderedThread& thread : program.threads) {
      for (const OrderedInstruction& i : thread) {
        if (std::find(kinds.begin(), kinds.end(), i.kind) != kinds.end()) return true;
      }
    }
    return false;
  };
  std::string text = "static struct {\n  int x[" + std::to_string(kOrderedPlain) + "];\n  _Atomic(int) a[" +
                     std::to_string(kOrderedAtomics) + "];\n  int64_t registers[" +
                     std::to_string(program.threads.size()) + "][2];\n} " + prefix + "m;\n";
  if (uses({Kind::Lock, Kind::TryLock})) {
    text += "static pthread_mutex_t " + prefix + "lock[] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};\n";
  }
  if (uses({Kind::ReadLock, Kind::TryReadLock, Kind::WriteLock, Kind::TryWriteLock})) {
    text += "static pthread_rwlock_t " + prefix + "rw[] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};\n";
  }
  const bool has_semaphores = uses({Kind::Post, Kind::Wait, Kind::TryWait});
  if (has_semaphores) text += "static sem_t " + prefix + "permits[2];\n";
  for (std::size_t t = 1; t < program.threads.size(); ++t) {
    text += "static void* " + prefix + "t" + std::to_string(t) + "(void* none) {\n" +
            body(program.threads[t], prefix, t) + "  return none;\n}\n";
  }
  text += "static void " + prefix + "main(void) {\n  printf(\"%p\\n\", (void*)&" + prefix + "m);\n";
  for (int i = 0; has_semaphores && i < kOrderedObjects; ++i) {
    text += "  sem_init(&" + prefix + "permits[" + std::to_string(i) + "], 0, 0);\n";
  }
  return text + "  pthread_t t[" + std::to_string(program.threads.size()) + "];\n" +
         body(program.threads[0], prefix, 0) + "}\n";
}

static_assert(kOrderedObjects == 2, "initialisers name two");

}  // namespace

std::string to_c_text(const std::vector<OrderedProgram>& programs) {
  std::string text =
      "#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <stdint.h>\n"
      "#include <stdio.h>\n#include <stdlib.h>\n";
  std::string choice = "int main(int argc, char** argv) {\n  switch (argc > 1 ? atoi(argv[1]) : 0) {\n";
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const std::string prefix = "p" + std::to_string(i) + "_";
    text += text_of(programs[i], prefix);
    choice += "    case " + std::to_string(i) + ": " + prefix + "main(); break;\n";
  }
  return text + choice + "  }\n  return 0;\n}\n";
}

}  // namespace qpor::oracle
