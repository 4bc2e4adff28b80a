#include "tests/support/library_calls.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "engine/report/message_text.h"
#include "frontend/cli/open_input.h"
#include "frontend/explore/run.h"
#include "frontend/native/machine/executor.h"
#include "tests/support/paths.h"

namespace qpor::tests {
namespace {

using Json = nlohmann::json;

LibraryAnswer answer_of(const frontend::Result& result) {
  if (!result.defects.empty()) {
    const frontend::Defect& defect = result.defects.front();
    return {std::string(engine::text_of(defect.kind)), engine::text_of(defect.message)};
  }
  if (result.verdict() == frontend::Verdict::Safe) return {"clean", ""};
  std::string why;
  for (const std::string& reason : texts_of(result.incomplete_reasons)) why += (why.empty() ? "" : "; ") + reason;
  return {"incomplete", why};
}

/// In the child: one line for each case, from `first` on.
void explore_unit(const std::string& folder, const std::vector<LibraryCase>& cases, std::size_t first, int out) {
  const LibraryCase& front = cases.front();
  const std::string path = folder + "/" + front.unit;
  std::string flags;
  for (const std::string& each : front.flags) flags += (flags.empty() ? "" : " ") + each;
  const std::string cflags = "--cflags=-w" + (flags.empty() ? "" : " " + flags);
  const std::string input_option = "--stdin=" + folder + "/stdin";
  std::vector<const char*> words = {
      "qpor", path.c_str(), cflags.c_str(), input_option.c_str(), "--env=NAME=value", "--step-timeout=5"};
  for (const std::string& each : front.options) words.push_back(each.c_str());
  words.insert(words.end(), {"--", "0"});
  const auto tell = [out](std::size_t index, const LibraryAnswer& answer) {
    const std::string line =
        Json{index, answer.found, answer.why}.dump(-1, ' ', true, Json::error_handler_t::replace) + "\n";
    if (write(out, line.data(), line.size()) != static_cast<ssize_t>(line.size())) _exit(1);
  };
  try {
    const frontend::CommandLine line = frontend::parse(static_cast<int>(words.size()), words.data());
    frontend::Input input = frontend::open_input(line);
    for (std::size_t i = first; i < cases.size(); ++i) {
      dynamic_cast<frontend::native::NativeExecutor&>(*input.executor)
          .machine()
          .set_arguments({path, std::to_string(cases[i].number)});
      frontend::Drawing drawing;
      const LibraryAnswer answer = answer_of(frontend::run(input, line.options, drawing, nullptr));
      tell(i, answer);
      if (answer.found != "incomplete") continue;
      // the executor remembers calls that it does not control
      input = {};
      input = frontend::open_input(line);
    }
  } catch (const std::exception& error) {
    tell(first, {"error", error.what()});
    _exit(2);
  }
}

/// A unit, and the process that is at it.
class UnitJudge {
 public:
  UnitJudge(std::string folder, std::vector<LibraryCase> cases,
            const std::function<void(const LibraryCase&, const LibraryAnswer&)>& answered)
      : folder_(std::move(folder)), cases_(std::move(cases)), answered_(answered) {}

  int descriptor() const { return in_; }
  bool is_done() const { return next_ == cases_.size(); }

  void start() {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("cannot make a pipe");
    std::fflush(nullptr);
    child_ = fork();
    if (child_ < 0) throw std::runtime_error("cannot fork");
    if (child_ == 0) {
      close(ends[0]);
      explore_unit(folder_, cases_, next_, ends[1]);
      _exit(0);
    }
    close(ends[1]);
    in_ = ends[0];
  }

  /// Takes what the child has written; starts another one after its end where cases are left.
  void read_some() {
    char bytes[1 << 14];
    const ssize_t count = read(in_, bytes, sizeof bytes);
    if (count > 0) {
      text_.append(bytes, static_cast<std::size_t>(count));
      for (std::size_t end; (end = text_.find('\n')) != std::string::npos; text_.erase(0, end + 1)) {
        take(text_.substr(0, end));
      }
      return;
    }
    close(in_);
    in_ = -1;
    int status = 0;
    waitpid(child_, &status, 0);
    text_.clear();
    if (is_done()) return;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2) {  // it cannot be explored at all
      while (!is_done()) answered_(cases_[next_++], {"error", error_});
      return;
    }
    answered_(cases_[next_++], {"crashed", "the process ended with status " + std::to_string(status)});
    if (!is_done()) start();
  }

 private:
  void take(const std::string& line) {
    const Json words = Json::parse(line);
    LibraryAnswer answer{words[1], words[2]};
    if (answer.found == "error") {
      error_ = answer.why;
      return;
    }
    next_ = words[0].get<std::size_t>() + 1;
    answered_(cases_[next_ - 1], answer);
  }

  const std::string folder_;
  const std::vector<LibraryCase> cases_;
  const std::function<void(const LibraryCase&, const LibraryAnswer&)>& answered_;
  std::size_t next_ = 0;  ///< the first without an answer
  pid_t child_ = -1;
  int in_ = -1;
  std::string text_, error_;
};

}  // namespace

bool LibraryAnswer::is_right(const LibraryCase& of) const {
  return std::find(of.accepts.begin(), of.accepts.end(), found) != of.accepts.end();
}

namespace {

/// Sources are compiled once for all explorations of them; the caller's QPOR_CLANG wins.
void keep_bitcode() {
  setenv("QPOR_CLANG", (source_dir() + "/tests/support/cached-clang").c_str(), 0);
  setenv("QPOR_TEST_BITCODE", bitcode_dir().c_str(), 0);
}

}  // namespace

std::vector<LibraryCase> read_library_cases(const std::string& folder) {
  std::ifstream file(folder + "/cases.json");
  if (!file) throw std::runtime_error("there is no " + folder + "/cases.json");
  std::vector<LibraryCase> cases;
  for (const Json& each : Json::parse(file)) {
    cases.push_back({each["unit"], each["number"], each["function"], each["expected"], each["words"], each["flags"],
                     each["accepts"], each.value("options", std::vector<std::string>())});
  }
  return cases;
}

void judge_library_cases(const std::string& folder, const std::vector<LibraryCase>& cases, unsigned processes,
                         const std::function<void(const LibraryCase&, const LibraryAnswer&)>& answered) {
  keep_bitcode();
  std::vector<UnitJudge> units;
  for (std::size_t i = 0; i < cases.size();) {
    std::size_t end = i;
    while (end < cases.size() && cases[end].unit == cases[i].unit) ++end;
    units.emplace_back(
        folder, std::vector<LibraryCase>(cases.begin() + static_cast<long>(i), cases.begin() + static_cast<long>(end)),
        answered);
    i = end;
  }
  std::size_t next = 0;
  std::vector<UnitJudge*> running;
  while (next < units.size() || !running.empty()) {
    while (running.size() < processes && next < units.size()) {
      units[next].start();
      running.push_back(&units[next++]);
    }
    std::vector<pollfd> waiting;
    for (const UnitJudge* each : running) waiting.push_back({each->descriptor(), POLLIN, 0});
    poll(waiting.data(), waiting.size(), -1);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].revents != 0) running[i]->read_some();
    }
    std::erase_if(running, [](const UnitJudge* each) { return each->descriptor() < 0; });
  }
}

void LibraryTally::add(const LibraryCase& each, const LibraryAnswer& answer) {
  ++cases_;
  ++by_expectation_[each.expected];
  if (answer.is_right(each)) return;
  ++wrong_by_function_[each.function];
  if (answer.found == "clean") ++misses_;
  if (answer.found != "clean" && answer.found != "incomplete" && answer.found != "crashed" && answer.found != "error") {
    ++false_alarms_;
  }
}

std::size_t LibraryTally::wrong() const {
  std::size_t sum = 0;
  for (const auto& [function, count] : wrong_by_function_) sum += count;
  return sum;
}

std::string LibraryTally::to_string() const {
  std::ostringstream text;
  text << cases_ << " cases (";
  bool is_first = true;
  for (const auto& [expected, count] : by_expectation_) {
    text << (is_first ? "" : ", ") << count << " " << expected;
    is_first = false;
  }
  text << "): " << misses_ << " missed, " << false_alarms_ << " false alarms, " << unanswered() << " not answered";
  return text.str();
}

}  // namespace qpor::tests
