#include "frontend/native/guest/libc/formats.h"

#include <cstdint>
#include <cstring>
#include <cwchar>

#include "frontend/native/guest/libc/errno_slot.h"
namespace qpor::frontend::native {
namespace {

constexpr std::size_t kMostArguments = 128;

/// How an argument is handed over.
enum class Passed : std::uint8_t { None, Int, Long, Double, LongDouble, Pointer };

/// A conversion of printf.
struct Printed {
  char letter = '\0';          ///< 's', 'n', or anything else that neither reads nor writes memory
  bool is_wide = false;        ///< of 's'
  std::size_t size = 0;        ///< of 'n'
  std::size_t argument = 0;    ///< its number, from 1 on; 0: none
  bool has_precision = false;  ///< an argument or a number
  std::size_t precision_argument = 0;
  long precision = 0;
};

union Argument {
  long number;
  const void* pointer;
};

/// Reads a format from its beginning to its end, conversion by conversion. Unnumbered arguments are counted.
template <typename Character>
class PrintedFormat {
 public:
  PrintedFormat(const Character* format, Passed* kinds) : at_(format), kinds_(kinds) {}

  /// False at the end, or where the format means nothing.
  bool next(Printed& conversion) {
    while (*at_ != Character{}) {
      if (*at_++ != Character{'%'}) continue;
      if (*at_ == Character{'%'}) {
        ++at_;
        continue;
      }
      return read(conversion);
    }
    return false;
  }

  bool has_too_many() const { return has_too_many_; }
  std::size_t count() const { return count_; }

 private:
  bool is_digit() const { return *at_ >= Character{'0'} && *at_ <= Character{'9'}; }

  bool take(char wanted) {
    if (*at_ != static_cast<Character>(wanted)) return false;
    ++at_;
    return true;
  }

  std::size_t number() {
    std::size_t value = 0;
    for (; is_digit(); ++at_) value = value * 10 + static_cast<std::size_t>(*at_ - Character{'0'});
    return value;
  }

  /// "3$"
  std::size_t position() {
    const Character* const before = at_;
    const std::size_t value = number();
    if (value > 0 && take('$')) return value;
    at_ = before;
    return 0;
  }

  std::size_t use(std::size_t position, Passed kind) {
    const std::size_t number = position != 0 ? position : ++next_;
    if (number >= kMostArguments) {
      has_too_many_ = true;
      return 0;
    }
    kinds_[number] = kind;
    count_ = std::max(count_, number);
    return number;
  }

  bool read(Printed& conversion) {
    conversion = {};
    const std::size_t where = position();
    while (*at_ != Character{} && std::strchr("-+ #0'I", static_cast<char>(*at_)) != nullptr) ++at_;
    if (take('*'))
      use(position(), Passed::Int);
    else
      number();
    if (take('.')) {
      conversion.has_precision = true;
      if (take('*'))
        conversion.precision_argument = use(position(), Passed::Int);
      else if (take('-'))
        conversion.has_precision = number() == 0;  // a negative one counts as none
      else
        conversion.precision = static_cast<long>(number());
    }
    return read_letter(conversion, where);
  }

  bool read_letter(Printed& conversion, std::size_t where) {
    std::size_t size = 4;
    bool is_long = false, is_long_double = false;
    for (;; ++at_) {
      const auto letter = static_cast<char>(*at_);
      if (letter == 'h') {
        size = size == 2 ? 1 : 2;
      } else if (letter == 'l' || letter == 'j' || letter == 'z' || letter == 'Z' || letter == 't' || letter == 'q' ||
                 letter == 'L') {
        size = 8;
        is_long = is_long || letter == 'l';
        is_long_double = is_long_double || letter == 'L';
      } else {
        break;
      }
    }
    const auto letter = static_cast<char>(*at_);
    if (letter == '\0' || *at_ != static_cast<Character>(letter)) return false;
    ++at_;
    conversion.letter = letter;
    conversion.size = size;
    switch (letter) {
      case 'd':
      case 'i':
      case 'o':
      case 'u':
      case 'x':
      case 'X':
      case 'b':
      case 'B': use(where, size == 8 ? Passed::Long : Passed::Int); return true;
      case 'c':
      case 'C': use(where, Passed::Int); return true;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A': use(where, is_long_double ? Passed::LongDouble : Passed::Double); return true;
      case 'S':
      case 's':
        conversion.is_wide = is_long || letter == 'S';
        conversion.letter = 's';
        [[fallthrough]];
      case 'n':
      case 'p': conversion.argument = use(where, Passed::Pointer); return true;
      case 'm':
      case '%': return true;
      default: return false;
    }
  }

  const Character* at_;
  Passed* kinds_;
  std::size_t next_ = 0;
  std::size_t count_ = 0;
  bool has_too_many_ = false;
};

void fetch(const Passed* kinds, std::size_t count, std::va_list arguments, Argument* values) {
  for (std::size_t i = 1; i <= count; ++i) {
    switch (kinds[i]) {
      case Passed::None:  // a number that the format leaves out: its value is unknown
      case Passed::Int: values[i].number = va_arg(arguments, int); break;
      case Passed::Long: values[i].number = va_arg(arguments, long); break;
      case Passed::Double: static_cast<void>(va_arg(arguments, double)); break;
      case Passed::LongDouble: static_cast<void>(va_arg(arguments, long double)); break;
      case Passed::Pointer: values[i].pointer = va_arg(arguments, const void*); break;
    }
  }
}

/// A va_list, as the ABI of x86-64 has it.
struct ArgumentList {
  std::uint32_t next_register;  ///< an offset into `registers`
  std::uint32_t next_vector;
  const char* on_stack;
  const char* registers;
};
static_assert(sizeof(ArgumentList) == sizeof(std::va_list));

/// Of a program that passes its own list; those of stand-ins lie below the frame of their caller. The arguments are in
/// the frame of the function that was called with them: its first one stands for all.
void touch_list(const Touch& touch, std::va_list arguments, bool has_conversion) {
  constexpr std::uint32_t kRegisters = 48;
  const auto* const list = reinterpret_cast<const ArgumentList*>(arguments);
  Machine& m = machine();
  const auto address = reinterpret_cast<Address>(list);
  if (address >= m.stack_begin(m.current().slot) && address < reinterpret_cast<Address>(touch.caller().frame)) return;
  touch.write(list, sizeof *list);
  if (!has_conversion) return;
  if (list->next_register < kRegisters)
    touch.read(list->registers + list->next_register, sizeof(void*));
  else
    touch.read(list->on_stack, sizeof(void*));
}

template <typename Character>
void touch_any(const Touch& touch, const Character* format, std::va_list arguments) {
  if (!machine().accesses().is_on() || format == nullptr) return;
  touch.read_text(format);
  Passed kinds[kMostArguments] = {};
  PrintedFormat<Character> first(format, kinds);
  Printed conversion;
  bool touches = false;
  while (first.next(conversion)) {
    touches = touches || conversion.letter == 's' || conversion.letter == 'n';
    if (conversion.letter == 'm') touch_errno(touch);
  }
  touch_list(touch, arguments, first.count() > 0);
  if (first.has_too_many()) machine().fail(FailureKind::Limit, "a format with 128 arguments or more", touch.pc());
  if (!touches) return;
  Argument values[kMostArguments];
  std::va_list copy;
  va_copy(copy, arguments);
  fetch(kinds, first.count(), copy, values);
  va_end(copy);
  PrintedFormat<Character> second(format, kinds);
  while (second.next(conversion)) {
    if (conversion.letter != 's' && conversion.letter != 'n') continue;
    const void* const place = values[conversion.argument].pointer;
    if (conversion.letter == 'n') {
      touch.write(place, conversion.size);
      continue;
    }
    long precision = -1;
    if (conversion.has_precision) {
      precision =
          conversion.precision_argument != 0 ? values[conversion.precision_argument].number : conversion.precision;
    }
    const std::size_t most = precision < 0 ? kUnbounded : static_cast<std::size_t>(precision);
    if (conversion.is_wide)
      touch.read_text(static_cast<const wchar_t*>(place), most);
    else
      touch.read_text(static_cast<const char*>(place), most);
  }
}

}  // namespace

void touch_format(const Touch& touch, const char* format, std::va_list arguments) {
  touch_any(touch, format, arguments);
}

void touch_format(const Touch& touch, const wchar_t* format, std::va_list arguments) {
  touch_any(touch, format, arguments);
}

}  // namespace qpor::frontend::native
