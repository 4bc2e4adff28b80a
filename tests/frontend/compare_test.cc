// `qpor compare` as a user meets it.

#include "frontend/compare/compare.h"

#include <sys/wait.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/frontend/command_driver.h"
#include "tests/frontend/well_formed_xml.h"

namespace qpor::frontend {
namespace {

Ran compare_with(std::vector<std::string> arguments, const InterruptFlag* interrupt = nullptr) {
  arguments.insert(arguments.begin(), "compare");
  return run_plainly(arguments, interrupt);
}

nlohmann::json comparison_of(std::vector<std::string> arguments) {
  arguments.push_back("--json=-");
  const Ran ran = compare_with(arguments);
  const auto json = nlohmann::json::parse(ran.out, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << ran.out << ran.err;
  return json;
}

/// The names of the settings, in their order.
std::string names_in(const nlohmann::json& comparison) {
  std::string names;
  for (const auto& setting : comparison["settings"]) {
    names += (names.empty() ? "" : ", ") + setting["setting"].get<std::string>();
  }
  return names;
}

std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string>& row = rows.emplace_back(1);
    bool is_quoted = false;
    for (const char c : line) {
      if (c == '"') {
        is_quoted = !is_quoted;
      } else if (c == ',' && !is_quoted) {
        row.emplace_back();
      } else {
        row.back() += c;
      }
    }
  }
  return rows;
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1, end - begin);
}

const std::string kDisp = repository_file("examples/models/disp.model");
const std::string kLastzero = repository_file("examples/models/lastzero.model");

TEST(Compare, TakesK1To3AndOptimalUnlessToldOtherwise) {
  const ModelFile model(kSafe);
  EXPECT_EQ(names_in(comparison_of({model.path()})), "k=1, k=2, k=3, optimal");
  EXPECT_EQ(names_in(comparison_of({"--k=3,1", model.path()})), "k=3, k=1");
  EXPECT_EQ(names_in(comparison_of({"--k", "2", model.path()})), "k=2");
  EXPECT_EQ(names_in(comparison_of({"--alt=none,first-event", model.path()})), "none, first-event");
  EXPECT_EQ(names_in(comparison_of({"--alt=none,k,optimal", model.path()})), "none, k=1, k=2, k=3, optimal");
  EXPECT_EQ(names_in(comparison_of({"--alt=none,k", "--k=5,inf", model.path()})), "none, k=5, optimal");
  EXPECT_EQ(names_in(comparison_of({"--alt=first-event", "--k=2", model.path()})), "first-event, k=2");
  EXPECT_EQ(names_in(comparison_of({"--alt=optimal", "--k=2,optimal", model.path()})), "optimal, k=2");
  EXPECT_EQ(names_in(comparison_of({"--k=1,optimal", "--policy=ours,paper", model.path()})),
            "k=1 ours, k=1 paper, optimal ours, optimal paper");
  EXPECT_EQ(names_in(comparison_of({"--k=1", "--policy=paper", model.path()})), "k=1 paper");
}

TEST(Compare, TakesAlgorithmsBesideSettings) {
  const ModelFile model(kSafe);
  const std::string others = "dpor, dpor-no-sleep, source-dpor, optimal-dpor, observers";
  EXPECT_EQ(names_in(comparison_of({"--algorithm=all", model.path()})), "qpor optimal, " + others);
  EXPECT_EQ(names_in(comparison_of({"--algorithm=all", "--k=1,2", model.path()})), "qpor k=1, qpor k=2, " + others);
  EXPECT_EQ(names_in(comparison_of({"--algorithm=source-dpor,qpor", model.path()})), "source-dpor, qpor optimal");
  EXPECT_EQ(names_in(comparison_of({"--algorithm=qpor,dpor", "--alt=none", model.path()})), "qpor none, dpor");
  EXPECT_EQ(names_in(comparison_of({"--algorithm=qpor,dpor", "--policy=ours,paper", model.path()})),
            "qpor optimal ours, qpor optimal paper, dpor");
  EXPECT_EQ(names_in(comparison_of({"--algorithm=qpor,dpor", "--sequence-order=first,run-on", model.path()})),
            "qpor optimal, dpor first, dpor run-on");
}

TEST(Compare, RefusesAlgorithmsThatMakeNoSense) {
  const ModelFile model(kSafe);
  const std::vector<std::pair<std::vector<std::string>, std::string>> table = {
      {{"--algorithm=dpor", "--k=1"}, "--k is about unfoldings: --algorithm must then name qpor"},
      {{"--algorithm=dpor", "--policy=paper"}, "--policy is about unfoldings: --algorithm must then name qpor"},
      {{"--algorithm=all,dpor"}, "--algorithm=all names every algorithm: nothing may stand beside it"},
      {{"--algorithm=dpor,dpor"}, "--algorithm names dpor twice"},
      {{"--algorithm=qpor,qpor"}, "--algorithm names qpor twice"},
      {{"--algorithm=qpor,qpor", "--k=1"}, "--algorithm names qpor twice"},
      {{"--sequence-order=first"},
       "--sequence-order is about sequences: --algorithm must then name another algorithm than qpor"},
      {{"--algorithm=dpor", "--sequence-order=first,first"}, "--sequence-order names first twice"},
      {{"--algorithm=dpor,qpor", "--no-prune"},
       "--no-prune contradicts --algorithm=dpor: it is about unfoldings, which only --algorithm=qpor has"},
  };
  for (const auto& [words, sentence] : table) {
    std::vector<std::string> all = words;
    all.push_back(model.path());
    const Ran ran = compare_with(all);
    EXPECT_EQ(ran.code, 2) << sentence;
    EXPECT_EQ(ran.err, "qpor: " + sentence + "\n");
  }
}

TEST(Compare, FindsTheSameUnderEveryAlgorithm) {
  const std::vector<std::pair<std::string, std::uint64_t>> models = {
      {kDisp, 0},
      {kLastzero, 0},
      {repository_file("examples/models/readers_writers.model"), 0},
      {repository_file("examples/models/missed_signal.model"), 1},
      {repository_file("examples/models/philosophers.model"), 1},
  };
  for (const auto& [model, deadlocks] : models) {
    SCOPED_TRACE(model);
    const auto json = comparison_of({"--algorithm=all", "--repeat=1", model});
    EXPECT_EQ(json["same_traces"], true) << json["sentence"];
    EXPECT_EQ(json["exit_code"], deadlocks > 0 ? 1 : 0);
    ASSERT_EQ(json["settings"].size(), 6U);
    for (const auto& setting : json["settings"]) {
      EXPECT_EQ(setting["comparable"], true);
      EXPECT_EQ(setting["verdict"], deadlocks > 0 ? "defect" : "safe");
      EXPECT_EQ(setting["algorithm"].get<std::string>() + (setting["algorithm"] == "qpor" ? " optimal" : ""),
                setting["setting"].get<std::string>());
    }
  }
}

TEST(Compare, ShowsWhatEachAlgorithmKeeps) {
  const Ran ran = compare_with({"--algorithm=qpor,source-dpor,optimal-dpor", "--repeat=1", kLastzero});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  std::istringstream lines(ran.out);
  std::string line;
  while (std::getline(lines, line) && !line.starts_with("setting")) {
  }
  EXPECT_EQ(std::regex_replace(line, std::regex("  +"), "|"),
            "setting|traces|blocked|redundant|executions|steps|comb nodes|races|per trace|in all|memory|U events|"
            "wakeup tree");
  std::getline(lines, line);
  EXPECT_TRUE(std::regex_search(line, std::regex(" -$"))) << line << ": unfoldings have no wakeup tree";
}

TEST(Compare, FindsTheSameTracesOfModelsUnderEverySetting) {
  const std::vector<std::pair<std::string, std::uint64_t>> models = {
      {kDisp, 0},
      {kLastzero, 0},
      {repository_file("examples/models/readers_writers.model"), 0},
      {repository_file("examples/models/philosophers.model"), 1},
  };
  for (const auto& [model, deadlocks] : models) {
    SCOPED_TRACE(model);
    const auto json = comparison_of({"--alt=first-event,k", "--k=1,2,optimal", "--policy=ours,paper", model});
    EXPECT_EQ(json["same_traces"], true);
    EXPECT_EQ(json["exit_code"], deadlocks > 0 ? 1 : 0);
    ASSERT_EQ(json["settings"].size(), 8U);
    std::set<std::string> hashes;
    for (const auto& setting : json["settings"]) {
      const auto& figures = setting["statistics"];
      hashes.insert(figures["trace_set_hash"].get<std::string>());
      EXPECT_EQ(figures["executions"], figures["traces"].get<int>() + figures["blocked"].get<int>());
      EXPECT_EQ(figures["deadlocks"], deadlocks);
      EXPECT_EQ(setting["runs"].size(), setting["runs"][0] < kShortExploration ? 3U : 1U);
      if (setting["alt"] == "optimal") {
        EXPECT_EQ(figures["blocked"], 0);
      }
    }
    EXPECT_EQ(hashes.size(), 1U);
  }
}

TEST(Compare, ShowsWhatThePolicyOfThePaperLeavesBlocked) {
  const auto json = comparison_of({"--k=1", "--policy=ours,paper", "-DN=6", kLastzero});
  const auto& ours = json["settings"][0];
  const auto& paper = json["settings"][1];
  EXPECT_EQ(paper["options"]["spike_order"], "newest");
  EXPECT_EQ(paper["options"]["cover"], false);
  EXPECT_EQ(paper["options"]["adaptive"], false);
  EXPECT_EQ(paper["options"]["wide"], false);
  EXPECT_EQ(paper["options"]["meet"], false);
  EXPECT_EQ(paper["options"]["thread_order"], "oldest");
  EXPECT_EQ(ours["options"]["meet"], true);
  EXPECT_EQ(ours["options"]["thread_order"], "newest");
  EXPECT_LT(ours["statistics"]["blocked"], paper["statistics"]["blocked"]);
}

/// The rows of the example in docs/compare.md say what comes out today; times and memory are the machine's.
TEST(Compare, TheExampleInItsDocumentationIsTrue) {
  const auto json = comparison_of({"--repeat=1", repository_file("bench/programs/pol.c")});
  EXPECT_EQ(json["same_traces"], true);
  std::ifstream file(repository_file("docs/compare.md"));
  std::size_t found = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    std::vector<std::uint64_t> documented(5);
    words >> name;
    for (std::uint64_t& value : documented) words >> value;
    if (!words) continue;
    for (const auto& setting : json["settings"]) {
      if (setting["setting"] != name) continue;
      ++found;
      std::vector<std::uint64_t> counts;
      for (const char* const counter : {"traces", "blocked", "executions", "events", "comb_nodes"}) {
        counts.push_back(setting["statistics"][counter].get<std::uint64_t>());
      }
      EXPECT_EQ(counts, documented) << name << "; write it anew: qpor compare bench/programs/pol.c";
    }
  }
  EXPECT_EQ(found, 4U);
}

TEST(Compare, SaysThatTheProgramHasDefects) {
  const ModelFile model(kAbba);
  const Ran ran = compare_with({model.path()});
  EXPECT_EQ(ran.code, 1);
  const std::string defect = "defect under sequential consistency - deadlock, all 3 traces explored";
  EXPECT_NE(ran.out.find("the program has defects; under k=1: RESULT: " + defect + "\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("All 4 settings visited the same 3 traces.\n"), std::string::npos) << ran.out;
  EXPECT_NE(last_line(ran.out).find("; " + defect), std::string::npos) << ran.out;
}

TEST(Compare, GoesOnAfterFailures) {
  const ModelFile model(kRace);
  const auto json = comparison_of({model.path()});
  EXPECT_EQ(json["exit_code"], 1);
  EXPECT_EQ(json["same_traces"], true);
  for (const auto& setting : json["settings"]) {
    EXPECT_EQ(setting["verdict"], "defect");
    EXPECT_EQ(setting["came_to_end"], true);
    EXPECT_EQ(setting["defects"][0]["kind"], "assertion");
  }
}

TEST(Compare, MarksWhatALimitHasStopped) {
  const Ran traces = compare_with({"--max-traces=2", kDisp});
  EXPECT_EQ(traces.code, 3);
  EXPECT_NE(traces.out.find("k=2: stopped by --max-traces=2\n"), std::string::npos) << traces.out;
  EXPECT_NE(traces.out.find("No setting came to an end"), std::string::npos) << traces.out;
  const auto json = comparison_of({"--max-traces=2", kDisp});
  EXPECT_TRUE(json["same_traces"].is_null());
  EXPECT_EQ(json["settings"][0]["came_to_end"], false);
  EXPECT_EQ(json["settings"][0]["runs"].size(), 1U) << "what was stopped is not repeated unasked";

  const ModelFile endless(kEndless);
  const auto time = comparison_of({"--timeout=0.02", "--k=1,2", endless.path()});
  EXPECT_EQ(time["exit_code"], 3);
  EXPECT_EQ(time["settings"][1]["incomplete_reasons"][0], "stopped by --timeout=0.02");

  // Which of the equivalent runs are cut depends on their order, so that nothing can be compared.
  const auto steps = comparison_of({"--max-steps=5", kDisp});
  EXPECT_EQ(steps["exit_code"], 3);
  EXPECT_TRUE(steps["same_traces"].is_null());
  EXPECT_EQ(steps["sentence"], "runs were cut at a limit, so that the traces cannot be compared");
}

TEST(Compare, EndsWhenInterrupted) {
  const ModelFile endless(kEndless);
  volatile std::sig_atomic_t flag = 1;
  const Ran ran = compare_with({endless.path()}, &flag);
  EXPECT_EQ(ran.code, 3);
  EXPECT_EQ(ran.out,
            "RESULT: no setting came to an end, so that their traces cannot be compared; incomplete: interrupted\n");
}

TEST(Compare, RefusesWhatMakesNoSense) {
  const ModelFile model(kSafe);
  const std::string& p = model.path();
  const std::vector<std::pair<std::vector<std::string>, std::string>> table = {
      {{}, "no program is given (qpor compare --help shows how)"},
      {{"--k=0", p}, "--k must be a number from 1 to 1000000, or optimal, not '0'"},
      {{"--k=1,few", p}, "--k must be a number from 1 to 1000000, or optimal, not 'few'"},
      {{"--k=", p}, "--k needs a value"},
      {{"--k"}, "--k needs a value"},
      {{"--k=1,,2", p}, "--k must be words with commas between them, not '1,,2'"},
      {{"--k=1,", p}, "--k must be words with commas between them, not '1,'"},
      {{"--k=1,2,1", p}, "--k names 1 twice"},
      {{"--k=optimal,inf", p}, "--k names inf twice"},
      {{"--k=1", "--k=2", p}, "--k is given more than once"},
      {{"--alt=some", p}, "--alt must be none, first-event, k or optimal, not 'some'"},
      {{"--alt=none,none", p}, "--alt names none twice"},
      {{"--alt=k,k", p}, "--alt names k twice"},
      {{"--policy=mine", p}, "--policy must be ours or paper, not 'mine'"},
      {{"--policy=ours,ours", p}, "--policy names ours twice"},
      {{"--repeat=0", p}, "--repeat must be a number from 1 to 1000, not '0'"},
      {{"--json=-", "--csv=-", p}, "--json and --csv cannot both be written to '-'"},
      {{"--csv=x", "--svg=x", p}, "--csv and --svg cannot both be written to 'x'"},
      {{"--json=x", "--csv=./x", p}, "--json and --csv cannot both be written to 'x'"},
      {{"--json=x", "--svg=" + std::filesystem::absolute("x").string(), p},
       "--json and --svg cannot both be written to 'x'"},
      {{"--json=" + p, p}, "--json: '" + p + "' is the program itself; name another file"},
      {{"--fast", p}, "there is no option '--fast' (qpor --help shows all)"},
      {{"--replay=x", p}, "--replay makes no sense for a comparison: a replay is one execution"},
      {{"--dot=x", p}, "--dot makes no sense for a comparison: each setting has an unfolding of its own"},
      {{"--tree-stats", p},
       "--tree-stats makes no sense for a comparison: the trees are not shown, and nothing would be pruned"},
      {{"--save-schedule=x", p},
       "--save-schedule makes no sense for a comparison: it goes on after defects and saves no schedule"},
      {{"missing.model"}, "cannot read 'missing.model': No such file or directory"},
      {{"compare"},
       "cannot tell what 'compare' is: supported are C and C++ (*.c, *.cc, *.cpp), LLVM (*.bc, *.ll, *.o) and models "
       "(*.model)"},
  };
  for (const auto& [arguments, sentence] : table) {
    const Ran ran = compare_with(arguments);
    EXPECT_EQ(ran.code, 2) << sentence;
    EXPECT_EQ(ran.err, "qpor: " + sentence + "\n");
    EXPECT_EQ(ran.out, "");
  }
}

TEST(Compare, RefusesOnlyOptionsThatThereAre) {
  const std::string help = run_plainly({"--help"}).out;
  const std::vector<std::string> refused = {
#define QPOR_SECTION(title)
#define QPOR_OPTION(field, type, initial, names, value, text)
#define QPOR_REFUSED(name, reason) name,
#include "frontend/compare/compare_options.def"
#undef QPOR_REFUSED
#undef QPOR_OPTION
#undef QPOR_SECTION
  };
  for (const std::string& name : refused) EXPECT_NE(help.find(name), std::string::npos) << name;
}

TEST(Compare, HelpNamesItsOptions) {
  const Ran ran = compare_with({"--help"});
  EXPECT_EQ(ran.code, 0);
  for (const char* const word : {"usage: qpor compare", "--k=N|optimal,...", "--policy", "--repeat", "--svg", "--csv",
                                 "--json", "--no-supervise", "Exit codes"}) {
    EXPECT_NE(ran.out.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(compare_with({"--version"}).out, run_plainly({"--version"}).out);
}

TEST(Compare, AFileOfThatNameIsStillAProgram) {
  EXPECT_NE(run_plainly({"./compare"}).err.find("cannot tell what './compare' is"), std::string::npos);
}

TEST(Compare, WritesCsvAndSvgForScriptsAndPages) {
  const TemporaryFile csv(".csv");
  const TemporaryFile svg(".svg");
  const Ran ran = compare_with({"--k=1,optimal", "--csv=" + csv.path(), "--svg=" + svg.path(), kDisp});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto rows = parse_csv(csv.text());
  ASSERT_EQ(rows.size(), 3U);
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
  for (const char* const title : {"setting", "k", "policy", "traces", "blocked", "comb_nodes", "peak_memory_bytes",
                                  "trace_set_hash", "seconds", "seconds_execute"}) {
    EXPECT_EQ(std::count(rows[0].begin(), rows[0].end(), title), 1) << title;
  }
  const auto hash = std::find(rows[0].begin(), rows[0].end(), "trace_set_hash") - rows[0].begin();
  EXPECT_EQ(rows[1][static_cast<std::size_t>(hash)], rows[2][static_cast<std::size_t>(hash)]);
  EXPECT_EQ(xml_error(svg.text()), "");
  EXPECT_NE(svg.text().find("both settings visited the same"), std::string::npos);
  EXPECT_EQ(parse_csv(compare_with({"--k=1,optimal", "--csv=-", kDisp}).out)[0], rows[0]);
}

TEST(Compare, CsvNamesTheValuesOfTheProgram) {
  const auto defined = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--k=1", "--csv=-", kDisp});
    const auto rows = parse_csv(compare_with(arguments).out);
    const auto column = std::find(rows[0].begin(), rows[0].end(), "define") - rows[0].begin();
    return rows.at(1).at(static_cast<std::size_t>(column));
  };
  EXPECT_EQ(defined({"-DR=1", "-DS=3"}), "R=1 S=3");
  EXPECT_EQ(defined({}), "");
}

TEST(Compare, IsQuietOnRequest) {
  const Ran ran = compare_with({"--quiet", "--max-traces=1000", kDisp});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, last_line(ran.out) + "\n");
  EXPECT_TRUE(ran.out.starts_with("RESULT: the same ")) << ran.out;
  EXPECT_EQ(ran.out.find("incomplete"), std::string::npos) << ran.out;
  const Ran limited = compare_with({"--quiet", "--max-traces=2", kDisp});
  EXPECT_EQ(limited.code, 3);
  EXPECT_TRUE(limited.out.ends_with("; incomplete: stopped by --max-traces=2\n")) << limited.out;
}

TEST(Compare, RepeatsAsOftenAsItIsTold) {
  const ModelFile model(kSafe);
  const auto json = comparison_of({"--repeat=5", "--k=1", model.path()});
  const auto& setting = json["settings"][0];
  std::vector<double> runs = setting["runs"];
  ASSERT_EQ(runs.size(), 5U);
  std::sort(runs.begin(), runs.end());
  EXPECT_EQ(setting["statistics"]["seconds"], runs[2]) << "the median";

  const auto limited = comparison_of({"--repeat=5", "--max-traces=2", "--k=1", kDisp});
  EXPECT_EQ(limited["settings"][0]["runs"].size(), 5U) << "a limit on traces ends every run alike";
  EXPECT_EQ(limited["exit_code"], 3);
  const ModelFile endless(kEndless);
  const auto timed = comparison_of({"--repeat=5", "--timeout=0.02", "--k=1", endless.path()});
  EXPECT_EQ(timed["settings"][0]["runs"].size(), 1U);
}

TEST(Policy, StandsForSixOptionsAndGivesWayToEach) {
  const ModelFile model(kSafe);
  const auto options = [&](std::vector<std::string> words) {
    words.push_back(model.path());
    return json_of(words)["options"];
  };
  const auto usual = options({"--k=2"});
  const auto ours = options({"--k=2", "--policy=ours"});
  for (const char* const name : {"spike_order", "cover", "adaptive", "wide", "meet", "thread_order"}) {
    EXPECT_EQ(ours[name], usual[name]) << name;
    const bool is_ours_too = std::string(name) == "wide";
    EXPECT_EQ(options({"--k=2", "--policy=paper"})[name] == usual[name], is_ours_too) << name;
  }
  EXPECT_EQ(options({"--wide", "--policy=paper"})["wide"], true);
  EXPECT_EQ(options({"--cover", "--policy=paper"})["cover"], true);
  EXPECT_EQ(options({"--policy=paper", "--thread-order=newest"})["thread_order"], "newest");
  EXPECT_EQ(options({"--meet", "--policy=paper"})["meet"], true);
  EXPECT_EQ(options({"--policy=paper", "--spike-order=oldest"})["spike_order"], "oldest");
}

/// The settings in processes of their own, as the command has it.
TEST(Compare, GivesEachSettingAProcess) {
  const CFile program("#include <pthread.h>\nint main(void) { return 0; }\n");
  std::ostringstream out;
  std::ostringstream err;
  for (const std::string& path : {kDisp, program.path()}) {
    const char* const argv[] = {"qpor", "compare", "--quiet", "--k=1,2", path.c_str()};
    EXPECT_EQ(run_command(5, argv, {out, err, false, false, nullptr, true}), 0) << err.str();
  }
  const CFile broken("int main(void) { return }\n");
  const char* const argv[] = {"qpor", "compare", broken.path().c_str()};
  EXPECT_EQ(run_command(3, argv, {out, err, false, false, nullptr, true}), 2);
  EXPECT_EQ(wait(nullptr), -1) << "no child is left behind";
}

}  // namespace
}  // namespace qpor::frontend
