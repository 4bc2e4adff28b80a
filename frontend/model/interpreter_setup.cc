// Shows the program's objects and threads to the vocabulary, once, and brings the threads to their beginning.

#include <cassert>
#include <utility>

#include "frontend/model/interpreter.h"

namespace qpor::frontend::model {

using engine::index;
using engine::kNoOperation;
using engine::kNoThread;
using engine::ObjectId;
using engine::ThreadId;

Interpreter::Interpreter(std::shared_ptr<const Program> program) : program_(std::move(program)) {}

void Interpreter::start(engine::Vocabulary& vocabulary) {
  if (knows(vocabulary)) return rewind(0);
  vocabulary_ = &vocabulary;
  threads_.clear();
  slots_.clear();
  steps_.clear();
  log_.clear();
  handles_.clear();
  pending_.clear();
  constant_ids_.assign(program_->visibles.size(), kNoOperation);
  cache_.assign(kCacheLines, {});
  show_objects();
  begin_initial_threads();
  shown_objects_ = vocabulary.objects.size();
  shown_threads_ = vocabulary.threads.size();
  shown_operations_ = vocabulary.operations.size();
}

// The same tables as at the last start, and not others at the same address.
bool Interpreter::knows(const engine::Vocabulary& vocabulary) const {
  return vocabulary_ == &vocabulary && vocabulary.objects.size() >= shown_objects_ &&
         vocabulary.threads.size() >= shown_threads_ && vocabulary.operations.size() >= shown_operations_;
}

void Interpreter::show_objects() {
  objects_.clear();
  for (const ObjectDeclaration& each : program_->objects) {
    for (std::uint32_t i = 0; i < each.count; ++i) {
      objects_.push_back(vocabulary_->objects.intern({each.kind, engine::kNoThread, objects_.size()}, [&] {
        std::string name = each.is_array ? each.name + "[" + std::to_string(i) + "]" : each.name;
        const std::uint64_t hash = engine::hash_of(name);
        return engine::Object{each.kind, std::move(name), hash, each.initial, each.parameter};
      }));
    }
  }
}

// All have their ids before the first of them shows a child.
void Interpreter::begin_initial_threads() {
  std::vector<ThreadId> ids;
  ids.reserve(program_->thread_count);
  for (std::uint32_t code = 0; code < program_->codes.size(); ++code) {
    const Code& each = program_->codes[code];
    for (std::uint32_t i = 0; i < each.instances; ++i) {
      const std::string name = each.is_array ? each.name + "[" + std::to_string(i) + "]" : each.name;
      const auto ordinal = static_cast<std::uint32_t>(ids.size());
      ids.push_back(vocabulary_->threads.intern(kNoThread, ordinal, name));
      Value* const frame = new_frame(ids.back(), code);
      if (each.parameters > 0) frame[0] = i;
    }
  }
  for (const ThreadId thread : ids) run(thread, program_->codes[threads_[index(thread)].code].entry);
}

Value* Interpreter::new_frame(ThreadId thread, std::uint32_t code) {
  if (index(thread) >= threads_.size()) {
    threads_.resize(index(thread) + 1);
    pending_.resize(index(thread) + 1, kNoOperation);
  }
  ThreadState& state = threads_[index(thread)];
  state.code = code;
  const std::size_t size = program_->codes[code].frame_size;
  if (state.capacity < size) {  // its first frame, or the first of this code
    state.frame = slots_.size();
    state.capacity = size;
    slots_.resize(slots_.size() + size);
  }
  return slots_.data() + state.frame;
}

ThreadId Interpreter::child_of(ThreadId creator, std::uint32_t ordinal, const Code& code) {
  std::vector<ThreadId>& children = threads_[index(creator)].children;
  if (ordinal < children.size()) return children[ordinal];
  assert(ordinal == children.size());
  // A long line of ancestors is cut short, or names would take quadratic room.
  constexpr std::size_t kLongestCreatorName = 64;
  const std::string& full = vocabulary_->threads[creator].name;
  const std::string name = full.size() <= kLongestCreatorName ? full : "#" + std::to_string(index(creator));
  const ThreadId child =
      vocabulary_->threads.intern(creator, ordinal, code.name + "@" + name + "." + std::to_string(ordinal));
  const auto handle = static_cast<Value>(vocabulary_->threads[child].name_hash >> 1 | 1);
  [[maybe_unused]] const bool is_new = handles_.try_emplace(handle, child).second;
  assert(is_new);
  children.push_back(child);
  return child;
}

ObjectId Interpreter::choice_object(ThreadId thread) {
  ThreadState& state = threads_[index(thread)];
  if (state.choice == engine::kNoObject) {
    const engine::Thread& shown = vocabulary_->threads[thread];
    state.choice = vocabulary_->objects.intern({engine::ObjectKind::Choice, thread}, [&] {
      // The hash of the thread rather than of its name, which may be cut short.
      const std::uint64_t hash = engine::fold(engine::hash_of("choice"), shown.name_hash);
      return engine::Object{engine::ObjectKind::Choice, "choice@" + shown.name, hash, 0, 0};
    });
  }
  return state.choice;
}

}  // namespace qpor::frontend::model
