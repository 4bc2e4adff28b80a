#include "frontend/native/guest/host_array.h"

#include <cstdlib>

namespace qpor::frontend::native {

void* grown_host_memory(void* memory, std::size_t size) {
  void* const grown = std::realloc(memory, size);
  if (grown == nullptr) std::abort();  // the supervisor reports it
  return grown;
}

void free_host_memory(void* memory) { std::free(memory); }

}  // namespace qpor::frontend::native
