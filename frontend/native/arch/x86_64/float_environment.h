// Rounding mode, control words and exception flags of floating-point arithmetic. Each thread has its own (C11 7.6), and
// a new thread begins with its creator's. Nearly all threads have the initial one or have set flags only, so that a
// fiber keeps a copy only while its environment is special. Arithmetic on double sets flags of SSE only, whose register
// is saved and loaded in a fraction of the time that the environment of the x87 takes.
//
// Cost of a switch: reading three registers each way, about 46 cycles a step. Programs that have no function to set or
// see the environment have one for all threads (Code::has_float_environment).

#pragma once

#include <cstdint>

namespace qpor::frontend::native {

class FloatEnvironment {
 public:
  /// From the host to a fiber with this environment.
  void enter() const {
    if (has_x87_) {
      asm volatile("fldenv %0" : : "m"(x87_));
    } else if (!is_x87_initial()) {
      asm volatile("fninit");
    }
    if (is_special_) {
      load_sse(sse_);
    } else if (sse_now() != kInitialSse) {
      load_sse(kInitialSse);
    }
  }

  /// From the fiber to the host, which has the initial one.
  void leave() {
    const std::uint32_t sse = sse_now();
    has_x87_ = !is_x87_initial();
    is_special_ = has_x87_ || sse != kInitialSse;
    if (!is_special_) return;
    sse_ = sse;
    load_sse(kInitialSse);
    if (!has_x87_) return;
    asm volatile("fnstenv %0" : "=m"(x87_));
    asm volatile("fninit");
  }

 private:
  /// What the system gives to a process: round to nearest, no traps, no flags.
  static constexpr std::uint32_t kInitialSse = 0x1f80;
  static constexpr std::uint16_t kInitialControl = 0x37f;
  static constexpr std::uint16_t kFlags = 0x3f;

  static bool is_x87_initial() {
    std::uint16_t control = 0, status = 0;
    asm volatile("fnstcw %0" : "=m"(control));
    asm volatile("fnstsw %0" : "=am"(status));
    return control == kInitialControl && (status & kFlags) == 0;
  }
  static std::uint32_t sse_now() {
    std::uint32_t sse = 0;
    asm volatile("stmxcsr %0" : "=m"(sse));
    return sse;
  }
  static void load_sse(std::uint32_t sse) { asm volatile("ldmxcsr %0" : : "m"(sse)); }

  struct X87 {
    std::uint32_t words[7];
  };
  bool is_special_ = false;
  bool has_x87_ = false;  ///< only if is_special_
  std::uint32_t sse_ = 0;
  X87 x87_ = {};
};

}  // namespace qpor::frontend::native
