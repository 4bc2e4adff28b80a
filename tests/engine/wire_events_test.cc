// Events and positions as bytes: the same events in an unfolding that met them in another order, or not at all; bytes
// that were cut off or changed are refused; and bytes that were forged, checksum and all, at least break nothing.

#include "engine/unfolding/wire_events.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/program/wire_values.h"
#include "frontend/model/model.h"
#include "tests/engine/driver.h"
#include "tests/engine/model_run.h"
#include "tests/support/unfolding_walk.h"
#include "tests/support/wire_check.h"

#include <gtest/gtest.h>

namespace qpor::engine {
namespace {

using tests::UnfoldingWalk;

constexpr Fingerprint kProgram{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};

std::unique_ptr<Executor> executor_of(std::string_view model) {
  return frontend::model::make_executor(frontend::model::compile(model, "test.model"));
}

/// Small programs that together have every kind of cause and of translated number.
const std::vector<std::string>& models() {
  static const std::vector<std::string> all = {
      "mutex m, n; thread a { lock(m); lock(n); unlock(n); unlock(m); } thread b { lock(n); lock(m); }",
      "var x; thread a { x = 1; } thread b { local r = x; } thread c { local r = x; x = r + 1; }",
      "cond c; thread w[2] { await(c); } thread s { signal(c); broadcast(c); } thread u { signal(c); }",
      "cond c; mutex m; thread w { lock(m); local k = timedwait(c, m); unlock(m); } thread s { signal(c); }",
      "var x; proc p(n) { if (n > 0) { local h = create p(n - 1); join(h); } x = n; }\n"
      "thread one { local h = create p(1); join(h); } thread main { local h = create p(1); local i = create p(0); "
      "join(i); "
      "join(h); }",
      "barrier b(3); var x; thread t[3] { arrive(b); x = x + 1; }",
      "var x; thread a { local n = choose(3); x = n; } thread b { local n = choose(2); }",
      "sem s = 1; thread t[2] { acquire(s); post(s); } thread u { post(s); }",
      "rwlock l; thread r[2] { rdlock(l); rdunlock(l); } thread w { wrlock(l); wrunlock(l); }",
  };
  return all;
}

struct Unfolding {
  Vocabulary vocabulary;
  Semantics semantics{vocabulary};
  EventStructure structure{semantics, 2};
};

TEST(WireEvents, AreTheSameWhereverTheyAreRead) {
  tests::WireCounts counts;
  for (const std::string& model : models()) {
    SCOPED_TRACE(model);
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const auto writer = executor_of(model);
      const tests::Parcel parcel = tests::parcel_of(*writer, "model", kProgram, seed);
      ASSERT_FALSE(parcel.is_too_big);
      const auto reader = executor_of(model);
      EXPECT_EQ(tests::check_parcel(parcel, *reader, kProgram, seed + 100, counts), "");
    }
  }
  EXPECT_GT(counts.other_threads, 3u);
  EXPECT_GT(counts.other_objects, 1u);
}

TEST(WireEvents, BringTheirHistoriesAndNothingElse) {
  const auto executor = executor_of(models()[0]);
  UnfoldingWalk walk(*executor);
  walk.start();
  ASSERT_TRUE(walk.explore(1, 1000));
  for (const EventId event : walk.events()) {
    Unfolding other;
    const auto read =
        events_in(to_bytes(walk.structure, std::vector{event}, kProgram), other.structure, other.vocabulary, kProgram);
    ASSERT_TRUE(read) << read.problem;
    ASSERT_EQ(read->size(), 1u);
    EXPECT_EQ(other.structure[read->front()].hash, walk.structure[event].hash);
    std::size_t below = 0;
    for (const EventId each : walk.events()) below += walk.structure.is_below(each, event) ? 1 : 0;
    EXPECT_EQ(other.structure.size(), below);
    EXPECT_TRUE(other.structure.well_formed());
  }
}

TEST(WireEvents, OfAPositionAreInAnOrderOfExecution) {
  const auto executor = executor_of(models()[1]);
  UnfoldingWalk walk(*executor);
  walk.start();
  ASSERT_TRUE(walk.explore(1, 1000));
  for (const std::vector<EventId>& trail : walk.trails()) {
    EXPECT_TRUE(is_trail(walk.structure, trail));
    for (std::size_t i = 0; i + 1 < trail.size(); ++i) {
      std::vector<EventId> other = trail;
      std::swap(other[i], other[i + 1]);
      const bool are_ordered = walk.structure.is_below(trail[i], trail[i + 1]);
      EXPECT_EQ(is_trail(walk.structure, other), !are_ordered);
    }
  }
  // Two traces are no configuration together.
  ASSERT_GT(walk.trails().size(), 1u);
  std::vector<EventId> both = walk.trails()[0];
  for (const EventId event : walk.trails()[1]) {
    if (std::find(both.begin(), both.end(), event) == both.end()) both.push_back(event);
  }
  EXPECT_FALSE(is_trail(walk.structure, both));
}

TEST(WireEvents, OfAPositionHaveNoWriteThatMissesAReadBeforeIt) {
  const auto executor = executor_of("var x; thread a { x = 1; } thread b { local r = x; }");
  UnfoldingWalk walk(*executor);
  walk.start();
  ASSERT_TRUE(walk.explore(1, 1000));
  ASSERT_EQ(walk.events().size(), 4u);
  const auto find = [&](Mode mode, bool is_first) {
    const auto events = walk.events();
    return *std::find_if(events.begin(), events.end(), [&](EventId event) {
      const bool is_at_bottom = walk.structure[walk.structure.exclusive_predecessor(event)].mode == Mode::Bottom &&
                                walk.structure.cut_reads(walk.structure[event].place).empty();
      return walk.structure[event].mode == mode && is_at_bottom == is_first;
    });
  };
  const EventId write = find(Mode::Exclusive, true);
  const EventId read = find(Mode::Shared, true);
  EXPECT_TRUE(is_trail(walk.structure, std::vector{write, find(Mode::Shared, false)}));
  EXPECT_TRUE(is_trail(walk.structure, std::vector{read, find(Mode::Exclusive, false)}));
  EXPECT_FALSE(is_trail(walk.structure, std::vector{read, write}));
  EXPECT_FALSE(is_trail(walk.structure, std::vector{write, read}));
}

TEST(WireEvents, OfAnotherProgramAreOtherEvents) {
  // The same fingerprint, as if two processes had not started with the same file.
  const auto one = executor_of("sem s = 1; thread a { acquire(s); post(s); }");
  const auto two = executor_of("sem s = 2; thread a { acquire(s); post(s); }");
  const tests::Parcel parcel = tests::parcel_of(*one, "one", kProgram, 1);
  UnfoldingWalk walk(*two);
  walk.start();
  EXPECT_EQ(events_in(parcel.events, walk.structure, walk.vocabulary(), kProgram).problem,
            "an object is another one here");
}

// --- bytes that have changed

std::vector<std::string> messages() {
  std::vector<std::string> all;
  for (const std::string& model : models()) {
    const auto executor = executor_of(model);
    const tests::Parcel parcel = tests::parcel_of(*executor, "model", kProgram, 7);
    all.push_back(parcel.events);
    all.push_back(parcel.positions.front());
    all.push_back(parcel.schedules.front());
  }
  all.push_back(to_bytes(
      Knowledge{{{8, 4, true}, {64, 1, false}}, {{16, true, false}}, {{1, 2, 9}, {7, 1, 3}}, 5, true}, kProgram));
  return all;
}

WireKind kind_of(const std::string& message) { return static_cast<WireKind>(message[12]); }

/// What the reader of that kind says; empty when it has read a value.
std::string problem_of_message(WireKind kind, const std::string& bytes, Unfolding& into) {
  switch (kind) {
    case WireKind::Events: return events_in(bytes, into.structure, into.vocabulary, kProgram).problem;
    case WireKind::Configuration: return position_in(bytes, into.structure, into.vocabulary, kProgram).problem;
    case WireKind::Schedule: return schedule_in(bytes, kProgram).problem;
    case WireKind::Knowledge: return knowledge_in(bytes, kProgram).problem;
    case WireKind::Begin:
    case WireKind::Defect:
    case WireKind::Progress:
    case WireKind::Outcome:
    case WireKind::NoOutcome: break;
  }
  return "no kind";
}

std::string mutated(const std::string& good, std::mt19937_64& random) {
  std::string bad = good;
  const std::size_t at = random() % bad.size();
  switch (random() % 6) {
    case 0: bad.resize(at); break;
    case 1: bad[at] = static_cast<char>(bad[at] ^ 1 << random() % 8); break;
    case 2: bad[at] = static_cast<char>(random()); break;
    case 3: bad.insert(at, 1, static_cast<char>(random())); break;
    case 4: bad.erase(at, 1 + random() % 4); break;
    case 5: std::swap(bad[at], bad[random() % bad.size()]); break;
  }
  return bad;
}

bool is_one_sentence(const std::string& text) {
  return !text.empty() && text.find('\n') == std::string::npos && text.back() != '.';
}

TEST(WireMutations, AreRefusedWithOneSentence) {
  const std::vector<std::string> good = messages();
  std::mt19937_64 random(20'261'121);
  Unfolding into;
  std::set<std::string> sentences;
  for (int round = 0; round < 10'000;) {
    const std::size_t number = random() % good.size();
    const std::string bad = mutated(good[number], random);
    if (bad == good[number]) continue;
    ++round;
    const std::string problem = problem_of_message(kind_of(good[number]), bad, into);
    ASSERT_TRUE(is_one_sentence(problem)) << "message " << number << ": '" << problem << "'";
    sentences.insert(problem.substr(0, 20));
  }
  EXPECT_GE(sentences.size(), 5u);
  EXPECT_EQ(into.structure.discovered(), 0u);
  EXPECT_EQ(into.vocabulary.threads.size() + into.vocabulary.objects.size() + into.vocabulary.operations.size(), 0u);
}

std::string value_of(const std::string& message) {
  constexpr std::size_t kHeader = 37, kChecksum = 8;
  return message.substr(kHeader, message.size() - kHeader - kChecksum);
}

/// The value of a message, in an envelope of its own again.
std::string sealed_again(WireKind kind, const std::string& value) {
  WireWriter out;
  for (const char c : value) out.byte(static_cast<std::uint8_t>(c));
  return sealed(kind, kProgram, out);
}

TEST(WireEvents, OfAnotherMeaningAreRefused) {
  // The sum of the hashes stands before the size of the trail, as if the events had been others where they were
  // written.
  const std::string good = messages()[1];
  std::string value = value_of(good);
  value[value.size() - 2] = static_cast<char>(value[value.size() - 2] ^ 1);
  Unfolding into;
  EXPECT_EQ(position_in(good, into.structure, into.vocabulary, kProgram).problem, "");
  EXPECT_EQ(
      position_in(sealed_again(WireKind::Configuration, value), into.structure, into.vocabulary, kProgram).problem,
      "its events are other events here: the program does not do the same");
}

TEST(WireMutations, ThatAreForgedAreRefusedOrMakeAStructureThatIsWellFormed) {
  const std::vector<std::string> good = messages();
  std::mt19937_64 random(20'261'122);
  std::set<std::string> sentences;
  int accepted = 0;
  for (int round = 0; round < 10'000; ++round) {
    const std::size_t number = random() % good.size();
    const std::string& message = good[number];
    const std::string forged = sealed_again(kind_of(message), mutated(value_of(message), random));
    Unfolding into;
    const std::string problem = problem_of_message(kind_of(message), forged, into);
    if (problem.empty()) ++accepted;
    ASSERT_TRUE(problem.empty() || is_one_sentence(problem)) << problem;
    sentences.insert(problem);
    if (round % 4 != 0) continue;
    ASSERT_TRUE(into.structure.well_formed()) << "message " << number << ", round " << round;
  }
  EXPECT_GT(accepted, 0) << "names of threads may be any";
  EXPECT_GE(sentences.size(), 30u);
}

}  // namespace
}  // namespace qpor::engine
