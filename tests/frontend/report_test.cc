#include "frontend/report/report.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "frontend/report/trace_table.h"
#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

/// Without the figures that change from run to run.
std::string report_of(std::vector<std::string> arguments) {
  std::istringstream in(run_with(arguments).out);
  std::string text;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("time ") && !line.starts_with("memory ")) text += line + "\n";
  }
  return text;
}

std::size_t widest(const std::string& text) {
  std::istringstream in(text);
  std::size_t width = 0;
  for (std::string line; std::getline(in, line);) width = std::max(width, line.size());
  return width;
}

TraceStep step(const char* thread, const char* text, unsigned line, const char* file = "a.model") {
  return {thread, "", "", "", {}, text, {file, line, 1, "f"}, ""};
}

TEST(Report, ShowsTheThreadsOfADefectInColumns) {
  Defect defect;
  defect.kind = engine::FailureKind::Assertion;
  defect.thread = "main";
  defect.location = {"a.model", 123, 3, "main"};
  defect.trace = {step("main", "create worker", 7), step("worker", "store x := 1", 2), step("main", "load x = 1", 8),
                  step("w", "exit", 0), step("worker", "exit", 3, "folder/b.model")};
  std::ostringstream out;
  write_trace_table(out, defect, Palette(false));
  EXPECT_EQ(out.str(),
            "       line  main              worker        w\n"
            "          7  create worker\n"
            "          2                    store x := 1\n"
            "          8  load x = 1\n"
            "                                             exit\n"
            "  b.model:3                    exit\n"
            "        123  fails: assertion\n");
}

TEST(Report, ShowsPlaceSourceAndMessageOfAFailure) {
  const ModelFile model(kRace);
  const std::string& p = model.path();
  const std::string report = report_of({"--k=2", p});
  EXPECT_EQ(report.substr(0, report.find("\n\n  line")), p + ": 4 threads, 2 objects, explored with k=2\n\n" +
                                                             "assertion at " + p +
                                                             ":6:3 in thread main\n"
                                                             "  6 | assert(x == 2);\n"
                                                             "  assertion 'x == 2' failed");
}

TEST(Report, SaysWhoWaitsForWhatInADeadlock) {
  const ModelFile model(kAbba);
  const std::string report = report_of({model.path()});
  EXPECT_NE(report.find(":2:21: 2 threads wait for ever\n"), std::string::npos) << report;
  EXPECT_NE(report.find("a waits for n (line 2), held by b since line 3;\n"), std::string::npos) << report;
  EXPECT_NE(report.find("b waits for m (line 3), held by a since line 2\n"), std::string::npos) << report;
  EXPECT_NE(report.find("waits: lock n\n"), std::string::npos) << report;
}

TEST(Report, BecomesAListWithManyThreads) {
  const std::string path = repository_file("examples/models/philosophers.model");
  const std::string columns = report_of({"-DN=3", path});
  EXPECT_NE(columns.find("  line  philosopher[0]       philosopher[1]       philosopher[2]\n"), std::string::npos);
  const std::string list = report_of({"-DN=7", path});
  EXPECT_NE(list.find("  line  thread          operation\n"), std::string::npos) << list;
  const std::string many = report_of({"-DN=15", "--quiet", path});
  EXPECT_LE(widest(many), kReportWidth);
}

TEST(Report, StaysWithinItsWidth) {
  const std::string long_name(70, 'n');
  const ModelFile model("mutex " + long_name + ", m;\nthread a" + long_name + " { lock(m); lock(" + long_name +
                        "); }\nthread b { lock(" + long_name + "); lock(m); }\n");
  const std::string report = report_of({model.path()});
  const std::size_t table = report.find("\n  line");
  ASSERT_NE(table, std::string::npos);
  EXPECT_LE(widest(report.substr(table)), kReportWidth) << report;
}

TEST(Report, LeavesOutTheMiddleOfALongTrace) {
  const ModelFile model("var x; thread a { local i = 0; while (i < 5000) { x = i; i = i + 1; } assert(0); }");
  const std::string report = report_of({model.path()});
  EXPECT_LT(std::count(report.begin(), report.end(), '\n'), 230);
  EXPECT_NE(report.find("... 4801 operations left out ..."), std::string::npos) << report;
  EXPECT_NE(report.find("store x := 0\n"), std::string::npos);
  EXPECT_NE(report.find("store x := 4999\n"), std::string::npos);
  EXPECT_EQ(json_of({model.path()})["defects"][0]["trace"].size(), 5000u);
}

TEST(Report, IsColouredOnTerminalsAndOnDemandOnly) {
  const ModelFile model(kSafe);
  const auto has_color = [](const Ran& ran) { return ran.out.find('\033') != std::string::npos; };
  unsetenv("NO_COLOR");
  EXPECT_FALSE(has_color(run_with({model.path()})));
  EXPECT_TRUE(has_color(run_with({model.path()}, nullptr, true)));
  EXPECT_TRUE(has_color(run_with({"--color=always", model.path()})));
  EXPECT_FALSE(has_color(run_with({"--color=never", model.path()}, nullptr, true)));
  setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(has_color(run_with({model.path()}, nullptr, true)));
  unsetenv("NO_COLOR");
}

TEST(Report, ShowsEveryCounterWithStats) {
  const ModelFile model(kSafe);
  const std::string report = run_with({"--stats", model.path()}).out;
  engine::Statistics().for_each([&](std::string_view name, std::string_view text, std::uint64_t) {
    EXPECT_NE(report.find("\n" + std::string(name) + " "), std::string::npos) << name;
    EXPECT_NE(report.find(text), std::string::npos) << name;
  });
  EXPECT_NE(report.find("trace_set_hash"), std::string::npos);
}

TEST(Report, ShowsTheTreesOnDemand) {
  const ModelFile model("mutex m; thread a { lock(m); unlock(m); } thread b { lock(m); unlock(m); }");
  const std::string report = run_with({"--tree-stats", model.path()}).out;
  EXPECT_NE(report.find("thread a"), std::string::npos) << report;
  EXPECT_NE(report.find("2 threads in all"), std::string::npos) << report;
  EXPECT_NE(report.find("1 object in all"), std::string::npos) << report;
  const auto json = json_of({"--tree-stats", model.path()});
  EXPECT_EQ(json["options"]["prune"], false);
  EXPECT_EQ(json["trees"]["threads"][0]["nodes"], 4u) << "lock and unlock, before b and after it";
  EXPECT_EQ(json["trees"]["objects"][0]["maximal_depth"], 4u);
  EXPECT_FALSE(json_of({model.path()}).contains("trees"));
}

TEST(Report, CutsAndCleansText) {
  EXPECT_EQ(fitted("short", 5), "short");
  EXPECT_EQ(fitted("longer", 5), "lo...");
  EXPECT_EQ(fitted("a\tb\x01", 9), "a b?");
  EXPECT_EQ(fitted("abc", 2), "..");
}

}  // namespace
}  // namespace qpor::frontend
