#include "frontend/native/twin_log.h"

#include <cstring>

#include "engine/operation.h"
#include "frontend/native/machine.h"

namespace qpor::frontend::native {
namespace {

unsigned char the_twin_flag = 0;

}  // namespace

unsigned char& twin_flag() { return the_twin_flag; }

void TwinLog::switch_on(bool shares_state) {
  is_on_ = true;
  shares_state_ = shares_state;
  the_twin_flag = 1;
  clear();
}

void TwinLog::switch_off() {
  is_on_ = shares_state_ = false;
  the_twin_flag = 0;
  clear();
}

void TwinLog::clear() {
  values_.cut(0);
  parts_.cut(0);
  has_shared_state_ = false;
  user_of_state_ = kNobody;
}

void TwinLog::note_value(std::uint64_t value, Address pc, std::uint32_t thread, bool is_hash) {
  if (is_on_ && values_.size() < kMaxValues) values_.push_back({value, pc, thread, is_hash});
}

void TwinLog::note_output(std::size_t end, std::uint32_t thread) {
  if (!is_on_) return;
  if (parts_.size() > 0 && parts_.back().thread == thread) {
    parts_.back().end = end;
  } else {
    parts_.push_back({end, thread});
  }
}

Fiber& TwinLog::holder_of_state(Fiber& running, Fiber& main) {
  if (!shares_state_) return running;
  if (user_of_state_ == kNobody) {  // as long as no other thread uses it, it is the thread's own
    user_of_state_ = running.thread;
    main.random = running.random;
    main.strtok_place = running.strtok_place;
  }
  has_shared_state_ |= user_of_state_ != running.thread;
  return main;
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
