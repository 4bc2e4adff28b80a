// The judgement of `qpor compare`, on made-up figures.

#include "frontend/compare/comparison.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "frontend/compare/bar_chart.h"
#include "frontend/compare/compare_files.h"
#include "frontend/compare/compare_report.h"
#include "tests/frontend/command_driver.h"
#include "tests/frontend/well_formed_xml.h"

namespace qpor::frontend {
namespace {

using engine::AltKind;

/// A setting that came to an end; "none", "first-event", "optimal" or a number.
Explored made_up(const std::string& search, double seconds, std::uint64_t blocked, std::uint64_t traces = 100) {
  Explored explored;
  explored.setting = search;
  explored.options.alt = search == "none"          ? AltKind::None
                         : search == "first-event" ? AltKind::FirstEvent
                         : search == "optimal"     ? AltKind::Optimal
                                                   : AltKind::Partial;
  if (explored.options.alt == AltKind::Partial) {
    explored.setting = "k=" + search;
    explored.options.k = Depth{std::stoul(search)};
  }
  explored.result.came_to_end = true;
  explored.result.trace_set_hash = 7;
  engine::Statistics& figures = explored.result.statistics;
  figures.traces = traces;
  figures.blocked = blocked;
  figures.executions = traces + blocked;
  figures.seconds = seconds;
  explored.seconds = {seconds};
  return explored;
}

Explored stopped(Explored explored, Reason reason = {ReasonKind::Timeout, {"1"}}) {
  explored.result.came_to_end = false;
  explored.result.incomplete_reasons = {std::move(reason)};
  return explored;
}

/// It came to an end, but so many of its runs were cut at a limit.
Explored cut(Explored explored, std::uint64_t runs) {
  explored.result.statistics.truncated = runs;
  explored.result.statistics.executions += runs;
  explored.result.incomplete_reasons = {
      {ReasonKind::StepLimit, {engine::CountOf{runs, "execution"}, engine::Number{60}}}};
  return explored;
}

Explored with_defect(Explored explored, engine::FailureKind kind) {
  explored.result.defects.emplace_back().kind = kind;
  return explored;
}

Comparison comparison_of(std::vector<Explored> explored) { return {"made-up.c", std::move(explored)}; }

std::string sentence(const Comparison& comparison) { return sentence_of(comparison, groups_of(comparison)); }

/// The name of the setting and why.
std::string recommended(const Comparison& comparison) {
  const std::optional<Recommendation> best = recommend(comparison);
  return best ? comparison.explored[best->index].setting + ": " + best->reason : "nothing";
}

Explored by(engine::Algorithm algorithm, std::uint64_t traces = 100) {
  Explored explored = made_up("optimal", 1, 0, traces);
  explored.options.algorithm = algorithm;
  explored.setting = engine::text_of(algorithm);
  return explored;
}

TEST(Algorithms, AreToVisitTheSameTraces) {
  using engine::Algorithm;
  const Comparison same = comparison_of({by(Algorithm::Qpor), by(Algorithm::Dpor), by(Algorithm::SourceDpor)});
  EXPECT_EQ(sentence(same), "all 3 settings visited the same 100 traces");
  EXPECT_EQ(exit_code_of(same), ExitCode::Safe);
  const Comparison other = comparison_of({by(Algorithm::Qpor), by(Algorithm::Dpor, 99)});
  EXPECT_EQ(sentence(other).substr(0, 48), "internal error: different traces were visited: 1");
  EXPECT_EQ(exit_code_of(other), ExitCode::Internal);
}

TEST(Algorithms, WithObserversVisitNoMoreTracesThanThereAre) {
  using engine::Algorithm;
  Explored few = by(Algorithm::Observers, 13);
  few.result.trace_set_hash = 5;
  const Comparison fewer = comparison_of({by(Algorithm::Qpor), by(Algorithm::OptimalDpor), few});
  EXPECT_EQ(sentence(fewer), "both settings visited the same 100 traces; observers visited 13 of them");
  EXPECT_EQ(exit_code_of(fewer), ExitCode::Safe);
  EXPECT_EQ(comparison_result_line(fewer).substr(0, 46), "RESULT: the same 100 traces under 2 settings; ");
  const Comparison more =
      comparison_of({by(Algorithm::Qpor), by(Algorithm::OptimalDpor), by(Algorithm::Observers, 101)});
  EXPECT_EQ(sentence(more), "internal error: observers visited 101 traces, but there are 100");
  EXPECT_EQ(exit_code_of(more), ExitCode::Internal);
  EXPECT_EQ(sentence(comparison_of({few})), "observers alone has nothing to be compared with");
}

TEST(Algorithms, AreToFindTheSameDefects) {
  using engine::Algorithm;
  const Comparison missed =
      comparison_of({with_defect(by(Algorithm::Qpor), engine::FailureKind::Deadlock), by(Algorithm::OptimalDpor)});
  EXPECT_EQ(sentence(missed),
            "internal error: different defects were found: deadlock under qpor; no defect under optimal-dpor");
  EXPECT_EQ(exit_code_of(missed), ExitCode::Internal);
  EXPECT_NE(comparison_result_line(missed).find("internal error"), std::string::npos);
  const Comparison other = comparison_of({with_defect(by(Algorithm::Qpor), engine::FailureKind::Deadlock),
                                          with_defect(by(Algorithm::Observers, 50), engine::FailureKind::Livelock)});
  EXPECT_EQ(exit_code_of(other), ExitCode::Internal);
  const Comparison same = comparison_of({with_defect(by(Algorithm::Qpor), engine::FailureKind::Deadlock),
                                         with_defect(by(Algorithm::Observers, 50), engine::FailureKind::Deadlock)});
  EXPECT_EQ(exit_code_of(same), ExitCode::Defect);
}

TEST(Algorithms, MayFindOtherDefectsBehindThreadsThatWereStopped) {
  using engine::Algorithm;
  Explored stopped = with_defect(by(Algorithm::Qpor), engine::FailureKind::DataRace);
  stopped.result.has_stopped_threads = true;
  Explored another = with_defect(by(Algorithm::Dpor), engine::FailureKind::Assertion);
  another.result.has_stopped_threads = true;
  EXPECT_EQ(exit_code_of(comparison_of({stopped, another})), ExitCode::Defect);
  EXPECT_EQ(exit_code_of(comparison_of({stopped, by(Algorithm::Dpor)})), ExitCode::Internal) << "a defect, and none";
  EXPECT_EQ(exit_code_of(comparison_of({stopped, cut(by(Algorithm::Dpor), 3)})), ExitCode::Defect) << "it was cut";
}

TEST(Recommendation, IsTheFastest) {
  EXPECT_EQ(recommended(comparison_of({made_up("1", 2, 0), made_up("2", 1, 3), made_up("optimal", 3, 0)})),
            "k=2: the fastest; 3 of 103 executions are blocked");
  EXPECT_EQ(recommended(comparison_of({made_up("1", 2, 0), made_up("2", 1, 1)})),
            "k=2: the fastest; 1 of 101 executions is blocked");
}

TEST(Recommendation, TakesFewerBlockedRunsAmongEquallyFastOnes) {
  EXPECT_EQ(recommended(comparison_of({made_up("1", 1.00, 9), made_up("2", 1.09, 0), made_up("3", 1.2, 0)})),
            "k=2: as fast as k=1, with the fewest blocked runs; no run is blocked");
}

TEST(Recommendation, TakesCutRunsForRunsInVainToo) {
  EXPECT_EQ(recommended(comparison_of({cut(made_up("1", 1.0, 0, 13), 77), cut(made_up("2", 1.0, 1, 13), 12)})),
            "k=2: as fast as k=1, with the fewest runs in vain; 13 of 26 executions are in vain");
}

TEST(Recommendation, TakesTheSimplestSearchAmongEquals) {
  EXPECT_EQ(recommended(comparison_of({made_up("optimal", 1.0, 0), made_up("3", 1.05, 0), made_up("2", 1.01, 0)})),
            "k=2: as fast as optimal and k=3, and the simplest search; no run is blocked");
  EXPECT_EQ(recommended(comparison_of({made_up("1", 1, 0), made_up("first-event", 1, 0), made_up("none", 1, 0)})),
            "none: as fast as k=1 and first-event, and the simplest search; no run is blocked");
}

TEST(Recommendation, TakesAMillisecondForNoDifference) {
  EXPECT_EQ(recommended(comparison_of({made_up("1", 0.0002, 5), made_up("optimal", 0.0009, 0)})).substr(0, 8),
            "optimal:");
  EXPECT_EQ(recommended(comparison_of({made_up("1", 0.0002, 5), made_up("optimal", 0.0019, 0)})).substr(0, 4), "k=1:");
}

TEST(Recommendation, LeavesStoppedSettingsOut) {
  EXPECT_EQ(recommended(comparison_of({stopped(made_up("1", 0.5, 0)), made_up("2", 5, 3)})),
            "k=2: the only one that came to an end; 3 of 103 executions are blocked");
}

TEST(Recommendation, CountsTracesInTimeWhereNoneEnds) {
  EXPECT_EQ(recommended(comparison_of({stopped(made_up("1", 1, 0, 1000)), stopped(made_up("2", 1, 0, 2000))})),
            "k=2: the most traces in its time, but no setting came to an end; no run is blocked");
  EXPECT_EQ(
      recommended(comparison_of({stopped(made_up("1", 1, 9, 100)), stopped(made_up("2", 1, 0, 100))})),
      "k=2: no setting came to an end; as many traces in its time as k=1, with the fewest blocked runs; no run is "
      "blocked");
}

TEST(Recommendation, KnowsOfSettingsThatWereNotBegun) {
  Comparison interrupted = comparison_of({stopped(made_up("1", 1, 0), {ReasonKind::Interrupted})});
  interrupted.not_explored = {"k=2", "k=3"};
  EXPECT_EQ(recommended(interrupted), "nothing");
  interrupted.explored = {made_up("1", 1, 0)};
  EXPECT_EQ(recommended(interrupted), "k=1: the only one that came to an end; no run is blocked");
  EXPECT_EQ(sentence(interrupted), "k=1 visited 100 traces; no other setting was explored");
  interrupted.not_explored.clear();
  EXPECT_EQ(recommended(interrupted), "k=1: the only setting; no run is blocked");
}

TEST(Recommendation, IsNothingForANondeterministicProgram) {
  Explored met = stopped(made_up("1", 1, 0), {ReasonKind::ChangesFromRunToRun});
  met.result.divergence.emplace();
  EXPECT_EQ(recommended(comparison_of({met, met})), "nothing");
  EXPECT_EQ(recommended(comparison_of({met, made_up("2", 1, 0)})), "nothing");
}

TEST(Recommendation, IsNothingWhereAllHaveDied) {
  Explored dead = stopped(made_up("1", 1, 0));
  dead.result.has_internal_error = true;
  EXPECT_EQ(recommended(comparison_of({dead, dead})), "nothing");
  EXPECT_EQ(recommended(comparison_of({dead, stopped(made_up("2", 1, 0))})),
            "k=2: the only one left; no run is blocked");
  EXPECT_EQ(exit_code_of(comparison_of({dead, made_up("2", 1, 0)})), ExitCode::Internal);
}

TEST(Comparison, SaysWhetherTheTracesAreTheSame) {
  EXPECT_EQ(sentence(comparison_of({made_up("1", 1, 0), made_up("2", 1, 0), made_up("3", 1, 0)})),
            "all 3 settings visited the same 100 traces");
  EXPECT_EQ(sentence(comparison_of({made_up("1", 1, 0), made_up("2", 1, 0)})),
            "both settings visited the same 100 traces");
  EXPECT_EQ(sentence(comparison_of({made_up("1", 1, 0, 1), made_up("2", 1, 0, 1)})),
            "both settings visited the only trace");
  EXPECT_EQ(sentence(comparison_of({made_up("1", 1, 0), made_up("2", 1, 0), stopped(made_up("3", 1, 0, 5))})),
            "the 2 settings that came to an end visited the same 100 traces");
  EXPECT_EQ(sentence(comparison_of({made_up("1", 1, 0), stopped(made_up("3", 1, 0, 5))})),
            "only k=1 came to an end, so that its 100 traces cannot be compared");
  EXPECT_EQ(sentence(comparison_of({stopped(made_up("1", 1, 0))})),
            "no setting came to an end, so that their traces cannot be compared");
  EXPECT_EQ(sentence(comparison_of({made_up("1", 1, 0)})), "k=1 visited 100 traces; there is no other setting");
}

TEST(Comparison, TellsSettingsThatCutRunsFromThoseThatWereStopped) {
  const Explored cut_1 = cut(made_up("1", 1, 0, 5), 3);
  const Explored cut_2 = cut(made_up("2", 1, 0, 6), 2);
  EXPECT_EQ(sentence(comparison_of({cut_1, cut_2})), "runs were cut at a limit, so that the traces cannot be compared");
  EXPECT_EQ(sentence(comparison_of({cut_1, stopped(made_up("2", 1, 0))})),
            "runs were cut at a limit, so that the traces cannot be compared");
  EXPECT_EQ(sentence(comparison_of({cut_1, cut_2, made_up("3", 1, 0)})),
            "only k=3 came to an end and cut no run, so that its 100 traces cannot be compared");
  EXPECT_EQ(sentence(comparison_of({cut_1, made_up("2", 1, 0), made_up("3", 1, 0)})),
            "the 2 settings that came to an end and cut no run visited the same 100 traces");
}

TEST(Comparison, NoticesDifferentTraces) {
  Comparison other_hash = comparison_of({made_up("1", 1, 0), made_up("2", 1, 0), made_up("optimal", 1, 0)});
  other_hash.explored[2].result.trace_set_hash = 8;
  EXPECT_EQ(sentence(other_hash),
            "internal error: different traces were visited: 100 traces (0 deadlocks, hash 0000000000000007) under k=1 "
            "and k=2; 100 traces (0 deadlocks, hash 0000000000000008) under optimal");
  EXPECT_EQ(exit_code_of(other_hash), ExitCode::Internal);
  EXPECT_EQ(comparison_json(other_hash)["same_traces"], false);

  Comparison other_number = comparison_of({made_up("1", 1, 0), made_up("2", 1, 0, 101)});
  EXPECT_EQ(exit_code_of(other_number), ExitCode::Internal);
  Comparison other_deadlocks = comparison_of({made_up("1", 1, 0), made_up("2", 1, 0)});
  other_deadlocks.explored[0].result.statistics.deadlocks = 1;
  EXPECT_EQ(exit_code_of(other_deadlocks), ExitCode::Internal);
}

TEST(Comparison, ADifferenceBehindFailuresIsNoErrorOfOurs) {
  Comparison comparison = comparison_of({with_defect(made_up("1", 1, 0), engine::FailureKind::Deadlock),
                                         with_defect(made_up("2", 1, 0, 101), engine::FailureKind::DataRace)});
  EXPECT_EQ(exit_code_of(comparison), ExitCode::Internal) << "a deadlock stops no thread that could go on";
  comparison.explored[1].result.has_stopped_threads = true;
  EXPECT_EQ(exit_code_of(comparison), ExitCode::Defect);
  EXPECT_NE(sentence(comparison).find("That is no error"), std::string::npos);
}

TEST(Comparison, DoesNotCompareWhatWasStoppedOrCut) {
  EXPECT_EQ(exit_code_of(comparison_of({made_up("1", 1, 0), stopped(made_up("2", 1, 0, 5))})), ExitCode::Incomplete);
  for (const auto member : {&engine::Statistics::truncated, &engine::Statistics::cut_at_switches}) {
    Explored cut = made_up("2", 1, 0, 5);
    cut.result.statistics.*member = 1;
    cut.result.incomplete_reasons = {{ReasonKind::StepLimit}};
    EXPECT_EQ(exit_code_of(comparison_of({made_up("1", 1, 0), cut})), ExitCode::Incomplete);
  }
}

TEST(Comparison, HasTheExitCodeOfItsWorstPart) {
  EXPECT_EQ(exit_code_of(comparison_of({made_up("1", 1, 0), made_up("2", 1, 0)})), ExitCode::Safe);
  EXPECT_EQ(exit_code_of(comparison_of({with_defect(made_up("1", 1, 0), engine::FailureKind::Deadlock),
                                        with_defect(made_up("2", 1, 0), engine::FailureKind::Deadlock)})),
            ExitCode::Defect);
  EXPECT_EQ(
      exit_code_of(comparison_of({made_up("1", 1, 0), with_defect(made_up("2", 1, 0), engine::FailureKind::Deadlock)})),
      ExitCode::Internal);
  Comparison interrupted = comparison_of({made_up("1", 1, 0)});
  interrupted.not_explored = {"k=2"};
  EXPECT_EQ(exit_code_of(interrupted), ExitCode::Incomplete);
}

TEST(Comparison, SaysItAllInOneLine) {
  EXPECT_EQ(comparison_result_line(comparison_of({made_up("1", 2, 5), made_up("2", 1, 0)})),
            "RESULT: the same 100 traces under 2 settings; use k=2 (the fastest; no run is blocked)");
  EXPECT_EQ(comparison_result_line(comparison_of({made_up("1", 2, 0, 1), made_up("2", 1, 0, 1)})),
            "RESULT: the only trace under 2 settings; use k=2 (the fastest; no run is blocked)");
  EXPECT_EQ(
      comparison_result_line(comparison_of({made_up("1", 2, 5), made_up("2", 1, 0), stopped(made_up("3", 1, 0, 5))})),
      "RESULT: the same 100 traces under 2 settings, 1 not compared; use k=2 (the fastest; no run is blocked); "
      "incomplete: stopped by --timeout=1");
  Comparison interrupted = comparison_of({made_up("1", 2, 0), made_up("2", 1, 0)});
  interrupted.not_explored = {"k=3"};
  EXPECT_EQ(comparison_result_line(interrupted),
            "RESULT: the same 100 traces under 2 settings; use k=2 (the fastest; no run is blocked); incomplete: "
            "interrupted");
  EXPECT_EQ(
      comparison_result_line(comparison_of({with_defect(made_up("1", 2, 5), engine::FailureKind::Deadlock),
                                            with_defect(made_up("2", 1, 0), engine::FailureKind::Deadlock)})),
      "RESULT: the same 100 traces under 2 settings; use k=2 (the fastest; no run is blocked); defect under sequential "
      "consistency - deadlock, "
      "all 100 traces explored");
}

TEST(Comparison, MarksStoppedSettingsInTableAndBars) {
  std::ostringstream out;
  write_comparison(out, comparison_of({made_up("1", 2, 0), stopped(made_up("2", 1, 3, 50))}), {});
  const std::string text = out.str();
  EXPECT_NE(text.find("k=2        > 50      > 3"), std::string::npos) << text;
  EXPECT_NE(text.find("k=2: stopped by --timeout=1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("> 50 + 3\n"), std::string::npos) << text;
}

TEST(BarChart, SharesSixtyCharactersAmongTracesAndRunsInVain) {
  std::ostringstream ascii;
  write_bar_chart(ascii, comparison_of({made_up("1", 2, 100), made_up("2", 1, 0)}), false, Palette(false));
  EXPECT_EQ(ascii.str(), "executions (# a trace, - in vain)\n  k=1  " + std::string(30, '#') + std::string(30, '-') +
                             " 100 + 100\n  k=2  " + std::string(30, '#') + " 100\ntime\n  k=1  " +
                             std::string(60, '#') + " 2.0 s\n  k=2  " + std::string(30, '#') + " 1.0 s\n");
  std::ostringstream unicode;
  write_bar_chart(unicode, comparison_of({made_up("1", 480, 0), made_up("2", 1, 0)}), true, Palette(false));
  EXPECT_NE(unicode.str().find("  k=2  ▏ 1.0 s\n"), std::string::npos) << unicode.str();
}

TEST(BarChart, ShowsNothingAsNothingAndLittleAsSomething) {
  std::ostringstream out;
  write_bar_chart(out, comparison_of({made_up("1", 0, 1, 1'000'000), made_up("2", 0, 0, 0)}), false, Palette(false));
  EXPECT_EQ(out.str(), "executions (# a trace, - in vain)\n  k=1  " + std::string(59, '#') +
                           "- 1000000 + 1\n  k=2  0\ntime\n  k=1  0.00 ms\n  k=2  0.00 ms\n");
}

TEST(BarChart, HasNoBarThatIsTooLong) {
  for (const std::uint64_t traces : {1, 561, 1000, 16'689, 16'690, 1'001'389, 2'002'777}) {
    std::ostringstream out;
    write_bar_chart(out, comparison_of({made_up("1", 0, 2'002'778 - traces, traces)}), false, Palette(false));
    const std::string text = out.str();
    const std::size_t cells = static_cast<std::size_t>(std::count(text.begin(), text.end(), '#')) +
                              static_cast<std::size_t>(std::count(text.begin(), text.end(), '-'));
    EXPECT_EQ(cells, kBarWidth + 2) << text << "with those of the title";
  }
}

TEST(BarChart, AsAPictureIsXmlWhateverTheProgramIsCalled) {
  Comparison comparison = comparison_of({made_up("1", 2, 100), stopped(made_up("2", 1, 0))});
  comparison.program = "a<b>&\"c'\x01\xff.c";
  std::ostringstream out;
  write_bar_chart_svg(out, comparison);
  EXPECT_EQ(xml_error(out.str()), "") << out.str();
  EXPECT_NE(out.str().find("a&lt;b&gt;&amp;&quot;c&apos;??.c"), std::string::npos);
  EXPECT_NE(out.str().find("&gt; 100</text>"), std::string::npos) << "stopped";
}

TEST(BarChart, AsAPictureIsXmlWithoutAnySetting) {
  std::ostringstream out;
  write_bar_chart_svg(out, comparison_of({}));
  EXPECT_EQ(xml_error(out.str()), "");
}

}  // namespace
}  // namespace qpor::frontend
