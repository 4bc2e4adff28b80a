// expect: verdict=safe traces=54 deadlocks=0
// expect-bug: verdict=defect kind=deadlock line=92
//
// A cache under a std::shared_mutex, for something that is read often and changes rarely. Who changes the source marks
// the entry as stale, and the next reader loads it again. Each thread counts its hits in a variable of its own and adds
// them to the total when it ends.
//
// With -DBUG=1 a reader that finds a stale entry loads it again with the shared lock still held. The exclusive lock has
// to wait for all readers, this one included: it waits for itself. Only a reader that comes after the change gets
// there.

#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

#ifndef READERS
#define READERS 3
#endif

/// What the cache stands before: slow, and safe to be asked by several threads.
class Database {
 public:
  static Database& instance() {
    std::call_once(opened_, [] { database_ = new Database; });
    return *database_;
  }
  int read(const std::string& key) {
    const std::lock_guard lock(mutex_);
    return values_[key];
  }
  void write(const std::string& key, int value) {
    const std::lock_guard lock(mutex_);
    values_[key] = value;
  }

 private:
  inline static std::once_flag opened_;
  inline static Database* database_ = nullptr;  // lives as long as the program
  std::mutex mutex_;
  std::map<std::string, int> values_;
};

class HitCount {
 public:
  ~HitCount() {
    const std::lock_guard lock(total_mutex_);
    total_ += hits_;
  }
  void increment() { ++hits_; }
  /// Of the threads that have ended.
  static int total() {
    const std::lock_guard lock(total_mutex_);
    return total_;
  }

 private:
  int hits_ = 0;
  inline static std::mutex total_mutex_;
  inline static int total_ = 0;
};

thread_local HitCount hits;

class Cache {
 public:
  int get(const std::string& key) {
    std::shared_lock lock(mutex_);
    const auto found = entries_.find(key);
    if (found != entries_.end() && !found->second.is_stale) {
      hits.increment();
      return found->second.value;
    }
#ifndef BUG
    lock.unlock();
#endif
    return refresh(key);
  }

  /// To be called after a change of the source.
  void invalidate(const std::string& key) {
    const std::unique_lock lock(mutex_);
    if (const auto found = entries_.find(key); found != entries_.end()) found->second.is_stale = true;
  }

  /// Loads if need be, with the lock, so that a change cannot come between the reading and the entry, which would then
  /// be out of date and not marked.
  int refresh(const std::string& key) {
    const std::unique_lock lock(mutex_);
    Entry& entry = entries_[key];
    if (entry.is_stale) entry = {Database::instance().read(key), false};
    return entry.value;
  }

 private:
  struct Entry {
    int value = 0;
    bool is_stale = true;
  };

  std::shared_mutex mutex_;
  std::map<std::string, Entry> entries_;
};

int main() {
  Cache cache;
  Database::instance().write("limit", 10);
  cache.refresh("limit");
  int seen[READERS] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < READERS; ++i) {
    threads.emplace_back([&cache, &mine = seen[i]] { mine = cache.get("limit"); });
  }
  threads.emplace_back([&cache] {
    Database::instance().write("limit", 20);
    cache.invalidate("limit");
  });
  for (std::thread& thread : threads) thread.join();
  int old = 0;
  for (const int value : seen) {
    assert(value == 10 || value == 20);
    old += value == 10;
  }
  assert(HitCount::total() >= old);  // only a hit gives an old value
  assert(cache.refresh("limit") == 20);
}
