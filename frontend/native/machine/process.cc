#include "frontend/native/machine/process.h"

#include <stdexcept>

#include "frontend/native/guest/libc/process.h"
#include "frontend/native/guest/sync/cpp.h"

namespace qpor::frontend::native {
namespace {

bool is_taken = false;

}  // namespace

Process::Process() {
  if (is_taken) throw std::logic_error("a native program is explored in this process already");
  is_taken = true;
  use_own_allocation();
  install_terminate_handler();
}

Process::~Process() { is_taken = false; }

}  // namespace qpor::frontend::native
