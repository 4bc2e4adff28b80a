#include "frontend/compare/bar_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ostream>
#include <string_view>

#include "frontend/base/figures.h"

namespace qpor::frontend {
namespace {

/// Eighths of a character, the full one last.
constexpr std::array<const char*, 8> kEighths = {"▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};

/// Of `share` of the width. What is not nothing shows.
std::string smooth_bar(double share, bool with_unicode) {
  const double exact = share * kBarWidth;
  std::string bar;
  if (!with_unicode) {
    auto cells = static_cast<std::size_t>(std::lround(exact));
    if (cells == 0 && share > 0) cells = 1;
    return std::string(cells, '#');
  }
  auto eighths = static_cast<std::size_t>(std::lround(exact * kEighths.size()));
  if (eighths == 0 && share > 0) eighths = 1;
  for (std::size_t i = 0; i < eighths / kEighths.size(); ++i) bar += kEighths.back();
  if (eighths % kEighths.size() > 0) bar += kEighths[eighths % kEighths.size() - 1];
  return bar;
}

std::string repeated(const char* text, std::size_t count) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

/// Whole characters, so that the second part begins where the first ends.
std::string split_bar(std::uint64_t first, std::uint64_t second, std::uint64_t most, bool with_unicode) {
  const double cells = static_cast<double>(kBarWidth) / static_cast<double>(most);
  const auto cells_of = [&](std::uint64_t value) {
    const auto count = static_cast<std::size_t>(std::lround(static_cast<double>(value) * cells));
    return value > 0 ? std::max<std::size_t>(count, 1) : count;
  };
  std::size_t front = cells_of(first);
  std::size_t back = cells_of(second);
  // Rounding, and that little shows, may make one cell too many: the longer part gives it.
  while (front + back > kBarWidth) --(front > back ? front : back);
  return repeated(with_unicode ? "█" : "#", front) + repeated(with_unicode ? "░" : "-", back);
}

}  // namespace

bool locale_has_unicode() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    std::string text = value;
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
  }
  return false;
}

void write_bar_chart(std::ostream& out, const Comparison& comparison, bool with_unicode, const Palette& palette) {
  std::size_t name_width = 0;
  std::uint64_t most_executions = 1;
  double most_seconds = 0;
  for (const Explored& each : comparison.explored) {
    name_width = std::max(name_width, each.setting.size());
    most_executions = std::max(most_executions, each.result.statistics.executions);
    most_seconds = std::max(most_seconds, each.result.statistics.seconds);
  }
  const auto row = [&](const Explored& each, const std::string& bar, const std::string& text) {
    out << "  " << each.setting << std::string(name_width - each.setting.size(), ' ') << "  " << bar
        << (bar.empty() ? "" : " ") << (each.came_to_end() ? "" : "> ") << text << '\n';
  };
  out << palette.bold << "executions" << palette.plain << " (" << (with_unicode ? "█" : "#") << " a trace, "
      << (with_unicode ? "░" : "-") << " in vain)\n";
  for (const Explored& each : comparison.explored) {
    const engine::Statistics& figures = each.result.statistics;
    const std::uint64_t in_vain = figures.executions - std::min(figures.executions, figures.traces);
    row(each, split_bar(figures.executions - in_vain, in_vain, most_executions, with_unicode),
        std::to_string(figures.traces) + (in_vain > 0 ? " + " + std::to_string(in_vain) : ""));
  }
  out << palette.bold << "time" << palette.plain << '\n';
  for (const Explored& each : comparison.explored) {
    const double seconds = each.result.statistics.seconds;
    row(each, smooth_bar(most_seconds > 0 ? seconds / most_seconds : 0, with_unicode), duration(seconds));
  }
}

}  // namespace qpor::frontend
