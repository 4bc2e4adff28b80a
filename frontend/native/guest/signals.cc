// Handlers of the signals that the program causes and of the timer. They run on a stack of their own, while a thread of
// the program is interrupted.

#include <cstdio>
#include <cstring>

#include "frontend/native/arch/x86_64/registers.h"
#include "frontend/native/machine/faults.h"

// Where the code of this executable begins and ends: the linker's.
extern "C" char __executable_start;
extern "C" char etext;

namespace qpor::frontend::native {
namespace {

struct FaultKind {
  int signal;
  FailureKind kind;
  const char* what;
};
constexpr FaultKind kFaults[] = {
    {SIGSEGV, FailureKind::SegmentationFault, "invalid access to memory"},
    {SIGBUS, FailureKind::BusError, "bus error"},
    {SIGFPE, FailureKind::Arithmetic, "division by zero or overflow of a division"},
    {SIGILL, FailureKind::IllegalInstruction, "illegal instruction"},
    {SIGTRAP, FailureKind::IllegalInstruction, "trap instruction"},
};

const FaultKind& fault_of(int signal) {
  for (const FaultKind& fault : kFaults) {
    if (fault.signal == signal) return fault;
  }
  return kFaults[0];
}

/// Stand-ins and hooks, which keep frame pointers.
bool is_own_code(Address pc) {
  return pc >= reinterpret_cast<Address>(&__executable_start) && pc < reinterpret_cast<Address>(&etext);
}

/// The place in the program where a library function was called: the first word of the stack that points into the
/// program's code. Library code keeps no such pointers of its own but those to functions that it calls back.
Address caller_in_program(const Machine& machine, Address stack_pointer, Address end) {
  for (Address at = stack_pointer; at + sizeof(Address) <= end; at += sizeof(Address)) {
    Address word = 0;
    std::memcpy(&word, reinterpret_cast<const void*>(at), sizeof word);
    if (machine.code().contains(word)) return word;
  }
  return 0;
}

}  // namespace

void FaultHandler::park(Machine& machine, InterruptedRegisters& registers, FailureKind kind,
                        const ParkedMessage& message, Address place, bool is_return_address) {
  Fiber& fiber = machine.current();
  machine.parts_[index(fiber.slot)]->parked.set(kind, message, place, is_return_address);
  fiber.status = FiberStatus::Failed;
  registers.return_to(machine.host_stack_);
}

void FaultHandler::on_fault(int signal, siginfo_t* info, void* context) {
  clear_alignment_check();
  if (!has_machine() || !machine().is_running_) {
    // Not the program's: the usual end, at the same instruction.
    std::signal(signal, SIG_DFL);
    return;
  }
  Machine& m = machine();
  Fiber& fiber = m.current();
  InterruptedRegisters registers(context);
  const Address stack_pointer = registers.stack_pointer();
  const Address pc = registers.place();
  const Address address = unshadowed(reinterpret_cast<Address>(info->si_addr));
  const Address guard = m.stack_begin(fiber.slot) - kGuardSize;
  // A wild pointer may lead into the guard while the stack pointer is above it.
  const Address stack_begin = m.stack_begin(fiber.slot);
  const bool overflows =
      signal == SIGSEGV && address >= guard && address < stack_begin && stack_pointer < stack_begin + kRedZone;
  const bool is_own_stack = stack_pointer >= m.stack_begin(fiber.slot) && stack_pointer < m.fiber_address(fiber.slot);

  Address place = pc;
  if (!m.code().contains(pc)) {
    const Address from = is_own_stack ? stack_pointer : m.stack_begin(fiber.slot);
    const FrameWalk walk(registers.frame(), from, m.tls_address(fiber.slot));
    if (is_own_code(pc) && walk.is_at_frame()) {
      // What earlier calls left on the stack does not matter then.
      place = m.caller_outside_library(walk.return_address(), reinterpret_cast<const void*>(walk.frame()));
    } else {
      place = caller_in_program(m, from, m.fiber_address(fiber.slot));
    }
  }
  FailureKind kind = FailureKind::StackOverflow;
  ParkedMessage text;
  if (overflows) {
    text = {"the stack of the thread is full (--stack-size is ", m.options().stack_size / 1024, " KiB)"};
  } else {
    const FaultKind& fault = fault_of(signal);
    kind = fault.kind;
    if (signal == SIGSEGV && info->si_code == SEGV_MAPERR && address < kPage) {
      text = "access through a null pointer";
    } else if (signal == SIGSEGV && info->si_code != SI_KERNEL) {
      text = {fault.what, " at address ", AddressRef{address}};
    } else {
      text = fault.what;
    }
  }
  park(m, registers, kind, text, place, place != pc);
}

void FaultHandler::on_timer(int, siginfo_t*, void* context) {
  clear_alignment_check();
  if (!has_machine() || !machine().is_running_) return;
  Machine& m = machine();
  StepTimer& timer = m.step_timer_;
  if (m.resumes_ != timer.last_resumes) {
    timer = {m.resumes_, 0};
    return;
  }
  ++timer.ticks;
  InterruptedRegisters registers(context);
  const Address pc = registers.place();
  if (!m.code().contains(pc)) return;  // in the library, which must not be left in the middle
  if (m.interrupt_check_ != nullptr && m.interrupt_check_(m.interrupt_argument_)) {
    m.was_interrupted_ = true;
    park(m, registers, FailureKind::Limit, "interrupted", pc, false);
    return;
  }
  const double seconds = static_cast<double>(timer.ticks) * kTickMicroseconds * 1e-6;
  if (seconds < m.options().step_timeout) return;
  char limit[32];
  std::snprintf(limit, sizeof limit, "%g", m.options().step_timeout);
  const char* const number = limit;
  park(m, registers, FailureKind::Nontermination,
       {"no visible operation for ", number, " seconds of processor time: perhaps an endless loop"}, pc, false);
}

}  // namespace qpor::frontend::native
