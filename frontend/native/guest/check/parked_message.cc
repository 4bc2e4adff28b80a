#include "frontend/native/guest/check/parked_message.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace qpor::frontend::native {

ParkedMessage& ParkedMessage::operator=(const ParkedMessage& other) {
  if (this == &other) return *this;
  count_ = other.count_;
  size_ = other.size_;
  history_ = other.history_;
  std::copy_n(other.parts_, count_, parts_);
  std::memcpy(text_, other.text_, size_);
  return *this;
}

void ParkedMessage::add(Kind kind, std::uint64_t value, std::size_t begin) {
  assert(count_ < kMaxParts);
  if (count_ == kMaxParts) return;
  parts_[count_++] = {kind, static_cast<std::uint16_t>(begin), value};
}

void ParkedMessage::add(std::string_view text) {
  const std::size_t size = std::min(text.size(), kMaxText - size_);
  if (size == 0) return;
  std::memcpy(text_ + size_, text.data(), size);
  if (count_ > 0 && parts_[count_ - 1].kind == Kind::Text) {
    parts_[count_ - 1].value += size;
  } else {
    add(Kind::Text, size, size_);
  }
  size_ += size;
}

void ParkedMessage::add(const ParkedMessage& other) {
  for (const Part& part : other.parts()) {
    if (part.kind == Kind::Text) {
      add(other.text(part));
    } else {
      add(part.kind, part.value);
    }
    if (part.kind == Kind::History) history_ = other.history_;
  }
}

}  // namespace qpor::frontend::native
