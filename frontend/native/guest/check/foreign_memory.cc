#include "frontend/native/guest/check/foreign_memory.h"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>

#include <cerrno>

namespace qpor::frontend::native {
namespace {

struct Range {
  Address begin = 0;
  Address end = 0;
  bool contains(Address from, Address to) const { return from >= begin && to <= end; }
};

/// Those that were asked for last. Libraries stay where they are.
constexpr std::size_t kRemembered = 8;
Range remembered[kRemembered];
std::size_t next_remembered = 0;

struct Search {
  Address begin;
  Address end;
  Range found;
  bool is_code = false;
};

int look_at_object(dl_phdr_info* info, std::size_t, void* argument) {
  Search& search = *static_cast<Search*>(argument);
  for (std::size_t i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    Range range;
    if (part.p_type == PT_LOAD)
      range.begin = info->dlpi_addr + part.p_vaddr;
    else if (part.p_type == PT_TLS)
      range.begin = reinterpret_cast<Address>(info->dlpi_tls_data);
    range.end = range.begin + part.p_memsz;
    if (range.begin == 0 || !range.contains(search.begin, search.end)) continue;
    // Stand-ins, and objects like std::cout with their tables of functions, are in this executable: only its code is
    // certain to be out of bounds.
    const bool is_executable = info->dlpi_name == nullptr || *info->dlpi_name == '\0';
    search.is_code = is_executable && (part.p_flags & PF_X) != 0;
    search.found = range;
    return 1;
  }
  return 0;
}

bool is_mapped(Address address) {
  unsigned char page = 0;
  const int kept = errno;
  const bool is = mincore(reinterpret_cast<void*>(address / kPage * kPage), kPage, &page) == 0;
  errno = kept;
  return is;
}

}  // namespace

ForeignPlace foreign_place(Address begin, std::size_t size) {
  const Address end = begin + size;
  for (const Range& each : remembered) {
    if (each.contains(begin, end)) return ForeignPlace::Library;
  }
  Search search{begin, end, {}, false};
  dl_iterate_phdr(&look_at_object, &search);
  if (search.is_code) return ForeignPlace::Code;
  if (search.found.contains(begin, end)) {
    remembered[next_remembered] = search.found;
    next_remembered = (next_remembered + 1) % kRemembered;
    return ForeignPlace::Library;
  }
  return is_mapped(begin) ? ForeignPlace::Unknown : ForeignPlace::Nowhere;
}

}  // namespace qpor::frontend::native
