// Waits for ever in a system call, in the second of two traces.
#include "tests/supervised/in_second_trace.h"
#include "tests/supervised/raw_call.h"

static void deed(void) { raw_call(34 /* pause */, 0, 0); }
