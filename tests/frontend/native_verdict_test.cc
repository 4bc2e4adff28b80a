// What `safe` rests on (docs/verdict.md): assumptions that a program made use of stand in the verdict, things that qpor
// did not see take it away, each with its line.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "frontend/native/guest/check/unseen.h"
#include "frontend/program/assumptions.h"
#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

/// Two threads, one of which does `body` under a lock.
std::string two_threads(const std::string& body, const std::string& before = "") {
  return "#include <errno.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n"
         "#include <unistd.h>\n#include <sys/random.h>\n" +
         before +
         "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
         "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n"
         "static volatile int ready;\n"
         "static void* run(void* p) {\n"
         "  pthread_mutex_lock(&m);\n"
         "  ready = 1;\n"
         "  pthread_cond_signal(&c);\n"
         "  pthread_mutex_unlock(&m);\n"
         "  return p;\n"
         "}\n"
         "int main(int argc, char** argv) {\n"
         "  (void)argv;\n"
         "  pthread_t t;\n"
         "  pthread_create(&t, 0, run, 0);\n"
         "  pthread_mutex_lock(&m);\n  " +
         body +
         "\n  pthread_mutex_unlock(&m);\n"
         "  pthread_join(t, 0);\n"
         "  return argc > 2;\n"
         "}\n";
}

std::vector<std::string> keys_in(const nlohmann::json& json) {
  std::vector<std::string> keys;
  for (const auto& each : json["assumptions"]) keys.push_back(each["key"]);
  return keys;
}

struct Case {
  const char* name;
  std::string body;
  std::vector<std::string> keys;  ///< exactly these
  std::vector<std::string> options;
};

std::vector<Case> cases() {
  return {
      {"nothing", "ready = 2;", {}, {}},
      {"sleeping", "usleep(5);", {}, {}},
      {"malloc", "void* p = malloc(4); ready = p != 0;", {"malloc-succeeds"}, {}},
      {"calloc", "void* p = calloc(4, 4); ready = p != 0;", {"malloc-succeeds"}, {}},
      {"malloc and free", "free(malloc(4));", {"malloc-succeeds"}, {}},
      {"free and malloc",
       "free(malloc(4)); void* p = malloc(4); ready = p != 0;",
       {"malloc-succeeds", "freed-memory-not-reused"},
       {}},
      {"free and malloc of the same block",
       "free(malloc(4)); void* p = malloc(4); ready = p != 0;",
       {"malloc-succeeds", "freed-memory-reused-by-its-thread"},
       {"--heap=reuse"}},
      {"free(NULL)", "free(0);", {}, {}},
      {"wait", "while (!ready) pthread_cond_wait(&c, &m);", {"no-spurious-wakeups"}, {}},
      {"wait that may be spurious",
       "while (!ready) pthread_cond_wait(&c, &m);",
       {"bounded-spurious-wakeups"},
       {"--spurious-wakeups=1"}},
      {"wait in order",
       "while (!ready) pthread_cond_wait(&c, &m);",
       {"no-spurious-wakeups", "fifo-wakeups"},
       {"--condvar=fifo"}},
      {"no wait", "if (argc > 5) pthread_cond_wait(&c, &m);", {}, {"--condvar=fifo"}},
      {"time", "time(0);", {"virtual-clock"}, {}},
      {"clock_gettime", "struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now);", {"virtual-clock"}, {}},
      {"rand", "ready = rand() & 1;", {"seeded-random"}, {}},
      {"drand48", "ready = drand48() > 0.5;", {"seeded-random"}, {}},
      {"getrandom", "char b[4]; getrandom(b, 4, 0);", {"seeded-random"}, {}},
      {"srand alone", "srand(3);", {}, {}},
      {"getenv", "getenv(\"HOME\");", {"fixed-input"}, {}},
      {"getchar", "getchar();", {"fixed-input"}, {}},
      {"fopen", "FILE* f = fopen(\"/dev/null\", \"r\"); fclose(f);", {"handles-not-reused", "fixed-input"}, {}},
      {"fopen for writing",
       "FILE* f = fopen(\"/dev/null\", \"w\"); fclose(f);",
       {"handles-not-reused", "fixed-input", "written-files"},
       {"--allow-writes"}},
      {"key", "pthread_key_t key; pthread_key_create(&key, 0);", {"handles-not-reused"}, {}},
      {"processors", "ready = sysconf(_SC_NPROCESSORS_ONLN) > 1;", {"made-up-machine"}, {}},
      {"relaxed", "__atomic_store_n(&ready, 1, __ATOMIC_RELAXED);", {"weaker-atomics-as-seq-cst"}, {"--races=off"}},
      {"seq_cst", "__atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);", {}, {"--races=off"}},
      {"atomics of two sizes",
       "static long w; __atomic_store_n((char*)&w, 1, __ATOMIC_SEQ_CST); __atomic_load_n(&w, __ATOMIC_SEQ_CST);",
       {"mixed-atomics-order-all"},
       {}},
      {"atomics of two sizes, explored",
       "static long w; __atomic_store_n((char*)&w, 1, __ATOMIC_SEQ_CST); __atomic_load_n(&w, __ATOMIC_SEQ_CST);",
       {},
       {"--memory=interleave"}},
      {"atomics of one size", "static long w; __atomic_store_n(&w, 1, __ATOMIC_SEQ_CST);", {}, {}},
      {"observers", "ready = 2;", {"unread-stores-in-one-order"}, {"--algorithm=observers"}},
      {"exit status", "exit(3);", {"exit-status-ignored"}, {}},
  };
}

TEST(Assumptions, StandInTheVerdictWhenTheProgramUsedThem) {
  for (const Case& each : cases()) {
    SCOPED_TRACE(each.name);
    const CFile file(two_threads(each.body));
    std::vector<std::string> words = each.options;
    words.push_back(file.path());
    const auto json = json_of(words);
    EXPECT_EQ(json["verdict"], "safe") << json["incomplete_reasons"];
    EXPECT_EQ(keys_in(json), each.keys);

    words.push_back("--quiet");
    const Ran quiet = run_with(words);
    EXPECT_EQ(quiet.code, 0);
    EXPECT_EQ(quiet.out.find("; assuming ") != std::string::npos, !each.keys.empty()) << quiet.out;
    for (const std::string& key : each.keys) {
      const std::string phrase(text_of(*assumption_of(key)).phrase);
      EXPECT_NE(quiet.out.find(phrase), std::string::npos) << quiet.out;
    }
    EXPECT_EQ(std::count(quiet.out.begin(), quiet.out.end(), '\n'), 1);

    words.push_back("--strict");
    const Ran strict = run_with(words);
    EXPECT_EQ(strict.code, each.keys.empty() ? 0 : 3) << strict.out;
  }
}

TEST(Assumptions, ASmallerStackIsTold) {
  const CFile file(
      "#include <pthread.h>\n"
      "static void* run(void* p) { return p; }\n"
      "int main(void) {\n"
      "  pthread_t t;\n  pthread_attr_t a;\n"
      "  pthread_attr_init(&a);\n  pthread_attr_setstacksize(&a, 65536);\n"
      "  pthread_create(&t, &a, run, 0);\n  pthread_join(t, 0);\n"
      "}\n");
  EXPECT_EQ(keys_in(json_of({file.path()})), std::vector<std::string>{"larger-stacks"});
  EXPECT_EQ(keys_in(json_of({"--stack-size=65536", file.path()})), std::vector<std::string>{});
}

TEST(Assumptions, AnInlinedLockOfAPointerIsTold) {
  const TemporaryFile file(".cc",
                           "#include <atomic>\n#include <memory>\n"
                           "static std::atomic<std::shared_ptr<int>> shared;\n"
                           "int main() {\n"
                           "  shared.store(std::make_shared<int>(1));\n"
                           "  return *shared.load() == 7;\n"
                           "}\n");
  const TemporaryFile bitcode(".bc");
  const std::string command =
      "clang-19 -std=c++20 -O2 -g -pthread -emit-llvm -c " + file.path() + " -o " + bitcode.path();
  ASSERT_EQ(std::system(command.c_str()), 0);
  const auto is_told = [](const std::string& path) {
    const std::vector<std::string> keys = keys_in(json_of({path}));
    return std::count(keys.begin(), keys.end(), "inlined-pointer-locks-order-all") == 1;
  };
  EXPECT_TRUE(is_told(bitcode.path()));
  EXPECT_FALSE(is_told(file.path()));
}

TEST(Assumptions, NameTheOptimiser) {
  // At -O2 the store of 1 is dropped, since no function reads the variable, and the race with it.
  const TemporaryFile file(".c",
                           "#include <pthread.h>\nstatic int never_read;\n"
                           "static void* set(void* a) { never_read = 1; return a; }\n"
                           "int main(void) { pthread_t t; pthread_create(&t, 0, set, 0); never_read = 2;\n"
                           "  pthread_join(t, 0); }\n");
  EXPECT_EQ(json_of({file.path()})["verdict"], "defect");
  EXPECT_EQ(keys_in(json_of({"--cflags=-O2", file.path()})), std::vector<std::string>{"optimiser-drops-no-defect"});
  for (const std::string debug : {"-g", "-g0"}) {
    SCOPED_TRACE(debug);
    const TemporaryFile plain(".bc"), optimised(".bc");
    const std::string compile = "clang-19 -pthread -emit-llvm -c " + debug + " " + file.path();
    ASSERT_EQ(std::system((compile + " -O0 -o " + plain.path()).c_str()), 0);
    ASSERT_EQ(std::system((compile + " -O2 -o " + optimised.path()).c_str()), 0);
    EXPECT_EQ(keys_in(json_of({plain.path()})), std::vector<std::string>{});
    EXPECT_EQ(keys_in(json_of({optimised.path()})), std::vector<std::string>{"optimiser-drops-no-defect"});
  }
}

TEST(Assumptions, AreListedByARealUseOnly) {
  const CFile file(two_threads("if (argc > 1) ready = rand() != 7 && malloc(4) != 0;"));
  EXPECT_EQ(keys_in(json_of({file.path()})), std::vector<std::string>{});
  const Ran ran = run_with({"--quiet", file.path(), "--", "x"});
  EXPECT_NE(ran.out.find("; assuming malloc succeeds and random numbers are those of one seed\n"), std::string::npos)
      << ran.out;
}

TEST(Assumptions, OfOneExecutionHoldForAll) {
  // Only the trace in which the worker comes second draws a number.
  const CFile file(two_threads("if (!ready) rand();"));
  for (const char* const order : {"oldest", "newest"}) {
    const auto json = json_of({"--thread-order=" + std::string(order), file.path()});
    EXPECT_EQ(json["statistics"]["traces"], 2);
    EXPECT_EQ(keys_in(json), std::vector<std::string>{"seeded-random"});
  }
}

TEST(Assumptions, AreThereAfterTheExplorationHasBegunAnew) {
  // The barrier has more participants than places, which is found out after the number was drawn.
  const CFile file(
      "#include <pthread.h>\n#include <stdlib.h>\n"
      "static pthread_barrier_t b;\n"
      "static void* run(void* p) { pthread_barrier_wait(&b); return p; }\n"
      "int main(void) {\n"
      "  pthread_t t[4];\n"
      "  pthread_barrier_init(&b, 0, 2);\n"
      "  rand();\n"
      "  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, run, 0);\n"
      "  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);\n"
      "}\n");
  EXPECT_EQ(keys_in(json_of({file.path()})), std::vector<std::string>{"seeded-random"});
}

TEST(Assumptions, AreNoMatterOfADefect) {
  const CFile file(two_threads("rand(); abort();"));
  const Ran ran = run_with({file.path()});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out.find("assum"), std::string::npos) << ran.out;
  EXPECT_EQ(keys_in(json_of({file.path()})), std::vector<std::string>{"seeded-random"});
  EXPECT_EQ(run_with({"--strict", file.path()}).code, 1);
}

TEST(Assumptions, AreInTheReportWithTheOptionThatLiftsThem) {
  const CFile file(two_threads("while (!ready) pthread_cond_wait(&c, &m);"));
  const Ran ran = run_with({file.path()});
  EXPECT_NE(
      ran.out.find("assumed: there are no spurious wake-ups (lifted by --spurious-wakeups=N, up to that number)\n"),
      std::string::npos)
      << ran.out;
}

TEST(Assumptions, ComeBackFromAComparison) {
  const CFile file(two_threads("rand();"));
  const Ran ran = run_plainly({"compare", "--quiet", "--k=1,2", file.path()});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("; assuming random numbers are those of one seed\n"), std::string::npos) << ran.out;
  EXPECT_EQ(run_plainly({"compare", "--quiet", "--strict", "--k=1,2", file.path()}).code, 3);
}

TEST(Assumptions, OneThreadAloneIsTold) {
  const CFile file("int main(void) { return 0; }\n");
  EXPECT_EQ(run_with({"--quiet", file.path()}).out,
            "RESULT: safe under sequential consistency - the only trace explored, no defect; only one thread ran\n");
}

TEST(ExitStatuses, AreToldWithTheNumberOfTraces) {
  const std::string program = repository_file("tests/programs/exit_status.c");
  EXPECT_EQ(
      run_with({"--quiet", program}).out,
      "RESULT: safe under sequential consistency - all 2 traces explored, no defect; exit status 3 in 1 of 2 traces; "
      "assuming a non-zero exit status is intended\n");
  EXPECT_EQ(json_of({program})["exit_statuses"], nlohmann::json::parse(R"([{"status": 3, "traces": 1}])"));
  const std::string strict = run_with({"--quiet", "--strict", program}).out;
  EXPECT_NE(strict.find("; exit status 3 in 1 of 2 traces\n"), std::string::npos) << strict;
  EXPECT_EQ(run_with({"--quiet", "--check-exit", program}).code, 1);
  const CFile alone("int main(void) { return 259; }\n");
  EXPECT_EQ(run_with({"--quiet", alone.path()}).out,
            "RESULT: safe under sequential consistency - the only trace explored, no defect; only one thread ran; exit "
            "status 3 in the only trace; assuming a non-zero exit status is intended\n");
  const CFile several(
      "#include <pthread.h>\nstatic int order[3], next;\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
      "static void* sign(void* n) { pthread_mutex_lock(&m); order[next++] = (int)(long)n; pthread_mutex_unlock(&m); "
      "return 0; }\n"
      "int main(void) { pthread_t t[3]; for (long i = 0; i < 3; ++i) pthread_create(&t[i], 0, sign, (void*)i);\n"
      "  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);\n  return order[2]; }\n");
  EXPECT_NE(run_with({"--quiet", several.path()})
                .out.find("; exit status 1 in 2 of 6 traces; exit status 2 in 2 of 6 traces; assuming"),
            std::string::npos);
  const CFile zero("int main(void) { return 0; }\n");
  EXPECT_FALSE(json_of({zero.path()}).contains("exit_statuses"));
}

TEST(Assumptions, HaveKeysAndTexts) {
  std::vector<std::string> keys;
  for (unsigned i = 0; i < 32; ++i) {
    AssumptionSet set;
    set.add(static_cast<Assumption>(i));
    if (set.all().empty()) break;
    const AssumptionText& text = text_of(static_cast<Assumption>(i));
    EXPECT_EQ(assumption_of(text.key), static_cast<Assumption>(i)) << "keys differ";
    EXPECT_FALSE(text.phrase.empty());
    EXPECT_TRUE(text.sentence.ends_with('.')) << text.sentence;
    EXPECT_TRUE(text.sentence.find("Used") != std::string_view::npos) << text.sentence;
    keys.emplace_back(text.key);
  }
  EXPECT_GE(keys.size(), 10U);
  EXPECT_EQ(assumption_of("no such key"), std::nullopt);
}

// --- things that qpor does not see

std::string result_of(const std::vector<std::string>& words) {
  const Ran ran = run_with(words);
  EXPECT_EQ(ran.code, 3) << ran.out << ran.err;
  return ran.out.substr(ran.out.find("RESULT"));
}

TEST(Unseen, CallsAreListedWithTheirLines) {
  const CFile file(
      "long gethostid(void);\n"
      "int main(int argc, char** argv) {\n"
      "  (void)argv;\n"
      "  if (argc > 9) gethostid();\n"
      "  gethostid(); gethostid();\n"
      "  for (int i = 0; i < 3; i++)\n"
      "    gethostid();\n"
      "  long (*pointer)(void) = gethostid;\n"
      "  pointer();\n"
      "  if (argc > 1) { gethostid(); }\n"
      "  if (argc > 1) {\n"
      "    gethostid();\n"
      "  }\n"
      "}\n");
  const std::string& path = file.path();
  EXPECT_NE(result_of({path}).find("; calls gethostid, which qpor does not control (" + path + ":5, " + path + ":7, " +
                                   path + ":9)\n"),
            std::string::npos)
      << result_of({path});
  EXPECT_NE(result_of({path, "--", "x"}).find(path + ":9 and 2 more)\n"), std::string::npos);
}

TEST(Unseen, ThingsAreInTheJson) {
  const CFile file("long gethostid(void);\nint main(void) {\n  gethostid();\n}\n");
  const auto json = json_of({file.path()});
  ASSERT_EQ(json["unseen"].size(), 1U);
  EXPECT_EQ(json["unseen"][0]["kind"], "call");
  EXPECT_EQ(json["unseen"][0]["name"], "gethostid");
  ASSERT_EQ(json["unseen"][0]["places"].size(), 1U);
  EXPECT_EQ(json["unseen"][0]["places"][0]["line"], 3);
  EXPECT_EQ(json["unseen"][0]["places"][0]["function"], "main");
}

TEST(Unseen, FilesOfAThreadThatOthersCloseAreFew) {
  // Their numbers are not handed out again, and the next ones are those of another thread.
  const CFile file(
      "#include <fcntl.h>\n#include <pthread.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
      "static void* closer(void* f) { close((int)(intptr_t)f); return f; }\n"
      "int main(int argc, char** argv) {\n"
      "  for (int i = argc > 1 ? atoi(argv[1]) : 0; i > 0; --i) {\n"
      "    pthread_t t;\n    const int f = open(\"/dev/null\", O_RDONLY);\n"
      "    if (f < 0) return 0;\n    if (f > 1026) abort();\n"
      "    pthread_create(&t, 0, closer, (void*)(intptr_t)f);\n    pthread_join(t, 0);\n  }\n  return 0;\n}\n");
  EXPECT_EQ(json_of({"--twins=off", file.path(), "--", "1024"})["verdict"], "safe");
  const auto json = json_of({"--twins=off", file.path(), "--", "1025"});
  EXPECT_EQ(json["verdict"], "incomplete");
  EXPECT_EQ(json["incomplete_reasons"][0].get<std::string>().substr(0, 39), "opens more files than qpor tells apart,");
}

TEST(Unseen, EachTripleIsThereOnce) {
  using native::UnseenKind;
  native::UnseenThings things;
  const char* const name = "f";
  for (int i = 0; i < 3; ++i) {
    things.note(UnseenKind::Call, name, 1);
    things.note(UnseenKind::Call, name, 2);
    things.note(UnseenKind::Assembly, name, 2);
  }
  EXPECT_EQ(things.entries().size(), 3U);
  EXPECT_EQ(things.entries()[2].kind, UnseenKind::Assembly);
  EXPECT_FALSE(things.is_full());
}

TEST(Unseen, ATableThatIsFullSaysSo) {
  const char* const name = "f";
  native::UnseenThings things;
  for (std::size_t i = 0; i < native::UnseenThings::kMaxUnseen; ++i) things.note(native::UnseenKind::Call, name, i);
  EXPECT_FALSE(things.is_full());
  things.note(native::UnseenKind::Call, name, 5);
  EXPECT_FALSE(things.is_full()) << "known already";
  things.note(native::UnseenKind::Call, name, 1u << 20);
  EXPECT_TRUE(things.is_full());
  EXPECT_EQ(things.entries().size(), native::UnseenThings::kMaxUnseen);
}

}  // namespace
}  // namespace qpor::frontend
