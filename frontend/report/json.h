// The result for scripts: one JSON object, versioned and stable (docs/json.md).

#pragma once

#include <iosfwd>

#include <nlohmann/json.hpp>

#include "frontend/options/options.h"
#include "frontend/report/result.h"

namespace qpor::frontend {

/// Of the contract, not of qpor: raised when a member changes its meaning or goes; new members may come without.
inline constexpr int kJsonVersion = 1;

/// Keeps the order of its members.
using Json = nlohmann::ordered_json;

Json to_json(const Result& result, const Options& options);
/// Its members `options`, `statistics`, `reasons` and `assumptions`.
Json options_json(const Options& options);
/// Counters that the algorithm does not keep are null.
Json statistics_json(const Result& result, engine::Algorithm algorithm);
Json reasons_json(const std::vector<Reason>& reasons);
Json assumptions_json(const AssumptionSet& assumptions);
void write_json(std::ostream& out, const Result& result, const Options& options);

// The value of an option, one for each type in the table; null when it is not set.
Json shown(bool value);
Json shown(const Definitions& value);
Json shown(const std::optional<Depth>& value);
Json shown(engine::Algorithm value);
Json shown(engine::ThreadOrder value);
Json shown(const std::optional<engine::AltKind>& value);
Json shown(engine::SpikeOrder value);
Json shown(ColorMode value);
Json shown(Count value);
Json shown(Bound value);
Json shown(const Bytes& value);
Json shown(Seconds value);
Json shown(SkipStep value);
Json shown(const Text& value);
Json shown(const Assignments& value);
Json shown(Level value);
Json shown(const Integers& value);
Json shown(Few value);
Json shown(Percentage value);
Json shown(MemoryMode value);
Json shown(WakeOrder value);
Json shown(HeapMode value);
Json shown(BarrierOrder value);
Json shown(engine::Twins value);
Json shown(Counts value);
Json shown(Encoding value);
Json shown(GuestOutput value);
Json shown(ThreadOrder value);
Json shown(const std::optional<Policy>& value);
Json shown(const Path& value);
Json shown(const DotTrace& value);

}  // namespace qpor::frontend
