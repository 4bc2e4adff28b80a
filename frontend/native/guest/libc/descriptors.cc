// open, read, write and what else works on the numbers of open files.

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

#include "frontend/native/guest/libc/files.h"
#include "frontend/native/guest/libc/formats.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

namespace {

bool has_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

/// Behind the flags, where they ask for one.
mode_t mode_of(int flags, std::va_list arguments) { return has_mode(flags) ? va_arg(arguments, mode_t) : 0; }

int keep_descriptor(int host) {
  if (host < 0) return -1;
  if (const GuestFile* const file = add_guest_file(host, nullptr, nullptr)) return file->guest;
  ::close(host);
  errno = EMFILE;
  return -1;
}

int open_file(const char* function, int host_folder, const char* path, int flags, mode_t mode, Address pc) {
  const bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC) != 0 || has_mode(flags);
  if (writes) require_writes(function, path, "", pc);
  note_opened(path, pc);
  return keep_descriptor(::openat(host_folder, path, flags | O_CLOEXEC, mode));
}

/// -1, with errno set, when the program has no such file.
int host_descriptor(int descriptor) {
  if (const GuestFile* const file = guest_file(descriptor)) return file->host;
  errno = EBADF;
  return -1;
}

/// What it holds may change.
bool is_writable(int host) { return (::fcntl(host, F_GETFL) & O_ACCMODE) != O_RDONLY; }

bool is_output(int descriptor) { return descriptor == 1 || descriptor == 2; }

/// For writing: parks the thread where that is not allowed.
int writable_descriptor(const char* function, int descriptor, Address pc) {
  use_descriptor(descriptor, pc);
  const int host = host_descriptor(descriptor);
  if (host >= 0 && !machine().options().allow_writes) {
    refuse(pc, function, "(", descriptor, ", ...): the program may not write files (--allow-writes permits it)");
  }
  return host;
}

/// For mkstemp. The name comes from the thread's random numbers, so that every execution makes the same files; one that
/// is there was made by an earlier execution. The process is part of it, so that two of them do not share a file.
int make_file(char* pattern, int flags) {
  constexpr char kLetters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  constexpr std::size_t kVaries = 6;
  const std::size_t length = std::strlen(pattern);
  char* const letters = pattern + length - std::min(length, kVaries);
  if (std::strcmp(letters, "XXXXXX") != 0) {
    errno = EINVAL;
    return -1;
  }
  std::uint64_t number = next_random() + static_cast<std::uint64_t>(::getpid()) * 0x9e3779b97f4a7c15;
  for (std::size_t i = 0; i < kVaries; ++i, number /= sizeof kLetters - 1)
    letters[i] = kLetters[number % (sizeof kLetters - 1)];
  const int how = (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
  int host = ::open(pattern, how | O_EXCL, S_IRUSR | S_IWUSR);
  if (host < 0 && errno == EEXIST) host = ::open(pattern, how | O_TRUNC, S_IRUSR | S_IWUSR);
  return keep_descriptor(host);
}

int host_folder(int descriptor) { return descriptor == AT_FDCWD ? AT_FDCWD : host_descriptor(descriptor); }

/// Like a pipe: the standard streams are no files and no terminal.
int describe_standard(struct stat* result) {
  std::memset(result, 0, sizeof *result);
  result->st_mode = S_IFIFO | S_IRUSR | S_IWUSR;
  result->st_nlink = 1;
  result->st_blksize = 4096;
  return 0;
}

bool is_standard(int descriptor) { return descriptor >= 0 && descriptor <= 2; }

}  // namespace

int guest_open(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  Touch{QPOR_CALLED_BY}.read_text(path);
  return open_file("open", AT_FDCWD, path, flags, mode, QPOR_CALLER);
}

int guest_open_2(const char* path, int flags) { return open_file("open", AT_FDCWD, path, flags, 0, QPOR_CALLER); }

int guest_openat(int folder, const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  Touch{QPOR_CALLED_BY}.read_text(path);
  const int host = host_folder(folder);
  return host == -1 ? -1 : open_file("openat", host, path, flags, mode, QPOR_CALLER);
}

int guest_openat_2(int folder, const char* path, int flags) {
  const int host = host_folder(folder);
  return host == -1 ? -1 : open_file("openat", host, path, flags, 0, QPOR_CALLER);
}

int guest_creat(const char* path, mode_t mode) {
  return open_file("creat", AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, QPOR_CALLER);
}

int guest_mkstemp(char* pattern) {
  require_writes("mkstemp", pattern, "", QPOR_CALLER);
  return make_file(pattern, 0);
}

int guest_mkostemp(char* pattern, int flags) {
  require_writes("mkostemp", pattern, "", QPOR_CALLER);
  return make_file(pattern, flags);
}

int guest_close(int descriptor) {
  if (is_standard(descriptor)) {  // the next run needs it
    constexpr const char* kCalls[] = {"close(0)", "close(1)", "close(2)"};
    machine().note_unseen(UnseenKind::Call, kCalls[descriptor], QPOR_CALLER);
    return 0;
  }
  use_descriptor(descriptor, QPOR_CALLER);
  GuestFile* const file = guest_file(descriptor);
  if (file == nullptr) {
    errno = EBADF;
    return -1;
  }
  if (file->stream != nullptr || file->directory != nullptr) return 0;  // fclose will; until then glibc relies on it
  const int host = file->host;
  forget_guest_file(file);
  return ::close(host);
}

ssize_t guest_read(int descriptor, void* buffer, std::size_t size) {
  use_descriptor(descriptor, QPOR_CALLER);
  if (descriptor == 0) return static_cast<ssize_t>(read_standard_input(static_cast<char*>(buffer), size));
  const int host = host_descriptor(descriptor);
  return host < 0 ? -1 : ::read(host, buffer, size);
}

ssize_t guest_read_chk(int descriptor, void* buffer, std::size_t size, std::size_t room) {
  if (size > room) overflow("read", QPOR_CALLER);
  use_descriptor(descriptor, QPOR_CALLER);
  if (descriptor == 0) return static_cast<ssize_t>(read_standard_input(static_cast<char*>(buffer), size));
  const int host = host_descriptor(descriptor);
  return host < 0 ? -1 : ::read(host, buffer, size);
}

ssize_t guest_pread(int descriptor, void* buffer, std::size_t size, off_t offset) {
  if (is_standard(descriptor)) {
    errno = ESPIPE;
    return -1;
  }
  const int host = host_descriptor(descriptor);
  if (host < 0) return -1;
  if (is_writable(host)) use_descriptor(descriptor, QPOR_CALLER);
  return ::pread(host, buffer, size, offset);
}

ssize_t guest_readv(int descriptor, const iovec* parts, int count) {
  use_descriptor(descriptor, QPOR_CALLER);
  const Touch touch{QPOR_CALLED_BY};
  touch.read(parts, static_cast<std::size_t>(std::max(count, 0)) * sizeof *parts);
  if (descriptor != 0) {
    const int host = host_descriptor(descriptor);
    const ssize_t size = host < 0 ? -1 : ::readv(host, parts, count);
    auto rest = static_cast<std::size_t>(std::max<ssize_t>(size, 0));
    for (int i = 0; i < count && rest > 0; ++i) {
      const std::size_t piece = std::min(rest, parts[i].iov_len);
      touch.write(parts[i].iov_base, piece);
      rest -= piece;
    }
    return size;
  }
  std::size_t total = 0;
  for (int i = 0; i < count; ++i) {
    const std::size_t piece = read_standard_input(static_cast<char*>(parts[i].iov_base), parts[i].iov_len);
    touch.write(parts[i].iov_base, piece);
    total += piece;
  }
  return static_cast<ssize_t>(total);
}

ssize_t guest_write(int descriptor, const void* text, std::size_t size) {
  if (is_output(descriptor)) {
    machine().write_output(static_cast<const char*>(text), size);
    return static_cast<ssize_t>(size);
  }
  const int host = writable_descriptor("write", descriptor, QPOR_CALLER);
  return host < 0 ? -1 : ::write(host, text, size);
}

ssize_t guest_pwrite(int descriptor, const void* text, std::size_t size, off_t offset) {
  if (is_standard(descriptor)) {
    errno = ESPIPE;
    return -1;
  }
  const int host = writable_descriptor("pwrite", descriptor, QPOR_CALLER);
  return host < 0 ? -1 : ::pwrite(host, text, size, offset);
}

ssize_t guest_writev(int descriptor, const iovec* parts, int count) {
  const Touch touch{QPOR_CALLED_BY};
  touch.read(parts, static_cast<std::size_t>(std::max(count, 0)) * sizeof *parts);
  for (int i = 0; i < count; ++i) touch.read(parts[i].iov_base, parts[i].iov_len);
  if (!is_output(descriptor)) {
    const int host = writable_descriptor("writev", descriptor, QPOR_CALLER);
    return host < 0 ? -1 : ::writev(host, parts, count);
  }
  std::size_t total = 0;
  for (int i = 0; i < count; ++i) {
    machine().write_output(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
    total += parts[i].iov_len;
  }
  return static_cast<ssize_t>(total);
}

int guest_vdprintf(int descriptor, const char* format, std::va_list arguments) {
  touch_format(Touch{QPOR_CALLED_BY}, format, arguments);
  if (is_output(descriptor)) return std::vfprintf(standard_stream(descriptor), format, arguments);
  const int host = writable_descriptor("dprintf", descriptor, QPOR_CALLER);
  return host < 0 ? -1 : ::vdprintf(host, format, arguments);
}

int guest_dprintf(int descriptor, const char* format, ...) {
  int host = 0;
  if (!is_output(descriptor)) {
    host = writable_descriptor("dprintf", descriptor, QPOR_CALLER);
    if (host < 0) return -1;
  }
  std::va_list arguments;
  va_start(arguments, format);
  touch_format(Touch{QPOR_CALLED_BY}, format, arguments);
  const int result = is_output(descriptor) ? std::vfprintf(standard_stream(descriptor), format, arguments)
                                           : ::vdprintf(host, format, arguments);
  va_end(arguments);
  return result;
}

off_t guest_lseek(int descriptor, off_t offset, int from) {
  if (is_standard(descriptor)) {
    errno = ESPIPE;
    return -1;
  }
  use_descriptor(descriptor, QPOR_CALLER);
  const int host = host_descriptor(descriptor);
  return host < 0 ? -1 : ::lseek(host, offset, from);
}

int guest_fsync(int descriptor) { return is_standard(descriptor) || host_descriptor(descriptor) >= 0 ? 0 : -1; }

int guest_fstat(int descriptor, struct stat* result) {
  if (is_standard(descriptor)) return describe_standard(result);
  const int host = host_descriptor(descriptor);
  if (host < 0) return -1;
  if (is_writable(host)) use_descriptor(descriptor, QPOR_CALLER);
  return ::fstat(host, result);
}

int guest_isatty(int descriptor) {
  if (is_standard(descriptor) || host_descriptor(descriptor) >= 0) errno = ENOTTY;
  return 0;
}

}  // namespace qpor::frontend::native
