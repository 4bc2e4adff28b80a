#include "engine/program/wire.h"

#include <algorithm>

#include "engine/program/operation.h"

namespace qpor::engine {
namespace {

constexpr std::string_view kMagic = "qpor";
constexpr std::size_t kChecksumBytes = 8;
constexpr std::size_t kHeaderBytes = 4 + 4 + 4 + 1 + 16 + 8;

/// A change within one word of 8 bytes never goes unseen: each step maps words to sums one to one.
std::uint64_t checksum_of(std::string_view bytes) {
  std::uint64_t sum = bytes.size();
  for (std::size_t begin = 0; begin < bytes.size(); begin += 8) {
    std::uint64_t word = 0;
    const std::size_t end = std::min(bytes.size(), begin + 8);
    for (std::size_t i = end; i > begin; --i) word = word << 8 | static_cast<std::uint8_t>(bytes[i - 1]);
    sum = fold(sum, word);
  }
  return sum;
}

const char* text_of(WireKind kind) {
  switch (kind) {
    case WireKind::Knowledge: return "what is known of a program";
    case WireKind::Schedule: return "a schedule";
    case WireKind::Events: return "events";
    case WireKind::Configuration: return "a configuration";
    case WireKind::Begin: return "the beginning of an exploration";
    case WireKind::Defect: return "a defect";
    case WireKind::Progress: return "figures of an exploration";
    case WireKind::Outcome: return "the outcome of an exploration";
    case WireKind::NoOutcome: return "the error of an exploration";
  }
  return "something else";
}

}  // namespace

std::uint32_t wire_operations() {
  std::uint64_t hash = 0;
#define QPOR_OPERATION(identifier, text, object, role, synchronises)                             \
  hash = fold(fold(hash, hash_of(#identifier)), static_cast<std::uint64_t>(ObjectKind::object)); \
  hash = fold(hash, static_cast<std::uint64_t>(Role::role));
#include "engine/program/operation_kinds.def"
#undef QPOR_OPERATION
  return static_cast<std::uint32_t>(hash);
}

// --- writing

void WireWriter::number(std::uint64_t value) {
  for (; value >= 128; value >>= 7) byte(static_cast<std::uint8_t>(value | 128));
  byte(static_cast<std::uint8_t>(value));
}

void WireWriter::signed_number(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  number(value < 0 ? ~(bits << 1) : bits << 1);
}

void WireWriter::fixed(std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) byte(static_cast<std::uint8_t>(value >> 8 * i));
}

void WireWriter::text(std::string_view value) {
  number(value.size());
  bytes_ += value;
}

// --- reading

void WireReader::refuse(std::string sentence) {
  if (problem_.empty()) problem_ = std::move(sentence);
  rest_ = {};
}

std::string_view WireReader::taken(std::size_t count) {
  if (count > rest_.size()) {
    refuse("it ends in the middle of a value");
    return {};
  }
  const std::string_view part = rest_.substr(0, count);
  rest_.remove_prefix(count);
  return part;
}

std::uint64_t WireReader::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::string_view part = taken(1);
    if (part.empty()) return 0;
    const auto byte = static_cast<std::uint8_t>(part[0]);
    const bool is_too_large = shift == 63 && byte > 1;
    const bool has_another_form = shift > 0 && byte == 0;
    if (is_too_large || has_another_form) {
      refuse("a number is written as no number is");
      return 0;
    }
    value |= std::uint64_t{byte & 127u} << shift;
    if (byte < 128) return value;
  }
}

std::uint64_t WireReader::number_below(std::uint64_t bound, const char* name) {
  const std::uint64_t value = number();
  if (value < bound) return value;
  refuse(std::string(name) + " is no number that can be");
  return 0;
}

std::int64_t WireReader::signed_number() {
  const std::uint64_t folded = number();
  return static_cast<std::int64_t>((folded & 1) != 0 ? ~(folded >> 1) : folded >> 1);
}

std::uint64_t WireReader::fixed(std::size_t bytes) {
  const std::string_view part = taken(bytes);
  std::uint64_t value = 0;
  for (std::size_t i = part.size(); i > 0; --i) value = value << 8 | static_cast<std::uint8_t>(part[i - 1]);
  return value;
}

std::string WireReader::text() {
  const std::uint64_t size = number();
  return std::string(taken(size));
}

std::size_t WireReader::count(std::size_t bytes_each) {
  const std::uint64_t count = number();
  if (count <= rest_.size() / bytes_each) return count;
  refuse("a list is longer than the bytes that are there");
  return 0;
}

void WireReader::finish() {
  if (!rest_.empty()) refuse("there are bytes behind its end");
}

// --- the envelope

std::string sealed(WireKind kind, const Fingerprint& program, const WireWriter& value) {
  WireWriter message;
  for (const char c : kMagic) message.byte(static_cast<std::uint8_t>(c));
  message.fixed(kWireVersion, 4);
  message.fixed(wire_operations(), 4);
  message.byte(static_cast<std::uint8_t>(kind));
  for (const std::uint8_t byte : program.bytes) message.byte(byte);
  message.fixed(value.bytes().size(), 8);
  message.append(value);
  message.fixed(checksum_of(message.bytes()), kChecksumBytes);
  return message.bytes();
}

std::optional<Sealed> first_sealed(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes + kChecksumBytes || !bytes.starts_with(kMagic)) return std::nullopt;
  const auto kind = static_cast<WireKind>(bytes[kMagic.size() + 8]);
  const std::uint64_t size = WireReader(bytes.substr(kHeaderBytes - 8)).fixed(8);
  if (size > bytes.size() - kHeaderBytes - kChecksumBytes) return std::nullopt;
  return Sealed{kind, bytes.substr(0, kHeaderBytes + size + kChecksumBytes)};
}

WireReader opened(std::string_view bytes, WireKind kind, const Fingerprint& program) {
  const auto refused = [](const std::string& sentence) {
    WireReader reader({});
    reader.refuse(sentence);
    return reader;
  };
  if (!bytes.starts_with(kMagic)) return refused("it is no message of qpor");
  WireReader header(bytes.substr(kMagic.size()));
  const std::uint64_t version = header.fixed(4);
  if (!header.is_good()) return refused("it is cut off");
  // Before the size and the checksum: another version may have them elsewhere.
  if (version != kWireVersion) {
    return refused("it is of version " + std::to_string(version) + ", but this qpor knows version " +
                   std::to_string(kWireVersion) + " only");
  }
  if (bytes.size() < kHeaderBytes + kChecksumBytes) return refused("it is cut off");
  const bool has_operations = header.fixed(4) == wire_operations();
  const std::uint64_t found = header.fixed(1);
  Fingerprint fingerprint;
  for (std::uint8_t& byte : fingerprint.bytes) byte = static_cast<std::uint8_t>(header.fixed(1));
  const std::uint64_t size = header.fixed(8);
  if (size != bytes.size() - kHeaderBytes - kChecksumBytes) {
    return refused("it is not as long as it says: something is cut off or added");
  }
  WireReader end(bytes.substr(bytes.size() - kChecksumBytes));
  if (end.fixed(kChecksumBytes) != checksum_of(bytes.substr(0, bytes.size() - kChecksumBytes))) {
    return refused("its checksum does not fit: some of its bytes have changed");
  }
  if (!has_operations) return refused("it was written by a qpor that knows other operations");
  if (found != static_cast<std::uint64_t>(kind)) {
    return refused(std::string("it is not ") + text_of(kind) + ", but " + text_of(static_cast<WireKind>(found)));
  }
  if (fingerprint != program) return refused("it belongs to another program");
  return WireReader(bytes.substr(kHeaderBytes, size));
}

}  // namespace qpor::engine
