// Texts of bytes to texts of wide characters and back, and obstacks.

#include <obstack.h>

#include <algorithm>
#include <cstdlib>
#include <cwchar>
#include <type_traits>

#include "frontend/native/guest/check/touch.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/process_state.h"
#include "frontend/native/machine/machine.h"

extern "C" {
// Behind the macros of obstack.h.
void _obstack_newchunk(obstack*, int);
}

namespace qpor::frontend::native {
namespace {

/// mbsrtowcs, wcsrtombs and those with a bound: `source` is the text before and after the conversion.
template <typename To, typename From, typename Function>
std::size_t convert_text(const Touch& touch, Conversion own, To* to, const From** source, std::size_t room,
                         std::mbstate_t* state, std::size_t most, Function function) {
  touch.read(source, sizeof *source);
  if (state != nullptr)
    touch.write(state, sizeof *state);
  else
    touch.write(&process_state().conversions[static_cast<std::size_t>(own)], 1);
  const From* const begin = *source;
  const std::size_t count = function();
  if (to == nullptr) {
    touch.read_text(begin, most);
    return count;
  }
  touch.write(source, sizeof *source);
  const bool has_ended = *source == nullptr;
  if (has_ended)
    touch.read_text(begin, most);
  else
    touch.read(begin, static_cast<std::size_t>(*source - begin) * sizeof(From));
  if (count != kUnbounded) touch.write(to, std::min(room, count + (has_ended ? 1 : 0)) * sizeof(To));
  return count;
}

/// mbstowcs and wcstombs. In the C locale a character is a byte.
template <typename To, typename From, typename Function>
std::size_t convert_all(const Touch& touch, To* to, const From* from, std::size_t room, Function function) {
  const std::size_t count = function();
  if (to == nullptr || count == kUnbounded) {
    touch.read_text(from, to == nullptr ? kUnbounded : room);
    return count;
  }
  touch.read_text(from, room);
  touch.write(to, std::min(room, count + 1) * sizeof(To));
  return count;
}

}  // namespace

std::size_t guest_mbsrtowcs(wchar_t* to, const char** from, std::size_t room, std::mbstate_t* state) {
  return convert_text(Touch{QPOR_CALLED_BY}, Conversion::Mbsrtowcs, to, from, room, state, kUnbounded,
                      [=] { return std::mbsrtowcs(to, from, room, state); });
}

std::size_t guest_mbsnrtowcs(wchar_t* to, const char** from, std::size_t most, std::size_t room,
                             std::mbstate_t* state) {
  return convert_text(Touch{QPOR_CALLED_BY}, Conversion::Mbsnrtowcs, to, from, room, state, most,
                      [=] { return ::mbsnrtowcs(to, from, most, room, state); });
}

std::size_t guest_wcsrtombs(char* to, const wchar_t** from, std::size_t room, std::mbstate_t* state) {
  return convert_text(Touch{QPOR_CALLED_BY}, Conversion::Wcsrtombs, to, from, room, state, kUnbounded,
                      [=] { return std::wcsrtombs(to, from, room, state); });
}

std::size_t guest_wcsnrtombs(char* to, const wchar_t** from, std::size_t most, std::size_t room,
                             std::mbstate_t* state) {
  return convert_text(Touch{QPOR_CALLED_BY}, Conversion::Wcsnrtombs, to, from, room, state, most,
                      [=] { return ::wcsnrtombs(to, from, most, room, state); });
}

std::size_t guest_mbstowcs(wchar_t* to, const char* from, std::size_t room) {
  return convert_all(Touch{QPOR_CALLED_BY}, to, from, room, [=] { return std::mbstowcs(to, from, room); });
}

std::size_t guest_wcstombs(char* to, const wchar_t* from, std::size_t room) {
  return convert_all(Touch{QPOR_CALLED_BY}, to, from, room, [=] { return std::wcstombs(to, from, room); });
}

std::size_t guest_mbsrtowcs_chk(wchar_t* to, const char** from, std::size_t room, std::mbstate_t* state,
                                std::size_t size) {
  if (to != nullptr && room > size) overflow("mbsrtowcs", QPOR_CALLER);
  return convert_text(Touch{QPOR_CALLED_BY}, Conversion::Mbsrtowcs, to, from, room, state, kUnbounded,
                      [=] { return std::mbsrtowcs(to, from, room, state); });
}

std::size_t guest_mbsnrtowcs_chk(wchar_t* to, const char** from, std::size_t most, std::size_t room,
                                 std::mbstate_t* state, std::size_t size) {
  if (to != nullptr && room > size) overflow("mbsnrtowcs", QPOR_CALLER);
  return convert_text(Touch{QPOR_CALLED_BY}, Conversion::Mbsnrtowcs, to, from, room, state, most,
                      [=] { return ::mbsnrtowcs(to, from, most, room, state); });
}

std::size_t guest_wcsrtombs_chk(char* to, const wchar_t** from, std::size_t room, std::mbstate_t* state,
                                std::size_t size) {
  if (to != nullptr && room > size) overflow("wcsrtombs", QPOR_CALLER);
  return convert_text(Touch{QPOR_CALLED_BY}, Conversion::Wcsrtombs, to, from, room, state, kUnbounded,
                      [=] { return std::wcsrtombs(to, from, room, state); });
}

std::size_t guest_wcsnrtombs_chk(char* to, const wchar_t** from, std::size_t most, std::size_t room,
                                 std::mbstate_t* state, std::size_t size) {
  if (to != nullptr && room > size) overflow("wcsnrtombs", QPOR_CALLER);
  return convert_text(Touch{QPOR_CALLED_BY}, Conversion::Wcsnrtombs, to, from, room, state, most,
                      [=] { return ::wcsnrtombs(to, from, most, room, state); });
}

std::size_t guest_mbstowcs_chk(wchar_t* to, const char* from, std::size_t room, std::size_t size) {
  if (to != nullptr && room > size) overflow("mbstowcs", QPOR_CALLER);
  return convert_all(Touch{QPOR_CALLED_BY}, to, from, room, [=] { return std::mbstowcs(to, from, room); });
}

std::size_t guest_wcstombs_chk(char* to, const wchar_t* from, std::size_t room, std::size_t size) {
  if (to != nullptr && room > size) overflow("wcstombs", QPOR_CALLER);
  return convert_all(Touch{QPOR_CALLED_BY}, to, from, room, [=] { return std::wcstombs(to, from, room); });
}

/// The object that grows moves to the new chunk. Its chunks are reached through the obstack only, which is written.
void guest_obstack_newchunk(obstack* stack, int length) {
  const Touch touch{QPOR_CALLED_BY};
  touch.write(stack, sizeof *stack);
  touch.read(stack->object_base, static_cast<std::size_t>(stack->next_free - stack->object_base));
  ::_obstack_newchunk(stack, length);
}

}  // namespace qpor::frontend::native
