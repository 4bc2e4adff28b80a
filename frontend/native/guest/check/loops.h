// What the instrumented program calls in its loops; instrument_loops.h puts the calls there.

#pragma once

namespace qpor::frontend::native {

/// A loop has begun anew as often as --unroll lets it; `message` says which.
[[noreturn]] void loop_limit_hook(const char* message);

}  // namespace qpor::frontend::native
