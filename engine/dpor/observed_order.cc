#include "engine/dpor/observed_order.h"

#include <algorithm>
#include <cassert>

namespace qpor::engine {

// --- weak initials

void WeakInitial::advance(const Uses& uses, const Label& next) {
  if (standing_ == Standing::Out || standing_ == Standing::Initial) return;
  if (standing_ != Standing::LastStore && next.thread == label_.thread) {
    if (next != label_) {
      standing_ = Standing::Out;
    } else {
      standing_ = standing_ == Standing::Behind ? Standing::LastStore : Standing::Initial;
    }
    return;
  }
  if (use_ == Use::Nothing || next.object != label_.object) return;
  const Use use = uses.of(next);
  if (use == Use::Ordered) {
    if (are_rivals(label_, next)) standing_ = Standing::Out;
  } else if (use != Use::Nothing) {
    meet(use);
  }
}

/// Another label concerns the same variable.
void WeakInitial::meet(Use use) {
  if (standing_ == Standing::LastStore) {  // is the store read?
    standing_ = use == Use::Write ? Standing::Initial : Standing::Out;
    return;
  }
  switch (use_) {
    case Use::Read:
      if (use != Use::Read) standing_ = Standing::Out;
      break;
    case Use::Write: standing_ = use == Use::Write ? Standing::Behind : Standing::Out; break;
    default: standing_ = Standing::Out; break;
  }
}

// --- consistency

void ConsistentPath::set_v(const std::vector<Label>& v) {
  labels_ = v;
  v_size_ = v.size();
  uses_.clear();
  for (const Label& label : labels_) uses_.push_back(object_uses_.of(label));
  for (std::vector<Number>& numbers : of_thread_) numbers.clear();
  of_thread_.resize(std::max(of_thread_.size(), object_uses_.vocabulary().threads.size()));
  for (Number i = 0; i < v_size_; ++i) of_thread_[index(labels_[i].thread)].push_back(i);
  objects_.resize(std::max(objects_.size(), object_uses_.vocabulary().objects.size()));
}

/// Which label of v is each of u, if any? False: some thread does something else in u than in v.
bool ConsistentPath::number(const std::vector<Label>& u) {
  labels_.resize(v_size_);
  uses_.resize(v_size_);
  met_.assign(of_thread_.size(), 0);
  is_in_u_.assign(v_size_, false);
  u_.clear();
  for (const Label& label : u) {
    const std::vector<Number>& in_v = of_thread_[index(label.thread)];
    const std::size_t place = met_[index(label.thread)]++;
    if (place < in_v.size()) {
      if (labels_[in_v[place]] != label) return false;
      is_in_u_[in_v[place]] = true;
      u_.push_back(in_v[place]);
    } else {
      u_.push_back(static_cast<Number>(labels_.size()));
      labels_.push_back(label);
      uses_.push_back(object_uses_.of(label));
    }
  }
  return true;
}

/// The label comes next: notes what it sees of its object, from which the happens-before relation follows.
void ConsistentPath::add(Number number, std::vector<std::uint64_t>& seen) {
  seen[number] = 0;
  const Use use = uses_[number];
  if (use == Use::Nothing) return;
  const Label& label = labels_[number];
  Accessed& object = objects_[index(label.object)];
  if (object.round != round_) object = {0, 0, 0, round_};
  const std::uint64_t name = mix(number + 1);
  switch (use) {
    case Use::Ordered:
      seen[number] = label.outcome.mode == Mode::Exclusive ? object.all : object.exclusive;
      object.all += name;
      if (label.outcome.mode == Mode::Exclusive) object.exclusive += name;
      break;
    case Use::Read:
    case Use::Update: seen[number] = fold(object.last, object.exclusive); break;
    default: break;
  }
  if (use == Use::Write || use == Use::Update) {
    object.last = number + 1;
    object.exclusive += name;
  }
}

bool ConsistentPath::has(const std::vector<Label>& u) {
  if (!number(u)) return false;
  seen_in_u_first_.resize(labels_.size());
  seen_in_v_first_.resize(labels_.size());
  ++round_;
  for (const Number each : u_) add(each, seen_in_u_first_);
  for (Number i = 0; i < v_size_; ++i) {
    if (!is_in_u_[i]) add(i, seen_in_u_first_);
  }
  ++round_;
  for (Number i = 0; i < labels_.size(); ++i) add(i, seen_in_v_first_);
  return std::equal(seen_in_u_first_.begin(), seen_in_u_first_.end(), seen_in_v_first_.begin());
}

void ConsistentPath::add_rest(const std::vector<Label>& u, std::vector<Label>& rest) {
  const bool is_numbered = number(u);
  assert(is_numbered);
  static_cast<void>(is_numbered);
  for (Number i = 0; i < v_size_; ++i) {
    if (!is_in_u_[i]) rest.push_back(labels_[i]);
  }
}

}  // namespace qpor::engine
