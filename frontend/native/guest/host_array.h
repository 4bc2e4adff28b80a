// An array of plain data in the host's memory that may grow on the stack of a program under test, where operator new
// would give memory of the program. The only way to memory of the host that guest/ has.

#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace qpor::frontend::native {

/// As realloc, in the host's memory; ends the process where there is none, which the supervisor reports.
void* grown_host_memory(void* memory, std::size_t size);
void free_host_memory(void* memory);

template <class T>
class HostArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  HostArray() = default;
  ~HostArray() { free_host_memory(items_); }
  HostArray(HostArray&& other) noexcept
      : items_(std::exchange(other.items_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  HostArray(const HostArray&) = delete;
  HostArray& operator=(const HostArray&) = delete;

  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T& back() { return items_[size_ - 1]; }
  const T& back() const { return items_[size_ - 1]; }
  std::size_t size() const { return size_; }
  std::span<T> all() { return {items_, size_}; }
  std::span<const T> all() const { return {items_, size_}; }
  void push_back(const T& item) {
    const T copy = item;  // it may be one of these
    if (size_ == capacity_) reserve(std::max<std::size_t>(kFirst, 2 * capacity_));
    items_[size_++] = copy;
  }
  /// REQUIRES: they are not among these
  void append(std::span<const T> items) {
    if (size_ + items.size() > capacity_) reserve(std::max(size_ + items.size(), 2 * capacity_));
    std::copy(items.begin(), items.end(), items_ + size_);
    size_ += items.size();
  }
  void pop_back() { --size_; }
  /// REQUIRES: size <= size()
  void cut(std::size_t size) { size_ = size; }
  /// That number of such items.
  void assign(std::size_t size, const T& item) {
    size_ = 0;
    resize(size, item);
  }
  /// What is added is `item`.
  void resize(std::size_t size, const T& item) {
    if (size > capacity_) reserve(size);
    if (size > size_) std::fill(items_ + size_, items_ + size, item);
    size_ = size;
  }

 private:
  static constexpr std::size_t kFirst = 64;

  [[gnu::noinline, gnu::cold]] void reserve(std::size_t capacity) {
    items_ = static_cast<T*>(grown_host_memory(items_, capacity * sizeof(T)));
    capacity_ = capacity;
  }

  T* items_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace qpor::frontend::native
