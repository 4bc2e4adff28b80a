// The host's facets, by their virtual tables: which of them the guest library replaces.

#pragma once

#include <cstddef>
#include <locale>

#include "frontend/native/build/guest_library/hooks.h"

namespace qpor_guest {

inline constexpr std::ptrdiff_t kFirstFunction = 2;  // in a virtual table, behind the offset to the top and the type

/// Is it an object of the host's class with that virtual table, and not of one that the program derived from it?
inline bool is_of(const std::locale::facet* facet, const void* const* virtual_table) {
  return *reinterpret_cast<const void* const*>(facet) == virtual_table + kFirstFunction;
}

#define QPOR_NUM_PUT(letter) "_ZTVSt7num_putI" letter "St19ostreambuf_iteratorI" letter "St11char_traitsI" letter "EEE"
#define QPOR_NUM_GET(letter) "_ZTVSt7num_getI" letter "St19istreambuf_iteratorI" letter "St11char_traitsI" letter "EEE"
extern const void* const real_num_put[] QPOR_REAL(QPOR_NUM_PUT("c"));
extern const void* const real_num_get[] QPOR_REAL(QPOR_NUM_GET("c"));
extern const void* const real_wide_num_put[] QPOR_REAL(QPOR_NUM_PUT("w"));
extern const void* const real_wide_num_get[] QPOR_REAL(QPOR_NUM_GET("w"));

}  // namespace qpor_guest
