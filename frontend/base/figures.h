// Figures as words, the same in every report.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace qpor::frontend {

/// "1 trace", "2 traces"
std::string counted(std::uint64_t count, const std::string& what);
std::string joined(const std::vector<std::string>& parts, const char* between);
/// "k=1, k=2 and optimal"
std::string listed(const std::vector<std::string>& parts);
/// "24.1 MB"
std::string decimals(double value, int places, const char* unit);
/// "0.58 ms", "3.2 s"
std::string duration(double seconds);
/// "24.1 MB"
std::string megabytes(std::uint64_t bytes);

}  // namespace qpor::frontend
