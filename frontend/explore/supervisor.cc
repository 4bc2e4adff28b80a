#include "frontend/explore/supervisor.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <ctime>
#include <optional>
#include <stdexcept>
#include <utility>

#include "engine/report/message_text.h"
#include "frontend/base/usage_error.h"
#include "frontend/explore/collector.h"
#include "frontend/explore/input.h"

namespace qpor::frontend {
namespace {

using Clock = FlightRecorder::Clock;
using Stage = FlightRecorder::Stage;

double seconds_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

/// Signals that the parent waits for instead of being interrupted by them.
class WaitedSignals {
 public:
  WaitedSignals() {
    // Whoever started qpor may have it ignored; then there would be no child to wait for.
    struct sigaction usual{};
    usual.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &usual, &old_child_action_);
    sigemptyset(&set_);
    sigaddset(&set_, SIGCHLD);
    for (const int signal : {SIGINT, SIGTERM}) {
      struct sigaction action{};
      sigaction(signal, nullptr, &action);
      if (action.sa_handler != SIG_IGN) sigaddset(&set_, signal);  // as under nohup: it stays so
    }
    sigprocmask(SIG_BLOCK, &set_, &old_mask_);
  }
  ~WaitedSignals() { restore(); }
  WaitedSignals(const WaitedSignals&) = delete;
  WaitedSignals& operator=(const WaitedSignals&) = delete;

  /// As they were; the child does so by itself.
  void restore() const {
    sigaction(SIGCHLD, &old_child_action_, nullptr);
    sigprocmask(SIG_SETMASK, &old_mask_, nullptr);
  }

  /// The next of them, or 0 after so many seconds.
  int wait(double seconds) const {
    const double whole = std::floor(seconds);
    const timespec time{static_cast<time_t>(whole), static_cast<long>((seconds - whole) * 1e9)};
    const int signal = sigtimedwait(&set_, nullptr, &time);
    return signal > 0 ? signal : 0;
  }

 private:
  sigset_t set_{};
  sigset_t old_mask_{};
  struct sigaction old_child_action_{};
};

std::string name_of_signal(int signal) {
  const char* const name = sigabbrev_np(signal);
  const std::string text = name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(signal);
  const char* const meaning = sigdescr_np(signal);
  return meaning != nullptr ? text + " (" + meaning + ")" : text;
}

/// The parent's wait for one child.
class Watch {
 public:
  Watch(pid_t child, FlightRecorder& recorder, double timeout, const WaitedSignals& signals)
      : child_(child), recorder_(recorder), timeout_(timeout), signals_(signals) {}

  ChildEnd wait(const std::function<void()>& listen) {
    for (;;) {
      if (std::optional<ChildEnd> end = look()) return *end;
      const int signal = signals_.wait(seconds_to_wait());
      listen();
      if (signal == SIGINT || signal == SIGTERM) on_wish_to_end();
      if (seconds_left() <= 0) kill_for(ChildEnd::Kind::TimedOut);
    }
  }

 private:
  std::optional<ChildEnd> look() {
    int status = 0;
    rusage usage{};
    const pid_t got = wait4(child_, &status, WNOHANG, &usage);
    if (got == 0 || (got < 0 && errno == EINTR)) return std::nullopt;
    if (got < 0) throw std::runtime_error(std::string("lost its child process: ") + std::strerror(errno));
    ChildEnd end;
    end.peak_memory_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // Linux counts in KiB
    const bool is_exit = WIFEXITED(status);
    if (is_exit && recorder_.stage() == Stage::Finished) {
      end.kind = ChildEnd::Kind::Orderly;
      end.exit_code = WEXITSTATUS(status);
      return end;
    }
    end.how = is_exit ? "ended with exit status " : "was killed by ";
    if (is_exit) {
      end.how << engine::Number{WEXITSTATUS(status)};
    } else {
      end.how << engine::NamePart{name_of_signal(WTERMSIG(status))};
    }
    end.was_killed = !is_exit && WTERMSIG(status) == SIGKILL;
    const bool is_wish = !is_exit && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM);
    end.kind = killed_for_.value_or(is_wish ? ChildEnd::Kind::Interrupted : ChildEnd::Kind::Died);
    // The reader of our output has gone: the usual end of a command, and nobody to tell it to.
    if (!is_exit && WTERMSIG(status) == SIGPIPE && recorder_.stage() == Stage::Reporting) {
      std::signal(SIGPIPE, SIG_DFL);
      std::raise(SIGPIPE);
    }
    return end;
  }

  void on_wish_to_end() {
    const Clock::time_point now = Clock::now();
    if (!wish_) {
      wish_ = now;
      recorder_.ask_for_end();
    } else if (seconds_between(*wish_, now) > kOneWish) {
      kill_for(ChildEnd::Kind::Interrupted);
    }
  }

  void kill_for(ChildEnd::Kind kind) {
    if (killed_for_) return;
    killed_for_ = kind;
    kill(child_, SIGKILL);
  }

  /// Until the child is late. Loading has its time, and whoever waits for a report may read slowly.
  double seconds_left() const {
    const Stage stage = recorder_.stage();
    if ((stage != Stage::Loading && stage != Stage::Exploring) || killed_for_) return kLong;
    const Clock::time_point now = Clock::now();
    const Clock::time_point begin = stage == Stage::Exploring ? recorder_.began(fork_) : now;
    return timeout_ + (recorder_.is_in_program() ? kGrace : kSearchGrace) - seconds_between(begin, now);
  }
  /// Now and then, for the child may have come to another stage.
  double seconds_to_wait() const { return std::isinf(timeout_) ? kLong : std::clamp(seconds_left(), 0.001, 1.0); }

  static constexpr double kLong = 3600;

  const pid_t child_;
  FlightRecorder& recorder_;
  const double timeout_;
  const WaitedSignals& signals_;
  const Clock::time_point fork_ = Clock::now();
  std::optional<Clock::time_point> wish_;
  std::optional<ChildEnd::Kind> killed_for_;
};

[[noreturn]] void be_child(pid_t parent, const WaitedSignals& signals, FlightRecorder& recorder,
                           const std::function<int()>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(static_cast<int>(ExitCode::Internal));  // it died before that took effect
  signals.restore();
  const int code = work();
  recorder.set_stage(Stage::Finished);
  _exit(code);
}

Reason reason_for(const ChildEnd& end, const FlightRecord& record, Stage stage, const Options& options) {
  switch (end.kind) {
    case ChildEnd::Kind::TimedOut: {
      const bool is_search = record.running_thread.empty();
      return timeout_reason(options, is_search ? ReasonKind::SearchHangs : ReasonKind::ProgramHangs);
    }
    case ChildEnd::Kind::Interrupted: return {ReasonKind::Interrupted};
    case ChildEnd::Kind::Orderly:
    case ChildEnd::Kind::Died: break;
  }
  engine::Message how = end.how;
  if (!record.running_thread.empty()) {
    how << " while " << engine::ThreadName{record.running_thread} << " ran";
  } else {
    how << (stage == Stage::Loading ? " before the program ran" : " outside of the program");
  }
  return {ReasonKind::ProcessDied, {std::move(how)}};
}

}  // namespace

ChildEnd run_in_child(FlightRecorder& recorder, double timeout_seconds, const std::function<int()>& work,
                      const std::function<void()>& listen) {
  const WaitedSignals signals;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::string("cannot fork: ") + std::strerror(errno));
  if (child == 0) be_child(parent, signals, recorder, work);
  return Watch(child, recorder, timeout_seconds, signals).wait(listen);
}

void refuse_corrupt_input(const ChildEnd& end, const FlightRecorder& recorder,
                          const std::vector<std::string>& programs) {
  const bool broke = end.kind == ChildEnd::Kind::Died && !end.was_killed;
  if (!broke || recorder.stage() != Stage::Loading) return;
  const bool reads_llvm = std::any_of(programs.begin(), programs.end(), [](const std::string& path) {
    return path.ends_with(".bc") || path.ends_with(".ll") || path.ends_with(".o");
  });
  if (!reads_llvm) return;
  throw UsageError("cannot use " + in_quotes(programs.front()) + ": the process that loads it " +
                   engine::text_of(end.how) + "; the file is probably corrupt");
}

Result result_of(const ChildEnd& end, const FlightRecorder& recorder, const std::string& program,
                 const Options& options) {
  FlightRecord record = recorder.read();
  Result result;
  result.program = program;
  result.looked_for = looked_for(options);
  result.statistics = record.statistics;
  result.trace_set_hash = record.trace_set_hash;
  result.peak_memory_bytes = end.peak_memory_bytes;
  result.lost_defects = record.defects;
  result.has_internal_error = end.kind == ChildEnd::Kind::Died;
  result.incomplete_reasons.push_back(reason_for(end, record, recorder.stage(), options));
  if (recorder.stage() != Stage::Loading) result.last_run = std::move(record.run);
  return result;
}

}  // namespace qpor::frontend
