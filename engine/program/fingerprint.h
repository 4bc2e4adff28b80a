// Which program something belongs to: a schedule, bytes of another process. 128 bits, so that two programs never meet
// by chance; the frontend that opens a program makes it (frontend/program/fingerprint.h), everybody else compares.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qpor::engine {

struct Fingerprint {
  std::array<std::uint8_t, 16> bytes{};

  bool operator==(const Fingerprint&) const = default;
};

/// 32 hexadecimal digits.
std::string text_of(const Fingerprint& fingerprint);
/// Of such a text in small letters; nothing for any other.
std::optional<Fingerprint> fingerprint_in(std::string_view text);

}  // namespace qpor::engine
