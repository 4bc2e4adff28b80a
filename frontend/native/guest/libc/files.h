// The files that the program under test has open, and what their functions share.

#pragma once

#include <dirent.h>
#include <sys/types.h>

#include <cstdio>

#include "frontend/native/guest/check/accesses.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// An open file has a descriptor of the guest's, one of the host's, and perhaps a stream or a directory on top.
struct GuestFile {
  int guest = -1;
  int host = -1;
  std::FILE* stream = nullptr;
  DIR* directory = nullptr;
  Slot user = kNoSlot;  ///< as use_shared_state has it
};

/// As many as a process may have by default. The array does not grow: functions on a fiber's stack may own no memory.
inline constexpr std::size_t kMostFiles = 1024;

/// Takes the file into the list, gives it a descriptor, and marks the run as one that uses the host. Null, with errno
/// set, when there are too many.
GuestFile* add_guest_file(int host, std::FILE* stream, DIR* directory);
GuestFile* guest_file(int descriptor);
GuestFile* guest_file(const std::FILE* stream);
GuestFile* guest_file(const DIR* directory);
/// Takes the file from the list; closing is the caller's.
void forget_guest_file(GuestFile* file);
/// Parks the thread when the stream has been closed. A null pointer is the library's business.
void expect_open(const std::FILE* stream, Address pc);
/// The same for the stream of descriptor 0, 1 or 2.
void expect_standard_open(int descriptor, Address pc);
/// `stdin`, `stdout` or `stderr`.
const void* variable_of_stream(int descriptor);
/// What is in it, read on behalf of a stand-in's caller.
std::FILE* standard_stream_of(int descriptor, Caller caller);
/// A number for a stream or a directory of this run, open or closed: its descriptor. -1 for what is none.
int number_of_stream(const void* stream);
bool has_streams();
/// A stream in memory that holds text which is not in that memory yet.
bool has_unflushed_memory();

/// Before a file is opened: its contents are taken to be fixed; where they are not, safe is taken away.
void note_opened(const char* path, Address pc);
/// Parks the thread unless the program may write files.
void require_writes(const char* function, const char* path, const char* mode, Address pc);

}  // namespace qpor::frontend::native
