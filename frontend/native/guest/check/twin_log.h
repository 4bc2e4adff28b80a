// What a run notes so that it can be compared with a run of the same trace in another order (twins.h): what its threads
// are told by code that is not the program's, and which of them writes which part of the output. Written on the stack
// of the program.
//
// While a log is on, the instrumented code clears each local variable when it begins (instrument_twins.h), so that
// leftovers on a stack, which depend on the paths that hooks take, cannot get into the memory that is compared.
//
// Cost: nothing but a test of the flag while it is off.

#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/program/ids.h"
#include "frontend/native/guest/host_array.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

class TwinLog {
 public:
  /// A result of a call into a library or of an assembler statement, or a hash of bytes that were read.
  struct Value {
    std::uint64_t value;
    Address pc;  ///< a return address
    engine::ThreadId thread;
    bool is_hash;
  };
  /// Up to `end` of the output the bytes since the part before are the thread's.
  struct Part {
    std::size_t end;
    engine::ThreadId thread;
  };

  void switch_on();
  void switch_off();
  bool is_on() const { return is_on_; }
  /// A new run.
  void clear();

  const HostArray<Value>& values() const { return values_; }
  const HostArray<Part>& parts() const { return parts_; }

  // --- on the stack of a fiber

  void note_value(std::uint64_t value, Address pc, engine::ThreadId thread, bool is_hash);
  void note_output(std::size_t end, engine::ThreadId thread);

 private:
  /// More are not kept: what a thread was told so late shows in what it does, or not at all.
  static constexpr std::size_t kMaxValues = std::size_t{1} << 20;

  bool is_on_ = false;
  HostArray<Value> values_;
  HostArray<Part> parts_;
};

/// What the instrumented code looks at: 0 or 1.
unsigned char& twin_flag();

// --- hooks

void twin_value_hook(std::uint64_t value);
void twin_bytes_hook(const void* begin, std::size_t size);

}  // namespace qpor::frontend::native
