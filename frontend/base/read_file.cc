#include "frontend/base/read_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "frontend/base/usage_error.h"

namespace qpor::frontend {

std::string read_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  std::string text;
  char buffer[1 << 16];
  std::size_t count = 0;
  if (file != nullptr) {
    while ((count = std::fread(buffer, 1, sizeof buffer, file.get())) > 0) text.append(buffer, count);
  }
  if (file == nullptr || std::ferror(file.get()) != 0) {
    throw UsageError("cannot read " + in_quotes(path) + ": " + std::strerror(errno));
  }
  return text;
}

}  // namespace qpor::frontend
