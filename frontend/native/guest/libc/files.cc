#include "frontend/native/guest/libc/files.h"

#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/guest/libc/memory_streams.h"
#include "frontend/native/guest/libc/stdio.h"
#include "frontend/native/guest/sync/counts.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

namespace {

GuestFile files[kMostFiles];
std::size_t file_count = 0;

/// Streams and directories that the program has closed. The library closes them when they leave the ring, so that no
/// new stream has the address of one that was closed a moment ago, and a use of it is noticed.
constexpr std::size_t kMaxClosed = 64;
struct ClosedStream {
  std::FILE* stream = nullptr;
  DIR* directory = nullptr;
  int guest = -1;

  bool is(const void* place) const { return place != nullptr && (place == stream || place == directory); }
};
ClosedStream closed[kMaxClosed];
std::size_t closed_count = 0;  // in this run

/// Numbers that another thread has closed: whether they are free again is not in the past of the thread whose they are.
int retired[kMostFiles];
std::size_t retired_count = 0;

bool is_retired(int descriptor) {
  return std::find(retired, retired + retired_count, descriptor) != retired + retired_count;
}

/// Descriptors of main begin at 3, as everywhere; those of the thread in slot n at 3 + 1024 n, for which of two threads
/// opened its file first is not in the past of either. -1 when other threads have closed as many of its files.
int free_descriptor() {
  const int first = 3 + static_cast<int>(index(machine().current().slot) * kMostFiles);
  int descriptor = first;
  while (guest_file(descriptor) != nullptr || is_retired(descriptor)) ++descriptor;
  if (!is_single_threaded()) machine().assume(Assumption::HandlesNotReused);
  return descriptor - first < static_cast<int>(kMostFiles) ? descriptor : -1;
}

void note_too_many_files() {
  machine().note_unseen(UnseenKind::File, "more files than qpor tells apart", machine().nearest_program_code());
}

void retire_if_foreign(int descriptor) {
  const Slot owner = slot_number(static_cast<std::size_t>(descriptor - 3) / kMostFiles);
  if (owner == machine().current().slot) return;
  machine().assume(Assumption::HandlesNotReused);
  if (retired_count == kMostFiles) return note_too_many_files();
  retired[retired_count++] = descriptor;
}

void close_closed(ClosedStream& place) {
  if (place.stream != nullptr) std::fclose(place.stream);
  if (place.directory != nullptr) ::closedir(place.directory);
  place = {};
}

void keep_closed(const ClosedStream& file) {
  ClosedStream& place = closed[closed_count++ % kMaxClosed];
  close_closed(place);
  place = file;
}

void close_file(GuestFile& file) {
  if (file.stream != nullptr) {
    std::fclose(file.stream);
  } else if (file.directory != nullptr) {
    ::closedir(file.directory);
  } else {
    ::close(file.host);
  }
}

/// Files that some thread has opened in this run, to find those that one thread writes and another opens too:
/// what is in them depends on an order that is not explored.
struct KnownFile {
  dev_t device = 0;
  ino_t number = 0;
  Slot slot = kNoSlot;
  bool is_written = false;
};
KnownFile known_files[kMostFiles];
std::size_t known_file_count = 0;

void note_shared_file(int host) {
  Machine& m = machine();
  const Fiber& fiber = m.current();
  struct stat state;
  if (is_single_threaded() || host < 0 || ::fstat(host, &state) != 0 || !S_ISREG(state.st_mode)) return;
  if (state.st_nlink == 0) return;  // a temporary one, whose number another may get
  const bool is_written = (::fcntl(host, F_GETFL) & O_ACCMODE) != O_RDONLY;
  for (std::size_t i = 0; i < known_file_count; ++i) {
    KnownFile& each = known_files[i];
    if (each.device != state.st_dev || each.number != state.st_ino) continue;
    each.is_written |= is_written;
    if (each.slot == fiber.slot || !each.is_written) return;
    return m.note_unseen(UnseenKind::File, "a file that one thread writes and another opens", m.nearest_program_code());
  }
  if (known_file_count == kMostFiles) return note_too_many_files();
  known_files[known_file_count++] = {state.st_dev, state.st_ino, fiber.slot, is_written};
}

bool writes(const char* mode) { return std::strpbrk(mode, "wa+") != nullptr; }

std::FILE* keep_stream(std::FILE* stream) {
  if (stream == nullptr) return nullptr;
  __fsetlocking(stream, FSETLOCKING_BYCALLER);
  if (add_guest_file(::fileno(stream), stream, nullptr) != nullptr) return stream;
  std::fclose(stream);
  errno = EMFILE;
  return nullptr;
}

DIR* keep_directory(DIR* directory) {
  if (directory == nullptr) return nullptr;
  if (add_guest_file(::dirfd(directory), nullptr, directory) != nullptr) return directory;
  ::closedir(directory);
  errno = EMFILE;
  return nullptr;
}

}  // namespace

GuestFile* add_guest_file(int host, std::FILE* stream, DIR* directory) {
  machine().run().uses_host = true;
  if (file_count == kMostFiles) {
    errno = EMFILE;
    return nullptr;
  }
  note_shared_file(host);
  const int descriptor = free_descriptor();
  if (descriptor < 0) {
    note_too_many_files();
    errno = EMFILE;
    return nullptr;
  }
  files[file_count] = {descriptor, host, stream, directory, kNoSlot};
  return &files[file_count++];
}

GuestFile* guest_file(int descriptor) {
  for (std::size_t i = 0; i < file_count; ++i) {
    if (files[i].guest == descriptor) return &files[i];
  }
  return nullptr;
}

GuestFile* guest_file(const std::FILE* stream) {
  for (std::size_t i = 0; i < file_count; ++i) {
    if (files[i].stream == stream) return &files[i];
  }
  return nullptr;
}

GuestFile* guest_file(const DIR* directory) {
  for (std::size_t i = 0; i < file_count; ++i) {
    if (files[i].directory == directory) return &files[i];
  }
  return nullptr;
}

void forget_guest_file(GuestFile* file) {
  retire_if_foreign(file->guest);
  *file = files[--file_count];
}

std::size_t guest_file_count() { return file_count; }

void expect_standard_open(int descriptor, Address pc) {
  if ((machine().run().closed_streams & 1u << descriptor) == 0) return;
  machine().fail(FailureKind::UseAfterFree, "uses a stream that was closed before", pc);
}

const void* variable_of_stream(int descriptor) {
  return descriptor == 0 ? &library_state.in : descriptor == 1 ? &library_state.out : &library_state.error;
}

std::FILE* standard_stream_of(int descriptor, Caller caller) {
  const void* const variable = variable_of_stream(descriptor);
  Touch{caller}.read(variable, sizeof(std::FILE*));
  std::FILE* const stream = *static_cast<std::FILE* const*>(variable);
  expect_open(stream, machine().caller(caller.address, caller.frame));
  return stream;
}

void expect_open(const std::FILE* stream, Address pc) {
  if (stream == nullptr || guest_file(stream) != nullptr) return;
  if (const int descriptor = standard_descriptor(stream); descriptor >= 0) return expect_standard_open(descriptor, pc);
  for (const ClosedStream& each : closed) {
    if (each.is(stream)) machine().fail(FailureKind::UseAfterFree, "uses a stream that was closed before", pc);
  }
}

int number_of_stream(const void* stream) {
  if (const GuestFile* const file = guest_file(static_cast<const std::FILE*>(stream))) return file->guest;
  if (const GuestFile* const file = guest_file(static_cast<const DIR*>(stream))) return file->guest;
  for (const ClosedStream& each : closed) {
    if (each.is(stream)) return each.guest;
  }
  return -1;
}

bool has_streams() { return file_count > 0 || closed_count > 0; }

bool has_unflushed_memory() {
  return std::any_of(files, files + file_count, [](const GuestFile& each) {
    return each.stream != nullptr && each.host < 0 && __fpending(each.stream) > 0;
  });
}

void close_guest_files() {
  while (file_count > 0) close_file(files[--file_count]);
  for (ClosedStream& each : closed) close_closed(each);
  closed_count = 0;
  retired_count = 0;
  known_file_count = 0;
  rewind_standard_input();
}

void note_opened(const char* path, Address pc) {
  struct Folder {
    const char* path;
    const char* name;
  };
  static constexpr Folder kFolders[] = {
      {"/proc", "a file in /proc"}, {"/sys", "a file in /sys"}, {"/dev", "a device in /dev"}};
  static constexpr const char* kSame[] = {"/dev/null", "/dev/zero", "/dev/full"};
  machine().assume(Assumption::FixedInput);
  char resolved[PATH_MAX];
  if (::realpath(path, resolved) == nullptr) return;  // no such file
  for (const char* const each : kSame) {
    if (std::strcmp(resolved, each) == 0) return;
  }
  for (const Folder& each : kFolders) {
    const std::size_t length = std::strlen(each.path);
    if (std::strncmp(resolved, each.path, length) != 0 || (resolved[length] != '/' && resolved[length] != '\0'))
      continue;
    machine().note_unseen(UnseenKind::File, each.name, pc);
  }
}

void require_writes(const char* function, const char* path, const char* mode, Address pc) {
  if (machine().options().allow_writes) {
    machine().assume(Assumption::WrittenFiles);
    return;
  }
  constexpr std::size_t kLongestShown = 200;
  const bool has_mode = *mode != '\0';
  refuse(pc, function, "(\"", std::string_view(path, strnlen(path, kLongestShown)), "\"", has_mode ? ", \"" : "", mode,
         has_mode ? "\"" : "", "): the program may not write files (--allow-writes permits it)");
}

// --- streams

std::FILE* guest_fopen(const char* path, const char* mode) {
  if (writes(mode)) require_writes("fopen", path, mode, QPOR_CALLER);
  note_opened(path, QPOR_CALLER);
  return keep_stream(std::fopen(path, mode));
}

std::FILE* guest_fdopen(int descriptor, const char* mode) {
  if (std::FILE* const stream = standard_stream(descriptor)) return stream;
  GuestFile* const file = guest_file(descriptor);
  if (file == nullptr || file->stream != nullptr || file->directory != nullptr) {
    errno = EBADF;
    return nullptr;
  }
  std::FILE* const stream = ::fdopen(file->host, mode);
  if (stream != nullptr) __fsetlocking(stream, FSETLOCKING_BYCALLER);
  file->stream = stream;
  return stream;
}

std::FILE* guest_fmemopen(void* buffer, std::size_t size, const char* mode) {
  Touch{QPOR_CALLED_BY}.read_text(mode);
  return keep_stream(buffer == nullptr ? ::fmemopen(buffer, size, mode)
                                       : open_memory(Touch{QPOR_CALLED_BY}, static_cast<char*>(buffer), size, mode));
}

std::FILE* guest_tmpfile() {
  require_writes("tmpfile", "", "", QPOR_CALLER);
  return keep_stream(std::tmpfile());
}

int guest_fclose(std::FILE* stream) {
  if (const int descriptor = standard_descriptor(stream); descriptor >= 0) {  // the next run needs it
    expect_open(stream, QPOR_CALLER);
    Touch{QPOR_CALLED_BY}.write(variable_of_stream(descriptor), sizeof stream);
    machine().run().closed_streams |= 1u << descriptor;
    return 0;
  }
  GuestFile* const file = guest_file(stream);
  if (file == nullptr) return std::fclose(stream);  // of a null pointer, which crashes there
  use_stream(stream, QPOR_CALLER);
  expect_open(stream, QPOR_CALLER);
  GuestFile* const mine = guest_file(stream);  // another may have taken the place
  keep_closed({stream, nullptr, mine->guest});
  forget_guest_file(mine);
  return std::fflush(stream);
}

int guest_fflush(std::FILE* stream) {
  if (stream != nullptr) return std::fflush(stream);
  for (std::size_t i = 0; i < file_count; ++i) use_stream(files[i].stream, QPOR_CALLER);
  int result = 0;  // all streams: those of the host are none of the program's
  for (std::size_t i = 0; i < file_count; ++i) {
    if (files[i].stream != nullptr && std::fflush(files[i].stream) != 0) result = EOF;
  }
  return result;
}

int guest_fileno(std::FILE* stream) {
  if (const int descriptor = standard_descriptor(stream); descriptor >= 0) return descriptor;
  const GuestFile* const file = guest_file(stream);
  if (file != nullptr && file->host >= 0) return file->guest;  // a stream in memory has none
  errno = EBADF;
  return -1;
}

// --- directories: the file system is taken for something that does not change during an exploration

DIR* guest_opendir(const char* path) {
  note_opened(path, QPOR_CALLER);
  return keep_directory(::opendir(path));
}

int guest_closedir(DIR* directory) {
  if (guest_file(directory) == nullptr) {
    errno = EBADF;
    return -1;
  }
  use_stream(directory, QPOR_CALLER);
  GuestFile* const mine = guest_file(directory);  // another may have taken the place
  keep_closed({nullptr, directory, mine->guest});
  forget_guest_file(mine);
  return 0;
}

int guest_dirfd(DIR* directory) {
  const GuestFile* const file = guest_file(directory);
  if (file != nullptr) return file->guest;
  errno = EBADF;
  return -1;
}

DIR* guest_fdopendir(int descriptor) {
  GuestFile* const file = guest_file(descriptor);
  if (file == nullptr || file->stream != nullptr || file->directory != nullptr) {
    errno = EBADF;
    return nullptr;
  }
  return file->directory = ::fdopendir(file->host);
}

}  // namespace qpor::frontend::native
