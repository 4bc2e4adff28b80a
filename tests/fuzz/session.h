// What somebody wants of the fuzzer, and for how long it has been at it.

#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace qpor::tests {

/// Set by Ctrl-C.
inline volatile std::sig_atomic_t interrupted = 0;

struct Request {
  double minutes = std::numeric_limits<double>::infinity();
  std::uint64_t programs = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t seed = 1;
  std::string family;  ///< empty: all of them
  bool has_number = false;
  std::uint64_t number = 0;
  bool of_c = false;
  bool of_algorithms = false;
  bool lists_families = false;
  bool prints = false;
  bool plant = false;

  std::uint64_t first_number() const { return has_number ? number : seed * 1'000'000; }
  std::uint64_t most_programs() const { return has_number ? 1 : programs; }
  /// The command for one program again.
  std::string command(const std::string& of_family, std::uint64_t of_number) const;
};

/// Empty, or the argument that is wrong. The family is looked at by those who know them.
std::string parse(const std::vector<std::string_view>& arguments, Request& request);

/// Those that the request is about, none if it names one that does not exist.
template <class Family>
std::vector<Family> families_of(const Request& request, const std::vector<Family>& all) {
  std::vector<Family> chosen;
  for (const Family family : all) {
    if (request.family.empty() || name_of(family) == request.family) chosen.push_back(family);
  }
  return chosen;
}

class Session {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Session(const Request& request) : request_(request) {}

  const Request& request() const { return request_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  bool goes_on() const { return interrupted == 0 && seconds() < request_.minutes * 60; }
  /// Every 10 seconds.
  bool is_time_to_show();
  /// A line with the time and these counts.
  void show(std::string_view counts) const;
  void show_end(std::string_view counts) const;

 private:
  const Request request_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point last_shown_ = begin_;
};

// The exit code: 0 nothing found, 1 a failure, 2 there is no such family.
int fuzz_models(const Request& request);
int fuzz_c_programs(const Request& request);

}  // namespace qpor::tests
