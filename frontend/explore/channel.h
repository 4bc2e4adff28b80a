// Messages from the process that explores to the one that reports (engine/program/wire.h, report/wire_result.h), in a
// file in memory: what was sent stays when the sender dies, sending never waits for the reader, and code that writes
// over the sender's memory does not reach it. Made before the fork.
//
// Invariants
//  1. A message is appended whole, by one system call as a rule. When the sender dies in the middle, the beginning of a
//     message is left, which the reader does not take for one.
//
// Cost: one system call for each message, and one for each look of the reader.

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "engine/program/wire.h"

namespace qpor::frontend {

class Channel {
 public:
  /// Throws std::runtime_error when there can be none.
  Channel();
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  void send(const std::string& message);

  /// Calls take(kind, message) for each whole message that has come since the last call, in order.
  void receive(const std::function<void(engine::WireKind, std::string_view)>& take);

 private:
  int file_ = -1;
  std::size_t sent_ = 0;      ///< bytes, by this process
  std::size_t received_ = 0;  ///< bytes of messages that were taken
};

}  // namespace qpor::frontend
