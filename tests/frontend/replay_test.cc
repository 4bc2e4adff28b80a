// The command with --save-schedule and --replay, from a defect to the same defect.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

/// The current folder is an empty one for the time of a test.
class OwnFolder {
 public:
  OwnFolder() : before_(std::filesystem::current_path()) {
    path_ = testing::TempDir() + "qpor-folder-" + std::to_string(getpid());
    std::filesystem::create_directory(path_);
    std::filesystem::current_path(path_);
  }
  ~OwnFolder() {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(path_);
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

  static std::vector<std::string> files() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(".")) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path before_;
  std::string path_;
};

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }
std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// What a replay must have in common with the run that saved the schedule.
nlohmann::json essence(const nlohmann::json& result) {
  nlohmann::json defect = result["defects"][0];
  defect.erase("occurrences");
  return defect;
}

const std::vector<std::string> kNames = {"p.model", "p.schedule"};

TEST(Replay, ShowsTheDefectAgain) {
  const std::vector<const char*> models = {
      kSelf,
      kAbba,
      kRace,
      "thread a { assert(0); }",
      "var x; cond c; thread w[3](i) { await(c); x = x * 10 + i + 1; }\n"
      "thread s { signal(c); signal(c); local n = choose(3); assert(n != 1 || x != 21); }",
      "sem s = 1; thread t[3] { acquire(s); if (tryacquire(s)) { assert(0); } post(s); acquire(s); }",
      "mutex m; proc p(n) { lock(m); if (n > 0) { local h = create p(n - 1); join(h); } unlock(m); }\n"
      "thread main { local h = create p(2); join(h); }",
      "cond c; mutex m; var x; thread w { lock(m); local k = timedwait(c, m); x = k; unlock(m); assert(x != 1); }\n"
      "thread s { signal(c); }",
  };
  const OwnFolder folder;
  for (const char* const model : models) {
    SCOPED_TRACE(model);
    write("p.model", model);
    for (const char* const way : {"--k=optimal", "--alt=none", "--keep-going"}) {
      const Ran found = run_plainly({"--json=-", way, "p.model"});
      EXPECT_EQ(found.code, 1);
      EXPECT_EQ(OwnFolder::files(), kNames);
      const Ran again = run_plainly({"--json=-", "--replay=p.schedule"});
      EXPECT_EQ(again.code, 1) << again.err;
      const auto first = nlohmann::json::parse(found.out);
      const auto second = nlohmann::json::parse(again.out);
      EXPECT_EQ(first["schedule_file"], "p.schedule");
      EXPECT_EQ(second["schedule_file"], nullptr);
      EXPECT_EQ(essence(second)["kind"], essence(first)["kind"]);
      EXPECT_EQ(essence(second)["message"], essence(first)["message"]);
      EXPECT_EQ(essence(second)["location"], essence(first)["location"]);
      EXPECT_EQ(second["defects"].size(), 1u);
      EXPECT_EQ(second["incomplete_reasons"], nlohmann::json({"only one schedule was run"}));
      EXPECT_LE(second["statistics"]["executions"], 1);
      std::filesystem::remove("p.schedule");
    }
  }
}

TEST(Replay, KnowsWhatTheExplorationHasLearnt) {
  const OwnFolder folder;
  write("p.c",
        "#include <assert.h>\n#include <pthread.h>\nint x;\n"
        "static void* work(void* a) { x++; return a; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); x++; pthread_join(t, 0); assert(x == 2); }\n");
  // Options of the program before and behind what is learnt, in the order of the table.
  for (const std::string other : {"--check-exit", "--barriers=ordered", "--heap=reuse", "--optimise=1"}) {
    SCOPED_TRACE(other);
    EXPECT_EQ(run_plainly({"--memory=interleave", "--save-schedule=p.schedule", other, "p.c"}).code, 1);
    EXPECT_NE(read("p.schedule").find("--interleaved="), std::string::npos);
    const auto again = run_with({"--replay=p.schedule"});
    EXPECT_EQ(again.code, 1) << again.err;
  }
}

TEST(Replay, HasStepsThatNothingOrdersBeforeTheFailure) {
  const OwnFolder folder;
  std::vector<std::string> programs;
  const std::string head = "#include <pthread.h>\nstatic pthread_t t;\nstatic void* f(void* a) { return a; }\n";
  const std::string main = "int main(void) { pthread_t u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); ";
  for (const std::string first : {"pthread_join(t, 0); ", "pthread_detach(t); "}) {
    for (const std::string second : {"pthread_join(t, 0); ", "pthread_detach(t); "}) {
      programs.push_back(head + "static void* g(void* a) { " + second + "return a; }\n" + main + first +
                         "pthread_join(u, 0); }\n");
    }
  }
  for (const char* const name : {"cond_two_mutexes.c", "races/racy_mutex_freed.c"}) {
    programs.push_back(read(repository_file(std::string("tests/programs/") + name)));
  }
  for (const std::string& program : programs) {
    SCOPED_TRACE(program);
    write("p.c", program);
    for (const char* const way : {"--k=1", "--k=optimal", "--algorithm=source-dpor"}) {
      EXPECT_EQ(run_plainly({"--save-schedule=p.schedule", way, "p.c"}).code, 1);
      const auto again = run_with({"--replay=p.schedule"});
      EXPECT_EQ(again.code, 1) << again.out << again.err;
    }
  }
}

TEST(Replay, KnowsWhichCountersAreAtomicsLikeAnyOther) {
  const OwnFolder folder;
  write("p.c",
        "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int n;\n"
        "static void* add(void* a) { n++; n++; return a; }\n"
        "static void* see(void* a) { assert(n != 1); return a; }\n"
        "int main(void) { pthread_t t[2]; pthread_create(t, 0, add, 0); pthread_create(t + 1, 0, see, 0); }\n");
  for (const char* const way : {"--k=1", "--k=optimal"}) {
    SCOPED_TRACE(way);
    EXPECT_EQ(run_plainly({"--save-schedule=p.schedule", "--dot=p.dot", way, "p.c"}).code, 1);
    const std::string saved = read("p.schedule");
    EXPECT_NE(saved.find("--observed-counts="), std::string::npos) << saved;
    EXPECT_NE(saved.find("p\"]"), std::string::npos) << saved;
    EXPECT_EQ(read("p.dot").find("digraph", read("p.dot").find("digraph") + 1), std::string::npos) << "drawn once";
    const auto again = run_with({"--replay=p.schedule"});
    EXPECT_EQ(again.code, 1) << again.err;
  }
}

TEST(Replay, RefusesAProgramThatNamesOtherThings) {
  // What calls and accesses name is in the relocations of the code, not in its bytes.
  const auto program = [](const std::string& locked, const std::string& written, const std::string& called) {
    return "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
           "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
           "atomic_int x, y;\nstatic void nothing(void) {}\nstatic void something(void) { x = 2; }\n"
           "void (*function)(void) = " +
           called + ";\n" + "static void* t(void* a) { pthread_mutex_lock(&" + locked + "); " + written +
           " = 1; function(); pthread_mutex_unlock(&" + locked +
           "); return a; }\n"
           "int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); assert(!x && !y); pthread_join(a, 0);\n"
           "  (void)&m; (void)&n; nothing(); something(); return 0; }\n";
  };
  const OwnFolder folder;
  write("p.c", program("m", "x", "nothing"));
  ASSERT_EQ(run_plainly({"--save-schedule=p.schedule", "p.c"}).code, 1);
  EXPECT_EQ(run_plainly({"--replay=p.schedule"}).code, 1);
  write("p.c", program("m", "x", "nothing") + "// a remark\n");
  EXPECT_EQ(run_plainly({"--replay=p.schedule"}).code, 1) << "only debug information has changed";
  for (const std::string& other :
       {program("n", "x", "nothing"), program("m", "y", "nothing"), program("m", "x", "something")}) {
    write("p.c", other);
    const Ran again = run_plainly({"--replay=p.schedule"});
    EXPECT_EQ(again.code, 2) << other;
    EXPECT_EQ(again.err, "qpor: the program 'p.c' has changed since the schedule 'p.schedule' was saved\n");
  }
}

TEST(Replay, IsOfferedByTheReport) {
  const OwnFolder folder;
  write("p.model", kAbba);
  const std::string report = run_plainly({"p.model"}).out;
  EXPECT_NE(report.find("\n\nreplay with: qpor --replay=p.schedule\n\n"), std::string::npos) << report;
  const std::string odd = run_plainly({"--save-schedule=it's here", "p.model"}).out;
  EXPECT_NE(odd.find("replay with: qpor --replay='it'\\''s here'\n"), std::string::npos) << odd;
  EXPECT_EQ(run_plainly({"--replay=it's here", "--quiet"}).out,
            "RESULT: defect under sequential consistency - deadlock after 1 execution (only one schedule was run)\n");
  const std::string again = run_plainly({"--replay=p.schedule"}).out;
  EXPECT_NE(again.find("p.model: 2 threads, 2 objects, replayed from p.schedule\n"), std::string::npos) << again;
  EXPECT_EQ(again.find("replay with"), std::string::npos) << again;
}

TEST(Replay, TakesTheDefinitionsFromTheSchedule) {
  const OwnFolder folder;
  std::filesystem::copy_file(repository_file("examples/models/philosophers.model"), "p.model");
  ASSERT_EQ(run_plainly({"-DN=5", "p.model"}).code, 1);
  const std::string report = run_plainly({"--replay=p.schedule"}).out;
  EXPECT_NE(report.find("p.model N=5: 5 threads"), std::string::npos) << report;
  EXPECT_NE(report.find("5 threads wait for ever"), std::string::npos) << report;
}

TEST(Replay, FindsTheProgramElsewhere) {
  const OwnFolder folder;
  write("p.model", kAbba);
  ASSERT_EQ(run_plainly({"p.model"}).code, 1);
  std::filesystem::rename("p.model", "q.model");
  EXPECT_EQ(run_plainly({"--replay=p.schedule"}).err, "qpor: cannot read 'p.model': No such file or directory\n");
  EXPECT_EQ(run_plainly({"--replay=p.schedule", "q.model"}).code, 1);
}

TEST(Replay, DrawsWhatItRan) {
  const OwnFolder folder;
  write("p.model", kAbba);
  ASSERT_EQ(run_plainly({"p.model"}).code, 1);
  for (const char* const what : {"--dot-trace=1", "--dot-trace=defect", "--stats"}) {
    const Ran ran = run_plainly({"--replay=p.schedule", "--dot=-", what});
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.out.find("lock m"), std::string::npos) << ran.out;
  }
}

TEST(Replay, SaysThatNoDefectShowsUp) {
  const OwnFolder folder;
  write("p.model", kAbba);
  ASSERT_EQ(run_plainly({"p.model"}).code, 1);
  std::string text = read("p.schedule");
  const std::size_t last = text.rfind(",\n    {\"thread\"");
  text.erase(last, text.find('}', last) + 1 - last);
  write("p.schedule", text);
  const Ran ran = run_plainly({"--replay=p.schedule", "--quiet"});
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_EQ(ran.out,
            "RESULT: incomplete - 0 traces explored without a defect under sequential consistency; the saved defect "
            "did not show up; only one "
            "schedule was run\n");
}

TEST(Replay, RefusesWhatItCannotUseWithOneSentence) {
  const OwnFolder folder;
  write("p.model", kAbba);
  ASSERT_EQ(run_plainly({"--save-schedule=good", "p.model"}).code, 1);
  const std::string good = read("good");
  write("changed.model", std::string(kAbba) + "// a remark\n");
  write("short", good.substr(0, good.size() / 2));
  const std::string step = "{\"thread\":0}";
  std::string impossible = good;
  impossible.replace(impossible.find(step), step.size(),
                     step + ",\n" + step + ",\n" + step + ",\n" + step + ",\n" + step);
  write("impossible", impossible);
  const auto with_options = [&](const char* name, const std::string& words) {
    std::string text = good;
    text.replace(text.find("\"options\": []"), 13, "\"options\": " + words);
    write(name, text);
  };
  with_options("foreign", "[\"--quiet\"]");
  with_options("help", "[\"--help\"]");
  struct Bad {
    std::vector<std::string> arguments;
    std::string sentence;
  };
  const std::vector<Bad> table = {
      {{"--replay=none"}, "cannot read 'none': No such file or directory"},
      {{"--replay=p.model"}, "'p.model' is no schedule of qpor"},
      {{"--replay=short"}, "the schedule 'short' is corrupt: it is not JSON, or not all of it is there"},
      {{"--replay=good", "changed.model"},
       "the program 'changed.model' has changed since the schedule 'good' was saved"},
      {{"--replay=impossible"}, "the schedule 'impossible' does not fit the program: step 5: a has ended before"},
      {{"--replay=foreign"}, "the schedule 'foreign' is corrupt: its options are not those of a program"},
      {{"--replay=help"}, "the schedule 'help' is corrupt: its options are not those of a program"},
      {{"--replay=good", "-DN=3"}, "--define contradicts --replay: 'good' says what the program is"},
      {{"--replay=good", "--k=2"}, "--k contradicts --replay: nothing is explored"},
      {{"--replay=good", "--keep-going"}, "--keep-going contradicts --replay: nothing is explored"},
      {{"--replay=good", "--no-prune"}, "--no-prune contradicts --replay: nothing is explored"},
      {{"--replay=good", "--max-steps=3"}, "--max-steps contradicts --replay: the schedule says how the program runs"},
      {{"--replay=good", "--max-context-switches=3"},
       "--max-context-switches contradicts --replay: the schedule says how the program runs"},
      {{"--replay=good", "--save-schedule=x"}, "--save-schedule contradicts --replay: there is a schedule already"},
      {{"--replay=good", "--json=good"}, "--json: 'good' is the schedule that is replayed; name another file"},
      {{"--replay=good", "--json=p.model"}, "--json: 'p.model' is the program itself; name another file"},
      {{"--replay=good", "p.model", "q.model"}, "a model is explored alone, but several files are given"},
      {{"--replay="}, "--replay needs a value"},
  };
  for (const Bad& each : table) {
    const Ran ran = run_plainly(each.arguments);
    EXPECT_EQ(ran.code, 2) << each.sentence;
    EXPECT_EQ(ran.out, "") << each.sentence;
    EXPECT_EQ(ran.err, "qpor: " + each.sentence + "\n");
  }
  EXPECT_EQ(read("good"), good);
}

TEST(SaveSchedule, SavesNothingWithoutADefectOrWhenToldSo) {
  const OwnFolder folder;
  write("safe.model", kSafe);
  write("p.model", kAbba);
  EXPECT_EQ(run_plainly({"safe.model"}).code, 0);
  EXPECT_EQ(run_plainly({"--save-schedule=new", "safe.model"}).code, 0);
  const Ran ran = run_plainly({"--no-save-schedule", "p.model"});
  EXPECT_EQ(ran.out.find("replay with"), std::string::npos);
  EXPECT_EQ(OwnFolder::files(), (std::vector<std::string>{"p.model", "safe.model"}));
  EXPECT_EQ(run_plainly({"--save-schedule=old", "p.model"}).code, 1);
  const std::string old = read("old");
  EXPECT_EQ(run_plainly({"--save-schedule=old", "safe.model"}).code, 0);
  EXPECT_EQ(read("old"), old);
}

TEST(SaveSchedule, ReplacesAnOldScheduleButNothingElseByDefault) {
  const OwnFolder folder;
  write("p.model", kAbba);
  EXPECT_EQ(run_plainly({"p.model"}).code, 1);
  const std::string first = read("p.schedule");
  write("p.model", kSelf);
  EXPECT_EQ(run_plainly({"p.model"}).err, "");
  EXPECT_NE(read("p.schedule"), first);
  write("p.schedule", "Monday: rest\n");
  const Ran ran = run_plainly({"p.model"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err,
            "qpor: warning: the schedule is not saved: 'p.schedule' exists and was not written by qpor "
            "(--save-schedule=FILE names another file)\n");
  EXPECT_EQ(read("p.schedule"), "Monday: rest\n");
  EXPECT_EQ(ran.out.find("replay with"), std::string::npos);
}

TEST(SaveSchedule, WarnsWhenTheDefaultFileCannotBeWritten) {
  const OwnFolder folder;
  write("p.model", kAbba);
  std::filesystem::create_symlink("no/such/folder", "p.schedule");
  const Ran ran = run_plainly({"p.model"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err,
            "qpor: warning: the schedule is not saved: cannot write 'p.schedule': No such file or directory "
            "(--save-schedule=FILE names another file)\n");
  std::filesystem::remove("p.schedule");
  const Ran taken = run_plainly({"--json=p.schedule", "p.model"});
  EXPECT_EQ(taken.err,
            "qpor: warning: the schedule is not saved: 'p.schedule' is taken (--save-schedule=FILE names another "
            "file)\n");
  EXPECT_TRUE(nlohmann::json::parse(read("p.schedule")).contains("verdict"));
}

TEST(SaveSchedule, RefusesAGivenFileThatCannotBeWritten) {
  const OwnFolder folder;
  write("p.model", kAbba);
  struct Bad {
    std::vector<std::string> arguments;
    std::string sentence;
  };
  const std::vector<Bad> table = {
      {{"--save-schedule=no/such"}, "cannot write 'no/such': No such file or directory"},
      {{"--save-schedule=p.model"}, "--save-schedule: 'p.model' is the program itself; name another file"},
      {{"--save-schedule=-"}, "--save-schedule must be a file, not the standard output"},
      {{"--save-schedule=x", "--no-save-schedule"}, "--save-schedule contradicts --no-save-schedule"},
      {{"--save-schedule=x", "--json=x"}, "--json and --save-schedule cannot both be written to 'x'"},
      {{"--save-schedule=x", "--dot=x"}, "--dot and --save-schedule cannot both be written to 'x'"},
  };
  for (const Bad& each : table) {
    std::vector<std::string> arguments = each.arguments;
    arguments.push_back("p.model");
    const Ran ran = run_plainly(arguments);
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.err, "qpor: " + each.sentence + "\n");
  }
  EXPECT_EQ(run_plainly({"--save-schedule=/dev/full", "p.model"}).code, 2);
  EXPECT_EQ(OwnFolder::files(), std::vector<std::string>{"p.model"});
  EXPECT_EQ(read("p.model"), kAbba);
}

}  // namespace
}  // namespace qpor::frontend
