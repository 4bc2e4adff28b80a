// The one place that knows every algorithm.

#include <stdexcept>
#include <string>

#include "engine/dpor/dpor.h"
#include "engine/dpor/observers.h"
#include "engine/dpor/optimal_dpor.h"
#include "engine/dpor/source_dpor.h"
#include "engine/explorer.h"
#include "engine/qpor/explore.h"

namespace qpor::engine {

std::unique_ptr<Explorer> make_explorer(Executor& executor, const Options& options, Observer* observer) {
  switch (options.algorithm) {
    case Algorithm::Qpor: return std::make_unique<Qpor>(executor, options, observer);
    case Algorithm::Dpor: return std::make_unique<Dpor>(executor, options, observer, true);
    case Algorithm::DporNoSleep: return std::make_unique<Dpor>(executor, options, observer, false);
    case Algorithm::SourceDpor: return std::make_unique<SourceDpor>(executor, options, observer);
    case Algorithm::OptimalDpor: return std::make_unique<OptimalDpor>(executor, options, observer);
    case Algorithm::Observers: return std::make_unique<Observers>(executor, options, observer);
  }
  throw std::invalid_argument("there is no algorithm " + std::string(text_of(options.algorithm)));
}

}  // namespace qpor::engine
