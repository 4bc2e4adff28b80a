// expect: verdict=safe traces=84 deadlocks=0
// expect-bug: verdict=defect kind=assertion line=28
//
// A logger whose lines are collected in memory and written by a thread of its own, or by whoever calls flush and wants
// them to be written when it returns. Each line gets a number when it is logged, and the file has them in this order.
//
// With -DBUG=1 a flush takes the lines out of memory before it locks the file. Another flush with newer lines may be
// faster to the file: the lines are written in the wrong order.

#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#ifndef LINES
#define LINES 2
#endif

/// In place of a file.
class Sink {
 public:
  void write(int number, const std::string& text) {
    assert(number == lines_);
    size_ += text.size() + 1;
    ++lines_;
  }
  int lines() const { return lines_; }

 private:
  int lines_ = 0;
  std::size_t size_ = 0;
};

/// The mutexes are taken in the order of their declaration.
class Logger {
 public:
  Logger() : writer_([this](std::stop_token stop) { write_until(stop); }) {}
  Logger(const Logger&) = delete;
  Logger& operator=(const Logger&) = delete;

  void log(std::string text) {
    const std::lock_guard lock(lines_mutex_);
    lines_.push_back({next_number_++, std::move(text)});
    changed_.notify_one();
  }

  /// When it returns, all is written that was logged before.
  void flush() {
#ifdef BUG
    const std::vector<Line> lines = take_lines();
    const std::lock_guard lock(sink_mutex_);
#else
    const std::lock_guard lock(sink_mutex_);
    const std::vector<Line> lines = take_lines();
#endif
    for (const Line& line : lines) sink_.write(line.number, line.text);
  }

  /// Nobody may log any more. Returns how many lines were written in all.
  int close() {
    writer_.request_stop();
    writer_.join();
    return sink_.lines();
  }

 private:
  struct Line {
    int number;
    std::string text;
  };

  std::vector<Line> take_lines() {
    const std::lock_guard lock(lines_mutex_);
    return std::exchange(lines_, {});
  }

  /// False if it is the end, and nothing is left.
  bool wait_for_lines(const std::stop_token& stop) {
    std::unique_lock lock(lines_mutex_);
    changed_.wait(lock, [&] { return !lines_.empty() || stop.stop_requested(); });
    return !lines_.empty();
  }

  void write_until(std::stop_token stop) {
    // With the mutex, or the request could come between the writer's look at the token and its sleep.
    const std::stop_callback wake(stop, [this] {
      const std::lock_guard lock(lines_mutex_);
      changed_.notify_one();
    });
    while (wait_for_lines(stop)) flush();
  }

  std::mutex sink_mutex_;
  Sink sink_;
  std::mutex lines_mutex_;
  std::condition_variable changed_;
  std::vector<Line> lines_;
  int next_number_ = 0;
  std::jthread writer_;  // the last member: it ends before the others are destroyed
};

int main() {
  Logger logger;
  for (int i = 0; i < LINES; ++i) logger.log("a line of the log");
  logger.flush();
  assert(logger.close() == LINES);
}
