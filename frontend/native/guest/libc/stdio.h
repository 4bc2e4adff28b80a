// The standard streams and the files of the program under test.
//
// Output to stdout and stderr goes into one buffer of the machine, in the order it was written. The streams are real
// FILEs of glibc with functions of ours below them, so that fprintf and its kin work unchanged. They have no buffer:
// what a thread printed before a checkpoint is in the machine's output and nowhere else.
//
// Files are the host's. Each is remembered by its guest's descriptor, which is a function of the opening thread's past,
// and closed when the run ends. From the first open file or the first byte read from stdin on, a run takes no more
// checkpoints (Run::uses_host).

#pragma once

#include <cstdio>

namespace qpor::frontend::native {

/// At the beginning of each run: the streams, the C++ streams and LibraryState as a new process finds them.
void reset_streams();

/// When a run ends or gives way to a checkpoint: closes what the program left open, and rewinds stdin.
void close_guest_files();

/// How many files, directories and descriptors are open, for tests.
std::size_t guest_file_count();

}  // namespace qpor::frontend::native
