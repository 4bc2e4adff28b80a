// What one process writes of a program, and the judge of what another one makes of it: the events of the program,
// places in its exploration, schedules and knowledge, as bytes.
//
// The judge walks through the program by itself, in another order, and then reads: all events must be there already,
// with the same operations, outcomes and causes, written out in words. It reads into an empty unfolding as well and
// walks then: that may find nothing new. And it runs the program along each position and each schedule.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/program/executor.h"
#include "engine/program/fingerprint.h"
#include "tests/support/unfolding_walk.h"

namespace qpor::tests {

/// What is written of one program.
struct Parcel {
  std::string program;  ///< its name, for messages
  bool is_too_big = false;
  std::string events;  ///< a message, as the next three
  std::vector<std::string> positions;
  std::vector<std::string> schedules;
  std::string knowledge;
  std::string text;  ///< the events in words
  std::vector<std::string> position_texts;
  std::vector<std::uint64_t> schedule_hashes;  ///< of the traces
  std::string thread_order, object_order;      ///< in which the process that wrote met them
};

struct WireCounts {
  std::uint64_t programs = 0;
  std::uint64_t too_big = 0;
  std::uint64_t events = 0;
  std::uint64_t other_threads = 0;  ///< programs whose threads the two processes met in different orders
  std::uint64_t other_objects = 0;
};
std::string to_string(const WireCounts& counts);

/// Events in words, in that order; causes by their place in it. REQUIRES: each cause is one of them.
std::string in_words(const engine::EventStructure& structure, const std::vector<engine::EventId>& events);

Parcel parcel_of(engine::Executor& executor, const std::string& name, const engine::Fingerprint& program,
                 std::uint64_t seed);
/// Empty, or what is wrong.
std::string check_parcel(const Parcel& parcel, engine::Executor& executor, const engine::Fingerprint& program,
                         std::uint64_t seed, WireCounts& counts);

std::string to_bytes(const std::vector<Parcel>& parcels);
std::vector<Parcel> parcels_in(const std::string& bytes);

}  // namespace qpor::tests
