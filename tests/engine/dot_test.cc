#include "engine/report/dot.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/qpor/unfolding_picture.h"
#include "engine/unfolding/event_text.h"
#include "tests/engine/model_run.h"
#include "tests/support/oracle_program.h"
#include "tests/support/random_program.h"

namespace qpor::engine {
namespace {

std::string dot_of(const Qpor& explorer, const DotOptions& options = {}) {
  std::ostringstream out;
  explorer.write_dot(out, options);
  return out.str();
}

std::string dot_of(const Qpor& explorer, const std::vector<EventId>& events, const DotOptions& options = {}) {
  std::ostringstream out;
  write_dot(out, picture_of(explorer.structure(), explorer.configuration(), explorer.executor(), events), options);
  return out.str();
}

/// The edges of a written picture, as numbers of nodes.
struct Edges {
  std::multiset<std::pair<std::size_t, std::size_t>> program_order, causes, conflicts;
  std::size_t nodes = 0;
};

Edges read_edges(const std::string& dot) {
  Edges edges;
  auto* section = &edges.program_order;
  std::istringstream in(dot);
  for (std::string line; std::getline(in, line);) {
    if (line == "  // program order") section = &edges.program_order;
    if (line == "  // other causes, as transitive reduction") section = &edges.causes;
    if (line == "  // immediate conflicts") section = &edges.conflicts;
    if (line.starts_with("    e")) ++edges.nodes;
    std::size_t from = 0;
    std::size_t to = 0;
    if (std::sscanf(line.c_str(), "  e%zu -> e%zu;", &from, &to) == 2) section->emplace(from, to);
  }
  return edges;
}

std::vector<std::uint32_t> path_of(const Vocabulary& vocabulary, ThreadId thread) {
  std::vector<std::uint32_t> path;
  for (; thread != kNoThread; thread = vocabulary.threads[thread].creator) {
    path.insert(path.begin(), vocabulary.threads[thread].ordinal);
  }
  return path;
}

std::size_t causal_depth(const EventStructure& structure, EventId event) {
  std::size_t depth = 0;
  structure.for_each_cause(event, [&](EventId cause) { depth = std::max(depth, causal_depth(structure, cause) + 1); });
  return depth;
}

/// As promised in dot.h: the numbers of the nodes.
std::vector<EventId> in_order_of_nodes(const EventStructure& structure, std::vector<EventId> events) {
  std::map<EventId, std::size_t> depths;
  for (const EventId event : events) depths[event] = causal_depth(structure, event);
  const auto key = [&](EventId event) {
    return std::tuple(path_of(structure.vocabulary(), structure[event].thread), structure.thread_depth(event),
                      depths.at(event), event_text(structure, event), structure[event].hash);
  };
  std::sort(events.begin(), events.end(), [&](EventId a, EventId b) { return key(a) < key(b); });
  return events;
}

void expect_naive_edges(const EventStructure& structure, const std::vector<EventId>& unordered,
                        const std::string& dot) {
  const std::vector<EventId> events = in_order_of_nodes(structure, unordered);
  const auto is_strictly_below = [&](EventId a, EventId b) { return a != b && structure.is_below(a, b); };
  // a # b, but nothing strictly below the one is in conflict with the other.
  const auto in_immediate_conflict = [&](EventId a, EventId b) {
    if (!structure.in_conflict(a, b)) return false;
    return std::none_of(events.begin(), events.end(), [&](EventId c) {
      return (is_strictly_below(c, a) && structure.in_conflict(c, b)) ||
             (is_strictly_below(c, b) && structure.in_conflict(c, a));
    });
  };
  Edges expected;
  expected.nodes = events.size();
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (std::size_t j = 0; j < events.size(); ++j) {
      const EventId a = events[i];
      const EventId b = events[j];
      if (structure.thread_predecessor(b) == a) {
        expected.program_order.emplace(i, j);
      } else if (is_strictly_below(a, b) && std::none_of(events.begin(), events.end(), [&](EventId c) {
                   return is_strictly_below(a, c) && is_strictly_below(c, b);
                 })) {
        expected.causes.emplace(i, j);
      }
      if (i < j && in_immediate_conflict(a, b)) expected.conflicts.emplace(i, j);
    }
  }
  const Edges drawn = read_edges(dot);
  EXPECT_EQ(drawn.nodes, expected.nodes);
  EXPECT_EQ(drawn.program_order, expected.program_order);
  EXPECT_EQ(drawn.causes, expected.causes);
  EXPECT_EQ(drawn.conflicts, expected.conflicts);
}

/// Renders with Graphviz (scripts/setup installs it); returns what it complains about.
std::string complaints_of_graphviz(const std::string& dot) {
  const std::string base = testing::TempDir() + "qpor_dot_" + std::to_string(getpid());
  std::ofstream(base + ".dot") << dot;
  const std::string command = "dot -Tsvg " + base + ".dot -o " + base + ".svg 2>" + base + ".log";
  const int status = std::system(command.c_str());
  std::ostringstream log;
  log << std::ifstream(base + ".log").rdbuf();
  std::ostringstream svg;
  svg << std::ifstream(base + ".svg").rdbuf();
  for (const char* ending : {".dot", ".svg", ".log"}) std::remove((base + ending).c_str());
  if (status != 0) return "dot failed: " + log.str();
  if (svg.str().find("</svg>") == std::string::npos) return "dot wrote no picture";
  return log.str();
}

TEST(Dot, OfAWriteAndAReadIsThis) {
  const ModelRun run("var x;\nthread a {\n  x = 1;\n}\nthread b {\n  x;\n}\n");
  DotOptions options;
  options.title = "a & b";
  options.legend = false;
  EXPECT_EQ(dot_of(run.explorer(), options), R"(digraph unfolding {
  graph [fontname="Helvetica", fontsize=12, labelloc=t, newrank=true, nodesep=0.15, ranksep=0.45, label=<<b>a &amp; b</b><br/>4 events, 1 immediate conflict>];
  node [fontname="Helvetica", fontsize=10, shape=box, height=0.3, margin="0.08,0.03"];
  edge [arrowsize=0.6];
  subgraph cluster_0 {
    graph [style="rounded", color="#cccccc", label=<<b>a</b>>];
    e0 [style="filled", color="#555555", fillcolor="#ffffff", label=<store x := 1<br/><font point-size="7" color="#888888">line 3</font>>];
    e1 [style="filled", color="#555555", fillcolor="#ffffff", label=<store x := 1<br/><font point-size="7" color="#888888">line 3</font>>];
  }
  subgraph cluster_1 {
    graph [style="rounded", color="#cccccc", label=<<b>b</b>>];
    e2 [style="filled,rounded", color="#6f94c8", fillcolor="#eef4fc", label=<load x = 0<br/><font point-size="7" color="#888888">line 6</font>>];
    e3 [style="filled,rounded", color="#6f94c8", fillcolor="#eef4fc", label=<load x = 1<br/><font point-size="7" color="#888888">line 6</font>>];
  }
  // rows: causal depth
  { rank=same; e0; e2; }
  { rank=same; e1; e3; }
  // program order
  edge [color="#222222", penwidth=2, weight=100];
  // other causes, as transitive reduction
  edge [color="#3b6fc4", penwidth=1, weight=1];
  e0 -> e3;
  e2 -> e1;
  // immediate conflicts
  edge [color="#d03030", style=dashed, dir=none, constraint=false];
  e0 -> e2;
}
)");
}

TEST(Dot, DrawsTheTransitiveReductionAndTheImmediateConflictsOfRandomPrograms) {
  const std::uint64_t seed = seed_of_random_tests();
  std::size_t compared = 0;
  for (const oracle::Family family : oracle::all_families()) {
    for (std::uint64_t i = 0; i < 8; ++i) {
      const oracle::Program program = oracle::random_program(family, seed * 1000 + i);
      SCOPED_TRACE(program.name);
      Options options = without_pruning();
      options.max_traces = 8;
      const ModelRun run(to_model_text(program), nullptr, options);
      const std::vector<EventId> events = run.all_events();
      if (events.size() > 150) continue;  // the naive definitions are cubic
      ++compared;
      expect_naive_edges(run.structure(), events, dot_of(run.explorer()));
      if (testing::Test::HasFailure()) FAIL() << to_model_text(program);
    }
  }
  EXPECT_GT(compared, 100u);
}

TEST(Dot, DrawsATraceWithoutConflicts) {
  const ModelRun run("mutex m; thread t[2] { lock(m); unlock(m); }", [](const Qpor& explorer, bool) {
    const std::vector<EventId> trail = trail_of(explorer);
    const std::string dot = dot_of(explorer, trail);
    expect_naive_edges(explorer.structure(), trail, dot);
    EXPECT_EQ(read_edges(dot).conflicts.size(), 0u);
    EXPECT_EQ(dot.find("immediate conflict<"), std::string::npos) << "the legend explains what does not occur";
    EXPECT_EQ(dot.find("#fff3c4"), std::string::npos) << "everything is in C, so nothing stands out";
  });
}

TEST(Dot, MarksTheConfigurationWithinTheUnfolding) {
  std::vector<std::size_t> marked;
  const ModelRun run("var x; thread a { x = 1; } thread b { x; }", [&](const Qpor& explorer, bool) {
    const std::string dot = dot_of(explorer, DotOptions{400, false, ""});
    std::size_t count = 0;
    for (std::size_t at = dot.find("#fff3c4"); at != std::string::npos; at = dot.find("#fff3c4", at + 1)) ++count;
    marked.push_back(count);
  });
  EXPECT_EQ(marked, (std::vector<std::size_t>{0, 2}));  // at the first trace there is nothing else yet
}

TEST(Dot, IsTheSameWhateverTheOrderOfExploration) {
  const std::string model =
      "var x, y; mutex m;\n"
      "proc p() { lock(m); x = 1; unlock(m); }\n"
      "thread a { create p(); y; lock(m); unlock(m); }\n"
      "thread b { create p(); y = 1; x; }\n";
  Options optimal = without_pruning();
  optimal.max_traces = kUnlimited;
  Options partial = without_pruning();
  partial.alt = AltKind::Partial;
  partial.k = 1;
  partial.spike_order = SpikeOrder::NewestFirst;
  partial.cover_most_first = false;
  partial.wide_spikes = false;
  const ModelRun first(model, nullptr, optimal);
  const ModelRun second(model, nullptr, partial);
  std::vector<EventId> ids = first.all_events();
  ASSERT_EQ(first.structure().size(), second.structure().size());
  EXPECT_EQ(dot_of(first.explorer()), dot_of(second.explorer()));
  std::reverse(ids.begin(), ids.end());
  EXPECT_EQ(dot_of(first.explorer()), dot_of(first.explorer(), ids));
}

TEST(Dot, SaysWhatTheCapLeftOutAndKeepsTheRestCausallyClosed) {
  const ModelRun run("const N = 4; mutex f[N]; thread p[N](i) { lock(f[i]); lock(f[(i + 1) % N]); unlock(f[i]); }");
  const std::size_t all = run.all_events().size();
  for (std::size_t cap = 0; cap <= all + 1; cap += 3) {
    DotOptions options;
    options.max_events = cap;
    std::ostringstream out;
    const std::size_t left_out = run.explorer().write_dot(out, options);
    const Edges edges = read_edges(out.str());
    EXPECT_EQ(edges.nodes, std::min(cap, all));
    EXPECT_EQ(left_out, all - edges.nodes);
    const std::string note = std::to_string(left_out) + " of " + std::to_string(all) + " events left out";
    // Once in a comment and once on the picture.
    const std::size_t first = out.str().find(note);
    EXPECT_EQ(first != std::string::npos && out.str().find(note, first + 1) != std::string::npos, left_out > 0);
  }
}

TEST(Dot, UnderACapDrawsEveryCauseOfWhatItDraws) {
  const ModelRun run("var x, y; thread a { x = 1; y = 2; x; } thread b { y; x = 3; y = 4; }");
  const EventStructure& structure = run.structure();
  const std::vector<EventId> all = run.all_events();
  // The events below each depth, in any order: what a cap at that number must give.
  std::map<std::size_t, std::vector<EventId>> by_depth;
  for (const EventId event : all) by_depth[causal_depth(structure, event)].push_back(event);
  std::vector<EventId> kept;
  for (const auto& [depth, events] : by_depth) {
    kept.insert(kept.end(), events.begin(), events.end());
    DotOptions options;
    options.max_events = kept.size();
    expect_naive_edges(structure, kept, dot_of(run.explorer(), options));
  }
  EXPECT_EQ(kept.size(), all.size());
}

TEST(Dot, PutsEveryEventIntoTheRowOfItsDepth) {
  const ModelRun run("var x; thread a { x = 1; x = 2; }", nullptr);
  EXPECT_NE(dot_of(run.explorer()).find("  { rank=same; e0; }\n  { rank=same; e1; }\n"), std::string::npos);
}

TEST(Dot, IsRenderedByGraphvizWithoutAWarning) {
  const std::vector<std::string> models = {
      "thread idle { }",
      "const N = 3; var x[N], i; thread w[N](n) { x[n] = 7 + n; } thread c { i = 1; i = 2; } thread m { x[i] = 0; }",
      "const N = 3; mutex f[N]; thread p[N](i) { lock(f[i]); lock(f[(i + 1) % N]); unlock(f[i]); }",
      "mutex m; cond c; var d; proc w() { lock(m); d = 1; broadcast(c); unlock(m); }\n"
      "thread t { local h = create w(); lock(m); while (d == 0) { wait(c, m); } unlock(m); join(h); }",
      "barrier b(2); var x; thread t[2] { arrive(b); cas(x, 0, 1); fetch_add(x, 2); exchange(x, 5); }",
      "sem s = 1; rwlock l; cond c; thread t[2] { tryacquire(s); tryrdlock(l); timedawait(c); choose(2); }",
  };
  for (const std::string& model : models) {
    const ModelRun run(model);
    EXPECT_EQ(complaints_of_graphviz(dot_of(run.explorer())), "") << model;
  }
}

TEST(Dot, EscapesWhateverTheTitleHolds) {
  const ModelRun run("var x; thread a { x = 1; }");
  DotOptions options;
  options.title = "<b>\"x\" & \\N y</b>\n\x01 \xff \xc3\xa9 \xc3";
  const std::string dot = dot_of(run.explorer(), options);
  EXPECT_NE(dot.find("<b>&lt;b&gt;&quot;x&quot; &amp; \\N y&lt;/b&gt;   ? \xc3\xa9 ?</b>"), std::string::npos) << dot;
  EXPECT_EQ(complaints_of_graphviz(dot), "");
}

TEST(EventText, NamesOperationObjectAndOutcome) {
  const ModelRun run(
      "var x = 3; mutex m; sem s = 1; rwlock l; cond c;\n"
      "proc p() { return; }\n"
      "thread t { x; x = 4; fetch_add(x, 2); exchange(x, 9); cas(x, 9, 1); cas(x, 9, 2); lock(m); trylock(m);\n"
      "  value(s); tryacquire(s); tryacquire(s); tryrdlock(l); trywrlock(l); signal(c); broadcast(c); timedawait(c);\n"
      "  local h = create p(); join(h); choose(2); }\n",
      [](const Qpor& explorer, bool) {
        std::vector<std::string> texts;
        for (const EventId event : trail_of(explorer)) {
          if (index(explorer.structure()[event].thread) == 0) texts.push_back(event_text(explorer.structure(), event));
        }
        ASSERT_EQ(texts.size(), 20u);
        texts.resize(17);
        const std::vector<std::string> expected = {
            "load x = 3",         "store x := 4", "fetch_add x 4 -> 6", "exchange x 6 -> 9", "cas x 9 -> 1",
            "cas x 9 -> 2 fails", "lock m",       "trylock m fails",    "value s = 1",       "tryacquire s",
            "tryacquire s fails", "tryrdlock l",  "trywrlock l fails",  "signal c lost",     "broadcast c lost",
            "enqueue c",          "timeout c"};
        EXPECT_EQ(texts, expected);
      });
}

TEST(EventText, NamesTheThreadsThatASignalWakes) {
  std::set<std::string> texts;
  const ModelRun run("cond c; thread w[2] { await(c); } thread s { signal(c); broadcast(c); }");
  for (const EventId event : run.all_events()) texts.insert(event_text(run.structure(), event));
  for (const char* text : {"signal c lost", "signal c -> w[0]", "signal c -> w[1]", "broadcast c lost",
                           "broadcast c -> w[0]", "broadcast c -> w[1]", "broadcast c -> w[0], w[1]", "wake c"}) {
    EXPECT_TRUE(texts.contains(text)) << text;
  }
}

}  // namespace
}  // namespace qpor::engine
