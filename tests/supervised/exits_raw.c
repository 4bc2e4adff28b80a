// Ends the process with the exit status of success, in the second of two traces.
#include "tests/supervised/in_second_trace.h"
#include "tests/supervised/raw_call.h"

static void deed(void) { raw_call(231 /* exit_group */, 0, 0); }
