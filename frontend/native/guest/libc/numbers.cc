// Numbers from text, and random numbers whose state the program keeps. Text is read up to the first character that does
// not belong to the number.

#include <cerrno>
#include <cstdlib>
#include <cwchar>
#include <cwctype>

#include "frontend/native/guest/check/touch.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/process_state.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

bool is_space(char character) { return (character >= '\t' && character <= '\r') || character == ' '; }
bool is_space(wchar_t character) { return std::iswspace(static_cast<std::wint_t>(character)) != 0; }

/// Announces what was read of the text when the number ended there, and the write of that place.
template <typename Character>
void read_number(const Touch& touch, const Character* text, const Character* number_end, Character** end) {
  const Character* last = number_end;
  if (last == text) {  // no number: blanks and a sign may have been passed over
    while (is_space(*last)) ++last;
    if (*last == Character{'+'} || *last == Character{'-'}) ++last;
  }
  touch.read(text, static_cast<std::size_t>(last - text + 1) * sizeof(Character));
  if (end == nullptr) return;
  touch.write(end, sizeof *end);
  *end = const_cast<Character*>(number_end);
}

template <auto function, typename Character, typename... More>
auto convert(Caller caller, const Character* text, Character** end, More... more) {
  Character* number_end = nullptr;
  const auto result = function(text, &number_end, more...);
  read_number<Character>(Touch{caller}, text, number_end == nullptr ? text : number_end, end);
  return result;
}

}  // namespace

#define QPOR_INTEGER(name, Character, Result, function)                                    \
  Result guest_##name(const Character* text, Character** end, int base) {                  \
    return convert<function, Character>(QPOR_CALLED_BY, text, end, base);                  \
  }                                                                                        \
  Result guest_##name##_l(const Character* text, Character** end, int base, const void*) { \
    return convert<function, Character>(QPOR_CALLED_BY, text, end, base);                  \
  }                                                                                        \
  Result guest_##name##_internal(const Character* text, Character** end, int base, int) {  \
    return convert<function, Character>(QPOR_CALLED_BY, text, end, base);                  \
  }
#define QPOR_REAL(name, Character, Result, function)                             \
  Result guest_##name(const Character* text, Character** end) {                  \
    return convert<function, Character>(QPOR_CALLED_BY, text, end);              \
  }                                                                              \
  Result guest_##name##_l(const Character* text, Character** end, const void*) { \
    return convert<function, Character>(QPOR_CALLED_BY, text, end);              \
  }                                                                              \
  Result guest_##name##_internal(const Character* text, Character** end, int) {  \
    return convert<function, Character>(QPOR_CALLED_BY, text, end);              \
  }
// C23 reads 0b101 too; these do not.
QPOR_INTEGER(strtol, char, long, &::strtol)
QPOR_INTEGER(strtoul, char, unsigned long, &::strtoul)
QPOR_INTEGER(strtoll, char, long long, &::strtoll)
QPOR_INTEGER(strtoull, char, unsigned long long, &::strtoull)
QPOR_INTEGER(wcstol, wchar_t, long, &::wcstol)
QPOR_INTEGER(wcstoul, wchar_t, unsigned long, &::wcstoul)
QPOR_INTEGER(wcstoll, wchar_t, long long, &::wcstoll)
QPOR_INTEGER(wcstoull, wchar_t, unsigned long long, &::wcstoull)
QPOR_REAL(strtod, char, double, &::strtod)
QPOR_REAL(strtof, char, float, &::strtof)
QPOR_REAL(strtold, char, long double, &::strtold)
QPOR_REAL(wcstod, wchar_t, double, &::wcstod)
QPOR_REAL(wcstof, wchar_t, float, &::wcstof)
QPOR_REAL(wcstold, wchar_t, long double, &::wcstold)
#undef QPOR_INTEGER
#undef QPOR_REAL

int guest_atoi(const char* text) {
  return static_cast<int>(convert<&::strtol, char>(QPOR_CALLED_BY, text, nullptr, 10));
}
long guest_atol(const char* text) { return convert<&::strtol, char>(QPOR_CALLED_BY, text, nullptr, 10); }
double guest_atof(const char* text) { return convert<&::strtod, char>(QPOR_CALLED_BY, text, nullptr); }

// --- random numbers: struct random_data points to a table of the program's

int guest_random_r(random_data* data, std::int32_t* result) {
  const Touch touch{QPOR_CALLED_BY};
  touch.write(data, sizeof *data);
  touch.write(result, sizeof *result);
  if (data->rand_type == 0) {
    touch.write(data->state, sizeof *data->state);
  } else {
    touch.read(data->rptr, sizeof *data->rptr);
    touch.write(data->fptr, sizeof *data->fptr);
  }
  return ::random_r(data, result);
}

namespace {

/// The table with the word before it, which tells its kind and place.
void write_table(const Touch& touch, const random_data& data) {
  if (data.state == nullptr) return;
  touch.write(data.state - 1, (static_cast<std::size_t>(data.rand_deg) + 1) * sizeof *data.state);
}

void write_kind(const Touch& touch, const random_data& data) {
  if (data.state != nullptr) touch.write(data.state - 1, sizeof *data.state);
}

/// Where the library writes into the buffer only when it was never used.
template <typename Result>
void touch_rand48(const Touch& touch, unsigned short* state, drand48_data* data, Result* result) {
  touch.write(state, 3 * sizeof *state);
  touch.write(result, sizeof *result);
  touch.read(data, sizeof *data);
  if (data->__init == 0) touch.write(data, sizeof *data);
}

}  // namespace

int guest_srandom_r(unsigned seed, random_data* data) {
  const Touch touch{QPOR_CALLED_BY};
  touch.write(data, sizeof *data);
  write_table(touch, *data);
  return ::srandom_r(seed, data);
}

int guest_initstate_r(unsigned seed, char* table, std::size_t size, random_data* data) {
  const Touch touch{QPOR_CALLED_BY};
  touch.write(data, sizeof *data);
  write_kind(touch, *data);
  const int status = ::initstate_r(seed, table, size, data);
  if (status == 0) write_table(touch, *data);
  return status;
}

int guest_setstate_r(char* table, random_data* data) {
  const Touch touch{QPOR_CALLED_BY};
  touch.write(data, sizeof *data);
  touch.read(table, sizeof(std::int32_t));
  write_kind(touch, *data);
  return ::setstate_r(table, data);
}

/// glibc keeps the factors of the generator together with the state of drand48, and sets them when they are first used.
static void touch_own48(const Touch& touch, unsigned short* state) {
  touch.write(state, 3 * sizeof *state);
  touch.write(&process_state().random48, sizeof process_state().random48);
}

double guest_erand48(unsigned short* state) {
  touch_own48(Touch{QPOR_CALLED_BY}, state);
  return ::erand48(state);
}

long guest_nrand48(unsigned short* state) {
  touch_own48(Touch{QPOR_CALLED_BY}, state);
  return ::nrand48(state);
}

long guest_jrand48(unsigned short* state) {
  touch_own48(Touch{QPOR_CALLED_BY}, state);
  return ::jrand48(state);
}

int guest_erand48_r(unsigned short* state, drand48_data* data, double* result) {
  touch_rand48(Touch{QPOR_CALLED_BY}, state, data, result);
  return ::erand48_r(state, data, result);
}

int guest_nrand48_r(unsigned short* state, drand48_data* data, long* result) {
  touch_rand48(Touch{QPOR_CALLED_BY}, state, data, result);
  return ::nrand48_r(state, data, result);
}

int guest_jrand48_r(unsigned short* state, drand48_data* data, long* result) {
  touch_rand48(Touch{QPOR_CALLED_BY}, state, data, result);
  return ::jrand48_r(state, data, result);
}

}  // namespace qpor::frontend::native
