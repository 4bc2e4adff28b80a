#include "frontend/native/build/program.h"

#include <chrono>

namespace qpor::frontend::native {
namespace {

class Stopwatch {
 public:
  /// Milliseconds since the last call.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double result = std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
    return result;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

NativeProgram::NativeProgram(const ProgramOptions& options)
    : options_(options), region_(process_, options.machine.checks_memory) {
  Stopwatch watch;
  loaded_ = load(options.sources);
  times_.load = watch.lap();
  instrumented_ = instrument(*loaded_.module, options.sources.entry, loaded_.keeps_calls, options.instrument);
  times_.instrument = watch.lap();
  linked_ = native::link(region_, loaded_, instrumented_, options.link);
  times_.link = watch.lap();
}

std::shared_ptr<const NativeProgram> build(const ProgramOptions& options) {
  return std::make_shared<const NativeProgram>(options);
}

}  // namespace qpor::frontend::native
