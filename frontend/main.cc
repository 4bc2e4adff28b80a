#include <unistd.h>

#include <iostream>

#include "frontend/base/interrupt.h"
#include "frontend/command.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  const qpor::frontend::InterruptGuard guard;
  return qpor::frontend::run_command(
      argc, argv, {std::cout, std::cerr, isatty(STDOUT_FILENO) != 0, isatty(STDERR_FILENO) != 0, guard.flag(), true});
}
