#include "frontend/native/guest/check/twin_log.h"

#include <cstring>

#include "engine/program/operation.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

unsigned char the_twin_flag = 0;

}  // namespace

unsigned char& twin_flag() { return the_twin_flag; }

void TwinLog::switch_on() {
  is_on_ = true;
  the_twin_flag = 1;
  clear();
}

void TwinLog::switch_off() {
  is_on_ = false;
  the_twin_flag = 0;
  clear();
}

void TwinLog::clear() {
  values_.cut(0);
  parts_.cut(0);
}

void TwinLog::note_value(std::uint64_t value, Address pc, engine::ThreadId thread, bool is_hash) {
  if (is_on_ && values_.size() < kMaxValues) values_.push_back({value, pc, thread, is_hash});
}

void TwinLog::note_output(std::size_t end, engine::ThreadId thread) {
  if (!is_on_) return;
  if (parts_.size() > 0 && parts_.back().thread == thread) {
    parts_.back().end = end;
  } else {
    parts_.push_back({end, thread});
  }
}

void twin_value_hook(std::uint64_t value) {
  Machine& m = machine();
  m.twin_log().note_value(value, QPOR_CALLER, m.current().thread, false);
}

void twin_bytes_hook(const void* begin, std::size_t size) {
  Machine& m = machine();
  const auto* const bytes = static_cast<const unsigned char*>(begin);
  std::uint64_t hash = size;
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  m.twin_log().note_value(hash, QPOR_CALLER, m.current().thread, true);
}

}  // namespace qpor::frontend::native
