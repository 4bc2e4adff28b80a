// Follows traces of a C program in the ground truth of its twin: the bridge between names of threads and operations of
// both. What has no event on one side is passed by: main, the beginning and end of initial threads, the end of what is
// done once; and variables of the model.

#pragma once

#include <string>
#include <utility>

#include "engine/execution/execution.h"
#include "tests/support/ground_truth.h"
#include "tests/support/oracle_program.h"

namespace qpor::tests {

/// The thread of the model that this one of the C program is, empty for main. main created the initial ones in order.
std::string name_in_model(const oracle::Program& program, const engine::Vocabulary& vocabulary,
                          engine::ThreadId thread);
bool is_initial(const std::string& name_in_model);

class NativeGuide {
 public:
  /// REQUIRES: the truth is complete, and both outlive the guide.
  NativeGuide(const oracle::Program& program, const oracle::GroundTruth& truth) : program_(program), truth_(truth) {}

  /// Where the trace leads, and nothing; or where the model cannot go on, and why.
  std::pair<oracle::ConfigId, std::string> follow(const engine::Execution& execution) const;

 private:
  std::string outcome_in_model(const engine::Execution& execution, std::size_t step) const;
  void pass_variables(const std::string& thread, oracle::ConfigId& here) const;
  std::string take(const std::string& thread, engine::OperationKind kind, const std::string& outcome,
                   oracle::ConfigId& here) const;

  const oracle::Program& program_;
  const oracle::GroundTruth& truth_;
};

}  // namespace qpor::tests
