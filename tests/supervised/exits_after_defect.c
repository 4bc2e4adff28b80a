// A failed assertion in the first trace; with --keep-going the second one ends the process.
#include <assert.h>

#include "tests/supervised/in_second_trace.h"
#include "tests/supervised/raw_call.h"

static void deed(void) { raw_call(231 /* exit_group */, 0, 0); }

__attribute__((destructor)) static void at_end(void) { assert(!first_has_been); }
