// expect: verdict=safe traces=18 deadlocks=0
// expect-bug: verdict=defect kind=data-race line=79
//
// A rate limiter for a server that would rather refuse a request than be late. Two limits: a counting semaphore for the
// requests under way, and a bucket of tokens for the requests per second. Whatever a request waits for, it waits only
// for a while: the semaphore and the mutex are both taken with a time limit.
//
// With -DBUG=1 nobody looks whether the mutex was had in time. A request that waited in vain goes on as if it had the
// mutex and in the end unlocks what another thread has locked.

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <mutex>
#include <semaphore>
#include <thread>
#include <utility>
#include <vector>

#ifndef REQUESTS
#define REQUESTS 2
#endif
#ifndef AT_ONCE
#define AT_ONCE 1
#endif
#ifndef REFILLS
#define REFILLS 1
#endif

using Patience = std::chrono::milliseconds;

class RateLimiter {
 public:
  /// An admitted request, until its end.
  class Admission {
   public:
    explicit Admission(RateLimiter* limiter) : limiter_(limiter) {}
    Admission(Admission&& other) noexcept : limiter_(std::exchange(other.limiter_, nullptr)) {}
    Admission& operator=(Admission&&) = delete;
    ~Admission() {
      if (limiter_ != nullptr) limiter_->under_way_.release();
    }
    explicit operator bool() const { return limiter_ != nullptr; }

   private:
    RateLimiter* limiter_;
  };

  RateLimiter(std::ptrdiff_t at_once, int most_tokens) : under_way_(at_once), most_tokens_(most_tokens) {}

  /// An empty Admission if the server is too busy.
  Admission admit(Patience patience) {
    if (!under_way_.try_acquire_for(patience)) return Admission(nullptr);
    Admission admission(this);
    return take_token(patience) ? std::move(admission) : Admission(nullptr);
  }

  /// Called by a clock.
  void refill(int tokens) {
    const std::lock_guard lock(mutex_);
    tokens_ = std::min(tokens_ + tokens, most_tokens_);
  }

  int tokens() {
    const std::lock_guard lock(mutex_);
    return tokens_;
  }

 private:
  bool take_token(Patience patience) {
#ifdef BUG
    static_cast<void>(mutex_.try_lock_for(patience));
#else
    if (!mutex_.try_lock_for(patience)) return false;
#endif
    const std::lock_guard lock(mutex_, std::adopt_lock);
    if (tokens_ == 0) return false;
    --tokens_;
    return true;
  }

  std::counting_semaphore<> under_way_;  // how many more may be
  std::timed_mutex mutex_;
  int tokens_ = 1;
  const int most_tokens_;
};

int main() {
  RateLimiter limiter(AT_ONCE, 1 + REFILLS);
  bool admitted[REQUESTS] = {};
  {
    std::vector<std::jthread> requests;
    for (int i = 0; i < REQUESTS; ++i) {
      requests.emplace_back([&limiter, &mine = admitted[i]] {
        const RateLimiter::Admission admission = limiter.admit(Patience(20));
        mine = static_cast<bool>(admission);
      });
    }
    for (int i = 0; i < REFILLS; ++i) limiter.refill(1);
  }
  const auto served = std::count(std::begin(admitted), std::end(admitted), true);
  assert(served + limiter.tokens() == 1 + REFILLS);
}
