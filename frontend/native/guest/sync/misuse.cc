#include "frontend/native/guest/sync/misuse.h"

#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

void check_fitness(Fitness fitness, const char* verb, Noun primitive, Address pc) {
  if (fitness == Fitness::Usable) return;
  const char* const what = fitness == Fitness::Destroyed ? "destroyed" : "not initialised";
  machine().fail(FailureKind::LockMisuse, {verb, " ", primitive, " that was ", what}, pc);
}

}  // namespace qpor::frontend::native
