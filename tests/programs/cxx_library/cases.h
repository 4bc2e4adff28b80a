// What the programs of this folder share: see README.md.

#pragma once

#include <cstring>
#include <thread>

struct Case {
  const char* name;
  void (*one)();
  void (*other)();
};

#define WRITES(name, writes, reads) {#name, [] { writes; }, [] { reads; }},
#define READS(name, reads) {#name, [] { reads; }, [] { reads; }},

/// So that a value is read.
template <class Value>
void use(Value) {}

inline void call(void (*function)()) {
  try {
    function();
  } catch (...) {
  }
}

/// Concurrent, or one after the other.
inline void call_both(const Case& which, bool is_concurrent) {
  std::thread one(call, which.one);
  if (!is_concurrent) one.join();
  std::thread other(call, which.other);
  if (is_concurrent) one.join();
  other.join();
}

/// `reset` makes the shared objects what they were at the beginning.
template <class Cases>
int run(const Cases& cases, void (*reset)(), int argc, char** argv) {
  if (argc != 2) return 2;
  const bool is_clean = std::strcmp(argv[1], "clean") == 0;
  for (const Case& each : cases) {
    const bool only_reads = std::strncmp(each.name, "read_", 5) == 0;
    if (!is_clean && std::strcmp(each.name, argv[1]) != 0) continue;
    reset();
    call_both(each, !is_clean || only_reads);
  }
  return 0;
}
