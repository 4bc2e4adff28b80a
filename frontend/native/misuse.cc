#include "frontend/native/misuse.h"

#include <cstdio>

#include "frontend/native/machine.h"

namespace qpor::frontend::native {

void check_fitness(Fitness fitness, const char* verb, const char* primitive, Address pc) {
  if (fitness == Fitness::Usable) return;
  char text[128];
  std::snprintf(text, sizeof text, "%s %s that was %s", verb, primitive,
                fitness == Fitness::Destroyed ? "destroyed" : "not initialised");
  machine().fail("lock-misuse", text, pc);
}

}  // namespace qpor::frontend::native
