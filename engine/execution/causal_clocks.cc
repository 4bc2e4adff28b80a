#include "engine/execution/causal_clocks.h"

#include <algorithm>
#include <utility>

#include "engine/execution/execution.h"
#include "engine/program/dependence.h"

namespace qpor::engine {

void CausalClocks::add_causes(StepIndex step, Row& row) {
  const Execution::Step& now = execution_[step];
  const Operation& operation = execution_.operation(step);
  if (index(now.thread) >= last_.size()) last_.resize(index(now.thread) + 1, kNoStep);
  row.before = std::exchange(last_[index(now.thread)], step);
  if (row.before != kNoStep) causes_.push_back(row.before);
  if (now.outcome.mode == Mode::Token) {
    const auto tokens = execution_.token_causes(now.thread, operation);
    causes_.insert(causes_.end(), tokens.begin(), tokens.end());
  }
  if (!is_access(now.outcome.mode)) return;
  if (index(operation.object) >= objects_.size()) objects_.resize(index(operation.object) + 1);
  const ObjectNow& object = objects_[index(operation.object)];
  if (object.exclusive != kNoStep) causes_.push_back(object.exclusive);
  if (now.outcome.mode == Mode::Exclusive) causes_.insert(causes_.end(), object.reads.begin(), object.reads.end());
}

void CausalClocks::access(StepIndex step, Row& row) {
  const Execution::Step& now = execution_[step];
  if (!is_access(now.outcome.mode)) return;
  row.object = execution_.operation(step).object;
  ObjectNow& object = objects_[index(row.object)];
  if (now.outcome.mode == Mode::Exclusive) {
    row.replaced = std::exchange(object.exclusive, step);
    row.ended_reads = std::exchange(object.reads, {});
    return;
  }
  const auto own = std::find_if(object.reads.begin(), object.reads.end(),
                                [&](StepIndex read) { return execution_[read].thread == now.thread; });
  if (own == object.reads.end()) {
    object.reads.push_back(step);
  } else {
    row.replaced = std::exchange(*own, step);
  }
}

void CausalClocks::push(StepIndex step) {
  Row row;
  row.thread = execution_[step].thread;
  row.begin = words_.size();
  row.width = static_cast<std::uint32_t>(execution_.vocabulary().threads.size());
  row.causes = causes_.size();
  add_causes(step, row);
  access(step, row);
  words_.resize(row.begin + row.width, 0);
  for (std::size_t i = row.causes; i < causes_.size(); ++i) {
    const Row& cause = rows_[causes_[i]];
    for (std::uint32_t thread = 0; thread < cause.width; ++thread) {
      std::uint32_t& word = words_[row.begin + thread];
      word = std::max(word, words_[cause.begin + thread]);
    }
  }
  words_[row.begin + index(execution_[step].thread)] = execution_[step].ordinal + 1;
  rows_.push_back(std::move(row));
}

void CausalClocks::pop_to(std::size_t steps) {
  while (rows_.size() > steps) {
    const auto step = static_cast<StepIndex>(rows_.size() - 1);
    Row& row = rows_.back();
    last_[index(row.thread)] = row.before;
    if (row.object != kNoObject) {
      ObjectNow& object = objects_[index(row.object)];
      if (object.exclusive == step) {
        object.exclusive = row.replaced;
        object.reads = std::move(row.ended_reads);
      } else if (row.replaced != kNoStep) {
        *std::find(object.reads.begin(), object.reads.end(), step) = row.replaced;
      } else {
        object.reads.erase(std::find(object.reads.begin(), object.reads.end(), step));
      }
    }
    causes_.resize(row.causes);
    words_.resize(row.begin);
    rows_.pop_back();
  }
}

}  // namespace qpor::engine
