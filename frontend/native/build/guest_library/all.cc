// The guest library as one translation unit (guest_library.h in the folder above).

// The headers would otherwise say that libstdc++.so has the instantiations.
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include "frontend/native/build/guest_library/containers.cc"
#include "frontend/native/build/guest_library/facets.cc"
#include "frontend/native/build/guest_library/input.cc"
#include "frontend/native/build/guest_library/memory_resources.cc"
#include "frontend/native/build/guest_library/numbers.cc"
#include "frontend/native/build/guest_library/objects.cc"
#include "frontend/native/build/guest_library/streams.cc"
#include "frontend/native/build/guest_library/strings.cc"
