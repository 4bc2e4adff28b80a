#include "frontend/model/lexer.h"

#include <array>
#include <limits>

namespace qpor::frontend::model {
namespace {

struct Spelling {
  TokenKind kind;
  std::string_view text;
};

constexpr std::array kKeywords = {
#define QPOR_KEYWORD(identifier, text) Spelling{TokenKind::identifier, text},
#define QPOR_SIGN(identifier, text)
#include "frontend/model/tokens.def"
#undef QPOR_KEYWORD
#undef QPOR_SIGN
};

constexpr std::array kSigns = {
#define QPOR_KEYWORD(identifier, text)
#define QPOR_SIGN(identifier, text) Spelling{TokenKind::identifier, text},
#define QPOR_BINARY(identifier, text, precedence) Spelling{TokenKind::identifier, text},
#include "frontend/model/operators.def"
#include "frontend/model/tokens.def"
#undef QPOR_KEYWORD
#undef QPOR_SIGN
#undef QPOR_BINARY
};

// The locale has no say in what is a letter.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool continues_name(char c) { return begins_name(c) || is_digit(c); }

constexpr int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

class Lexer {
 public:
  explicit Lexer(const Source& source) : source_(source), rest_(source.text) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    for (skip_blanks(); !rest_.empty(); skip_blanks()) tokens.push_back(next());
    tokens.push_back({TokenKind::End, position_, rest_, 0});
    return tokens;
  }

 private:
  std::string_view take(std::size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    for (const char c : taken) {
      ++position_.column;
      if (c == '\n') position_ = {position_.line + 1, 1};
    }
    rest_.remove_prefix(count);
    return taken;
  }

  void skip_blanks() {
    while (!rest_.empty()) {
      if (const char c = rest_.front(); c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        take(1);
      } else if (rest_.starts_with("//")) {
        const std::size_t end = rest_.find('\n');
        take(end == rest_.npos ? rest_.size() : end);
      } else if (rest_.starts_with("/*")) {
        const std::size_t end = rest_.find("*/", 2);
        if (end == rest_.npos)
          source_.reject(position_, "expected '*/' to close this comment, found the end of the file");
        take(end + 2);
      } else {
        return;
      }
    }
  }

  Token next() {
    const Position position = position_;
    if (is_digit(rest_.front())) return number();
    if (begins_name(rest_.front())) {
      std::size_t length = 1;
      while (length < rest_.size() && continues_name(rest_[length])) ++length;
      const std::string_view text = take(length);
      for (const Spelling& keyword : kKeywords) {
        if (keyword.text == text) return {keyword.kind, position, text, 0};
      }
      return {TokenKind::Word, position, text, 0};
    }
    const Spelling* longest = nullptr;
    for (const Spelling& sign : kSigns) {
      if (rest_.starts_with(sign.text) && (longest == nullptr || sign.text.size() > longest->text.size()))
        longest = &sign;
    }
    if (longest == nullptr) {
      source_.reject(position, "expected a word, a number or a sign, found " + quoted(rest_.substr(0, 1)));
    }
    return {longest->kind, position, take(longest->text.size()), 0};
  }

  Token number() {
    const Position position = position_;
    std::size_t length = 1;
    while (length < rest_.size() && continues_name(rest_[length])) ++length;
    const std::string_view text = take(length);
    const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
    const std::uint64_t base = is_hex ? 16 : 10;
    // A hexadecimal number gives all 64 bits; a decimal one is a value, which must be one.
    const std::uint64_t largest = is_hex ? std::numeric_limits<std::uint64_t>::max()
                                         : static_cast<std::uint64_t>(std::numeric_limits<engine::Value>::max());
    const std::string_view digits = text.substr(is_hex ? 2 : 0);
    if (digits.empty()) source_.reject(position, "expected hexadecimal digits after " + quoted(text));
    std::uint64_t value = 0;
    for (const char c : digits) {
      const auto digit = static_cast<std::uint64_t>(digit_value(c));
      if (digit >= base) source_.reject(position, "expected a number, found " + quoted(text));
      if (value > (largest - digit) / base) {
        source_.reject(position, "expected a number of at most 64 bits, found " + quoted(text));
      }
      value = value * base + digit;
    }
    return {TokenKind::Number, position, text, static_cast<engine::Value>(value)};
  }

  const Source& source_;
  std::string_view rest_;
  Position position_{1, 1};
};

}  // namespace

std::vector<Token> tokenize(const Source& source) { return Lexer(source).run(); }

std::string describe(TokenKind kind) {
  switch (kind) {
    case TokenKind::End: return "the end of the file";
    case TokenKind::Word: return "a name";
    case TokenKind::Number: return "a number";
    default: break;
  }
  for (const Spelling& keyword : kKeywords) {
    if (keyword.kind == kind) return quoted(keyword.text);
  }
  for (const Spelling& sign : kSigns) {
    if (sign.kind == kind) return quoted(sign.text);
  }
  return "?";
}

std::string describe(const Token& token) {
  return token.kind == TokenKind::End ? describe(token.kind) : quoted(token.text);
}

}  // namespace qpor::frontend::model
