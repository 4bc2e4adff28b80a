#include "engine/qpor/unfolding_picture.h"

#include <memory>
#include <utility>
#include <vector>

#include "engine/program/dependence.h"
#include "engine/unfolding/event_text.h"
#include "engine/unfolding/immediate_conflict.h"

namespace qpor::engine {

DotGraph picture_of(const EventStructure& structure, const Configuration& configuration, const Executor& executor) {
  std::vector<EventId> events;
  for (std::size_t i = 0; i < structure.id_bound(); ++i) {
    const auto event = static_cast<EventId>(i);
    if (structure[event].is_live && structure[event].mode != Mode::Bottom) events.push_back(event);
  }
  return picture_of(structure, configuration, executor, events);
}

DotGraph picture_of(const EventStructure& structure, const Configuration& configuration, const Executor& executor,
                    std::span<const EventId> events) {
  struct Numbers {
    std::vector<EventId> events;
    std::vector<std::uint32_t> of;  // by event
  };
  const auto numbers = std::make_shared<Numbers>();
  numbers->events.assign(events.begin(), events.end());
  numbers->of.assign(structure.id_bound(), kNoIndex);
  for (std::uint32_t i = 0; i < events.size(); ++i) numbers->of[index(events[i])] = i;

  DotGraph graph;
  graph.vocabulary = &structure.vocabulary();
  for (const EventId event : events) {
    const Event& e = structure[event];
    DotGraph::Event drawn{e.thread, structure.thread_depth(event), e.mode, configuration.contains(event), e.hash, {}};
    structure.for_each_cause(event, [&](EventId cause) { drawn.causes.push_back(numbers->of[index(cause)]); });
    graph.events.push_back(std::move(drawn));
  }
  graph.text = [&structure, numbers](std::uint32_t event) { return event_text(structure, numbers->events[event]); };
  graph.location = [&structure, &executor, numbers](std::uint32_t event) {
    return executor.location(structure.operation(numbers->events[event]).site);
  };
  graph.conflicts = [&structure, numbers](std::uint32_t number) {
    std::vector<std::uint32_t> others;
    const EventId event = numbers->events[number];
    if (!is_access(structure[event].mode)) return others;
    for_each_adjacent_conflict(structure, event, [&](EventId other) {
      const std::uint32_t found = numbers->of[index(other)];
      if (found != kNoIndex && structure.in_immediate_conflict(event, other)) others.push_back(found);
    });
    return others;
  };
  return graph;
}

}  // namespace qpor::engine
