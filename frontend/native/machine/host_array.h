// An array of plain data in the host's memory that may grow on the stack of a program under test, where operator new
// would give memory of the program.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <type_traits>

namespace qpor::frontend::native {

template <class T>
class HostArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  HostArray() = default;
  ~HostArray() { std::free(items_); }
  HostArray(const HostArray&) = delete;
  HostArray& operator=(const HostArray&) = delete;

  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T& back() { return items_[size_ - 1]; }
  const T& back() const { return items_[size_ - 1]; }
  std::size_t size() const { return size_; }
  void push_back(const T& item) {
    const T copy = item;  // it may be one of these
    if (size_ == capacity_) reserve(std::max<std::size_t>(kFirst, 2 * capacity_));
    items_[size_++] = copy;
  }
  void pop_back() { --size_; }
  /// REQUIRES: size <= size()
  void cut(std::size_t size) { size_ = size; }
  /// So many of that kind.
  void assign(std::size_t size, const T& item) {
    if (size > capacity_) reserve(size);
    std::fill(items_, items_ + size, item);
    size_ = size;
  }

 private:
  static constexpr std::size_t kFirst = 64;

  [[gnu::noinline, gnu::cold]] void reserve(std::size_t capacity) {
    void* const larger = std::realloc(static_cast<void*>(items_), capacity * sizeof(T));
    if (larger == nullptr) std::abort();  // the supervisor tells
    items_ = static_cast<T*>(larger);
    capacity_ = capacity;
  }

  T* items_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace qpor::frontend::native
