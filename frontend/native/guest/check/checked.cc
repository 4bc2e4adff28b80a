#include "frontend/native/guest/check/checked.h"

#include <pthread.h>
#include <setjmp.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <sys/utsname.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <cwctype>

#include "frontend/native/guest/check/touch.h"
#include "frontend/native/guest/libc/files.h"

namespace qpor::frontend::native {
namespace {

// The numbers in functions_checked.def.
static_assert(sizeof(std::tm) == 56 && sizeof(timespec) == 16 && sizeof(std::mbstate_t) == 8);
static_assert(sizeof(struct stat) == 144 && sizeof(struct statfs) == 120 && sizeof(struct statvfs) == 112);
static_assert(sizeof(pthread_attr_t) == 56 && sizeof(pthread_mutexattr_t) == 4 && sizeof(pthread_condattr_t) == 4);
static_assert(sizeof(pthread_rwlockattr_t) == 8 && sizeof(pthread_barrierattr_t) == 4 && sizeof(std::fpos_t) == 16);
static_assert(sizeof(random_data) == 48 && sizeof(drand48_data) == 24 && sizeof(rusage) == 144);
static_assert(sizeof(tms) == 32 && sizeof(timeb) == 16 && sizeof(rlimit) == 16 && sizeof(utsname) == 390);

struct Call {
  const std::uint64_t* arguments;
  std::uint64_t result;
};

std::uint64_t value_of(const Factor& factor, const Call& call) {
  switch (factor.kind) {
    case Factor::Kind::Number: return factor.value;
    case Factor::Kind::Argument: return call.arguments[factor.value];
    case Factor::Kind::Result: return call.result;
    case Factor::Kind::ResultAndOne: return call.result + 1;
  }
  return 0;
}

std::uint64_t bound_of(const Part& part, const Call& call) {
  return part.is_bounded ? value_of(part.bound, call) : kUnbounded;
}

int folded(char character) { return std::tolower(static_cast<unsigned char>(character)); }
std::wint_t folded(wchar_t character) { return std::towlower(static_cast<std::wint_t>(character)); }

/// Characters up to the first difference or the end of both, with it.
template <typename Character>
std::size_t common_size(const Character* left, const Character* right, std::size_t most, bool folds) {
  most = std::min({most, Touch::mapped_behind(left) / sizeof *left, Touch::mapped_behind(right) / sizeof *right});
  std::size_t size = 0;
  while (size < most) {
    const Character a = left[size], b = right[size];
    ++size;
    if (a == Character{} || (folds ? folded(a) != folded(b) : a != b)) break;
  }
  return size;
}

template <typename Character>
std::size_t size_until(const Character* text, Character wanted, std::size_t most) {
  most = std::min(most, Touch::mapped_behind(text) / sizeof *text);
  std::size_t size = 0;
  while (size < most && text[size++] != wanted) {
  }
  return size;
}

/// In characters.
template <typename Character>
std::uint64_t text_size(const Part& part, const Call& call) {
  const auto text = [&call](std::uint8_t argument) {
    return reinterpret_cast<const Character*>(call.arguments[argument]);
  };
  const std::uint64_t most = bound_of(part, call);
  const Character* const first = text(part.first);
  switch (part.size) {
    case 's': return first == nullptr ? 0 : Touch::text_size(first, most);
    case 'c': return size_until(first, static_cast<Character>(call.arguments[part.second]), most);
    default:
      if (first == nullptr || text(part.second) == nullptr) return 0;
      return common_size(first, text(part.second), most, part.size == 'i');
  }
}

/// Results of mbrtowc and similar functions: -2 means that all of it was not enough, -3 that nothing was read.
std::uint64_t consumed(std::uint64_t result, std::uint64_t most) {
  if (most == 0 || static_cast<std::int64_t>(result) == -3) return 0;
  if (static_cast<std::int64_t>(result) == -2) return most;
  return static_cast<std::int64_t>(result) <= 0 ? 1 : result;
}

std::uint64_t size_of(const Part& part, const Call& call) {
  const std::uint64_t width = value_of(part.factor[0], call);
  switch (part.size) {
    case '*': {
      const bool is_result = part.factor[0].kind >= Factor::Kind::Result;
      if (is_result && static_cast<std::int64_t>(call.result) < 0) return 0;
      return width * value_of(part.factor[1], call);
    }
    case 'm':
      if (static_cast<std::int64_t>(call.result) < 0) return 0;
      return std::min(call.result + 1, call.arguments[part.first]) * width;
    case 'b': return consumed(call.result, bound_of(part, call));
    case 't':
    case 'u': {
      const std::uint64_t begin = call.arguments[part.argument];
      if (call.result >= begin) return call.result - begin + (part.size == 't' ? width : 0);
      return width == 1 ? Touch::text_size(reinterpret_cast<const char*>(begin))
                        : Touch::text_size(reinterpret_cast<const wchar_t*>(begin)) * width;
    }
    default: return (width == 1 ? text_size<char>(part, call) : text_size<wchar_t>(part, call)) * width;
  }
}

bool holds(char condition, std::uint64_t result) {
  const auto value = static_cast<std::int64_t>(result);
  switch (condition) {
    case '0': return value == 0;
    case '!': return value != 0;
    case '+': return value > 0;
    case '>': return value >= 0;
    default: return true;
  }
}

void announce_parts(const Row& row, const Call& call, bool is_after, Caller caller) {
  const Touch touch(caller);
  for (std::size_t i = 0; i < row.count; ++i) {
    const Part& part = row.parts[i];
    if (part.access == '-' || part.is_after != is_after) continue;
    auto* const place = reinterpret_cast<void*>(call.arguments[part.argument]);
    if (is_of_stream(part.access)) {
      expect_open(static_cast<std::FILE*>(place), touch.pc());
      continue;
    }
    if (part.access == 'p' || part.access == 'P') {
      if (part.access == 'p' && place != nullptr) continue;
      touch.write(&process_state().conversions[value_of(part.factor[0], call)], 1);
      continue;
    }
    if (!touch.looks_at(place) || !holds(part.condition, call.result)) continue;
    const std::uint64_t size = size_of(part, call);
    if (part.access == 'w')
      touch.write(place, size);
    else
      touch.read(place, size);
  }
}

}  // namespace

std::size_t Touch::mapped_behind(const void* begin) {
  const auto address = reinterpret_cast<Address>(begin);
  const Machine& m = machine();
  if (address >= kRegion && address < m.globals_bound()) return m.globals_bound() - address;
  if (!m.is_slot_address(address)) return kUnbounded;
  const Slot slot = m.slot_of(address);
  if (!m.has_memory(slot)) return kUnbounded;
  if (address >= m.heap_begin(slot)) return address < m.heap_bound(slot) ? m.heap_bound(slot) - address : kUnbounded;
  return m.heap_begin(slot) - address;  // stack, thread-local variables, Fiber
}

void announce(const Row& row, const std::uint64_t* arguments, Caller caller) {
  for (std::size_t i = 0; i < row.count; ++i) {
    const char access = row.parts[i].access;
    if (!is_of_stream(access)) continue;
    const StreamUse use = access == 'f'   ? StreamUse::Locked
                          : access == 'u' ? StreamUse::Unlocked
                                          : StreamUse::UnlockedRead;
    use_stream(reinterpret_cast<const void*>(arguments[row.parts[i].argument]), Touch(caller).pc(), use);
  }
  announce_parts(row, {arguments, 0}, false, caller);
}

void announce_after(const Row& row, const std::uint64_t* arguments, std::uint64_t result, Caller caller) {
  announce_parts(row, {arguments, result}, true, caller);
}

}  // namespace qpor::frontend::native
