// The one place that knows every algorithm.

#include <stdexcept>
#include <string>

#include "engine/explorer.h"
#include "engine/qpor/explore.h"

namespace qpor::engine {

std::unique_ptr<Explorer> make_explorer(Executor& executor, const Options& options, Observer* observer) {
  switch (options.algorithm) {
    case Algorithm::Qpor: return std::make_unique<Qpor>(executor, options, observer);
    default: break;
  }
  throw std::invalid_argument("the algorithm " + std::string(text_of(options.algorithm)) + " is not there yet");
}

}  // namespace qpor::engine
