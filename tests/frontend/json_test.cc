// The contract of docs/json.md, member by member.

#include "frontend/report/json.h"

#include <set>
#include <string>
#include <vector>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

using nlohmann::json;

const std::set<std::string> kKinds = {"assertion", "abort", "exception", "exit", "deadlock", "lock-misuse", "data-race",
                                      "segmentation-fault", "bus-error", "arithmetic", "illegal-instruction",
                                      "stack-overflow", "invalid-free", "double-free", "mismatched-free",
                                      "use-after-free", "out-of-bounds", "use-after-return", "uninitialised-read",
                                      "leak", "nontermination", "livelock", "reach-error", "data-race",
                                      // of models only
                                      "thread-misuse", "bounds"};

void expect_location(const json& location) {
  ASSERT_TRUE(location.is_object());
  EXPECT_TRUE(location.at("file").is_string());
  EXPECT_TRUE(location.at("line").is_number_unsigned());
  EXPECT_TRUE(location.at("column").is_number_unsigned());
  EXPECT_TRUE(location.at("function").is_string());
  EXPECT_EQ(location.size(), 4u);
}

void expect_trace_step(const json& step) {
  EXPECT_TRUE(step.at("thread").is_string());
  EXPECT_TRUE(step.at("operation").is_string());
  EXPECT_TRUE(step.at("text").is_string());
  expect_location(step.at("location"));
  if (step.contains("object")) {
    EXPECT_TRUE(step["object"].is_string());
  }
  if (step.contains("outcome")) {
    EXPECT_TRUE(step["outcome"].is_string());
  }
  if (step.contains("value")) {
    EXPECT_TRUE(step["value"].is_number_integer());
  }
}

void expect_defect(const json& defect) {
  EXPECT_TRUE(kKinds.contains(defect.at("kind").get<std::string>())) << defect["kind"];
  EXPECT_FALSE(defect.at("message").get<std::string>().empty());
  EXPECT_FALSE(defect.at("thread").get<std::string>().empty());
  expect_location(defect.at("location"));
  EXPECT_GE(defect.at("occurrences").get<std::uint64_t>(), 1u);
  ASSERT_LE(defect.at("trace").size(), defect.at("schedule").size());
  for (std::size_t i = 0; i < defect["schedule"].size(); ++i) {
    const json& step = defect["schedule"][i];
    EXPECT_TRUE(step.at("thread").is_string());
    if (step.contains("outcome")) {
      EXPECT_TRUE(step["outcome"].is_string() || step["outcome"].is_number_integer());
    }
    if (i >= defect["trace"].size()) continue;
    expect_trace_step(defect["trace"][i]);
    EXPECT_EQ(step["thread"], defect["trace"][i]["thread"]) << "the schedule begins with the trace";
  }
  EXPECT_EQ(defect.contains("waiting"), defect["kind"] == "deadlock" || defect["kind"] == "livelock");
  if (defect.contains("waiting")) {
    EXPECT_FALSE(defect["waiting"].empty());
    for (const json& step : defect["waiting"]) expect_trace_step(step);
  }
}

void expect_contract(const json& all) {
  EXPECT_EQ(all.at("version"), 1);
  EXPECT_TRUE(all.at("program").is_string());
  EXPECT_TRUE(all.at("options").is_object());
  const std::string verdict = all.at("verdict");
  const bool complete = all.at("complete").get<bool>();
  EXPECT_EQ(complete, all.at("incomplete_reasons").empty());
  for (const json& reason : all["incomplete_reasons"]) EXPECT_FALSE(reason.get<std::string>().empty());
  EXPECT_EQ(verdict, !all.at("defects").empty() ? "defect" : complete ? "safe" : "incomplete");
  const json& statistics = all.at("statistics");
  engine::Statistics().for_each([&](std::string_view name, std::string_view, std::uint64_t) {
    EXPECT_TRUE(statistics.at(std::string(name)).is_number_unsigned()) << name;
  });
  for (const char* name : {"executions", "traces", "deadlocks", "blocked", "events", "threads"}) {
    EXPECT_TRUE(statistics.contains(name)) << name;
  }
  EXPECT_TRUE(statistics.at("seconds").is_number());
  EXPECT_GT(statistics.at("peak_memory_bytes").get<std::uint64_t>(), 100'000u);
  for (const std::string_view name : engine::kPhaseNames) {
    EXPECT_GE(statistics.at("phases").at(std::string(name)).get<double>(), 0.0);
  }
  const std::string hash = statistics.at("trace_set_hash");
  EXPECT_EQ(hash.size(), 16u);
  EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), std::string::npos);
  for (const json& defect : all["defects"]) expect_defect(defect);
}

TEST(Json, KeepsItsContractForEveryVerdict) {
  struct Case {
    const char* model;
    std::vector<std::string> options;
    const char* verdict;
  };
  const std::vector<Case> table = {
      {kSafe, {}, "safe"},
      {kEmpty, {}, "safe"},
      {kAbba, {}, "defect"},
      {kAbba, {"--keep-going"}, "defect"},
      {kRace, {"--keep-going"}, "defect"},
      {kRace, {"--alt=none"}, "defect"},
      {kSafe, {"--max-traces=1"}, "incomplete"},
      {kEndless, {"--max-steps=20", "--max-traces=5"}, "incomplete"},
      {kEndless, {"--timeout=0.01"}, "incomplete"},
      {"thread a { assert(0); }", {}, "defect"},
      {"var x[2]; thread a { x[5] = 1; }", {}, "defect"},
      {"var x; thread a { x = 1 / x; }", {}, "defect"},
      {"mutex m; thread a { lock(m); lock(m); }", {}, "defect"},
      {"thread a { join(3); }", {}, "defect"},
  };
  for (const Case& each : table) {
    SCOPED_TRACE(each.model);
    const ModelFile model(each.model);
    std::vector<std::string> arguments = each.options;
    arguments.push_back(model.path());
    const json all = json_of(arguments);
    expect_contract(all);
    EXPECT_EQ(all["verdict"], each.verdict);
    EXPECT_EQ(all["program"], model.path());
  }
}

TEST(Json, KeepsItsContractForEveryExample) {
  for (const auto& entry : std::filesystem::directory_iterator(repository_file("examples/models"))) {
    if (entry.path().extension() != ".model") continue;
    SCOPED_TRACE(entry.path().filename());
    expect_contract(json_of({"--keep-going", "--max-traces=200", entry.path().string()}));
  }
}

TEST(Json, IsWrittenToAFileAsWell) {
  const ModelFile model(kAbba);
  const TemporaryFile file(".json");
  const Ran ran = run_with({"--json=" + file.path(), model.path()});
  EXPECT_EQ(ran.code, 1);
  const json written = json::parse(file.text());
  expect_contract(written);
  EXPECT_EQ(written["options"]["json"], file.path());
}

TEST(Json, ShowsTheOptionsAsTheyTookEffect) {
  const ModelFile model("const N = 1; const M = 2; var x[N]; thread a {}");
  const auto options_with = [&](std::vector<std::string> options) {
    options.push_back(model.path());
    return json_of(options)["options"];
  };
  const json defaults = options_with({});
  std::set<std::string> fields;
  for_each_option(Options(), [&](std::string_view name, const auto&) { fields.insert(std::string(name)); });
  EXPECT_EQ(defaults.size(), fields.size());
  for (const std::string& field : fields) EXPECT_TRUE(defaults.contains(field)) << field;
  EXPECT_EQ(defaults["k"], "optimal");
  EXPECT_EQ(defaults["alt"], "optimal");
  EXPECT_EQ(defaults["timeout"], nullptr);
  EXPECT_EQ(defaults["max_traces"], nullptr);

  const json given = options_with({"--k=3", "-DN=4", "-D", "M=-5", "--timeout=1.5", "--max-traces=7", "--no-prune",
                                   "--no-cover", "--no-adaptive", "--spike-order=newest", "--skip-step=8", "--check",
                                   "--stats", "--quiet", "--color=never", "--comb-budget=9", "--max-steps=6"});
  EXPECT_EQ(given["k"], 3);
  EXPECT_EQ(given["alt"], "k");
  EXPECT_EQ(given["define"], json({{"N", 4}, {"M", -5}}));
  EXPECT_EQ(given["timeout"], 1.5);
  EXPECT_EQ(given["max_traces"], 7);
  EXPECT_EQ(given["max_steps"], 6);
  EXPECT_EQ(given["prune"], false);
  EXPECT_EQ(given["cover"], false);
  EXPECT_EQ(given["adaptive"], false);
  EXPECT_EQ(given["spike_order"], "newest");
  EXPECT_EQ(given["skip_step"], 8);
  EXPECT_EQ(given["check"], true);
  EXPECT_EQ(given["stats"], true);
  EXPECT_EQ(given["quiet"], true);
  EXPECT_EQ(given["color"], "never");
  EXPECT_EQ(given["comb_budget"], 9);
  EXPECT_EQ(options_with({"--alt=none"})["k"], nullptr);
  EXPECT_EQ(options_with({"--alt=first-event"})["alt"], "first-event");
  const TemporaryFile dot(".dot");
  EXPECT_EQ(options_with({"--dot=" + dot.path()})["prune"], false) << "the whole unfolding is drawn";
  EXPECT_EQ(options_with({"--dot=" + dot.path(), "--dot-trace=1"})["prune"], true);
}

TEST(Json, SurvivesANameThatIsNotUtf8) {
  Result result;
  result.program = "\xff.model";
  std::ostringstream out;
  write_json(out, result, Options());
  EXPECT_FALSE(json::parse(out.str(), nullptr, false).is_discarded());
}

TEST(Json, SaysWhatATraceReadWroteAndWoke) {
  const ModelFile model(
      "var x = 5; mutex m; cond c; sem s = 2;\n"
      "thread waiter { await(c); x = 7; assert(0); }\n"
      "thread other { local a = x; local b = fetch_add(x, 1); local d = cas(x, 6, 8); local f = trylock(m);\n"
      "  local e = trylock(m); local v = value(s); local n = choose(3); if (n == 2) { signal(c); } }\n");
  const json all = json_of({"--keep-going", model.path()});
  std::set<std::string> seen;
  for (const json& defect : all["defects"]) {
    for (const json& step : defect["trace"]) {
      std::string text = step["operation"];
      if (step.contains("object")) text += " " + step["object"].get<std::string>();
      if (step.contains("outcome")) text += " " + step["outcome"].get<std::string>();
      if (step.contains("value")) text += " =" + std::to_string(step["value"].get<int>());
      seen.insert(text);
    }
  }
  for (const char* wanted : {"load x =5", "fetch_add x =5", "cas x done", "trylock m taken", "trylock m busy",
                             "value s =2", "choose =2", "signal c waiter", "store x =7", "enqueue c", "wake c"}) {
    EXPECT_TRUE(seen.contains(wanted)) << wanted << " is not in " << testing::PrintToString(seen);
  }
}

}  // namespace
}  // namespace qpor::frontend
