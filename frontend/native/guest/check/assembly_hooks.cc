// What code that took the place of inline assembly calls (instrument_assembly.h): the counter of cycles, the processor,
// and the end of a thread that comes to assembly that qpor does not know.

#include <cstdio>

#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/instrument/instrument_assembly.h"
#include "frontend/native/machine/machine.h"
#include "frontend/program/assumptions.h"

namespace qpor::frontend::native {

namespace {

[[noreturn]] void refuse(const char* text, Address pc) {
  machine().fail(FailureKind::Refused,
                 {"comes to the assembly code ", text, ", which qpor does not run without --allow-asm"}, pc);
}

}  // namespace

void refused_assembly_hook(const char* text) { refuse(text, QPOR_CALLER); }

void refused_assembly_call_hook(const char* name, const void* return_address, const void* frame) {
  refuse(name, machine().caller(return_address, frame));
}

std::uint32_t processor_hook(std::uint32_t leaf, std::uint32_t which) {
  machine().assume(Assumption::MadeUpMachine);
  // The bits that x86-64 stands for, and cmpxchg16b, which qpor needs itself: programs take their plainest way.
  constexpr std::uint32_t kFamily6 = 0x600;
  constexpr std::uint32_t kCmpxchg16b = 1u << 13;
  constexpr std::uint32_t kBaseline =
      1u << 0 | 1u << 4 | 1u << 8 | 1u << 15 | 1u << 23 | 1u << 24 | 1u << 25 | 1u << 26;
  constexpr std::uint32_t kFourProcessors = 4u << 16;
  constexpr std::uint32_t kLongMode = 1u << 29 | 1u << 27 | 1u << 11;  // and rdtscp, syscall
  constexpr std::uint32_t kFirstExtended = 0x80000000;
  switch (leaf) {
    case 0: {
      constexpr std::uint32_t kVendor[] = {1, 0x756e6547, 0x6c65746e, 0x49656e69};  // GenuineIntel
      return kVendor[which];
    }
    case 1: {
      const std::uint32_t features[] = {kFamily6, kFourProcessors, kCmpxchg16b, kBaseline};
      return features[which];
    }
    case kFirstExtended: return which == 0 ? kFirstExtended + 1 : 0;
    case kFirstExtended + 1: return which == 3 ? kLongMode : 0;
    default: return 0;
  }
}

}  // namespace qpor::frontend::native
