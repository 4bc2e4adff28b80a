// qsort, by merging from the bottom up: stable, n log n comparisons at most, and the same ones in every glibc. What is
// compared is always in the array itself.
//
// The comparison is a function of the program and may lock a mutex or never return, so the second array lies on the
// stack or in the heap of the calling thread, where a checkpoint finds it.

#include <cerrno>
#include <cstddef>
#include <cstring>

#include "frontend/native/guest/check/touch.h"
#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

namespace {

using Compare = int (*)(const void*, const void*, void*);

constexpr std::size_t kOnStack = 1024;

struct Sorter {
  std::size_t count;
  std::size_t size;  ///< of an element
  Compare compare;
  void* argument;

  /// Merges [begin, middle) and [middle, end), numbers of elements, from one array into the other.
  void merge(const char* from, char* to, std::size_t begin, std::size_t middle, std::size_t end) const {
    const char* left = from + begin * size;
    const char* const left_end = from + middle * size;
    const char* right = left_end;
    const char* const right_end = from + end * size;
    to += begin * size;
    while (left != left_end && right != right_end) {
      const char*& smaller = compare(right, left, argument) < 0 ? right : left;
      std::memcpy(to, smaller, size);
      smaller += size;
      to += size;
    }
    std::memcpy(to, left, static_cast<std::size_t>(left_end - left));
    to += left_end - left;
    std::memcpy(to, right, static_cast<std::size_t>(right_end - right));
  }

  void sort(char* array, char* other) const {
    for (std::size_t width = 1; width < count; width *= 2) {
      for (std::size_t begin = 0; begin < count; begin += 2 * width) {
        const std::size_t middle = begin + width < count ? begin + width : count;
        const std::size_t end = middle + width < count ? middle + width : count;
        merge(array, other, begin, middle, end);
      }
      std::memcpy(array, other, count * size);
    }
  }
};

void sort(const Touch& touch, void* array, const Sorter& sorter) {
  if (sorter.count < 2 || sorter.size == 0) return;
  const Address pc = touch.pc();
  const std::size_t bytes = sorter.count * sorter.size;
  touch.write(array, bytes);
  if (bytes <= kOnStack) {
    alignas(16) char other[kOnStack];
    sorter.sort(static_cast<char*>(array), other);
    return;
  }
  auto* const other = static_cast<char*>(heap_allocate(bytes, 16, pc));
  if (other == nullptr) machine().fail(FailureKind::Limit, "qsort: no memory for a second array of that size", pc);
  sorter.sort(static_cast<char*>(array), other);
  heap_free(other, pc);
}

struct Plain {
  int (*compare)(const void*, const void*);
};

int compare_plain(const void* left, const void* right, void* plain) {
  return static_cast<Plain*>(plain)->compare(left, right);
}

}  // namespace

void guest_qsort(void* array, std::size_t count, std::size_t size, int (*compare)(const void*, const void*)) {
  Plain plain{compare};
  sort(Touch{QPOR_CALLED_BY}, array, {count, size, &compare_plain, &plain});
}

void guest_qsort_r(void* array, std::size_t count, std::size_t size, Compare compare, void* argument) {
  sort(Touch{QPOR_CALLED_BY}, array, {count, size, compare, argument});
}

}  // namespace qpor::frontend::native
