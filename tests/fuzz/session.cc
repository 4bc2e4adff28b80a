#include "tests/fuzz/session.h"

#include <algorithm>
#include <charconv>
#include <iostream>

namespace qpor::tests {
namespace {

template <class Number>
bool parse_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

}  // namespace

std::string parse(const std::vector<std::string_view>& arguments, Request& request) {
  for (const std::string_view argument : arguments) {
    const std::size_t equals = std::min(argument.find('='), argument.size());
    const std::string_view name = argument.substr(0, equals);
    const std::string_view value = equals < argument.size() ? argument.substr(equals + 1) : std::string_view();
    bool is_right = false;
    if (name == "--minutes") is_right = parse_number(value, request.minutes) && request.minutes >= 0;
    if (name == "--programs") is_right = parse_number(value, request.programs);
    if (name == "--seed") is_right = parse_number(value, request.seed);
    if (name == "--program") is_right = request.has_number = parse_number(value, request.number);
    if (name == "--family") {
      request.family = value;
      is_right = !value.empty();
    }
    if (argument == "--c") is_right = request.of_c = true;
    if (argument == "--algorithms") is_right = request.of_algorithms = true;
    if (argument == "--families") is_right = request.lists_families = true;
    if (argument == "--print") is_right = request.prints = true;
    if (argument == "--plant") is_right = request.plant = true;
    if (!is_right) return std::string(argument);
  }
  if (request.has_number && request.family.empty()) return "--program without --family";
  if (request.of_algorithms && request.of_c) return "--algorithms with --c";
  if (request.prints && !request.has_number) return "--print without --program";
  return "";
}

std::string Request::command(const std::string& of_family, std::uint64_t of_number) const {
  return std::string("scripts/fuzz") + (of_c ? " --c" : "") + (of_algorithms ? " --algorithms" : "") +
         " --family=" + of_family + " --program=" + std::to_string(of_number) + (plant ? " --plant" : "");
}

bool Session::is_time_to_show() {
  if (Clock::now() - last_shown_ < std::chrono::seconds(10)) return false;
  last_shown_ = Clock::now();
  return true;
}

void Session::show(std::string_view counts) const {
  std::cout << static_cast<std::uint64_t>(seconds()) << " s: " << counts << std::endl;
}

void Session::show_end(std::string_view counts) const {
  std::cout << (interrupted != 0 ? "stopped: " : "done: ");
  show(counts);
}

}  // namespace qpor::tests
