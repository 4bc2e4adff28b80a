#include "frontend/native/guest/libc/memory_streams.h"

#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

/// In memory of the host, like the rest of a stream: there are no checkpoints once there is one.
struct MemoryStream {
  char* buffer;
  std::size_t size;
  std::size_t position;
  std::size_t end;  ///< of what there is to read
  bool appends;
};

MemoryStream& stream_of(void* cookie) { return *static_cast<MemoryStream*>(cookie); }

/// The stream's functions are called by the library, which has no frame pointers. When the host closes what was left
/// open, nobody accesses anything.
template <typename Announce>
void announce(Announce announce) {
  if (!machine().on_guest_stack()) return;
  const Address pc = machine().nearest_program_code();
  const void* const frame = machine().nearest_stand_in_frame();
  announce(Touch{{reinterpret_cast<const void*>(pc), frame != nullptr ? frame : __builtin_frame_address(0)}});
}

ssize_t read_memory(void* cookie, char* to, std::size_t size) {
  MemoryStream& stream = stream_of(cookie);
  const std::size_t count = std::min(size, stream.end - std::min(stream.position, stream.end));
  announce([&](const Touch& touch) { touch.read(stream.buffer + stream.position, count); });
  std::memcpy(to, stream.buffer + stream.position, count);
  stream.position += count;
  return static_cast<ssize_t>(count);
}

/// An end is written behind the text where there is room for it.
ssize_t write_memory(void* cookie, const char* from, std::size_t size) {
  MemoryStream& stream = stream_of(cookie);
  if (stream.appends) stream.position = stream.end;
  const bool wants_end = size == 0 || from[size - 1] != '\0';
  if (stream.position + size > stream.size) {
    if (stream.position + (wants_end ? 1 : 0) >= stream.size) {
      errno = ENOSPC;
      return 0;
    }
    size = stream.size - stream.position;
  }
  announce([&](const Touch& touch) { touch.write(stream.buffer + stream.position, size); });
  std::memcpy(stream.buffer + stream.position, from, size);
  stream.position += size;
  if (stream.position > stream.end) {
    stream.end = stream.position;
    char* const place = stream.buffer + (stream.end < stream.size ? stream.end : stream.size - 1);
    if (wants_end) {
      announce([&](const Touch& touch) { touch.write(place, 1); });
      *place = '\0';
    }
  }
  return static_cast<ssize_t>(size);
}

int seek_memory(void* cookie, off64_t* offset, int from) {
  MemoryStream& stream = stream_of(cookie);
  const auto base = static_cast<off64_t>(from == SEEK_SET ? 0 : from == SEEK_CUR ? stream.position : stream.end);
  const off64_t place = base + *offset;
  if (place < 0 || static_cast<std::size_t>(place) > stream.size) {
    errno = EINVAL;
    return -1;
  }
  *offset = place;
  stream.position = static_cast<std::size_t>(place);
  return 0;
}

int close_memory(void* cookie) {
  std::free(cookie);
  return 0;
}

}  // namespace

std::FILE* open_memory(const Touch& touch, char* buffer, std::size_t size, const char* mode) {
  auto* const stream = static_cast<MemoryStream*>(std::calloc(1, sizeof(MemoryStream)));
  if (stream == nullptr) return nullptr;
  if (mode[0] == 'w' && size > 0) {
    touch.write(buffer, 1);
    buffer[0] = '\0';
  }
  touch.read_text(buffer, size);
  *stream = {buffer, size, 0, ::strnlen(buffer, size), mode[0] == 'a'};
  if (mode[0] == 'r') stream->end = size;
  if (stream->appends) stream->position = stream->end;
  cookie_io_functions_t functions{};
  functions.read = &read_memory;
  functions.write = &write_memory;
  functions.seek = &seek_memory;
  functions.close = &close_memory;
  std::FILE* const opened = fopencookie(stream, mode, functions);
  if (opened == nullptr) std::free(stream);
  return opened;
}

}  // namespace qpor::frontend::native
