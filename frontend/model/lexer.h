// First stage: the text as a sequence of tokens, the last of which is End.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program/ids.h"
#include "frontend/model/source.h"

namespace qpor::frontend::model {

enum class TokenKind : std::uint8_t {
  End,
  Word,
  Number,
#define QPOR_KEYWORD(identifier, text) identifier,
#define QPOR_SIGN(identifier, text) identifier,
#include "frontend/model/tokens.def"
#undef QPOR_KEYWORD
#undef QPOR_SIGN
#define QPOR_BINARY(identifier, text, precedence) identifier,
#include "frontend/model/operators.def"
#undef QPOR_BINARY
};

struct Token {
  TokenKind kind{};
  Position position;
  std::string_view text;     ///< a part of the source; empty for End
  engine::Value number = 0;  ///< of a Number
};

/// Throws ModelError on bytes that begin no token, unfinished comments and numbers beyond 64 bits.
std::vector<Token> tokenize(const Source& source);

/// The text of a keyword, sign or operator, quoted; "a name", "a number", "the end of the file" for the others.
std::string describe(TokenKind kind);
std::string describe(const Token& token);

}  // namespace qpor::frontend::model
