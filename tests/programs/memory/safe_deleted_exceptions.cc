// expect: verdict=safe traces=1
//
// Exceptions of the library on the heap, deleted through pointers by another thread than the one that made them. Their
// virtual functions are the library's, and are known.

#include <exception>
#include <functional>
#include <future>
#include <ios>
#include <memory>
#include <new>
#include <regex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <typeinfo>
#include <vector>

namespace {

std::vector<std::unique_ptr<std::exception>> made;

void make() {
  made.push_back(std::make_unique<std::bad_alloc>());
  made.push_back(std::make_unique<std::bad_array_new_length>());
  made.push_back(std::make_unique<std::bad_cast>());
  made.push_back(std::make_unique<std::bad_exception>());
  made.push_back(std::make_unique<std::bad_function_call>());
  made.push_back(std::make_unique<std::bad_typeid>());
  made.push_back(std::make_unique<std::bad_weak_ptr>());
  made.push_back(std::make_unique<std::domain_error>("text"));
  made.push_back(std::make_unique<std::exception>());
  made.push_back(std::make_unique<std::future_error>(std::future_errc::no_state));
  made.push_back(std::make_unique<std::invalid_argument>("text"));
  made.push_back(std::make_unique<std::ios_base::failure>("text"));
  made.push_back(std::make_unique<std::length_error>("text"));
  made.push_back(std::make_unique<std::logic_error>("text"));
  made.push_back(std::make_unique<std::out_of_range>("text"));
  made.push_back(std::make_unique<std::overflow_error>("text"));
  made.push_back(std::make_unique<std::range_error>("text"));
  made.push_back(std::make_unique<std::regex_error>(std::regex_constants::error_brack));
  made.push_back(std::make_unique<std::runtime_error>("text"));
  made.push_back(std::make_unique<std::system_error>(std::make_error_code(std::errc::io_error)));
  made.push_back(std::make_unique<std::underflow_error>("text"));
}

}  // namespace

int main() {
  std::thread maker(make);
  maker.join();
  int silent = 0;
  for (const auto& each : made) silent += each->what()[0] == '\0';
  made.clear();
  return silent;
}
