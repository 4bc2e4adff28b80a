#include "engine/qpor/event_explorer.h"

#include <algorithm>

#include "engine/qpor/unfolding_picture.h"
#include "engine/report/dot.h"
#include "engine/unfolding/tree_shape.h"

namespace qpor::engine {

EventExplorer::EventExplorer(Executor& executor, const Options& options, Observer* observer)
    : Explorer(executor, options, observer),
      structure_(execution_.semantics(), options.skip_step, options.graft_always),
      configuration_(structure_),
      causality_(configuration_),
      layers_(configuration_) {
  execution_.set_causality(causality_);
  if (options.exclusive_counts) {
    structure_.count_nothing();
  } else {
    execution_.set_layer_rule(layers_);
  }
}

std::uint32_t TreeCausality::events_below(StepIndex step, ThreadId thread) const {
  const EventStructure& structure = configuration_.structure();
  const EventId last = structure.last_of_thread(configuration_[step], thread);
  return last == kNoEvent ? 0 : structure.thread_depth(last) + 1;
}

void EventLayers::settle(ThreadId thread, const Operation& operation, Outcomes& outcomes) const {
  const EventStructure& structure = configuration_.structure();
  if (operation.kind != OperationKind::AtomicCount && !structure.is_counted(operation.object)) return;
  const CutView here = configuration_.cut(operation.object);
  structure.settle_modes(thread, configuration_.last_of_thread(thread), operation, here.exclusive, here.reads,
                         outcomes);
}

EventId next_token(Configuration& configuration, const Execution& execution, ThreadId thread, OperationId operation) {
  boost::container::small_vector<EventId, 8> causes;
  for (const StepIndex cause : execution.token_causes(thread, execution.vocabulary().operations[operation])) {
    causes.push_back(configuration[cause]);
  }
  return configuration.next_event(thread, operation, {kPlainOutcome, Mode::Token}, {causes.data(), causes.size()});
}

std::size_t EventExplorer::write_dot(std::ostream& out, const DotOptions& options) const {
  return engine::write_dot(out, picture_of(structure_, configuration_, executor()), options);
}

std::unique_ptr<TreeShapes> EventExplorer::tree_shapes() const {
  return std::make_unique<TreeShapes>(engine::tree_shapes(structure_));
}

void EventExplorer::note_figures() {
  Statistics& statistics = execution_.statistics;
  const auto raise = [](std::uint64_t& peak, std::uint64_t value) { peak = std::max(peak, value); };
  raise(statistics.peak_events, structure_.size());
  statistics.threads = vocabulary().threads.size();
  statistics.objects = vocabulary().objects.size();
  statistics.events = structure_.discovered();
}

}  // namespace qpor::engine
