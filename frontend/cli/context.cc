#include "frontend/cli/context.h"

#include <exception>
#include <new>
#include <ostream>

#include "frontend/base/usage_error.h"

namespace qpor::frontend {

int report_errors(std::ostream& err, const std::function<ExitCode()>& work) {
  ExitCode code = ExitCode::Internal;
  try {
    code = work();
  } catch (const UsageError& error) {
    err << "qpor: " << error.what() << '\n';
    code = ExitCode::Usage;
  } catch (const std::bad_alloc&) {
    err << "qpor: out of memory\n";
  } catch (const std::exception& error) {
    err << "qpor: internal error: " << error.what() << '\n';
  }
  return static_cast<int>(code);
}

}  // namespace qpor::frontend
