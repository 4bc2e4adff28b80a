// expect: verdict=safe traces=18 deadlocks=0
// expect-bug: verdict=defect kind=deadlock line=49
//
// Map and reduce with std::async: a text is cut into chunks, and a task for each of them adds its counts to an index of
// all words. The words that do not count are loaded by another task meanwhile; all mappers wait for the same future of
// it.
//
// With -DBUG=1 the reducer locks the index before it waits for the mappers, which need it to finish. If a mapper has
// not added its counts by then, the two wait for each other.

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#ifndef CHUNKS
#define CHUNKS 3
#endif

using Words = std::set<std::string>;
using Counts = std::map<std::string, int>;

struct Summary {
  int words = 0;  // in all, also those that do not count
  std::string most_frequent;
};

class Index {
 public:
  void add(const Counts& counts) {
    const std::lock_guard lock(mutex_);
    for (const auto& [word, count] : counts) counts_[word] += count;
  }

  /// When all mappers have ended.
  Summary reduce(std::vector<std::future<int>>& mappers) {
    Summary summary;
#ifdef BUG
    const std::lock_guard lock(mutex_);
    for (std::future<int>& mapper : mappers) summary.words += mapper.get();
#else
    for (std::future<int>& mapper : mappers) summary.words += mapper.get();
    const std::lock_guard lock(mutex_);
#endif
    const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto most = std::max_element(counts_.begin(), counts_.end(), fewer);
    if (most != counts_.end()) summary.most_frequent = most->first;
    return summary;
  }

 private:
  std::mutex mutex_;
  Counts counts_;
};

/// Adds the words of a chunk to the index, and returns how many there were.
int map_chunk(std::string_view chunk, const std::shared_future<Words>& ignored, Index& index) {
  Counts counts;
  int words = 0;
  std::istringstream in{std::string(chunk)};
  for (std::string word; in >> word; ++words) ++counts[word];
  for (const std::string& word : ignored.get()) counts.erase(word);
  index.add(counts);
  return words;
}

/// At spaces, into chunks of about the same size; the last ones may be empty.
std::vector<std::string_view> cut(std::string_view text, std::size_t chunks) {
  std::vector<std::string_view> result;
  for (; chunks > 0; --chunks) {
    const std::size_t end = std::min(text.find(' ', text.size() / chunks), text.size());
    result.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return result;
}

Summary summarise(std::string_view text) {
  const std::shared_future<Words> ignored =
      std::async(std::launch::async, [] { return Words{"a", "and", "of", "the"}; });
  Index index;
  std::vector<std::future<int>> mappers;
  for (const std::string_view chunk : cut(text, CHUNKS)) {
    mappers.push_back(std::async(std::launch::async, map_chunk, chunk, std::cref(ignored), std::ref(index)));
  }
  return index.reduce(mappers);
}

int main() {
  const Summary summary = summarise("the lock and the key the door and a key of the lock of the house the key");
  assert(summary.words == 18);
  assert(summary.most_frequent == "key");
}
