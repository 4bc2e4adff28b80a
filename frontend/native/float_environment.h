// Rounding mode, control words and exception flags of floating-point arithmetic. Each thread has its own (C11 7.6), and
// a new thread begins with its creator's. Nearly all threads have the initial one or have set flags only, so that a
// fiber keeps a copy only while its environment is special.
//
// Cost of a switch: reading three registers each way, a few nanoseconds.

#pragma once

#include <cstdint>

namespace qpor::frontend::native {

class FloatEnvironment {
 public:
  /// From the host to a fiber with this environment.
  void enter() const {
    if (is_special_) {
      asm volatile("fldenv %0" : : "m"(x87_));
      asm volatile("ldmxcsr %0" : : "m"(sse_));
    } else if (!is_initial()) {
      make_initial();
    }
  }

  /// From the fiber to the host, which has the initial one.
  void leave() {
    is_special_ = !is_initial();
    if (!is_special_) return;
    asm volatile("stmxcsr %0" : "=m"(sse_));
    asm volatile("fnstenv %0" : "=m"(x87_));
    make_initial();
  }

 private:
  /// What the system gives to a process: round to nearest, no traps, no flags.
  static constexpr std::uint32_t kInitialSse = 0x1f80;
  static constexpr std::uint16_t kInitialControl = 0x37f;
  static constexpr std::uint16_t kFlags = 0x3f;

  static bool is_initial() {
    std::uint32_t sse = 0;
    std::uint16_t control = 0, status = 0;
    asm volatile("stmxcsr %0" : "=m"(sse));
    asm volatile("fnstcw %0" : "=m"(control));
    asm volatile("fnstsw %0" : "=am"(status));
    return sse == kInitialSse && control == kInitialControl && (status & kFlags) == 0;
  }
  static void make_initial() {
    const std::uint32_t sse = kInitialSse;
    asm volatile("fninit");
    asm volatile("ldmxcsr %0" : : "m"(sse));
  }

  struct X87 {
    std::uint32_t words[7];
  };
  bool is_special_ = false;
  std::uint32_t sse_ = 0;
  X87 x87_ = {};
};

}  // namespace qpor::frontend::native
