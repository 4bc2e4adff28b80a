// Tables in Markdown whose columns also stand in line on a terminal. The first column is to the left, numbers to the
// right.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace qpor::bench {

class Table {
 public:
  explicit Table(std::vector<std::string> head) : rows_{std::move(head)} {}

  void add(std::vector<std::string> row) {
    row.resize(rows_.front().size());
    rows_.push_back(std::move(row));
  }

  void print() const {
    std::vector<std::size_t> widths(rows_.front().size(), 3);
    for (const auto& row : rows_) {
      for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      std::string line = "|";
      for (std::size_t i = 0; i < widths.size(); ++i) {
        const std::string padding(widths[i] - rows_[r][i].size(), ' ');
        line += " " + (i == 0 ? rows_[r][i] + padding : padding + rows_[r][i]) + " |";
      }
      std::puts(line.c_str());
      if (r != 0) continue;
      line = "|";
      for (std::size_t i = 0; i < widths.size(); ++i) line += std::string(widths[i] + 1, '-') + (i == 0 ? "-|" : ":|");
      std::puts(line.c_str());
    }
    std::puts("");
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// 147456 as "147 456".
inline std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ' ');
  return digits;
}

inline std::string fixed(double number, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  return text;
}

/// Three digits that matter: 0.0123, 1.23, 12.3, 1 230.
inline std::string three_digits(double number) {
  if (number >= 100) return grouped(static_cast<std::uint64_t>(number + 0.5));
  return fixed(number, number >= 10 ? 1 : number >= 1 ? 2 : number >= 0.1 ? 3 : 4);
}

inline std::string percent(double share) { return fixed(100 * share, 0) + " %"; }

}  // namespace qpor::bench
