// expect: verdict=safe traces=48 deadlocks=0
// expect-bug: verdict=defect kind=deadlock line=73
//
// A pool that opens connections when they are needed, up to a limit, and lends them out. A lease gives its connection
// back when it goes out of scope, also when an exception is thrown; a connection that broke is closed instead, which
// makes room for a new one.
//
// With -DBUG=1 nobody is told when a broken connection is closed, as no connection came back. A thread that waits at
// this moment could open one, but waits for ever.

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <iterator>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#ifndef CLIENTS
#define CLIENTS 3
#endif
#ifndef CONNECTIONS
#define CONNECTIONS 1
#endif

class Connection {
 public:
  explicit Connection(int serial) : serial_(serial) {}

  /// Throws if the server hangs up, as it does on the first connection.
  void ask() {
    if (serial_ == 0) throw std::runtime_error("connection reset by peer");
  }

 private:
  int serial_;
};

class ConnectionPool {
 public:
  class Lease {
   public:
    Lease(ConnectionPool& pool, std::unique_ptr<Connection> connection)
        : pool_(pool), connection_(std::move(connection)), exceptions_(std::uncaught_exceptions()) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    /// Left by an exception: the connection is not to be trusted.
    ~Lease() {
      if (std::uncaught_exceptions() > exceptions_) {
        pool_.discard(std::move(connection_));
      } else {
        pool_.give_back(std::move(connection_));
      }
    }
    Connection* operator->() const { return connection_.get(); }

   private:
    ConnectionPool& pool_;
    std::unique_ptr<Connection> connection_;
    const int exceptions_;  // under way when the lease began
  };

  explicit ConnectionPool(std::size_t most) : most_(most) {}

  /// Waits while as many connections are lent out as there may be.
  Lease lend() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !idle_.empty() || open_ < most_; });
    if (idle_.empty()) {
      ++open_;
      return Lease(*this, std::make_unique<Connection>(opened_++));
    }
    std::unique_ptr<Connection> connection = std::move(idle_.back());
    idle_.pop_back();
    return Lease(*this, std::move(connection));
  }

  /// Connections opened so far.
  int opened() {
    const std::lock_guard lock(mutex_);
    return opened_;
  }

 private:
  void give_back(std::unique_ptr<Connection> connection) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(connection));
    changed_.notify_one();
  }

  void discard(std::unique_ptr<Connection> connection) {
    connection.reset();  // takes its time, hence not under the mutex
    const std::lock_guard lock(mutex_);
    --open_;
#ifndef BUG
    changed_.notify_one();
#endif
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::unique_ptr<Connection>> idle_;
  std::size_t open_ = 0;  // idle or lent out
  int opened_ = 0;        // ever
  const std::size_t most_;
};

/// False if the server hung up. The caller has to decide whether the request may be repeated.
bool request(ConnectionPool& pool) {
  try {
    const ConnectionPool::Lease connection = pool.lend();
    connection->ask();
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

int main() {
  ConnectionPool pool(CONNECTIONS);
  bool answered[CLIENTS] = {};
  {
    std::vector<std::jthread> clients;
    for (bool& mine : answered) clients.emplace_back([&pool, &mine] { mine = request(pool); });
  }
  // Only the first connection fails, and who had it is the only one to see that.
  assert(std::count(std::begin(answered), std::end(answered), false) == 1);
  assert(pool.opened() >= 2);
}
