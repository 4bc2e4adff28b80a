// The judge of library calls: explores the cases that tests/library_calls/generate.py has written and compares what is
// found with what is so by construction. A unit, a source file with many cases, is compiled and linked once; each of
// its cases is an exploration of its own, chosen by argv[1]. The explorations of a unit run in a child process, so that
// a case that ends the process is an answer too.

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace qpor::tests {

struct LibraryCase {
  std::string unit;                    ///< the file with it, in the folder of the manifest
  std::size_t number;                  ///< argv[1]
  std::string function;                ///< whose call it is about
  std::string expected;                ///< race, clean, out-of-bounds, use-after-free
  std::string words;                   ///< the call, and what the other thread does
  std::vector<std::string> flags;      ///< for the compiler
  std::vector<std::string> accepts;    ///< kinds of defects that are a right answer
  std::vector<std::string> options{};  ///< for the exploration, the same for all cases of a unit
};

struct LibraryAnswer {
  std::string found;  ///< clean, incomplete, crashed, or the kind of the first defect
  std::string why;    ///< its message, or the reasons of an incomplete exploration

  bool is_right(const LibraryCase& of) const;
};

/// The cases of `folder`/cases.json, all cases of a unit in a row.
std::vector<LibraryCase> read_library_cases(const std::string& folder);

/// Explores each of them, in `processes` at a time, and hands over the answers as they come.
void judge_library_cases(const std::string& folder, const std::vector<LibraryCase>& cases, unsigned processes,
                         const std::function<void(const LibraryCase&, const LibraryAnswer&)>& answered);

/// What was expected and what was found, counted.
class LibraryTally {
 public:
  void add(const LibraryCase& each, const LibraryAnswer& answer);
  std::size_t cases() const { return cases_; }
  std::size_t misses() const { return misses_; }              ///< a defect by construction, `safe`
  std::size_t false_alarms() const { return false_alarms_; }  ///< none by construction, a defect
  std::size_t unanswered() const { return wrong() - misses_ - false_alarms_; }
  std::size_t wrong() const;
  const std::map<std::string, std::size_t>& wrong_by_function() const { return wrong_by_function_; }
  std::string to_string() const;

 private:
  std::size_t cases_ = 0, misses_ = 0, false_alarms_ = 0;
  std::map<std::string, std::size_t> by_expectation_, wrong_by_function_;
};

}  // namespace qpor::tests
