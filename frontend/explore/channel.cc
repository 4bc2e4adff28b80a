#include "frontend/explore/channel.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>

namespace qpor::frontend {

Channel::Channel() : file_(memfd_create("qpor-messages", MFD_CLOEXEC)) {
  if (file_ < 0) throw std::runtime_error(std::string("cannot make a file in memory: ") + std::strerror(errno));
}

Channel::~Channel() { close(file_); }

void Channel::send(const std::string& message) {
  for (std::size_t done = 0; done < message.size();) {
    const ssize_t count = pwrite(file_, message.data() + done, message.size() - done, static_cast<off_t>(sent_ + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;  // no memory: the next message takes its place
    done += static_cast<std::size_t>(count);
  }
  sent_ += message.size();
}

void Channel::receive(const std::function<void(engine::WireKind, std::string_view)>& take) {
  std::string bytes;
  char buffer[1 << 14];
  for (;;) {
    const ssize_t count = pread(file_, buffer, sizeof buffer, static_cast<off_t>(received_ + bytes.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    bytes.append(buffer, static_cast<std::size_t>(count));
  }
  for (std::string_view rest = bytes; const std::optional<engine::Sealed> next = engine::first_sealed(rest);) {
    rest.remove_prefix(next->bytes.size());
    received_ += next->bytes.size();
    take(next->kind, next->bytes);
  }
}

}  // namespace qpor::frontend
