#include "frontend/program/fingerprint.h"

#include <array>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/BLAKE3.h>

namespace qpor::frontend {

Fingerprinter::Fingerprinter() : hash_(std::make_unique<llvm::BLAKE3>()) {}
Fingerprinter::~Fingerprinter() = default;

void Fingerprinter::add(std::string_view text) {
  add(text.size());
  hash_->update(llvm::StringRef(text.data(), text.size()));
}

void Fingerprinter::add(std::uint64_t number) {
  std::array<std::uint8_t, sizeof number> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(number >> 8 * i);
  hash_->update(bytes);
}

engine::Fingerprint Fingerprinter::fingerprint() const {
  engine::Fingerprint fingerprint;
  fingerprint.bytes = hash_->final<sizeof fingerprint.bytes>();
  return fingerprint;
}

}  // namespace qpor::frontend
