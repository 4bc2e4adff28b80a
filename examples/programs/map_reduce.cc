// expect: verdict=safe traces=0 deadlocks=0
// expect-bug: verdict=defect kind=deadlock line=0
//
// Map and reduce with std::async: each chunk of a text is mapped by a task, which adds its counts to an index of all
// words. The words that do not count are loaded by another task meanwhile; all mappers wait for the same future of it.
//
// With -DBUG=1 the reducer locks the index before it waits for the mappers, which need it to finish. If a mapper has
// not added its counts by then, the two wait for each other.

#include <cassert>
#include <cstddef>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#ifndef CHUNKS
#define CHUNKS 2
#endif

using Words = std::set<std::string>;

class Index {
 public:
  using Counts = std::map<std::string, int>;

  void add(const Counts& counts) {
    const std::lock_guard lock(mutex_);
    for (const auto& [word, count] : counts) counts_[word] += count;
  }

  /// Words that are in the index when all mappers have ended, and how many they have seen in all.
  std::pair<std::size_t, int> reduce(std::vector<std::future<int>>& mappers) {
#ifdef BUG
    const std::lock_guard lock(mutex_);
#endif
    int seen = 0;
    for (std::future<int>& mapper : mappers) seen += mapper.get();
#ifndef BUG
    const std::lock_guard lock(mutex_);
#endif
    return {counts_.size(), seen};
  }

 private:
  std::mutex mutex_;
  Counts counts_;
};

/// Adds the words of a text to the index, and returns how many there were.
int map_chunk(const std::string& text, const std::shared_future<Words>& ignored, Index& index) {
  Index::Counts counts;
  int seen = 0;
  std::istringstream in(text);
  for (std::string word; in >> word; ++seen) {
    if (ignored.get().count(word) == 0) ++counts[word];
  }
  index.add(counts);
  return seen;
}

int main() {
  const std::vector<std::string> texts = {"the lock and the key", "a key of the lock", "the door"};
  const std::shared_future<Words> ignored =
      std::async(std::launch::async, [] { return Words{"a", "and", "of", "the"}; });
  Index index;
  std::vector<std::future<int>> mappers;
  for (std::size_t i = 0; i < CHUNKS; ++i) {
    mappers.push_back(std::async(std::launch::async, [&index, ignored, &text = texts[i % texts.size()]] {
      return map_chunk(text, ignored, index);
    }));
  }
  const auto [words, seen] = index.reduce(mappers);
  assert(words == (CHUNKS < 3 ? 2u : 3u));
  assert(seen >= CHUNKS * 2);
}
