#include "engine/program/fingerprint.h"

namespace qpor::engine {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

std::string text_of(const Fingerprint& fingerprint) {
  std::string text;
  for (const std::uint8_t byte : fingerprint.bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::optional<Fingerprint> fingerprint_in(std::string_view text) {
  Fingerprint fingerprint;
  if (text.size() != 2 * fingerprint.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digit = kDigits.find(text[i]);
    if (digit == std::string_view::npos) return std::nullopt;
    std::uint8_t& byte = fingerprint.bytes[i / 2];
    byte = static_cast<std::uint8_t>(byte << 4 | digit);
  }
  return fingerprint;
}

}  // namespace qpor::engine
