// SIGKILL to its own process, in the second of two traces.
#include "tests/supervised/in_second_trace.h"
#include "tests/supervised/raw_call.h"

static void deed(void) { raw_call(62 /* kill */, raw_call(39 /* getpid */, 0, 0), 9); }
