#include "frontend/explore/apart.h"

#include <algorithm>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include "frontend/base/usage_error.h"
#include "frontend/explore/supervisor.h"
#include "frontend/report/exit_code.h"

namespace qpor::frontend {
namespace {

/// What the child told. It ran the program under test, so what cannot be read is left out.
class Listener {
 public:
  explicit Listener(const Apart& how) : how_(how) {}

  void take(engine::WireKind kind, std::string_view message) {
    switch (kind) {
      case engine::WireKind::Begin:
        // What was found before a restart is not found again if the process dies before.
        if (auto begin = begin_in(message)) explorations_.push_back({*std::move(begin.value), {}, {}});
        break;
      case engine::WireKind::Defect: take_defect(message); break;
      case engine::WireKind::Progress:
        if (const auto progress = progress_in(message); progress && how_.on_progress) how_.on_progress(*progress);
        break;
      case engine::WireKind::Outcome:
        if (auto received = outcome_in(message)) outcome_ = std::move(received.value);
        break;
      case engine::WireKind::NoOutcome:
        if (auto received = no_outcome_in(message)) error_ = std::move(received.value);
        break;
      default: break;
    }
  }

  std::optional<Outcome>& outcome() { return outcome_; }
  const std::optional<NoOutcome>& error() const { return error_; }

  /// Puts what was found into the outcome of a child that died.
  void complete(Outcome& outcome) {
    const auto has_defects = [](const Exploration& each) { return !each.defects.empty(); };
    const auto last = std::find_if(explorations_.rbegin(), explorations_.rend(), has_defects);
    if (last == explorations_.rend()) {
      if (!explorations_.empty()) outcome.program = explorations_.back().begin.program;
      return;
    }
    outcome.program = last->begin.program;
    Result& result = outcome.result;
    result.knowledge = std::move(last->begin.knowledge);
    result.schedule = std::move(last->schedule);
    result.defects = std::move(last->defects);
    result.lost_defects -= std::min<std::uint64_t>(result.lost_defects, result.defects.size());
  }

 private:
  struct Exploration {
    Begin begin;
    std::vector<Defect> defects;
    engine::Schedule schedule;  ///< of the first
  };

  void take_defect(std::string_view message) {
    auto found = defect_in(message);
    if (!found || explorations_.empty()) return;
    Exploration& exploration = explorations_.back();
    if (exploration.defects.size() >= kMostDefects) return;
    if (exploration.defects.empty()) exploration.schedule = std::move(found.value->schedule);
    exploration.defects.push_back(std::move(found.value->defect));
  }

  const Apart& how_;
  std::vector<Exploration> explorations_;
  std::optional<Outcome> outcome_;
  std::optional<NoOutcome> error_;
};

/// In the child.
int explore_and_tell(const std::function<Outcome(Reporter&)>& work, Reporter& reporter) {
  try {
    reporter.end(work(reporter));
    return static_cast<int>(ExitCode::Safe);
  } catch (const UsageError& error) {
    reporter.end({NoOutcome::Kind::UsageError, error.what()});
  } catch (const std::bad_alloc&) {
    reporter.end({NoOutcome::Kind::OutOfMemory, ""});
  } catch (const std::exception& error) {
    reporter.end({NoOutcome::Kind::InternalError, error.what()});
  }
  return static_cast<int>(ExitCode::Internal);
}

[[noreturn]] void throw_again(const NoOutcome& error) {
  switch (error.kind) {
    case NoOutcome::Kind::UsageError: throw UsageError(error.sentence);
    case NoOutcome::Kind::OutOfMemory: throw std::bad_alloc();
    case NoOutcome::Kind::InternalError: break;
  }
  throw ChildError(error.sentence);
}

}  // namespace

Outcome explore_apart(const Apart& how, const std::function<Outcome(Reporter&)>& work) {
  std::optional<FlightRecorder> shared;
  std::optional<Channel> channel;
  Listener listener(how);
  const auto listen = [&] {
    channel->receive([&](engine::WireKind kind, std::string_view message) { listener.take(kind, message); });
  };
  ChildEnd end;
  try {
    shared.emplace();
    channel.emplace();
    Reporter reporter(*shared, *channel);
    end = run_in_child(*shared, how.timeout_seconds, [&] { return explore_and_tell(work, reporter); }, listen);
  } catch (const std::runtime_error& error) {
    throw NoProcess(error.what());
  }
  const FlightRecorder& recorder = *shared;
  listen();
  if (end.kind == ChildEnd::Kind::Orderly) {
    if (listener.outcome()) return *std::move(listener.outcome());
    if (listener.error()) throw_again(*listener.error());
    end.kind = ChildEnd::Kind::Died;
    end.how = "sent no result";
  }
  refuse_corrupt_input(end, recorder, how.programs);
  Outcome outcome;
  outcome.result = result_of(end, recorder, how.programs.front(), how.options);
  outcome.seconds = {outcome.result.statistics.seconds};
  listener.complete(outcome);
  return outcome;
}

}  // namespace qpor::frontend
