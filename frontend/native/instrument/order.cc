// The passes over a module, in their order. Each is in a file of its own; here is what it must come before or after.

#include <vector>

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "frontend/native/guest/check/gate.h"
#include "frontend/native/instrument/instrument.h"
#include "frontend/native/instrument/instrument_assembly.h"
#include "frontend/native/instrument/instrument_atomics.h"
#include "frontend/native/instrument/instrument_cleared.h"
#include "frontend/native/instrument/instrument_counters.h"
#include "frontend/native/instrument/instrument_counts.h"
#include "frontend/native/instrument/instrument_declarations.h"
#include "frontend/native/instrument/instrument_entries.h"
#include "frontend/native/instrument/instrument_errno.h"
#include "frontend/native/instrument/instrument_floats.h"
#include "frontend/native/instrument/instrument_intrinsics.h"
#include "frontend/native/instrument/instrument_loops.h"
#include "frontend/native/instrument/instrument_memory.h"
#include "frontend/native/instrument/instrument_stack.h"
#include "frontend/native/instrument/instrument_svcomp.h"
#include "frontend/native/instrument/instrument_thread_locals.h"
#include "frontend/native/instrument/instrument_twins.h"
#include "frontend/native/instrument/pad_globals.h"
#include "frontend/native/instrument/promote_locals.h"
#include "frontend/native/instrument/weaker_orders.h"

namespace qpor::frontend::native {
namespace {

using llvm::Function;
using llvm::Module;

template <class Pass>
void for_each_body(Module& module, Pass pass) {
  for (Function& each : module) {
    if (!each.isDeclaration()) pass(each);
  }
}

void prepare_function(Function& function) {
  function.addFnAttr("frame-pointer", "all");       // stacks can be walked
  function.addFnAttr("probe-stack", "inline-asm");  // large frames do not jump over the guard
  if (function.hasOptNone()) function.removeFnAttr(llvm::Attribute::OptimizeNone);
  promote_locals(function);
}

}  // namespace

Instrumented instrument(Module& module, const std::string& entry, bool keeps_calls, const InstrumentOptions& options) {
  Instrumented result;

  // 1. What the program says, as it was loaded.
  //
  // A call that took the place of its caller's frame would have a line of the caller's caller. Before anything of ours
  // is added that makes use of it. The attribute remembers what was not optimised, for prepare_function takes optnone
  // away.
  for_each_body(module, [](Function& each) {
    each.addFnAttr("disable-tail-calls", "true");
    if (each.hasOptNone()) each.addFnAttr(kPlainAttribute);
  });
  // Before anything that looks for atomics, which locked instructions become.
  translate_assembly(module);
  // Before treat_declarations, which would take functions of assembly for missing ones.
  treat_assembly_functions(module, options.allows_assembly);
  // These two look at the atomics that the program has; stand-ins and hooks would hide them or add some.
  result.weaker_atomics = weaker_atomics(module);
  result.has_inlined_pointer_locks = !keeps_calls && has_pointer_locks(module);

  // 2. Which functions there are. All that follows knows library functions by their names, up to name_checked.
  make_entry(module, entry);
  // Before lower_thread_locals: std::call_once needs thread-local variables.
  instrument_cpp(module);
  shorten_spinning(module);
  // Before treat_declarations, to which functions of SV-COMP without a body would be missing.
  result.choices = instrument_svcomp(module, options.nondet);
  // Before anything is inlined: a body that is left in a caller would not be replaced.
  if (keeps_calls) replace_header_functions(module);
  lower_thread_locals(module, result);
  result.has_constructors = lower_list(module, "llvm.global_ctors", kConstructorsName, false);
  result.has_destructors = lower_list(module, "llvm.global_dtors", kDestructorsName, true);
  // After all that gives bodies to declarations or takes them away.
  treat_declarations(module);
  // Makes loads and stores, for add_memory_checks.
  lower_memory_intrinsics(module);
  keep_checked_calls(module);
  make_declarations_reachable(module);

  // 3. Operations.
  //
  // Reference counts have hooks before other atomics get theirs, which leave them alone.
  const bool have_hooks = counts_stand_alone(module, keeps_calls);
  if (have_hooks)
    add_count_hooks(module);
  else
    separate_counts(module);
  // Before hooks and before locals are promoted: what such a function takes by reference becomes a value.
  for_each_body(module, inline_atomics_in_loops);
  result.has_float_environment = may_use_float_environment(module);
  // Locals go into registers before anything takes their addresses, and before passes that look for values in
  // registers.
  for_each_body(module, [&result](Function& each) {
    if (each.hasPersonalityFn()) result.unwinds = true;
    prepare_function(each);
  });
  // With locals in registers, before atomics have hooks: counters get hooks of their own.
  inline_counters(module, have_hooks);
  for_each_body(module, [have_hooks](Function& each) { add_atomic_hooks(each, have_hooks); });
  // With locals in registers and hooks at atomics, by which it knows the reads that a loop waits for.
  instrument_loops(module, options.unroll, options.interleaves);
  // After loops, before accesses are looked at.
  note_unseen_instructions(module, options.allows_assembly);
  add_gates(module);

  // 4. Plain accesses. Hooks of accesses take the addresses of locals, so both decisions about locals come before.
  const std::vector<llvm::AllocaInst*> to_clear = locals_to_clear(module);
  if (options.checks_memory) {
    const auto locals = decide_about_locals(module, result.locals);
    // In the order of the module, which is the same each time: schedules know a program by its bytes.
    for_each_body(module,
                  [&](Function& each) { add_memory_checks(each, options.interleaves, locals.find(&each)->second); });
    // Clearing is no access of the program: after those have been instrumented, and before locals have red zones.
    clear_locals(to_clear);
    for_each_body(module, [&](Function& each) { add_stack_checks(each, locals.find(&each)->second); });
    add_call_checks(module);
  } else {
    clear_locals(to_clear);
  }

  // 5. Names and sizes.
  mark_unused_barrier_results(module);
  // After all that knows functions by their names.
  name_checked(module);
  if (options.checks_memory) result.padded = pad_globals(module);
  // After all that adds or changes calls that leave the program's code.
  if (result.errno_offset) instrument_errno(module);
  // Last: what it inserts is not to be instrumented.
  instrument_twins(module);
  return result;
}

}  // namespace qpor::frontend::native
