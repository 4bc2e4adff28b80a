// The programs of tests/programs/races: in those called racy_... the data race that they promise is found, with both of
// its lines and the variable, for every k; in those called clean_... nothing is found, and the number of traces is
// right.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

using Json = nlohmann::json;

struct RaceProgram {
  std::string path;
  std::map<std::string, std::string> expected;  // "variable" -> "counter"
  std::vector<std::string> options;

  std::string name() const { return std::filesystem::path(path).filename().string(); }
  bool is_racy() const { return name().starts_with("racy_"); }
};

std::ostream& operator<<(std::ostream& out, const RaceProgram& program) { return out << program.name(); }

std::vector<std::string> split(const std::string& text, char separator) {
  std::istringstream in(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

RaceProgram read_program(const std::string& path) {
  static const std::regex word("([a-z]+)=([^ ]+)");
  static const std::string args = "// args: ";
  RaceProgram program{path, {}, {}};
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("//");) {
    if (line.starts_with(args)) program.options = split(line.substr(args.size()), ' ');
    if (!line.starts_with("// expect: ")) continue;
    for (std::sregex_iterator it(line.begin(), line.end(), word), end; it != end; ++it) {
      program.expected[(*it)[1]] = (*it)[2];
    }
  }
  return program;
}

std::vector<RaceProgram> race_programs() {
  std::set<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(repository_file("tests/programs/races"))) {
    const auto ending = entry.path().extension();
    if (ending == ".c" || ending == ".cc") paths.insert(entry.path().string());
  }
  std::vector<RaceProgram> programs;
  for (const std::string& path : paths) programs.push_back(read_program(path));
  return programs;
}

void expect_race(const RaceProgram& program, const Json& defect) {
  const std::vector<std::string> kinds = split(program.expected.at("kind"), ',');
  EXPECT_EQ(std::count(kinds.begin(), kinds.end(), defect["kind"].get<std::string>()), 1) << defect.dump(2);
  const std::vector<std::string> lines = split(program.expected.at("lines"), ',');
  ASSERT_EQ(lines.size(), 2u);
  const std::string here = std::to_string(defect["location"]["line"].get<int>());
  EXPECT_TRUE(here == lines[0] || here == lines[1]) << defect.dump(2);
  const std::string there = here == lines[0] ? lines[1] : lines[0];
  const std::string message = defect["message"];
  EXPECT_TRUE(std::regex_search(message, std::regex("line " + there + "\\b"))) << message;
  if (program.expected.count("variable") != 0) {
    EXPECT_TRUE(std::regex_search(message, std::regex("\\b" + program.expected.at("variable") + "\\b"))) << message;
  }
}

class NativeRaces : public testing::TestWithParam<RaceProgram> {};

TEST_P(NativeRaces, AreFoundWhereTheyAreAndNowhereElse) {
  const RaceProgram& program = GetParam();
  std::set<std::string> trace_sets;
  for (const std::string& k : values_of_k()) {
    SCOPED_TRACE("--k=" + k);
    std::vector<std::string> words = program.options;
    words.insert(words.end(), {"--k=" + k, "--check", program.path});
    const Json json = json_of(words);
    ASSERT_TRUE(json.is_object());
    ASSERT_EQ(json["verdict"], program.expected.at("verdict")) << json.dump(2);
    if (program.is_racy()) {
      ASSERT_EQ(json["defects"].size(), 1u) << json.dump(2);
      expect_race(program, json["defects"].front());
      continue;
    }
    const Json& statistics = json["statistics"];
    EXPECT_EQ(statistics["traces"], std::stoull(program.expected.at("traces")));
    EXPECT_EQ(statistics["deadlocks"], std::stoull(program.expected.at("deadlocks")));
    if (k == "optimal") {
      EXPECT_EQ(statistics["blocked"], 0);
    }
    trace_sets.insert(statistics["trace_set_hash"].get<std::string>());
  }
  EXPECT_EQ(trace_sets.size(), program.is_racy() ? 0u : 1u);
}

std::string name_of_test(const testing::TestParamInfo<RaceProgram>& info) {
  std::string name = info.param.name();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, NativeRaces, testing::ValuesIn(race_programs()), name_of_test);

/// Those with a race, in C: they are compiled faster.
std::vector<RaceProgram> racy_programs() {
  std::vector<RaceProgram> programs = race_programs();
  std::erase_if(programs,
                [](const RaceProgram& program) { return !program.is_racy() || program.path.ends_with(".cc"); });
  return programs;
}

class NativeRacesBehind : public testing::TestWithParam<RaceProgram> {};

INSTANTIATE_TEST_SUITE_P(Each, NativeRacesBehind, testing::ValuesIn(racy_programs()), name_of_test);

TEST_P(NativeRacesBehind, AreNotTakenForNondeterminism) {
  const RaceProgram& program = GetParam();
  std::vector<std::string> words = program.options;
  words.insert(words.end(), {"--keep-going", program.path});
  const Json json = json_of(words);
  ASSERT_EQ(json["verdict"], "defect") << json.dump(2);
  for (const Json& defect : json["defects"]) EXPECT_NE(defect["kind"], "nondeterminism") << defect.dump(2);
}

TEST(NativeRacesOfThree, StayStoppedWhileAnotherIsExplained) {
  // `second` stops at its write behind `third`; then `first` races with `third` as well, in an execution that goes back
  // to a place behind the first of the two races. Before, `second` went on while that was explained.
  const TemporaryFile program(
      ".c",
      "#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int a;\nstatic int x;\n"
      "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
      "static pthread_cond_t c = PTHREAD_COND_INITIALIZER, d = PTHREAD_COND_INITIALIZER;\n"
      "static void* third(void* u) {\n"
      "  pthread_mutex_lock(&m);\n  x = 1;\n  pthread_cond_signal(&c);\n  pthread_mutex_unlock(&m);\n"
      "  a = 2;\n  return u;\n}\n"
      "static void* second(void* u) {\n"
      "  pthread_mutex_lock(&n);\n  x = 0;\n  pthread_cond_broadcast(&d);\n  pthread_mutex_unlock(&n);\n"
      "  return u;\n}\n"
      "static void* first(void* u) { --a; x = 1; return u; }\n"
      "int main(void) {\n  pthread_t t[3];\n  pthread_create(&t[0], 0, first, 0);\n"
      "  pthread_create(&t[1], 0, second, 0);\n  pthread_create(&t[2], 0, third, 0);\n"
      "  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);\n}\n");
  std::set<std::string> trace_sets;
  std::set<std::size_t> defects;
  for (const char* checkpoints : {"--checkpoints", "--no-checkpoints"}) {
    const Json json = json_of({"--alt=none", "--keep-going", checkpoints, program.path()});
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["verdict"], "defect");
    trace_sets.insert(json["statistics"]["trace_set_hash"].get<std::string>());
    defects.insert(json["defects"].size());
  }
  EXPECT_EQ(trace_sets.size(), 1u);
  EXPECT_EQ(defects.size(), 1u);
}

/// The same defect again from the file that the first run saves.
void expect_replay(std::vector<std::string> words, const std::string& kind) {
  const TemporaryFile schedule(".schedule");
  words.push_back("--save-schedule=" + schedule.path());
  EXPECT_EQ(run_plainly(words).code, 1);
  const Json json = json_of({"--replay=" + schedule.path()});
  ASSERT_EQ(json["defects"].size(), 1u) << json.dump(2);
  EXPECT_EQ(json["defects"][0]["kind"], kind);
  if (kind != "data-race") return;
  ASSERT_EQ(json["defects"][0]["accesses"].size(), 2u);
  EXPECT_NE(json["defects"][0]["accesses"][0]["thread"], json["defects"][0]["accesses"][1]["thread"]);
}

TEST(NativeRaceReplay, ShowsTheRaceAgain) {
  for (const char* name :
       {"racy_atomic_chain.c", "racy_hidden_by_mutex.c", "racy_third_in_between.c", "racy_mutex_memset.c"}) {
    SCOPED_TRACE(name);
    expect_replay({repository_file(std::string("tests/programs/races/") + name)}, "data-race");
  }
}

TEST(NativeRaceReplay, KnowsTheOrderOfUsesOfAStream) {
  expect_replay({repository_file("tests/programs/state/stream_print_order.c")}, "assertion");
}

TEST(NativeRaceReplay, KnowsWhatWasInterleaved) {
  const TemporaryFile program(".c",
                              "#include <assert.h>\n#include <pthread.h>\nint x, y;\n"
                              "void* set(void* a) { x = 1; y = 1; return a; }\n"
                              "int main(void) { pthread_t t; pthread_create(&t, 0, set, 0);\n"
                              "  int b = x, a = y; assert(a <= b); pthread_join(t, 0); }\n");
  expect_replay({"--memory=interleave", program.path()}, "assertion");
}

TEST(NativeRaceReplay, KnowsWhatWasInterleavedInMemoryThatIsNotThereAtTheBeginning) {
  // In the heap of a thread: in what it begins with, and beyond. In its stack. What is accessed before, beside the
  // bytes that are raced for, makes known that all of them may be accessed, so that only the shadow tells that they are
  // units.
  for (const char* place : {"malloc(1 << 10)", "(int*)malloc(1 << 20) + 200000", "(int[16]){0}"}) {
    SCOPED_TRACE(place);
    const CFile program(
        std::string("#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n"
                    "void* set(void* a) { volatile int* p = a; p[8] = 1; p[0] = 1; p[1] = 1; return a; }\n"
                    "void* own(void* a) { volatile int* p = ") +
        place +
        ";\n  p[12] = 1; p[0] = p[1] = 0; pthread_t t; pthread_create(&t, 0, set, (void*)p);\n"
        "  int y = p[0], x = p[1]; assert(x <= y); pthread_join(t, 0); return a; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, own, 0); pthread_join(t, 0); }\n");
    expect_replay({"--memory=interleave", program.path()}, "assertion");
  }
}

TEST(NativeInterleaved, AreBytesThatDataOfTheProgramCanBeAt) {
  const CFile program("#include <stdlib.h>\nint x;\nint main(void) { return free(malloc(1 << 20)), x; }\n");
  // Beyond the global variables; code; below a stack; beyond all slots; across the end of a heap.
  for (const char* wrong :
       {"60000000:4", "2000:4", "100000000:4", "1ffffffffff0:4", "140900000:1048576", "20000000:1048576"}) {
    SCOPED_TRACE(wrong);
    const Ran ran = run_with({std::string("--interleaved=20000000:4,") + wrong, program.path()});
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.err,
              std::string("qpor: --interleaved names bytes that no data of the program can be at: '") + wrong + "'\n");
  }
  // A variable; the heap of main where it is not mapped at the beginning, and never; of another thread; a constant.
  for (const char* right : {"20000000:4", "100a00000:4", "120000000:4", "200a00000:4", "10000000:4"}) {
    SCOPED_TRACE(right);
    EXPECT_EQ(run_with({std::string("--interleaved=") + right, program.path()}).code, 0);
  }
}

TEST(NativeRaceVerdict, SaysWhatWasNotLookedFor) {
  const CFile program(
      "#include <pthread.h>\nint x;\nvoid* set(void* a) { x = 1; return a; }\n"
      "int main(void) { pthread_t t; pthread_create(&t, 0, set, 0); x = 2; pthread_join(t, 0); }\n");
  const struct {
    std::vector<std::string> options;
    const char* said;
    unsigned races;
    bool memory_errors;
  } cases[] = {
      {{"--races=off", "--twins=off"},
       "the only trace explored, no defect; data races and unseen dependences were not looked for",
       0,
       true},
      {{"--races=off", "--twins=off", "--uninitialised", "--no-memory-errors"},
       "the only trace explored, no defect; data races and unseen dependences were not looked for",
       0,
       true},
      {{"--races=off", "--twins=off", "--no-memory-errors"},
       "the only trace explored, no defect; data races and memory errors and unseen dependences were not looked for",
       0,
       false},
      {{"--memory=interleave"}, "all 2 traces explored, no defect; data races were explored, not reported", 0, true},
  };
  for (const auto& each : cases) {
    SCOPED_TRACE(each.said);
    std::vector<std::string> words = each.options;
    words.push_back(program.path());
    const Ran ran = run_with(words);
    EXPECT_EQ(ran.code, 0);
    EXPECT_TRUE(ran.out.ends_with(std::string("\nRESULT: safe under sequential consistency - ") + each.said + "\n"))
        << ran.out;
    const Json json = json_of(words);
    const bool finds_divergences = std::count(words.begin(), words.end(), "--twins=off") == 0;
    EXPECT_EQ(
        json["looked_for"],
        (Json{{"data_races", each.races}, {"memory_errors", each.memory_errors}, {"divergences", finds_divergences}}));
  }
  // The race that nobody looked for shows in a twin run.
  EXPECT_EQ(run_with({"--races=off", program.path()}).code, 3);
  const Ran limited = run_with({"--races=off", "--max-steps=1", "--quiet", program.path()});
  EXPECT_TRUE(limited.out.ends_with("cut at --max-steps=1; data races were not looked for\n")) << limited.out;
}

TEST(NativeRaceVerdict, SaysInWhichShareOfTheExecutionsTheyWereLookedFor) {
  const CFile program(
      "#include <pthread.h>\nvoid* nothing(void* a) { return a; }\n"
      "int main(void) { pthread_t t; pthread_create(&t, 0, nothing, 0); pthread_join(t, 0); }\n");
  EXPECT_EQ(
      run_with({"--races=40", "--quiet", program.path()}).out,
      "RESULT: safe under sequential consistency - the only trace explored, no defect; data races were looked for "
      "in only 40 % of the executions\n");
  EXPECT_EQ(run_with({"--quiet", program.path()}).out,
            "RESULT: safe under sequential consistency - the only trace explored, no defect\n");
  EXPECT_EQ(run_with({"--memory=interleave", "--quiet", program.path()}).out,
            "RESULT: safe under sequential consistency - the only trace explored, no defect\n");
}

TEST(NativeRaceFiles, AreRacyAndCleanInEqualParts) {
  std::size_t racy = 0;
  std::size_t clean = 0;
  for (const RaceProgram& program : race_programs()) {
    SCOPED_TRACE(program.name());
    ++(program.is_racy() ? racy : clean);
    EXPECT_EQ(program.expected.at("verdict"), program.is_racy() ? "defect" : "safe");
    const std::set<std::string> needed =
        program.is_racy() ? std::set<std::string>{"kind", "lines"} : std::set<std::string>{"traces", "deadlocks"};
    for (const std::string& word : needed) EXPECT_EQ(program.expected.count(word), 1u) << word;
  }
  EXPECT_GE(racy, 40u);
  EXPECT_GE(clean, 40u);
}

}  // namespace
}  // namespace qpor::frontend
