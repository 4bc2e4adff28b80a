#include "frontend/base/figures.h"

#include <cstdio>

namespace qpor::frontend {

std::string counted(std::uint64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

std::string listed(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  }
  return text;
}

std::string decimals(double value, int places, const char* unit) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f %s", places, value, unit);
  return text;
}

std::string duration(double seconds) {
  return seconds < 1 ? decimals(seconds * 1e3, 2, "ms") : decimals(seconds, 1, "s");
}

std::string megabytes(std::uint64_t bytes) { return decimals(static_cast<double>(bytes) / 1e6, 1, "MB"); }

}  // namespace qpor::frontend
