// What a program is shown of a thread follows from the thread's name, so that the set of traces is the same whichever
// order an exploration finds the threads in: for each kind of name that a program can publish. The judge is the
// trace-set hash, which has all values that were published: it must be the same under every setting. Random programs
// are in native_names_fuzz_test.cc.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/native/machine/slots.h"
#include "tests/frontend/command_driver.h"
#include "tests/frontend/native_names.h"

namespace qpor::frontend::names {
namespace {

// --- two gated parents

/// Each of two threads passes a gate, and then creates a child that does this. The order at the gate is the order in
/// which the children are found.
std::string gated_parents(const std::string& language, const std::string& child) {
  return headers_of(language) +
         "static void publish(uintptr_t value) { published = value; }\n"
         "static void* child(void* none) { (void)own; (void)publish; " +
         child +
         " return none; }\n"
         "static void* parent(void* none) {\n"
         "  pthread_t t;\n"
         "  pthread_mutex_lock(&gate);\n"
         "  pthread_mutex_unlock(&gate);\n"
         "  pthread_create(&t, NULL, child, NULL);\n"
         "  pthread_join(t, NULL);\n"
         "  return none;\n"
         "}\n"
         "int main(int argc, char** argv) {\n" +
         (language == "C" ? "  (void)argc; (void)argv;\n" : "  kind = argc > 1 ? atoi(argv[1]) : 0;\n") +
         "  pthread_t a, b;\n"
         "  pthread_create(&a, NULL, parent, NULL);\n"
         "  pthread_create(&b, NULL, parent, NULL);\n"
         "  pthread_join(a, NULL);\n"
         "  pthread_join(b, NULL);\n"
         "  return 0;\n"
         "}\n";
}

struct Kind {
  const char* name;
  const char* child;
  std::uint64_t traces;  ///< 2 orders at the gate, times 2 of what the children do to one atomic, if they do
};

constexpr Kind kKinds[] = {
    {"Block", "publish((uintptr_t)malloc(8));", 4},
    {"LocalVariable", "int here = 0; publish((uintptr_t)&here);", 4},
    {"ThreadLocalVariable", "publish((uintptr_t)&own);", 4},
    {"Errno", "publish((uintptr_t)&errno);", 4},
    {"Handle", "publish((uintptr_t)pthread_self());", 4},
    {"HandleOfC11", "publish((uintptr_t)thrd_current());", 4},
    {"NumberOfTheSystem", "publish((uintptr_t)gettid());", 4},
    {"Key", "pthread_key_t key; pthread_key_create(&key, NULL); publish(key);", 4},
    {"Descriptor", "publish((uintptr_t)open(\"/dev/null\", O_RDONLY));", 4},
    {"DescriptorOfAStream", "FILE* f = fopen(\"/dev/null\", \"r\"); if (f != NULL) publish((uintptr_t)fileno(f));", 4},
    {"OwnerOfAMutex",
     "pthread_mutex_t* m = malloc(sizeof *m); pthread_mutex_init(m, NULL); pthread_mutex_lock(m);"
     " publish((uintptr_t)m->__data.__owner); pthread_mutex_unlock(m);",
     4},
    {"WriterOfAnRwlock",
     "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; pthread_rwlock_wrlock(&l);"
     " publish((uintptr_t)l.__data.__writers); pthread_rwlock_unlock(&l);",
     4},
    {"OwnerOfASpinlock",
     "pthread_spinlock_t* l = malloc(sizeof *l); pthread_spin_init(l, 0); pthread_spin_lock(l);"
     " publish((uintptr_t)*(int*)l); pthread_spin_unlock(l);",
     4},
    {"Condition",
     "pthread_cond_t* c = malloc(sizeof *c); pthread_cond_init(c, NULL); pthread_cond_signal(c);"
     " publish((uintptr_t)c);",
     4},
    {"ConditionThatIsOnlyUsed",
     "pthread_cond_t* c = malloc(sizeof *c); pthread_cond_init(c, NULL); pthread_cond_signal(c);", 2},
    {"Barrier", "pthread_barrier_t b; pthread_barrier_init(&b, NULL, 1); pthread_barrier_wait(&b);", 2},
    {"Semaphore", "sem_t s; sem_init(&s, 0, 1); sem_wait(&s);", 2},
    {"RandomNumber", "publish((uintptr_t)rand());", 4},
    {"KeyOfC11", "tss_t key; tss_create(&key, NULL); publish(key);", 4},
    {"Frame", "publish((uintptr_t)__builtin_frame_address(0));", 4},
    {"BlockOfTheLibrary", "publish((uintptr_t)strdup(\"text\"));", 4},
    {"BlockOfPrintf", "char* p = NULL; if (asprintf(&p, \"%d\", 3) > 0) publish((uintptr_t)p);", 4},
    {"AddressThatIsPrintedAndRead",
     "char text[40]; int here; void* p = NULL; snprintf(text, 40, \"%p\", (void*)&here); sscanf(text, \"%p\", &p);"
     " publish((uintptr_t)p);",
     4},
    {"HashOfAHandle", "publish((uintptr_t)pthread_self() * 0x9e3779b97f4a7c15u >> 56);", 4},
    {"NameOfTheThread",
     "char name[16]; pthread_getname_np(pthread_self(), name, 16); publish(*(uint64_t*)(void*)name);", 4},
    {"WordsOfAMutex",
     "pthread_mutex_t m; pthread_mutex_init(&m, NULL); pthread_mutex_lock(&m); uintptr_t sum = 0;"
     " for (unsigned i = 0; i < sizeof m / 4; ++i) sum = sum * 31 + ((unsigned*)&m)[i];"
     " publish(sum); pthread_mutex_unlock(&m);",
     4},
    {"WordsOfACondition",
     "pthread_cond_t c; pthread_cond_init(&c, NULL); pthread_cond_signal(&c); uintptr_t sum = 0;"
     " for (unsigned i = 0; i < sizeof c / 4; ++i) sum = sum * 31 + ((unsigned*)&c)[i]; publish(sum);",
     4},
    {"WordsOfABarrier",
     "pthread_barrier_t b; pthread_barrier_init(&b, NULL, 1); pthread_barrier_wait(&b); uintptr_t sum = 0;"
     " for (unsigned i = 0; i < sizeof b / 4; ++i) sum = sum * 31 + ((unsigned*)&b)[i]; publish(sum);",
     4},
};

std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.name; }

void expect_one_set(NativeExecutor& executor, const Kind& kind) {
  std::set<std::uint64_t> hashes[2];
  for (const Setting& setting : matrix()) {
    const Explored explored = explore(executor, setting);
    ASSERT_TRUE(explored.seen) << to_string(setting);
    ASSERT_EQ(explored.seen->traces, kind.traces) << to_string(setting);
    std::set<std::uint64_t>& those = hashes[setting.options.exclusive_counts ? 1 : 0];
    those.insert(explored.seen->hash);
    ASSERT_EQ(those.size(), 1u) << to_string(setting);
  }
}

class NativeNames : public testing::TestWithParam<Kind> {};

TEST_P(NativeNames, GiveOneSetOfTracesUnderEverySetting) {
  const Kind& kind = GetParam();
  const CFile file(gated_parents("C", kind.child));
  NativeExecutor executor(build(options_for(file.path())));
  expect_one_set(executor, kind);
}

INSTANTIATE_TEST_SUITE_P(Kinds, NativeNames, testing::ValuesIn(kKinds),
                         [](const testing::TestParamInfo<Kind>& info) { return std::string(info.param.name); });

/// In one program, for C++ takes long to compile.
constexpr Kind kCppKinds[] = {
    {"Barrier", "std::barrier<> b(1); b.arrive_and_wait();", 2},
    {"Latch", "std::latch l(1); l.count_down();", 2},
    {"WordOfALatch", "std::latch l(1); l.count_down(); publish((uintptr_t)*(int*)&l);", 4},
    {"WordsOfABarrier",
     "std::barrier<> b(1); b.arrive_and_wait(); publish(((uintptr_t*)&b)[1] * 31 + *(uintptr_t*)&b);", 4},
    {"Semaphore", "std::counting_semaphore<5> s(1); s.acquire(); publish(*(unsigned*)&s);", 4},
    {"Handle", "publish(std::hash<std::thread::id>()(std::this_thread::get_id()));", 4},
    {"HandleThatIsPrinted",
     "std::ostringstream out; out << std::this_thread::get_id(); publish(std::hash<std::string>()(out.str()));", 4},
    {"OrderOfHandles",
     "static std::map<std::thread::id, int> all; pthread_mutex_lock(&gate); int number = (int)all.size();"
     " all[std::this_thread::get_id()] = number; uintptr_t order = 0;"
     " for (auto& each : all) order = order * 10 + each.second; pthread_mutex_unlock(&gate); publish(order);",
     20},
    {"OrderOfHashesOfHandles",
     "static std::unordered_map<std::thread::id, int> all; pthread_mutex_lock(&gate); int number = (int)all.size();"
     " all[std::this_thread::get_id()] = number; uintptr_t order = 0;"
     " for (auto& each : all) order = order * 10 + each.second; pthread_mutex_unlock(&gate); publish(order);",
     20},
    {"OrderOfBlocks",
     "static std::vector<int*> all; pthread_mutex_lock(&gate); all.push_back(new int((int)all.size() + 1));"
     " std::sort(all.begin(), all.end()); uintptr_t order = 0; for (int* each : all) order = order * 10 + *each;"
     " pthread_mutex_unlock(&gate); publish(order);",
     20},
    {"SharedBlock", "auto p = std::make_shared<int>(3); publish((uintptr_t)p.get());", 4},
    {"StackOfAThread", "std::thread t([] { int here; publish((uintptr_t)&here); }); t.join();", 4},
    {"NestedThreads",
     "std::thread t([] { std::thread u([] { int here; publish((uintptr_t)&here); }); u.join(); });"
     " std::thread v([] {}); publish(std::hash<std::thread::id>()(v.get_id())); v.join(); t.join();",
     48},
    {"BlockOfATask", "auto f = std::async(std::launch::async, [] { return (uintptr_t)malloc(3); }); publish(f.get());",
     4},
    {"Exception", "try { throw 3; } catch (int& x) { publish((uintptr_t)&x); }", 4},
    {"ExceptionPointer",
     "std::exception_ptr e; try { throw 3; } catch (...) { e = std::current_exception(); publish(*(uintptr_t*)&e); }",
     4},
    {"StopState", "std::jthread t([](std::stop_token s) { publish(*(uintptr_t*)&s); });", 4},
    {"SharedState", "std::promise<int> p; auto f = p.get_future(); publish(*(uintptr_t*)&f); p.set_value(1);", 4},
    {"WordsOfACondition",
     "std::condition_variable_any c; c.notify_all(); uintptr_t sum = 0;"
     " for (unsigned i = 0; i < sizeof c / 4; ++i) sum = sum * 31 + ((unsigned*)&c)[i]; publish(sum);",
     4},
    {"ObjectOfTheThread",
     "struct Own { ~Own() { publish((uintptr_t)this); } }; static thread_local Own mine; (void)&mine;", 4},
};

TEST(NativeNamesOfCpp, GiveOneSetOfTracesUnderEverySetting) {
  std::string child = "switch (kind) {\n";
  for (std::size_t i = 0; i < std::size(kCppKinds); ++i) {
    child += "case " + std::to_string(i) + ": { " + kCppKinds[i].child + " break; }\n";
  }
  const TemporaryFile file(".cc", gated_parents("C++", child + "}\n"));
  native::ProgramOptions options = options_for(file.path());
  options.sources.compiler_flags = "-std=c++20";
  NativeExecutor executor(build(options));
  for (std::size_t i = 0; i < std::size(kCppKinds); ++i) {
    SCOPED_TRACE(kCppKinds[i].name);
    executor.machine().set_arguments({"program", std::to_string(i)});
    ASSERT_NO_FATAL_FAILURE(expect_one_set(executor, kCppKinds[i]));
  }
}

TEST(NativeNamesInAComparison, AreTheSameInEveryRow) {
  const CFile file(gated_parents("C", "publish((uintptr_t)malloc(8));"));
  for (const std::vector<std::string>& settings :
       {std::vector<std::string>{"--k=1,optimal", "--policy=ours,paper"}, {"--algorithm=all"}}) {
    std::vector<std::string> words = {"compare"};
    words.insert(words.end(), settings.begin(), settings.end());
    words.push_back(file.path());
    const Ran ran = run_plainly(words);
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_NE(ran.out.find("settings visited the same 4 traces"), std::string::npos) << ran.out;
  }
}

// --- threads that would have the same slot

/// The ordinals, each the least that it can be, of a child of main's first thread and one of its second that would have
/// the same slot.
std::pair<std::uint32_t, std::uint32_t> rivals() {
  engine::ThreadTable table;
  const engine::ThreadId main = table.intern(engine::kNoThread, 0, "main");
  const engine::ThreadId parents[] = {table.intern(main, 0, "a"), table.intern(main, 1, "b")};
  for (std::uint32_t sum = 0;; ++sum) {
    for (std::uint32_t one = 0; one <= sum; ++one) {
      const native::Slot slot = native::wanted_slot(table[table.intern(parents[0], one, "c")], 0);
      if (native::wanted_slot(table[table.intern(parents[1], sum - one, "c")], 0) == slot) return {one, sum - one};
    }
  }
}

/// The slot that both would have.
native::Slot slot_of_rival(std::uint32_t one) {
  engine::ThreadTable table;
  const engine::ThreadId main = table.intern(engine::kNoThread, 0, "main");
  const engine::ThreadId parent = table.intern(main, 0, "a");
  return native::wanted_slot(table[table.intern(parent, one, "c")], 0);
}

/// Two threads pass a gate; then each creates that number of `idle`, one after the other, and a `last`.
std::string rival_parents(std::uint32_t one, std::uint32_t other) {
  return "static void* parent(void* count) {\n"
         "  pthread_t t;\n"
         "  pthread_mutex_lock(&gate);\n"
         "  pthread_mutex_unlock(&gate);\n"
         "  for (uintptr_t i = 0; i <= (uintptr_t)count; ++i) {\n"
         "    pthread_create(&t, NULL, i == (uintptr_t)count ? last : idle, NULL);\n"
         "    pthread_join(t, NULL);\n"
         "  }\n"
         "  return NULL;\n"
         "}\n"
         "int main(void) {\n"
         "  pthread_t a, b;\n"
         "  pthread_create(&a, NULL, parent, (void*)" +
         std::to_string(one) + ");\n  pthread_create(&b, NULL, parent, (void*)" + std::to_string(other) +
         ");\n"
         "  pthread_join(a, NULL);\n"
         "  pthread_join(b, NULL);\n"
         "  return 0;\n"
         "}\n";
}

TEST(NativeNamesOfRivals, AreTheSameWhoeverComesFirst) {
  const auto [one, other] = rivals();
  std::cout << "children " << one << " and " << other << "\n";
  const TemporaryFile file(".c",
                           headers_of("C") +
                               "static void* idle(void* none) { return none; }\n"
                               "static void* last(void* none) { published = (uintptr_t)malloc(8); return none; }\n" +
                               rival_parents(one, other));
  NativeExecutor executor(build(options_for(file.path())));
  std::set<std::uint64_t> hashes;
  std::size_t with_restart = 0, without = 0;
  std::optional<std::vector<engine::ClaimedSlot>> claims;
  for (const Setting& setting : matrix()) {
    const Explored explored = explore(executor, setting);
    ASSERT_TRUE(explored.seen) << to_string(setting);
    ASSERT_EQ(explored.seen->traces, 4u);
    hashes.insert(explored.seen->hash);
    ASSERT_EQ(hashes.size(), 1u) << to_string(setting);
    const std::vector<engine::ClaimedSlot> found = executor.machine().knowledge().slots;
    if (claims) {
      ASSERT_EQ(found, *claims);
    }
    claims = found;
    ++(explored.has_restarted_for_slots ? with_restart : without);
  }
  EXPECT_GT(with_restart, 0u);
  EXPECT_GT(without, 0u) << "the other order needs none";
  EXPECT_FALSE(claims->empty());
}

TEST(NativeNamesOfRivals, AreThoseOfTheExplorationInAReplay) {
  // The one with the worse claim fails when it has another slot than it would have alone. It does so only after a
  // restart, and before the other one is created: the schedule has to know more than the threads that it names.
  const auto [one, other] = rivals();
  const std::string wanted = std::to_string(index(slot_of_rival(one)));
  const TemporaryFile file(".c", headers_of("C") +
                                     "#include <assert.h>\n"
                                     "static void* idle(void* none) { return none; }\n"
                                     "static void* last(void* none) {\n  (void)&published; (void)own;\n"
                                     "  assert(gettid() - getpid() == " +
                                     wanted + ");\n  return none;\n}\n" + rival_parents(one, other));
  const TemporaryFile schedule(".schedule", "");
  int with_slots = 0;
  for (const char* const order : {"--thread-order=oldest", "--thread-order=newest"}) {
    std::filesystem::remove(schedule.path());
    const Ran found = run_plainly({"--no-meet", order, "--save-schedule=" + schedule.path(), file.path()});
    ASSERT_EQ(found.code, 1) << found.err;
    std::ifstream in(schedule.path());
    const std::string saved{std::istreambuf_iterator<char>(in), {}};
    with_slots += saved.find("\"slots\"") != std::string::npos ? 1 : 0;
    const Ran again = run_plainly({"--replay=" + schedule.path()});
    EXPECT_EQ(again.code, 1) << order << again.out << again.err << saved;
  }
  EXPECT_GT(with_slots, 0);
}

TEST(NativeNamesOfRivals, AreSettledByAScheduleThatKnowsAllThreads) {
  const auto [one, other] = rivals();
  const CFile file("int main(void) { return 0; }\n");
  NativeExecutor executor(build(options_for(file.path())));
  std::set<std::pair<native::Slot, native::Slot>> slots;
  for (const bool is_turned : {false, true}) {
    engine::Vocabulary vocabulary;
    const engine::ThreadId main = vocabulary.threads.intern(engine::kNoThread, 0, "main");
    const engine::ThreadId a = vocabulary.threads.intern(main, 0, "a"), b = vocabulary.threads.intern(main, 1, "b");
    if (is_turned) vocabulary.threads.intern(b, other, "c");
    const engine::ThreadId of_a = vocabulary.threads.intern(a, one, "c");
    const engine::ThreadId of_b = vocabulary.threads.intern(b, other, "c");
    executor.start(vocabulary);
    ASSERT_EQ(executor.interruption().kind, engine::Interruption::Kind::None);
    const auto& found = executor.machine().slots();
    ASSERT_EQ(found.size(), 5u);
    slots.emplace(found[engine::index(of_a)], found[engine::index(of_b)]);
  }
  EXPECT_EQ(slots.size(), 1u);
}

}  // namespace
}  // namespace qpor::frontend::names
