#include "frontend/native/machine/region.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace qpor::frontend::native {

void map_memory(Address begin, std::size_t size) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  void* const got = mmap(reinterpret_cast<void*>(begin), size, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (got == reinterpret_cast<void*>(begin)) return;
  if (got != MAP_FAILED) munmap(got, size);
  throw std::runtime_error("no room for the memory of the program under test (" + std::to_string(size / kMiB) +
                           " MiB of address space): " + std::strerror(errno));
}

Region::Region(const Process&, bool has_shadow) : has_shadow_(has_shadow) {
  map_memory(kRegion, kGlobalsEnd - kRegion);
  if (has_shadow) map_memory(2 * kRegion, 2 * (kGlobals - kRegion));
}

Region::~Region() {
  munmap(reinterpret_cast<void*>(kRegion), kGlobalsEnd - kRegion);
  if (has_shadow_) munmap(reinterpret_cast<void*>(2 * kRegion), 2 * (kGlobalsEnd - kRegion));  // as far as it is
}

void Region::forget_accesses() const {
  if (has_shadow_) madvise(reinterpret_cast<void*>(2 * kRegion), 2 * (globals_bound_ - kRegion), MADV_DONTNEED);
}

void Region::seal(Address globals_end) {
  const Address end = rounded_up(globals_end, kPage);
  if (end > kGlobals) mprotect(reinterpret_cast<void*>(end), kGlobalsEnd - end, PROT_NONE);
  if (has_shadow_ && end > kGlobals) map_memory(2 * kGlobals, 2 * (end - kGlobals));
  globals_bound_ = std::max(end, kGlobals);
}

}  // namespace qpor::frontend::native
