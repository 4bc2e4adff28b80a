// Functions on memory and text whose accesses depend on what they find there: each looks first, announces what it will
// touch (touch.h), and does the work. Nothing is touched beyond what the result depends on: a search ends where it
// finds.

#include <arpa/inet.h>
#include <dirent.h>
#include <libgen.h>
#include <search.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwchar>

#include "frontend/native/guest/check/touch.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/guest/libc/process_state.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

namespace {

template <typename Character>
std::size_t length_of(const Character* text, std::size_t most = kUnbounded) {
  std::size_t length = 0;
  while (length < most && text[length] != Character{}) ++length;
  return length;
}

template <typename Character>
bool is_among(Character character, const Character* set) {
  for (; *set != Character{}; ++set) {
    if (*set == character) return true;
  }
  return false;
}

/// Appends `most` characters at most, and an end.
template <typename Character>
Character* append(const Touch& touch, Character* to, const Character* from, std::size_t most) {
  const std::size_t before = length_of(to), count = length_of(from, most);
  touch.read(to, (before + 1) * sizeof(Character));
  touch.read_text(from, most);
  touch.write(to + before, (count + 1) * sizeof(Character));
  std::memmove(to + before, from, count * sizeof(Character));
  to[before + count] = Character{};
  return to;
}

/// strtok_r and wcstok; `rest` has been announced.
template <typename Character>
Character* take_token(const Touch& touch, Character* text, const Character* delimiters, Character** rest) {
  touch.read_text(delimiters);
  if (text == nullptr) text = *rest;
  if (text == nullptr) return nullptr;
  Character* begin = text;
  while (*begin != Character{} && is_among(*begin, delimiters)) ++begin;
  Character* end = begin;
  while (*end != Character{} && !is_among(*end, delimiters)) ++end;
  touch.read(text, static_cast<std::size_t>(end - text + 1) * sizeof(Character));
  if (begin == end) {
    *rest = begin;
    return nullptr;
  }
  if (*end == Character{}) {
    *rest = end;
    return begin;
  }
  touch.write(end, sizeof(Character));
  *end = Character{};
  *rest = end + 1;
  return begin;
}

/// The first place of `wanted` in the text; what was looked at ends there.
template <typename Character, typename Equal>
Character* find_text(const Touch& touch, const Character* text, const Character* wanted, Equal equal) {
  touch.read_text(wanted);
  const std::size_t count = length_of(wanted);
  std::size_t at = 0, same = 0;
  for (;; ++at) {
    for (same = 0; same < count && text[at + same] != Character{} && equal(text[at + same], wanted[same]); ++same) {
    }
    if (same == count || text[at + same] == Character{}) break;
  }
  touch.read(text, (at + same + (same == count ? 0 : 1)) * sizeof(Character));
  return same == count ? const_cast<Character*>(text) + at : nullptr;
}

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Runs a function that cuts a path at slashes: it writes where the text is different afterwards.
template <typename Function>
char* cut_path(const Touch& touch, char* path, Function function) {
  if (path == nullptr) return function(path);
  touch.read_text(path);
  const std::size_t size = std::strlen(path) + 1;
  constexpr std::size_t kLongest = 4096;
  if (size > kLongest) machine().fail(FailureKind::Limit, "a path of more than 4096 bytes", touch.pc());
  char before[kLongest];
  std::memcpy(before, path, size);
  char* const result = function(path);
  for (std::size_t i = 0; i < size; ++i) {
    if (before[i] != path[i]) touch.write(path + i, 1);
  }
  return result;
}

}  // namespace

// --- memory

void* guest_memcpy(void* to, const void* from, std::size_t size) {
  move_checked(to, from, size, QPOR_CALLED_BY);
  return to;
}

void* guest_mempcpy(void* to, const void* from, std::size_t size) {
  move_checked(to, from, size, QPOR_CALLED_BY);
  return static_cast<char*>(to) + size;
}

void guest_bcopy(const void* from, void* to, std::size_t size) { move_checked(to, from, size, QPOR_CALLED_BY); }

void* guest_memset(void* to, int byte, std::size_t size) {
  set_checked(to, byte, size, QPOR_CALLED_BY);
  return to;
}

void guest_bzero(void* to, std::size_t size) { set_checked(to, 0, size, QPOR_CALLED_BY); }

wchar_t* guest_wmemcpy(wchar_t* to, const wchar_t* from, std::size_t count) {
  move_checked(to, from, count * sizeof(wchar_t), QPOR_CALLED_BY);
  return to;
}

wchar_t* guest_wmempcpy(wchar_t* to, const wchar_t* from, std::size_t count) {
  move_checked(to, from, count * sizeof(wchar_t), QPOR_CALLED_BY);
  return to + count;
}

wchar_t* guest_wmemcpy_chk(wchar_t* to, const wchar_t* from, std::size_t count, std::size_t room) {
  if (count > room) overflow("wmemcpy", QPOR_CALLER);
  move_checked(to, from, count * sizeof(wchar_t), QPOR_CALLED_BY);
  return to;
}

wchar_t* guest_wmempcpy_chk(wchar_t* to, const wchar_t* from, std::size_t count, std::size_t room) {
  if (count > room) overflow("wmempcpy", QPOR_CALLER);
  move_checked(to, from, count * sizeof(wchar_t), QPOR_CALLED_BY);
  return to + count;
}

void* guest_memccpy(void* to, const void* from, int byte, std::size_t size) {
  const Touch touch{QPOR_CALLED_BY};
  const void* const found = std::memchr(from, byte, size);
  const std::size_t count =
      found == nullptr ? size
                       : static_cast<std::size_t>(static_cast<const char*>(found) - static_cast<const char*>(from)) + 1;
  touch.read(from, count);
  touch.write(to, count);
  std::memcpy(to, from, count);
  return found == nullptr ? nullptr : static_cast<char*>(to) + count;
}

void* guest_memrchr(const void* from, int byte, std::size_t size) {
  const Touch touch{QPOR_CALLED_BY};
  void* const found = ::memrchr(const_cast<void*>(from), byte, size);
  const auto* const end = static_cast<const char*>(from) + size;
  if (found == nullptr)
    touch.read(from, size);
  else
    touch.read(found, static_cast<std::size_t>(end - static_cast<char*>(found)));
  return found;
}

void* guest_memmem(const void* text, std::size_t size, const void* wanted, std::size_t wanted_size) {
  const Touch touch{QPOR_CALLED_BY};
  if (size < wanted_size) return nullptr;
  void* const found = ::memmem(text, size, wanted, wanted_size);
  touch.read(wanted, wanted_size);
  touch.read(text,
             found == nullptr
                 ? size
                 : static_cast<std::size_t>(static_cast<char*>(found) - static_cast<const char*>(text)) + wanted_size);
  return found;
}

void guest_swab(const void* from, void* to, ssize_t size) {
  const Touch touch{QPOR_CALLED_BY};
  const std::size_t count = size < 0 ? 0 : static_cast<std::size_t>(size) / 2 * 2;
  touch.read(from, count);
  touch.write(to, count);
  ::swab(from, to, size);
}

// --- text

char* guest_strcat(char* to, const char* from) { return append(Touch{QPOR_CALLED_BY}, to, from, kUnbounded); }

char* guest_strncat(char* to, const char* from, std::size_t most) {
  return append(Touch{QPOR_CALLED_BY}, to, from, most);
}

wchar_t* guest_wcscat(wchar_t* to, const wchar_t* from) { return append(Touch{QPOR_CALLED_BY}, to, from, kUnbounded); }

wchar_t* guest_wcsncat(wchar_t* to, const wchar_t* from, std::size_t most) {
  return append(Touch{QPOR_CALLED_BY}, to, from, most);
}

wchar_t* guest_wcscat_chk(wchar_t* to, const wchar_t* from, std::size_t room) {
  if (length_of(to) + length_of(from) >= room) overflow("wcscat", QPOR_CALLER);
  return append(Touch{QPOR_CALLED_BY}, to, from, kUnbounded);
}

wchar_t* guest_wcsncat_chk(wchar_t* to, const wchar_t* from, std::size_t most, std::size_t room) {
  if (length_of(to) + length_of(from, most) >= room) overflow("wcsncat", QPOR_CALLER);
  return append(Touch{QPOR_CALLED_BY}, to, from, most);
}

char* guest_strstr(const char* text, const char* wanted) {
  return find_text(Touch{QPOR_CALLED_BY}, text, wanted, [](char a, char b) { return a == b; });
}

char* guest_strcasestr(const char* text, const char* wanted) {
  return find_text(Touch{QPOR_CALLED_BY}, text, wanted, same_letter);
}

wchar_t* guest_wcsstr(const wchar_t* text, const wchar_t* wanted) {
  return find_text(Touch{QPOR_CALLED_BY}, text, wanted, [](wchar_t a, wchar_t b) { return a == b; });
}

char* guest_strtok(char* text, const char* delimiters) {
  const Touch touch{QPOR_CALLED_BY};
  char*& place = process_state().strtok_place;
  touch.write(&place, sizeof place);
  machine().run().uses_process_state = true;
  return take_token(touch, text, delimiters, &place);
}

char* guest_strtok_r(char* text, const char* delimiters, char** rest) {
  const Touch touch{QPOR_CALLED_BY};
  touch.write(rest, sizeof *rest);
  return take_token(touch, text, delimiters, rest);
}

wchar_t* guest_wcstok(wchar_t* text, const wchar_t* delimiters, wchar_t** rest) {
  const Touch touch{QPOR_CALLED_BY};
  touch.write(rest, sizeof *rest);
  return take_token(touch, text, delimiters, rest);
}

char* guest_strsep(char** text, const char* delimiters) {
  const Touch touch{QPOR_CALLED_BY};
  touch.read(text, sizeof *text);
  char* const begin = *text;
  if (begin == nullptr) return nullptr;
  touch.read_text(delimiters);
  char* end = begin;
  while (*end != '\0' && !is_among<char>(*end, delimiters)) ++end;
  touch.read(begin, static_cast<std::size_t>(end - begin) + 1);
  touch.write(text, sizeof *text);
  *text = *end == '\0' ? nullptr : end + 1;
  if (*end != '\0') {
    touch.write(end, 1);
    *end = '\0';
  }
  return begin;
}

int guest_strverscmp(const char* left, const char* right) {
  const Touch touch{QPOR_CALLED_BY};
  std::size_t size = 0;
  while (left[size] == right[size] && left[size] != '\0') ++size;
  // Numbers are compared as such, so that their ends are looked for.
  const auto count = [size](const char* text) {
    std::size_t end = size;
    while (std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    return end + 1;
  };
  touch.read(left, count(left));
  touch.read(right, count(right));
  return ::strverscmp(left, right);
}

char* guest_xpg_basename(char* path) { return cut_path(Touch{QPOR_CALLED_BY}, path, ::__xpg_basename); }

char* guest_dirname(char* path) { return cut_path(Touch{QPOR_CALLED_BY}, path, ::dirname); }

char* guest_strerror_r(int error, char* buffer, std::size_t size) {
  const Touch touch{QPOR_CALLED_BY};
  char* const text = ::strerror_r(error, buffer, size);
  if (text == buffer) touch.write(buffer, std::strlen(buffer) + 1);
  return text;
}

int guest_getsubopt(char** options, char* const* words, char** value) {
  const Touch touch{QPOR_CALLED_BY};
  touch.write(options, sizeof *options);
  touch.write(value, sizeof *value);
  char* const comma = ::strchrnul(*options, ',');
  touch.read(*options, static_cast<std::size_t>(comma - *options) + 1);
  std::size_t count = 0;
  for (; words[count] != nullptr; ++count) touch.read_text(words[count]);
  touch.read(words, (count + 1) * sizeof *words);
  if (*comma == ',') touch.write(comma, 1);
  return ::getsubopt(options, words, value);
}

// --- lists and tables

void guest_insque(void* element, void* before) {
  const Touch touch{QPOR_CALLED_BY};
  struct Links {
    Links* next;
    Links* previous;
  };
  touch.write(element, sizeof(Links));
  if (before != nullptr) {
    auto* const links = static_cast<Links*>(before);
    touch.write(&links->next, sizeof links->next);
    if (links->next != nullptr) touch.write(&links->next->previous, sizeof links->previous);
  }
  ::insque(element, before);
}

void guest_remque(void* element) {
  const Touch touch{QPOR_CALLED_BY};
  struct Links {
    Links* next;
    Links* previous;
  };
  auto* const links = static_cast<Links*>(element);
  touch.read(links, sizeof *links);
  if (links->next != nullptr) touch.write(&links->next->previous, sizeof links->previous);
  if (links->previous != nullptr) touch.write(&links->previous->next, sizeof links->next);
  ::remque(element);
}

void* guest_lsearch(const void* key, void* array, std::size_t* count, std::size_t size,
                    int (*compare)(const void*, const void*)) {
  const Touch touch{QPOR_CALLED_BY};
  touch.read(count, sizeof *count);
  if (void* const found = ::lfind(key, array, count, size, compare)) return found;
  char* const place = static_cast<char*>(array) + *count * size;
  touch.read(key, size);
  touch.write(place, size);
  touch.write(count, sizeof *count);
  std::memcpy(place, key, size);
  ++*count;
  return place;
}

// --- dates

namespace {

// Members of tm, as bits: numbers in their order, then what glibc adds.
constexpr unsigned kSecond = 1, kMinute = 2, kHour = 4, kDay = 8, kMonth = 16, kYear = 32, kWeekday = 64,
                   kDayOfYear = 128, kSummer = 256, kOffset = 512, kZone = 1024;
constexpr unsigned kDate = kDay | kMonth | kYear, kClock = kSecond | kMinute | kHour;

/// Those that conversions of strftime read [C17 7.27.3.5, and GNU].
constexpr struct {
  const wchar_t* conversions;
  unsigned members;
} kConversions[] = {{L"%nt", 0},
                    {L"aAuw", kWeekday},
                    {L"bBhm", kMonth},
                    {L"c", kDate | kClock | kWeekday},
                    {L"CyY", kYear},
                    {L"de", kDay},
                    {L"DFx", kDate},
                    {L"gGV", kYear | kWeekday | kDayOfYear},
                    {L"HIklpP", kHour},
                    {L"j", kDayOfYear},
                    {L"M", kMinute},
                    {L"rTX", kClock},
                    {L"R", kHour | kMinute},
                    {L"S", kSecond},
                    {L"UW", kWeekday | kDayOfYear},
                    {L"z", kSummer | kOffset},
                    {L"Z", kSummer | kZone}};

unsigned members_of(wchar_t conversion) {
  for (const auto& each : kConversions) {
    if (std::wcschr(each.conversions, conversion) != nullptr) return each.members;
  }
  return ~0u;
}

/// What strftime reads.
template <typename Character>
void read_date(const Touch& touch, const Character* format, const tm* time) {
  touch.read_text(format);
  unsigned members = 0;
  for (const Character* at = format; *at != Character{}; ++at) {
    if (*at != Character{'%'}) continue;
    do ++at;  // flags, widths and modifiers
    while (std::wcschr(L"_-0^#+123456789EO", static_cast<wchar_t>(*at)) != nullptr && *at != Character{});
    if (*at == Character{}) break;
    members |= members_of(static_cast<wchar_t>(*at));
  }
  for (unsigned i = 0; i < 9; ++i) {
    if ((members >> i & 1) != 0) touch.read(&time->tm_sec + i, sizeof time->tm_sec);
  }
  if ((members & kOffset) != 0) touch.read(&time->tm_gmtoff, sizeof time->tm_gmtoff);
  if ((members & kZone) != 0) touch.read(&time->tm_zone, sizeof time->tm_zone);
}

/// What strftime leaves in its buffer: 0 means that it had no room, unless nothing was asked for.
template <typename Character>
std::size_t formatted_size(std::size_t result, const Character* format, std::size_t room) {
  if (result > 0) return result + 1;
  return *format == Character{} ? std::min<std::size_t>(room, 1) : room;
}

}  // namespace

std::size_t guest_strftime(char* to, std::size_t room, const char* format, const tm* time) {
  const Touch touch{QPOR_CALLED_BY};
  read_date(touch, format, time);
  const std::size_t result = std::strftime(to, room, format, time);
  touch.write(to, formatted_size(result, format, room));
  return result;
}

std::size_t guest_strftime_l(char* to, std::size_t room, const char* format, const tm* time, locale_t locale) {
  const Touch touch{QPOR_CALLED_BY};
  read_date(touch, format, time);
  const std::size_t result = ::strftime_l(to, room, format, time, locale);
  touch.write(to, formatted_size(result, format, room));
  return result;
}

std::size_t guest_wcsftime(wchar_t* to, std::size_t room, const wchar_t* format, const tm* time) {
  const Touch touch{QPOR_CALLED_BY};
  read_date(touch, format, time);
  const std::size_t result = std::wcsftime(to, room, format, time);
  touch.write(to, formatted_size(result, format, room) * sizeof(wchar_t));
  return result;
}

// --- addresses of networks

namespace {

std::size_t address_size(int family) { return family == AF_INET ? 4 : family == AF_INET6 ? 16 : 0; }

}  // namespace

int guest_inet_pton(int family, const char* text, void* result) {
  const Touch touch{QPOR_CALLED_BY};
  touch.read_text(text);
  const int status = ::inet_pton(family, text, result);
  if (status == 1) touch.write(result, address_size(family));
  return status;
}

const char* guest_inet_ntop(int family, const void* address, char* text, socklen_t room) {
  const Touch touch{QPOR_CALLED_BY};
  touch.read(address, address_size(family));
  const char* const result = ::inet_ntop(family, address, text, room);
  if (result != nullptr) touch.write(text, std::strlen(text) + 1);
  return result;
}

// --- directories

int guest_readdir_r(DIR* directory, dirent* entry, dirent** result) {
  const Touch touch{QPOR_CALLED_BY};
  use_stream(directory, touch.pc());
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  const int status = ::readdir_r(directory, entry, result);
#pragma GCC diagnostic pop
  touch.write(result, sizeof *result);
  if (status == 0 && *result != nullptr) {
    touch.write(entry, entry->d_reclen);
    // what is behind the name is left over from others in the library's buffer
    const std::size_t used = offsetof(dirent, d_name) + std::strlen(entry->d_name) + 1;
    if (used < entry->d_reclen) std::memset(reinterpret_cast<char*>(entry) + used, 0, entry->d_reclen - used);
  }
  return status;
}

namespace {

using Order = int (*)(const char*, const char*);

int compare_entries(const Touch& touch, const dirent** left, const dirent** right, Order order) {
  touch.read(left, sizeof *left);
  touch.read(right, sizeof *right);
  touch.read_text((*left)->d_name);
  touch.read_text((*right)->d_name);
  return order((*left)->d_name, (*right)->d_name);
}

}  // namespace

int guest_alphasort(const dirent** left, const dirent** right) {
  return compare_entries(Touch{QPOR_CALLED_BY}, left, right, std::strcoll);
}

int guest_versionsort(const dirent** left, const dirent** right) {
  return compare_entries(Touch{QPOR_CALLED_BY}, left, right, ::strverscmp);
}

}  // namespace qpor::frontend::native
