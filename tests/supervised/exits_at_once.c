// Ends the process before there is any operation.
#include "tests/supervised/raw_call.h"

int main(void) { raw_call(231 /* exit_group */, 0, 0); }
