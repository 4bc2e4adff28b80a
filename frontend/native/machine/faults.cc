#include "frontend/native/machine/faults.h"

#include <sys/time.h>
#include <ucontext.h>

#include <cstdio>
#include <cstring>

#include "frontend/native/arch/x86_64/switch.h"

// Where the code of this executable begins and ends: the linker's.
extern "C" char __executable_start;
extern "C" char etext;

namespace qpor::frontend::native {
namespace {

constexpr std::size_t kHandlerStack = 256 * 1024;
constexpr long kTickMicroseconds = 20'000;

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

/// The timer's memory of the last tick.
std::uint64_t last_resumes = 0;
std::uint64_t ticks = 0;

/// The kernel leaves this flag as the program had it, and library code reads words at odd addresses.
void clear_alignment_check() { asm volatile("pushfq\n\tandl $~0x40000, (%%rsp)\n\tpopfq" ::: "cc", "memory"); }

bool is_code(const Machine& machine, Address pc) {
  return pc >= machine.code().code_begin && pc < machine.code().code_end;
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
    if (is_code(machine, word)) return word;
  }
  return 0;
}

}  // namespace

FaultHandler::FaultHandler(Machine& machine) : stack_(kHandlerStack) {
  stack_t stack{};
  stack.ss_sp = stack_.data();
  stack.ss_size = stack_.size();
  sigaltstack(&stack, &old_stack_);
  struct sigaction action{};
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = &FaultHandler::on_fault;
  for (const FaultKind& fault : kFaults) {
    old_.push_back({fault.signal, {}});
    sigaction(fault.signal, &action, &old_.back().action);
  }
  if (machine.options().step_timeout <= 0) return;
  action.sa_sigaction = &FaultHandler::on_timer;
  action.sa_flags |= SA_RESTART;
  old_.push_back({SIGPROF, {}});
  sigaction(SIGPROF, &action, &old_.back().action);
  ticks = last_resumes = 0;
  const itimerval timer{{0, kTickMicroseconds}, {0, kTickMicroseconds}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

FaultHandler::~FaultHandler() {
  const itimerval none{};
  setitimer(ITIMER_PROF, &none, nullptr);
  for (const Old& old : old_) sigaction(old.signal, &old.action, nullptr);
  if ((old_stack_.ss_flags & SS_DISABLE) != 0 || old_stack_.ss_sp == nullptr) old_stack_.ss_flags = SS_DISABLE;
  sigaltstack(&old_stack_, nullptr);
}

void FaultHandler::return_to_host(Machine& machine, void* context) {
  greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  registers[REG_RSP] = reinterpret_cast<greg_t>(machine.host_stack_);
  registers[REG_RIP] = reinterpret_cast<greg_t>(&qpor_resume_stack);
  registers[REG_EFL] &= ~greg_t{0x40500};  // alignment check, direction, trap
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
  const greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto stack_pointer = static_cast<Address>(registers[REG_RSP]);
  const auto pc = static_cast<Address>(registers[REG_RIP]);
  const Address address = unshadowed(reinterpret_cast<Address>(info->si_addr));
  const Address guard = m.stack_begin(fiber.slot) - kGuardSize;
  // A wild pointer may lead into the guard while the stack pointer is above it. kRedZone: what the ABI lets a leaf
  // function put below its stack pointer.
  constexpr Address kRedZone = 128;
  const Address stack_begin = m.stack_begin(fiber.slot);
  const bool overflows =
      signal == SIGSEGV && address >= guard && address < stack_begin && stack_pointer < stack_begin + kRedZone;
  const bool is_own_stack = stack_pointer >= m.stack_begin(fiber.slot) && stack_pointer < m.fiber_address(fiber.slot);

  Parked& parked = m.parts_[index(fiber.slot)]->parked;
  Address place = pc;
  if (!is_code(m, pc)) {
    const Address from = is_own_stack ? stack_pointer : m.stack_begin(fiber.slot);
    const auto frame = static_cast<Address>(registers[REG_RBP]);
    const bool has_frame = frame >= from && frame + 2 * sizeof(Address) <= m.tls_address(fiber.slot);
    if (is_own_code(pc) && has_frame && frame % sizeof(Address) == 0) {
      // What earlier calls left on the stack does not matter then.
      const auto* const words = reinterpret_cast<const Address*>(frame);
      place = m.caller_outside_library(words[1], words);
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
  parked.set(kind, text, place, place != pc);
  fiber.status = FiberStatus::Failed;
  return_to_host(m, context);
}

void FaultHandler::on_timer(int, siginfo_t*, void* context) {
  clear_alignment_check();
  if (!has_machine() || !machine().is_running_) return;
  Machine& m = machine();
  if (m.resumes_ != last_resumes) {
    last_resumes = m.resumes_;
    ticks = 0;
    return;
  }
  ++ticks;
  const auto pc = static_cast<Address>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  if (!is_code(m, pc)) return;  // in the library, which must not be left in the middle
  Fiber& fiber = m.current();
  if (m.interrupt_check_ != nullptr && m.interrupt_check_(m.interrupt_argument_)) {
    m.was_interrupted_ = true;
    fiber.status = FiberStatus::Failed;
    m.parts_[index(fiber.slot)]->parked.set(FailureKind::Limit, "interrupted", pc, false);
    return_to_host(m, context);
    return;
  }
  const double seconds = static_cast<double>(ticks) * kTickMicroseconds * 1e-6;
  if (seconds < m.options().step_timeout) return;
  char limit[32];
  std::snprintf(limit, sizeof limit, "%g", m.options().step_timeout);
  const char* const number = limit;
  m.parts_[index(fiber.slot)]->parked.set(
      FailureKind::Nontermination,
      {"no visible operation for ", number, " seconds of processor time: perhaps an endless loop"}, pc, false);
  fiber.status = FiberStatus::Failed;
  return_to_host(m, context);
}

}  // namespace qpor::frontend::native
