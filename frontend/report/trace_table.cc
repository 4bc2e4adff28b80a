#include "frontend/report/trace_table.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "frontend/report/report.h"

namespace qpor::frontend {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowest = 16;  // a column with less says nothing
constexpr std::size_t kNarrowestSource = 24;
constexpr std::size_t kShownFirst = 50;  // of a trace that is too long; the rest of kMostTraceLines is from its end

struct Line {
  std::string place;
  std::string text;
  std::string source;
  std::size_t thread = 0;
  bool is_defect = false;  ///< what did not go well, after the trace
};

class Table {
 public:
  explicit Table(const Defect& defect) : file_(defect.location.file) {
    for (const TraceStep& step : defect.trace) add(step, step.text, false);
    for (const TraceStep& step : defect.waiting) add(step, "waits: " + step.text, true);
    if (defect.waiting.empty() && defect.kind != engine::FailureKind::Leak) {  // nothing fails where memory is lost
      add({defect.thread, "", "", "", {}, "", defect.location, defect.source_line},
          "fails: " + std::string(engine::text_of(defect.kind)), true);
    }
    for (const Line& line : lines_) place_width_ = std::max(place_width_, line.place.size());
    set_widths();
  }

  void write(std::ostream& out, const Palette& palette) const {
    write_head(out, palette);
    const bool is_long = lines_.size() > kMostTraceLines;
    const std::size_t resume = lines_.size() - (kMostTraceLines - kShownFirst);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (is_long && i == kShownFirst) {
        out << std::string(kGap + place_width_ + kGap, ' ') << palette.faint << "... " << resume - kShownFirst
            << " operations left out ..." << palette.plain << '\n';
        i = resume;
      }
      write_line(out, lines_[i], palette);
    }
  }

 private:
  void add(const TraceStep& step, std::string text, bool is_defect) {
    auto it = std::find(threads_.begin(), threads_.end(), step.thread);
    if (it == threads_.end()) it = threads_.insert(it, step.thread);
    lines_.push_back({place_of(step.location), std::move(text), in_one_piece(step.source_line),
                      std::size_t(it - threads_.begin()), is_defect});
  }

  static std::string in_one_piece(const std::string& source) {
    const std::size_t first = source.find_first_not_of(" \t");
    return first == std::string::npos ? "" : source.substr(first, source.find_last_not_of(" \t\r") - first + 1);
  }

  /// The file only where it is another one than that of the defect.
  std::string place_of(const engine::Location& location) const {
    if (location.line == 0) return "";
    const std::string line = std::to_string(location.line);
    return location.file == file_ ? line : location.file.substr(location.file.rfind('/') + 1) + ":" + line;
  }

  void set_widths() {
    const std::size_t room = kReportWidth - std::min(kReportWidth, kGap + place_width_ + kGap);
    widths_.assign(threads_.size(), 0);
    std::size_t sum = 0;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      widths_[i] = threads_[i].size();
      for (const Line& line : lines_) {
        if (line.thread == i) widths_[i] = std::max(widths_[i], line.text.size());
      }
      sum += widths_[i] + kGap;
    }
    is_list_ = threads_.size() > kMostColumns;
    // The text of the line beside its operation, where operations alone are less than the line says.
    const bool has_sources =
        std::any_of(lines_.begin(), lines_.end(), [](const Line& line) { return !line.source.empty(); });
    if (!is_list_ && has_sources && sum + kNarrowestSource <= room) source_width_ = room - sum;
    if (is_list_ || sum <= room) return;
    const std::size_t share = room / threads_.size();
    is_list_ = share < kNarrowest + kGap;
    for (std::size_t& width : widths_) width = std::min(width, share - std::min(share, kGap));
  }

  std::size_t widest_thread() const {
    std::size_t widest = 6;
    for (const std::string& thread : threads_) widest = std::max(widest, thread.size());
    return std::min(widest, kReportWidth / 3);
  }

  static std::string padded(const std::string& text, std::size_t width) {
    std::string result = fitted(text, width);
    result.resize(width + kGap, ' ');
    return result;
  }

  static void trim(std::string& text) { text.erase(text.find_last_not_of(' ') + 1); }

  void write_head(std::ostream& out, const Palette& palette) const {
    std::string head = is_list_ ? padded("thread", widest_thread()) + "operation" : "";
    for (std::size_t i = 0; !is_list_ && i < threads_.size(); ++i) head += padded(threads_[i], widths_[i]);
    trim(head);
    out << right_aligned("line") << palette.bold << head << palette.plain << '\n';
  }

  void write_line(std::ostream& out, const Line& line, const Palette& palette) const {
    std::size_t before = 0;
    for (std::size_t i = 0; !is_list_ && i < line.thread; ++i) before += widths_[i] + kGap;
    std::string text = is_list_ ? padded(threads_[line.thread], widest_thread()) +
                                      fitted(line.text, kReportWidth - widest_thread() - place_width_ - 3 * kGap)
                                : fitted(line.text, widths_[line.thread]);
    out << palette.faint << right_aligned(line.place) << palette.plain << std::string(before, ' ')
        << (line.is_defect ? palette.red : "") << text << (line.is_defect ? palette.plain : "");
    if (source_width_ > 0 && !line.source.empty()) {
      std::size_t end = 0;
      for (const std::size_t width : widths_) end += width + kGap;
      out << std::string(end - before - text.size(), ' ') << palette.faint << fitted(line.source, source_width_)
          << palette.plain;
    }
    out << '\n';
  }

  std::string right_aligned(const std::string& place) const {
    return std::string(kGap + place_width_ - std::min(place_width_, place.size()), ' ') + place +
           std::string(kGap, ' ');
  }

  std::string file_;
  std::vector<std::string> threads_;  // in the order in which they appear
  std::vector<Line> lines_;
  std::vector<std::size_t> widths_;
  std::size_t place_width_ = 4;
  std::size_t source_width_ = 0;  // 0: sources are not shown
  bool is_list_ = false;
};

}  // namespace

std::string fitted(const std::string& text, std::size_t width) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    result += c == '\t' ? ' ' : byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  if (result.size() <= width) return result;
  result.resize(width);
  for (std::size_t i = width - std::min<std::size_t>(width, 3); i < width; ++i) result[i] = '.';
  return result;
}

void write_trace_table(std::ostream& out, const Defect& defect, const Palette& palette) {
  Table(defect).write(out, palette);
}

}  // namespace qpor::frontend
