#include "frontend/command.h"

#include <algorithm>
#include <csignal>
#include <ostream>
#include <streambuf>
#include <string>
#include <vector>

#include "engine/options.h"
#include "frontend/base/interrupt.h"
#include "frontend/base/memory.h"
#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1, end - begin);
}

struct Verdict {
  const char* what;
  const char* model;
  std::vector<std::string> options;
  int code;
  const char* result;
};

TEST(Command, SaysTheVerdictByExitCodeAndLastLine) {
  const std::vector<Verdict> table = {
      {"safe", kSafe, {}, 0, "RESULT: safe under sequential consistency - all 2 traces explored, no defect"},
      {"one trace",
       "var x; thread a { x = 1; }",
       {},
       0,
       "RESULT: safe under sequential consistency - the only trace explored, no defect"},
      {"no operation", kEmpty, {}, 0, "RESULT: safe under sequential consistency - the only trace explored, no defect"},
      {"deadlock",
       kSelf,
       {},
       1,
       "RESULT: defect under sequential consistency - deadlock after 1 execution (stopped at the first defect)"},
      {"all deadlocks",
       kAbba,
       {"--keep-going"},
       1,
       "RESULT: defect under sequential consistency - deadlock, all 3 traces explored"},
      {"traces",
       kSafe,
       {"--max-traces=1"},
       3,
       "RESULT: incomplete - 1 trace explored without a defect under sequential consistency; stopped by "
       "--max-traces=1"},
      {"as many traces as there are",
       kSafe,
       {"--max-traces=2"},
       0,
       "RESULT: safe under sequential consistency - all 2 traces explored, no defect"},
      {"steps",
       "var x; thread a { x = 1; x = 2; }",
       {"--max-steps=1"},
       3,
       "RESULT: incomplete - 0 traces explored without a defect under sequential consistency; 1 execution cut at "
       "--max-steps=1"},
      {"as many steps as there are",
       "var x; thread a { x = 1; x = 2; }",
       {"--max-steps=3"},
       0,
       "RESULT: safe under sequential consistency - the only trace explored, no defect"},
      {"time",
       kEndless,
       {"--timeout=0.05"},
       3,
       "RESULT: incomplete - 0 traces explored without a defect under sequential consistency; stopped by "
       "--timeout=0.05"},
      {"context switches (all of b before a is within the bound, but is missed)",
       kAbba,
       {"--max-context-switches=0"},
       3,
       "RESULT: incomplete - 1 trace explored without a defect under sequential consistency; 1 execution cut at "
       "--max-context-switches=0"},
      {"as many context switches as it needs",
       kAbba,
       {"--max-context-switches=1", "--keep-going"},
       1,
       "RESULT: defect under sequential consistency - deadlock, all 3 traces explored"},
      {"memory",
       kSafe,
       {"--max-memory=1K"},
       3,
       "RESULT: incomplete - 1 trace explored without a defect under sequential consistency; stopped by "
       "--max-memory=1K"},
      {"memory enough",
       kSafe,
       {"--max-memory=1000G"},
       0,
       "RESULT: safe under sequential consistency - all 2 traces explored, no defect"},
      {"failure at once",
       "thread a { assert(0); }",
       {},
       1,
       "RESULT: defect under sequential consistency - assertion before the first operation (stopped at the first "
       "defect)"},
      {"failure at once, kept going",
       "var x; thread a { assert(0); } thread b { x = 1; }",
       {"--keep-going"},
       1,
       "RESULT: defect under sequential consistency - assertion after 1 execution (what lay behind 1 failure was not "
       "explored)"},
      {"defect at a limit",
       "thread a { assert(0); } var x; thread b { x = 1; } thread c { x = 2; }",
       {"--keep-going", "--max-traces=1"},
       1,
       "RESULT: defect under sequential consistency - assertion after 1 execution (stopped by --max-traces=1; what lay "
       "behind 1 failure was not "
       "explored)"},
  };
  for (const Verdict& each : table) {
    const ModelFile model(each.model);
    std::vector<std::string> arguments = each.options;
    arguments.push_back(model.path());
    const Ran ran = run_with(arguments);
    EXPECT_EQ(ran.code, each.code) << each.what << ran.err;
    EXPECT_EQ(last_line(ran.out), each.result) << each.what;
    EXPECT_EQ(ran.err, "") << each.what;
    arguments.push_back("--quiet");
    EXPECT_EQ(run_with(arguments).out, each.result + std::string("\n")) << each.what;
  }
}

TEST(Command, EveryAlternativeFunctionReachesTheSameVerdict) {
  const ModelFile model(kRace);
  for (const char* way : {"--k=1", "--k=2", "--k=3", "--k=optimal", "--k=inf", "--alt=none", "--alt=first-event",
                          "--alt=optimal", "--no-prune", "--no-cover", "--no-adaptive", "--spike-order=newest",
                          "--skip-step=2", "--comb-budget=1", "--check"}) {
    const auto json = json_of({"--keep-going", way, model.path()});
    EXPECT_EQ(json["statistics"]["trace_set_hash"],
              json_of({"--keep-going", model.path()})["statistics"]["trace_set_hash"])
        << way;
    EXPECT_EQ(json["defects"].size(), 1u) << way;
  }
}

TEST(Command, RefusesBadInputWithOneSentence) {
  const ModelFile good(kSafe);
  const ModelFile bad("thread {");
  const ModelFile constant("const N = 1; var x[N];");
  const std::string& p = good.path();
  struct Bad {
    std::vector<std::string> arguments;
    std::string sentence;
  };
  const std::vector<Bad> table = {
      {{}, "no program is given (qpor --help shows how)"},
      {{p, "x.model"}, "a model is explored alone, but several files are given"},
      {{p, "--", "x"}, "a model has no arguments, but some are given after --"},
      {{"no/such.model"}, "cannot read 'no/such.model': No such file or directory"},
      {{"prog.c"}, "cannot read 'prog.c': No such file or directory"},
      {{"prog.txt"},
       "cannot tell what 'prog.txt' is: supported are C and C++ (*.c, *.cc, *.cpp), LLVM (*.bc, *.ll, *.o) and models "
       "(*.model)"},
      {{""},
       "cannot tell what '' is: supported are C and C++ (*.c, *.cc, *.cpp), LLVM (*.bc, *.ll, *.o) and models "
       "(*.model)"},
      {{"--", "--quiet"}, "no program is given (qpor --help shows how)"},
      {{"--bogus", p}, "there is no option '--bogus' (qpor --help shows all)"},
      {{"-x", p}, "there is no option '-x' (qpor --help shows all)"},
      {{"--no-check", p}, "there is no option '--no-check' (qpor --help shows all)"},
      {{p, "--k"}, "--k needs a value"},
      {{"--k=", p}, "--k needs a value"},
      {{"--json=", p}, "--json needs a value"},
      {{"--json", "", p}, "--json needs a value"},
      {{"--check=3", p}, "--check takes no value"},
      {{"--k=1", "--k=2", p}, "--k is given more than once"},
      {{"--prune", "--no-prune", p}, "--prune excludes --no-prune"},
      {{"--alt=none", "--k=2", p}, "--alt=none contradicts --k=2"},
      {{"--alt=first-event", "--k=optimal", p}, "--alt=first-event contradicts --k=optimal"},
      {{"--alt=optimal", "--k=3", p}, "--alt=optimal contradicts --k=3"},
      {{"--alt=k", p}, "--alt=k needs --k=N"},
      {{"--alt=source", p}, "--alt=source is called --alt=first-event now: source-DPOR is another algorithm"},
      {{"--algorithm=source", p},
       "--algorithm must be qpor, dpor, dpor-no-sleep, source-dpor, optimal-dpor or observers, not 'source'"},
      {{"--algorithm=dpor", "--algorithm=qpor", p}, "--algorithm is given more than once"},
      {{"--algorithm=all", p},
       "--algorithm must be qpor, dpor, dpor-no-sleep, source-dpor, optimal-dpor or observers, not 'all'"},
      {{"--sequence-order=newest", p}, "--sequence-order must be meet, run-on, first or last, not 'newest'"},
      {{"--sequence-order=first", p}, "--sequence-order contradicts --algorithm=qpor: it is for the other algorithms"},
      {{"--alt=all", p}, "--alt must be none, first-event, k or optimal, not 'all'"},
      {{"--spike-order=up", p}, "--spike-order must be oldest or newest, not 'up'"},
      {{"--color=red", p}, "--color must be auto, always or never, not 'red'"},
      {{"--dot-trace=1", p}, "--dot-trace needs --dot=FILE"},
      {{"--dot-trace=0", "--dot=-", p}, "--dot-trace must be the number of a trace, or defect, not '0'"},
      {{"--dot=-", "--json=-", p}, "--json and --dot cannot both be written to '-'"},
      {{"--json=no/such/folder", p}, "cannot write 'no/such/folder': No such file or directory"},
      {{"--dot=no/such/folder", p}, "cannot write 'no/such/folder': No such file or directory"},
      {{"--json=" + p, p}, "--json: '" + p + "' is the program itself; name another file"},
      {{"--define=N", p}, "--define must be NAME=VALUE with a 64-bit integer, not 'N'"},
      {{"-D", "=3", p}, "--define must be NAME=VALUE with a 64-bit integer, not '=3'"},
      {{"-DN=9223372036854775808", p},
       "--define must be NAME=VALUE with a 64-bit integer, not 'N=9223372036854775808'"},
      {{bad.path()}, bad.path() + ":1:8: "},
      {{"-DM=1", constant.path()}, constant.path() + ": "},
      {{"-DN=1", "-DN=2", constant.path()}, constant.path() + ": "},
  };
  for (const Bad& each : table) {
    const Ran ran = run_with(each.arguments);
    EXPECT_EQ(ran.code, 2) << each.sentence;
    EXPECT_EQ(ran.out, "") << each.sentence;
    EXPECT_EQ(ran.err.substr(0, 6 + each.sentence.size()), "qpor: " + each.sentence);
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
  EXPECT_EQ(good.text(), kSafe) << "the input must survive";
}

TEST(Command, RefusesOptionsOfUnfoldingsBesideOtherAlgorithms) {
  const ModelFile model(kSafe);
  for (const engine::AlgorithmText& each : engine::kAlgorithms) {
    if (each.algorithm == engine::Algorithm::Qpor) continue;
    for (const char* const option :
         {"--k=2", "--k=optimal", "--alt=none", "--prune", "--no-prune", "--comb-budget=5", "--policy=paper",
          "--spike-order=newest", "--cover", "--no-adaptive", "--wide", "--skip-step=4", "--tree-stats"}) {
      const Ran ran = run_with({"--algorithm=" + std::string(each.name), option, model.path()});
      EXPECT_EQ(ran.code, 2);
      const std::string word = option;
      EXPECT_EQ(ran.err, "qpor: " + word.substr(0, word.find('=')) + " contradicts --algorithm=" +
                             std::string(each.name) + ": it is about unfoldings, which only --algorithm=qpor has\n");
    }
  }
  EXPECT_EQ(run_with({"--algorithm=qpor", "--k=2", model.path()}).code, 0);
  EXPECT_EQ(
      run_with({"--algorithm=dpor", "--counts=commute", model.path()}).err,
      "qpor: --counts=commute contradicts --algorithm=dpor: only --algorithm=qpor knows when operations that count "
      "commute\n");
}

TEST(Command, SaysWhichAlgorithmExplored) {
  const ModelFile model(kSafe);
  for (const engine::AlgorithmText& each : engine::kAlgorithms) {
    SCOPED_TRACE(each.name);
    const bool is_qpor = each.algorithm == engine::Algorithm::Qpor;
    const std::string word = "--algorithm=" + std::string(each.name);
    const Ran ran = run_with({word, model.path()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::string how = is_qpor ? "explored with k=optimal" : "explored by " + std::string(each.name);
    EXPECT_NE(ran.out.find(how), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find("\nevents ") != std::string::npos, is_qpor) << "events are those of the unfolding";
    const nlohmann::json json = json_of({word, model.path()});
    EXPECT_EQ(json["options"]["algorithm"], each.name);
    EXPECT_EQ(json["options"]["k"].is_null(), !is_qpor);
    EXPECT_EQ(json["statistics"]["comb_nodes"].is_null(), !is_qpor);
    EXPECT_EQ(json["statistics"]["races"].is_null(), is_qpor);
    // Nothing reads the last value: both orders are of one class.
    EXPECT_EQ(json["statistics"]["traces"], each.algorithm == engine::Algorithm::Observers ? 1 : 2);
    const std::string figures = run_with({word, "--stats", model.path()}).out;
    EXPECT_EQ(figures.find("comb_nodes") != std::string::npos, is_qpor) << figures;
    EXPECT_EQ(figures.find("\nraces ") == std::string::npos, is_qpor) << figures;
  }
}

TEST(Command, DrawsTheTreeOfExecutionsOfSequences) {
  const ModelFile model(kAbba);
  for (const engine::AlgorithmText& each : engine::kAlgorithms) {
    SCOPED_TRACE(each.name);
    const bool is_qpor = each.algorithm == engine::Algorithm::Qpor;
    const std::string word = "--algorithm=" + std::string(each.name);
    const std::string picture = run_with({word, "--keep-going", "--dot=-", model.path()}).out;
    const std::string kind = is_qpor ? "digraph unfolding {" : "digraph executions {";
    EXPECT_NE(picture.find(kind), std::string::npos) << picture;
    EXPECT_EQ(picture.find(": deadlock\"") == std::string::npos, is_qpor) << picture;
    const std::string trace = run_with({word, "--keep-going", "--dot=-", "--dot-trace=defect", model.path()}).out;
    EXPECT_NE(trace.find("digraph unfolding {"), std::string::npos) << "one trace is drawn as under qpor\n" << trace;
    const std::string some = run_with({word, "--keep-going", "--dot=-", "--dot-events=2", model.path()}).out;
    EXPECT_NE(some.find(is_qpor ? "left out" : "not drawn to the end"), std::string::npos) << some;
  }
}

TEST(Command, ReplaysWhatEachAlgorithmFound) {
  const ModelFile race(kRace);
  for (const engine::AlgorithmText& each : engine::kAlgorithms) {
    SCOPED_TRACE(each.name);
    const TemporaryFile schedule(".schedule");
    const Ran found =
        run_plainly({"--algorithm=" + std::string(each.name), "--save-schedule=" + schedule.path(), race.path()});
    EXPECT_EQ(found.code, 1) << found.out << found.err;
    const Ran again = run_plainly({"--replay=" + schedule.path()});
    EXPECT_EQ(again.code, 1) << again.out << again.err;
    EXPECT_EQ(last_line(again.out).substr(0, 60), last_line(found.out).substr(0, 60));
    EXPECT_EQ(run_plainly({"--replay=" + schedule.path(), "--algorithm=dpor"}).err,
              "qpor: --algorithm contradicts --replay: nothing is explored\n");
  }
}

TEST(Command, LimitsEveryAlgorithm) {
  const ModelFile endless(kEndless);
  const ModelFile safe(kSafe);
  for (const engine::AlgorithmText& each : engine::kAlgorithms) {
    SCOPED_TRACE(each.name);
    const std::string word = "--algorithm=" + std::string(each.name);
    const bool has_one_class = each.algorithm == engine::Algorithm::Observers;  // there is no other to stop before
    if (!has_one_class)
      EXPECT_EQ(last_line(run_with({word, "--max-traces=1", safe.path()}).out),
                "RESULT: incomplete - 1 trace explored without a defect under sequential consistency; stopped by "
                "--max-traces=1");
    EXPECT_NE(last_line(run_with({word, "--timeout=0.05", endless.path()}).out).find("stopped by --timeout=0.05"),
              std::string::npos);
    const nlohmann::json cut = json_of({word, "--max-steps=9", "--max-traces=50", "--timeout=5", endless.path()});
    EXPECT_GT(cut["statistics"]["truncated"], 0);
    EXPECT_EQ(cut["verdict"], "incomplete");
  }
}

TEST(Command, ReadsSizesAndBounds) {
  const ModelFile model(kSafe);
  for (const char* size : {"", "0", "K", "-1", "1T", "1k", "1 G", "0G", "1.5G", "99999999999G", "1GK"}) {
    EXPECT_EQ(run_with({"--max-memory", size, model.path()}).code, 2) << size;
  }
  const auto bytes = [&](const std::string& size) {
    return json_of({"--max-memory=" + size, model.path()})["options"]["max_memory"];
  };
  EXPECT_EQ(bytes("12345678901"), 12345678901u);
  EXPECT_EQ(bytes("20000000K"), 20000000ull << 10);
  EXPECT_EQ(bytes("20000M"), 20000ull << 20);
  EXPECT_EQ(bytes("20G"), 20ull << 30);
  EXPECT_EQ(json_of({model.path()})["options"]["max_memory"], nullptr);
  for (const char* bound : {"-1", "x", "", "18446744073709551615"}) {
    EXPECT_EQ(run_with({"--max-context-switches", bound, model.path()}).code, 2) << bound;
  }
  EXPECT_EQ(json_of({"--max-context-switches=0", model.path()})["options"]["max_context_switches"], 0);
  EXPECT_EQ(json_of({model.path()})["options"]["max_context_switches"], nullptr);
}

TEST(Command, EndsWhenItTakesTooMuchMemory) {
  // 2^20 traces; without pruning U grows by some megabytes per second.
  const ModelFile model("const N = 20; var x; thread w { x = 1; } thread r[N] { x; }");
  const std::uint64_t limit = resident_memory() + (32 << 20);  // sanitizers take more for each byte
  const auto json = json_of({"--no-prune", "--timeout=100", "--max-memory=" + std::to_string(limit), model.path()});
  EXPECT_EQ(json["incomplete_reasons"], nlohmann::json({"stopped by --max-memory=" + std::to_string(limit)}));
  EXPECT_GT(json["statistics"]["traces"], 10);
  EXPECT_GT(json["statistics"]["peak_memory_bytes"].get<std::uint64_t>(), limit);
}

TEST(Command, RefusesNumbersThatAreNone) {
  const ModelFile model(kSafe);
  for (const char* option :
       {"--k", "--timeout", "--max-traces", "--max-steps", "--comb-budget", "--skip-step", "--dot-events"}) {
    for (const char* value : {"nan", "-1", "0", "inf ", "0x10", "1e999", "99999999999999999999999", "3x", " 3", "+3",
                              "18446744073709551615", "1,000", "\xff"}) {
      const Ran ran = run_with({std::string(option) + "=" + value, model.path()});
      EXPECT_EQ(ran.code, 2) << option << "=" << value;
      EXPECT_NE(ran.err.find(option), std::string::npos) << ran.err;
    }
  }
}

TEST(Command, ReadsADirectoryAsAnError) {
  const std::string folder = testing::TempDir() + "qpor-folder.model";
  std::filesystem::create_directory(folder);
  const Ran ran = run_with({folder});
  std::filesystem::remove(folder);
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "qpor: cannot read '" + folder + "': Is a directory\n");
}

TEST(Command, ShowsVersionInOneLine) {
  const Ran ran = run_with({"--version"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(ran.out.starts_with("qpor 0.1.0 (commit ")) << ran.out;
  EXPECT_NE(ran.out.find(", LLVM 19."), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(", libstdc++ "), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find('\n'), ran.out.size() - 1) << ran.out;
}

TEST(Command, HelpNamesEveryOption) {
  const Ran ran = run_with({"-h"});
  EXPECT_EQ(ran.code, 0);
#define QPOR_SECTION(title)
#define QPOR_ACTION(identifier, names, text)
#define QPOR_OPTION(field, type, initial, names, value, text)                               \
  {                                                                                         \
    const std::string all = names;                                                          \
    EXPECT_NE(ran.out.find("  " + all.substr(0, all.find(','))), std::string::npos) << all; \
  }
#include "frontend/options/options.def"
#undef QPOR_OPTION
#undef QPOR_ACTION
#undef QPOR_SECTION
}

TEST(Command, DocumentationIsWhatTheTableSays) {
  std::ifstream file(repository_file("docs/command.md"), std::ios::binary);
  const std::string documented(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(run_with({"--help-markdown"}).out, documented) << "write it anew: qpor --help-markdown > docs/command.md";
}

TEST(Command, ListOfLibraryFunctionsIsWhatTheTableSays) {
  std::ifstream file(repository_file("docs/library.md"), std::ios::binary);
  const std::string documented(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(run_with({"--library-markdown"}).out, documented)
      << "write it anew: qpor --library-markdown > docs/library.md";
}

TEST(Command, EndsWhenInterrupted) {
  const ModelFile model(kEndless);
  const InterruptGuard guard;
  ASSERT_EQ(std::raise(SIGINT), 0);
  const auto ran = run_with({"--quiet", "--timeout=60", model.path()}, guard.flag());
  EXPECT_EQ(ran.code, 3);
  EXPECT_EQ(ran.out,
            "RESULT: incomplete - 0 traces explored without a defect under sequential consistency; interrupted\n");
}

TEST(Command, KeepsTheDefectsFoundBeforeAnInterrupt) {
  const ModelFile model("var x; thread a { assert(0); } thread b { while (1) { x = 1; } }");
  const InterruptGuard guard;
  ASSERT_EQ(std::raise(SIGTERM), 0);
  const auto ran = run_with({"--quiet", "--keep-going", "--timeout=60", model.path()}, guard.flag());
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("interrupted"), std::string::npos) << ran.out;
}

TEST(Command, LeavesASecondInterruptToTheSystem) {
  struct sigaction now{};
  {
    const InterruptGuard guard;
    EXPECT_EQ(*guard.flag(), 0);
    std::raise(SIGINT);
    EXPECT_EQ(*guard.flag(), 1);
    sigaction(SIGINT, nullptr, &now);
    EXPECT_EQ(now.sa_handler, SIG_DFL);
  }
  const InterruptGuard again;
  EXPECT_EQ(*again.flag(), 0);
}

TEST(Command, ReportGivesWayToJsonAndDotOnTheStandardOutput) {
  const ModelFile model(kAbba);
  const Ran json = run_with({"--json=-", model.path()});
  EXPECT_EQ(json.out.front(), '{');
  EXPECT_EQ(last_line(json.err).substr(0, 7), "RESULT:");
  const Ran dot = run_with({"--dot=-", model.path()});
  EXPECT_NE(dot.out.find("digraph"), std::string::npos);
  EXPECT_EQ(last_line(dot.err).substr(0, 7), "RESULT:");
}

TEST(Command, DrawsTheTraceThatIsAskedFor) {
  const ModelFile model(kAbba);
  const TemporaryFile file(".dot");
  const auto drawn = [&](const std::string& trace) {
    EXPECT_EQ(run_with({"--keep-going", "--dot=" + file.path(), "--dot-trace=" + trace, model.path()}).code, 1);
    return file.text();
  };
  const std::string defect = drawn("defect");
  EXPECT_NE(defect.find("lock n"), std::string::npos);
  EXPECT_EQ(defect.find("unlock"), std::string::npos) << "the deadlock comes before any unlock";
  EXPECT_NE(drawn("1").find("unlock"), std::string::npos);
  EXPECT_NE(drawn("1"), drawn("2"));
}

TEST(Command, SaysThatThereIsNoSuchTraceToDraw) {
  const ModelFile model(kSafe);
  const Ran ran = run_with({"--dot=-", "--dot-trace=3", "--quiet", model.path()});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out,
            "// written by qpor\ndigraph qpor {\n  label=\"nothing is drawn: there is no trace 3, only 2 were "
            "explored\"\n}\n");
  EXPECT_NE(ran.err.find("there is no trace 3"), std::string::npos);
}

TEST(Command, ReportsAnOutputThatCannotBeWritten) {
  class Full : public std::streambuf {
    int overflow(int) override { return EOF; }
  } full;
  std::ostream out(&full);
  std::ostringstream err;
  const ModelFile model(kSafe);
  const char* const argv[] = {"qpor", model.path().c_str()};
  EXPECT_EQ(run_command(2, argv, {out, err}), 2);
  EXPECT_EQ(err.str(), "qpor: cannot write the report\n");
}

}  // namespace
}  // namespace qpor::frontend
