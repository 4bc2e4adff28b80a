// Classes without templates whose functions libstdc++.so has: exceptions, exception_ptr, locale, ios_base. Theirs are
// called, and what they access of the program's objects is announced. Not seen: virtual functions of exceptions, which
// only read the object.

#include <cstring>
#include <ctime>
#include <exception>
#include <ios>
#include <locale>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

#include <utility>

#include "frontend/native/build/guest_library/hooks.h"

namespace qpor_guest {
namespace {

void read_text(const char* text) { static_cast<void>(std::strlen(text)); }
void read_text(const std::string& text) { announce_read(text.data(), text.size()); }

}  // namespace
}  // namespace qpor_guest

/// The function of that mangled name announces first and calls the library's own. `Parameters` and `Arguments` in
/// parentheses.
#define QPOR_ANNOUNCED(number, symbol, Result, Parameters, Arguments, ...) \
  namespace qpor_guest {                                                   \
  Result real_##number Parameters QPOR_REAL(symbol);                       \
  Result announced_##number Parameters asm(symbol);                        \
  Result announced_##number Parameters {                                   \
    __VA_ARGS__;                                                           \
    return real_##number Arguments;                                        \
  }                                                                        \
  }
#define QPOR_ANNOUNCED_LINE(line, ...) QPOR_ANNOUNCED(line, __VA_ARGS__)
#define QPOR_WRAP(...) QPOR_ANNOUNCED_LINE(__COUNTER__, __VA_ARGS__)

// --- exceptions with a text

#define QPOR_TEXT_EXCEPTION_C(Class, name, constructor)                                                     \
  QPOR_WRAP("_ZNSt" name constructor "EPKc", void, (std::Class * self, const char* text), (self, text),     \
            announce_write(self, sizeof *self), read_text(text))                                            \
  QPOR_WRAP("_ZNSt" name constructor "ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", void,       \
            (std::Class * self, const std::string& text), (self, text), announce_write(self, sizeof *self), \
            read_text(text))
#define QPOR_TEXT_EXCEPTION(Class, name)   \
  QPOR_TEXT_EXCEPTION_C(Class, name, "C1") \
  QPOR_TEXT_EXCEPTION_C(Class, name, "C2")
#define QPOR_COPIED_EXCEPTION(Class, name)                                                                    \
  QPOR_WRAP("_ZNSt" name "C1ERKS_", void, (std::Class * self, const std::Class& other), (self, other),        \
            announce_write(self, sizeof *self), announce_read(&other, sizeof other))                          \
  QPOR_WRAP("_ZNSt" name "C2ERKS_", void, (std::Class * self, const std::Class& other), (self, other),        \
            announce_write(self, sizeof *self), announce_read(&other, sizeof other))                          \
  QPOR_WRAP("_ZNSt" name "C1EOS_", void, (std::Class * self, std::Class & other), (self, other),              \
            announce_write(self, sizeof *self), announce_write(&other, sizeof other))                         \
  QPOR_WRAP("_ZNSt" name "C2EOS_", void, (std::Class * self, std::Class & other), (self, other),              \
            announce_write(self, sizeof *self), announce_write(&other, sizeof other))                         \
  QPOR_WRAP("_ZNSt" name "aSERKS_", std::Class&, (std::Class * self, const std::Class& other), (self, other), \
            announce_write(self, sizeof *self), announce_read(&other, sizeof other))                          \
  QPOR_WRAP("_ZNSt" name "aSEOS_", std::Class&, (std::Class * self, std::Class & other), (self, other),       \
            announce_write(self, sizeof *self), announce_write(&other, sizeof other))

QPOR_TEXT_EXCEPTION(logic_error, "11logic_error")
QPOR_TEXT_EXCEPTION(domain_error, "12domain_error")
QPOR_TEXT_EXCEPTION(invalid_argument, "16invalid_argument")
QPOR_TEXT_EXCEPTION(length_error, "12length_error")
QPOR_TEXT_EXCEPTION(out_of_range, "12out_of_range")
QPOR_TEXT_EXCEPTION(runtime_error, "13runtime_error")
QPOR_TEXT_EXCEPTION(range_error, "11range_error")
QPOR_TEXT_EXCEPTION(overflow_error, "14overflow_error")
QPOR_TEXT_EXCEPTION(underflow_error, "15underflow_error")
QPOR_COPIED_EXCEPTION(logic_error, "11logic_error")
QPOR_COPIED_EXCEPTION(runtime_error, "13runtime_error")

#define QPOR_FAILURE(constructor)                                                                                  \
  QPOR_WRAP("_ZNSt8ios_base7failureB5cxx11" constructor "EPKcRKSt10error_code", void,                              \
            (std::ios_base::failure * self, const char* text, const std::error_code& code), (self, text, code),    \
            announce_write(self, sizeof *self), read_text(text), announce_read(&code, sizeof code))                \
  QPOR_WRAP("_ZNSt8ios_base7failureB5cxx11" constructor                                                            \
            "ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEERKSt10error_code",                             \
            void, (std::ios_base::failure * self, const std::string& text, const std::error_code& code),           \
            (self, text, code), announce_write(self, sizeof *self), read_text(text),                               \
            announce_read(&code, sizeof code))                                                                     \
  QPOR_WRAP("_ZNSt8ios_base7failureB5cxx11" constructor "ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", \
            void, (std::ios_base::failure * self, const std::string& text), (self, text),                          \
            announce_write(self, sizeof *self), read_text(text))
QPOR_FAILURE("C1")
QPOR_FAILURE("C2")

// --- exception_ptr: gives up its pointer

namespace qpor_guest {

void real_release(std::exception_ptr*) asm("qpor.exception_drop");
void release(std::exception_ptr*) asm("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
void release(std::exception_ptr* self) {
  *const_cast<void* volatile*>(&self->_M_exception_object) = self->_M_exception_object;  // a write that is seen
  real_release(self);
}

}  // namespace qpor_guest

// --- locales: a pointer to what is shared and counted

#define QPOR_LOCALE(constructor)                                                                                     \
  QPOR_WRAP("_ZNSt6locale" constructor "Ev", void, (std::locale * self), (self), announce_write(self, sizeof *self)) \
  QPOR_WRAP("_ZNSt6locale" constructor "ERKS_", void, (std::locale * self, const std::locale& other), (self, other), \
            announce_write(self, sizeof *self), announce_read(&other, sizeof other))                                 \
  QPOR_WRAP("_ZNSt6locale" constructor "EPKc", void, (std::locale * self, const char* name), (self, name),           \
            announce_write(self, sizeof *self), read_text(name))                                                     \
  QPOR_WRAP("_ZNSt6locale" constructor "EPNS_5_ImplE", void, (std::locale * self, void* shared), (self, shared),     \
            announce_write(self, sizeof *self))                                                                      \
  QPOR_WRAP("_ZNSt6locale" constructor "ERKS_S1_i", void,                                                            \
            (std::locale * self, const std::locale& a, const std::locale& b, int which), (self, a, b, which),        \
            announce_write(self, sizeof *self), announce_read(&a, sizeof a), announce_read(&b, sizeof b))            \
  QPOR_WRAP("_ZNSt6locale" constructor "ERKS_PKci", void,                                                            \
            (std::locale * self, const std::locale& a, const char* name, int which), (self, a, name, which),         \
            announce_write(self, sizeof *self), announce_read(&a, sizeof a), read_text(name))
QPOR_LOCALE("C1")
QPOR_LOCALE("C2")
QPOR_WRAP("_ZNSt6localeD1Ev", void, (std::locale * self), (self), announce_write(self, sizeof *self))
QPOR_WRAP("_ZNSt6localeD2Ev", void, (std::locale * self), (self), announce_write(self, sizeof *self))
QPOR_WRAP("_ZNSt6localeaSERKS_", const std::locale&, (std::locale * self, const std::locale& other), (self, other),
          announce_write(self, sizeof *self), announce_read(&other, sizeof other))
QPOR_WRAP("_ZNKSt6localeeqERKS_", bool, (const std::locale* self, const std::locale& other), (self, other),
          announce_read(self, sizeof *self), announce_read(&other, sizeof other))
QPOR_WRAP("_ZNKSt6locale4nameB5cxx11Ev", std::string, (const std::locale* self), (self),
          announce_read(self, sizeof *self))

// The library numbers facets when it sees one for the first time; these two number theirs.
QPOR_WRAP("_ZNSt6locale5_Impl16_M_install_facetEPKNS_2idEPKNS_5facetE", void,
          (std::locale::_Impl * self, const std::locale::id* id, const std::locale::facet* facet), (self, id, facet),
          id->_M_id())
QPOR_WRAP("_ZNSt6locale5_Impl16_M_replace_facetEPKS0_PKNS_2idE", void,
          (std::locale::_Impl * self, const std::locale::_Impl* other, const std::locale::id* id), (self, other, id),
          id->_M_id())

// --- ios_base

QPOR_WRAP("_ZNSt8ios_baseC1Ev", void, (std::ios_base * self), (self), announce_write(self, sizeof *self))
QPOR_WRAP("_ZNSt8ios_baseC2Ev", void, (std::ios_base * self), (self), announce_write(self, sizeof *self))
QPOR_WRAP("_ZNSt8ios_baseD1Ev", void, (std::ios_base * self), (self), announce_write(self, sizeof *self))
QPOR_WRAP("_ZNSt8ios_baseD2Ev", void, (std::ios_base * self), (self), announce_write(self, sizeof *self))
QPOR_WRAP("_ZNSt8ios_base7_M_initEv", void, (std::ios_base * self), (self), announce_write(self, sizeof *self))
QPOR_WRAP("_ZNSt8ios_base17_M_call_callbacksENS_5eventE", void, (std::ios_base * self, std::ios_base::event event),
          (self, event), announce_read(&self->_M_callbacks, sizeof self->_M_callbacks))
QPOR_WRAP("_ZNSt8ios_base20_M_dispose_callbacksEv", void, (std::ios_base * self), (self),
          announce_write(&self->_M_callbacks, sizeof self->_M_callbacks))
QPOR_WRAP("_ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi", void,
          (std::ios_base * self, std::ios_base::event_callback call, int index), (self, call, index),
          announce_write(&self->_M_callbacks, sizeof self->_M_callbacks))
QPOR_WRAP("_ZNSt8ios_base13_M_grow_wordsEib", std::ios_base::_Words&, (std::ios_base * self, int index, bool is_int),
          (self, index, is_int), announce_write(self, sizeof *self))
QPOR_WRAP("_ZNSt8ios_base5imbueERKSt6locale", std::locale, (std::ios_base * self, const std::locale& locale),
          (self, locale), announce_write(self, sizeof *self), announce_read(&locale, sizeof locale))
QPOR_WRAP("_ZNSt8ios_base7_M_moveERS_", void, (std::ios_base * self, std::ios_base& other), (self, other),
          announce_write(self, sizeof *self), announce_write(&other, sizeof other))
QPOR_WRAP("_ZNSt8ios_base7_M_swapERS_", void, (std::ios_base * self, std::ios_base& other), (self, other),
          announce_write(self, sizeof *self), announce_write(&other, sizeof other))

// --- numbers: the library's own parses a string of the caller's

#define QPOR_CONVERT(Type, letter)                                                                \
  QPOR_WRAP("_ZSt14__convert_to_vI" letter "EvPKcRT_RSt12_Ios_IostateRKP15__locale_struct", void, \
            (const char* text, Type& to, std::ios_base::iostate& state, const locale_t& locale),  \
            (text, to, state, locale), announce_write(&to, sizeof to))
QPOR_CONVERT(float, "f")
QPOR_CONVERT(double, "d")
QPOR_CONVERT(long double, "e")

// --- dates

namespace qpor_guest {

/// Formats a date, in the C locale.
void put_date(const void*, char*, std::size_t, const char*,
              const std::tm*) asm("_ZNKSt11__timepunctIcE6_M_putEPcmPKcPK2tm");
void put_date(const void*, char* to, std::size_t size, const char* format, const std::tm* date) {
  if (std::strftime(to, size, format, date) == 0) *to = '\0';
}

void* unseen_copy(void*, const void*, std::size_t) QPOR_REAL("memcpy");
void real_finish_date(void*, std::tm*) QPOR_REAL("_ZNSt16__time_get_state17_M_finalize_stateEP2tm");
void finish_date(void*, std::tm*) asm("_ZNSt16__time_get_state17_M_finalize_stateEP2tm");

/// Completes a date that was read. Only the members that change are accessed.
void finish_date(void* state, std::tm* date) {
  std::tm before, after;
  unseen_copy(&before, date, sizeof before);
  unseen_copy(&after, date, sizeof after);
  real_finish_date(state, &after);
  for (int std::tm::* const member : {&std::tm::tm_sec, &std::tm::tm_min, &std::tm::tm_hour, &std::tm::tm_mday,
                                      &std::tm::tm_mon, &std::tm::tm_year, &std::tm::tm_wday, &std::tm::tm_yday}) {
    if (before.*member != after.*member) date->*member = after.*member;
  }
}

}  // namespace qpor_guest

namespace qpor_guest {
namespace {

// The library's own would outlive a run.
int next_word = 4;  // the library itself has taken some
std::new_handler handler = nullptr;

}  // namespace
}  // namespace qpor_guest

namespace std {

/// Memory never runs out, so that it is never called.
new_handler set_new_handler(new_handler handler) noexcept {
  return __atomic_exchange_n(&qpor_guest::handler, handler, __ATOMIC_SEQ_CST);
}
new_handler get_new_handler() noexcept { return __atomic_load_n(&qpor_guest::handler, __ATOMIC_SEQ_CST); }

int ios_base::xalloc() noexcept { return __atomic_fetch_add(&qpor_guest::next_word, 1, __ATOMIC_SEQ_CST); }

}  // namespace std
