#include "engine/program/schedule.h"

namespace qpor::engine {

bool intern_threads(std::span<const Thread> threads, Vocabulary& vocabulary) {
  for (std::size_t i = 0; i < threads.size(); ++i) {
    const Thread& thread = threads[i];
    if (thread.creator != kNoThread && index(thread.creator) >= i) return false;
    if (index(vocabulary.threads.intern(thread.creator, thread.ordinal, thread.name)) != i) return false;
  }
  return true;
}

}  // namespace qpor::engine
