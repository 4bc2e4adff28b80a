// The bars as a picture. Everything is in the file, its style sheet too, which follows the reader's choice of light or
// dark. Text is text, so that it can be selected and searched.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <ostream>
#include <vector>

#include "frontend/base/figures.h"
#include "frontend/cli/output.h"
#include "frontend/compare/bar_chart.h"

namespace qpor::frontend {
namespace {

// In pixels.
constexpr double kWidth = 760;
constexpr double kMargin = 20;
constexpr double kBarsAt = 150;
constexpr double kLongest = 430;
constexpr double kRow = 26;
constexpr double kBar = 16;
constexpr double kPanelGap = 56;
constexpr double kLine = 18;
constexpr std::size_t kLineLength = 105;  // in characters; that much of the usual fonts fits the width

constexpr const char* kStyle =
    "  <style>\n"
    "    .ground { fill: #ffffff }\n"
    "    text { font: 13px system-ui, sans-serif; fill: #1f2328 }\n"
    "    .title { font-size: 16px; font-weight: 600 }\n"
    "    .head { font-weight: 600 }\n"
    "    .traces, .time { fill: #2f6fb3 }\n"
    "    .vain { fill: #e0a458 }\n"
    "    .best { font-weight: 700 }\n"
    "    @media (prefers-color-scheme: dark) {\n"
    "      .ground { fill: #16191d }\n"
    "      text { fill: #e6e8eb }\n"
    "      .traces, .time { fill: #6aa9e9 }\n"
    "      .vain { fill: #c98a35 }\n"
    "    }\n"
    "  </style>\n";

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.size();
    if (end - begin > kLineLength) {
      end = text.rfind(' ', begin + kLineLength);
      if (end == std::string::npos || end <= begin) end = std::min(text.find(' ', begin), text.size());
    }
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

class Picture {
 public:
  Picture(std::ostream& out, double height, const std::string& title) : out_(out) {
    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << number(kWidth) << "\" height=\"" << number(height)
         << "\" viewBox=\"0 0 " << number(kWidth) << ' ' << number(height) << "\" role=\"img\">\n  <title>"
         << for_xml(title) << "</title>\n  <desc>" << kWrittenByQpor << "</desc>\n"
         << kStyle;
    rectangle(0, 0, kWidth, height, "ground");
  }
  ~Picture() { out_ << "</svg>\n"; }
  Picture(const Picture&) = delete;
  Picture& operator=(const Picture&) = delete;

  void rectangle(double x, double y, double width, double height, const char* kind) {
    if (width <= 0) return;
    out_ << "  <rect class=\"" << kind << "\" x=\"" << number(x) << "\" y=\"" << number(y) << "\" width=\""
         << number(width) << "\" height=\"" << number(height) << "\"/>\n";
  }
  void text(double x, double y, const std::string& text, const char* kind = "") {
    out_ << "  <text class=\"" << kind << "\" x=\"" << number(x) << "\" y=\"" << number(y) << "\">" << for_xml(text)
         << "</text>\n";
  }

  void lines(double x, double y, const std::vector<std::string>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) text(x, y + static_cast<double>(i) * kLine, lines[i]);
  }

 private:
  std::ostream& out_;
};

/// One bar, of one or two parts, and what is written behind it.
struct Bar {
  double first;
  double second;
  std::string label;
};

void draw_panel(Picture& picture, double top, const Comparison& comparison, std::size_t best, const char* kind,
                const std::function<Bar(const Explored&)>& bar_of) {
  double most = 0;
  for (const Explored& each : comparison.explored) {
    const Bar bar = bar_of(each);
    most = std::max(most, bar.first + bar.second);
  }
  const double scale = most > 0 ? kLongest / most : 0;
  double y = top;
  for (std::size_t i = 0; i < comparison.explored.size(); ++i, y += kRow) {
    const Explored& each = comparison.explored[i];
    const Bar bar = bar_of(each);
    const double first = bar.first * scale;
    const double second = bar.second * scale;
    const double baseline = y + kBar - 3;
    picture.text(kMargin, baseline, each.setting, i == best ? "best" : "");
    picture.rectangle(kBarsAt, y, first, kBar, kind);
    picture.rectangle(kBarsAt + first, y, second, kBar, "vain");
    picture.text(kBarsAt + first + second + 6, baseline, (each.came_to_end() ? "" : "> ") + bar.label);
  }
}

}  // namespace

std::string for_xml(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\'': result += "&apos;"; break;
      default:
        // Names of files may be any bytes; what is not ASCII may not be UTF-8 either.
        result += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f ? '?' : c;
    }
  }
  return result;
}

void write_bar_chart_svg(std::ostream& out, const Comparison& comparison) {
  const std::optional<Recommendation> best = recommend(comparison);
  const std::size_t best_index = best ? best->index : comparison.explored.size();
  const std::vector<std::string> sentence = lines_of(sentence_of(comparison, groups_of(comparison)));
  std::vector<std::string> advice;
  if (best) advice = lines_of("recommended: " + comparison.explored[best_index].setting + ", " + best->reason);

  const double rows = static_cast<double>(comparison.explored.size()) * kRow;
  const double executions_at = 78 + static_cast<double>(sentence.size()) * kLine;
  const double time_at = executions_at + rows + kPanelGap;
  const double advice_at = time_at + rows + kMargin;

  std::string title = comparison.program;
  if (!comparison.explored.empty()) {
    for (const auto& [name, value] : comparison.explored.front().options.define) {
      title += " " + name + "=" + std::to_string(value);
    }
  }
  Picture picture(out, advice_at + static_cast<double>(advice.size()) * kLine, title);
  picture.text(kMargin, 32, title, "title");
  picture.lines(kMargin, 52, sentence);

  const double legend = executions_at - 12;
  picture.text(kMargin, legend, "executions", "head");
  picture.rectangle(kBarsAt, legend - 10, 10, 10, "traces");
  picture.text(kBarsAt + 16, legend, "a trace each");
  picture.rectangle(kBarsAt + 120, legend - 10, 10, 10, "vain");
  picture.text(kBarsAt + 136, legend, "in vain");
  draw_panel(picture, executions_at, comparison, best_index, "traces", [](const Explored& each) {
    const engine::Statistics& figures = each.result.statistics;
    const std::uint64_t in_vain = figures.executions - std::min(figures.executions, figures.traces);
    return Bar{static_cast<double>(figures.executions - in_vain), static_cast<double>(in_vain),
               std::to_string(figures.traces) + (in_vain > 0 ? " + " + std::to_string(in_vain) : "")};
  });

  picture.text(kMargin, time_at - 12, "time", "head");
  draw_panel(picture, time_at, comparison, best_index, "time", [](const Explored& each) {
    return Bar{each.result.statistics.seconds, 0, duration(each.result.statistics.seconds)};
  });
  picture.lines(kMargin, advice_at, advice);
}

}  // namespace qpor::frontend
