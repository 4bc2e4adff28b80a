// The fingerprint of a program: a hash of all that goes into it, of which any change gives another one. Texts and
// numbers are added one after the other; BLAKE3 makes 128 bits of them.

#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "engine/program/fingerprint.h"

namespace llvm {
class BLAKE3;
}

namespace qpor::frontend {

class Fingerprinter {
 public:
  Fingerprinter();
  ~Fingerprinter();

  /// With its length, so that "ab", "c" is not "a", "bc".
  void add(std::string_view text);
  void add(std::uint64_t number);

  engine::Fingerprint fingerprint() const;

 private:
  std::unique_ptr<llvm::BLAKE3> hash_;
};

}  // namespace qpor::frontend
