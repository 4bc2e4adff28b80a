// What a run came to, for comparing it with a run of the same trace in another order of its independent steps: what
// each thread was told (twin_log.h), its output, what it announces or how it ended, and the live memory of the program.
//
// Live memory: global and thread-local variables, and allocated blocks of the heaps. Not compared are stacks, freed
// blocks, who freed them, the heaps' own lists, and the errno of programs that do not name it. Everything compared is a
// function of the trace: addresses and thread numbers are by design, unused bytes are zero (heap.h, twin_log.h), the
// fields of primitives are what their operations leave, and operations that commute leave the same.
//
// Cost: a copy of the memory; of more than kLargestRecord bytes only the variables are compared.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/program/executor.h"
#include "frontend/native/build/source_map.h"
#include "frontend/native/guest/check/twin_log.h"
#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

/// Where a run left the trace: the thread announced something else, or failed.
struct LeftTrace {
  engine::ThreadId thread;
  engine::OperationId expected;
  engine::OperationId announced;  ///< kNoOperation: it ended or failed
};

class TwinRecord {
 public:
  static constexpr std::size_t kLargestRecord = 64 * kMiB;

  /// Of the machine as it stands; `left`: where the run was broken off.
  void take(const Machine& machine, const std::vector<engine::OperationId>& pending,
            const std::optional<LeftTrace>& left);
  bool left_trace() const { return left_.has_value(); }

 private:
  friend class TwinComparison;

  struct Thread {
    FiberStatus status = FiberStatus::Absent;
    engine::OperationId pending = engine::kNoOperation;
    Address heap_top = 0;
    std::optional<Parked> failure;
    std::string output;
    std::vector<TwinLog::Value> values;
    std::vector<std::size_t> places;  ///< of the values among those of all threads
  };
  struct Piece {
    Address begin;
    std::size_t size;
    std::size_t offset;  ///< in bytes_
  };

  void save(Address begin, std::size_t size);
  void name_streams(Address begin, std::size_t size);
  const unsigned char* saved(Address address, std::size_t size) const;

  std::vector<Thread> threads_;  ///< by engine::ThreadId
  std::optional<LeftTrace> left_;
  bool has_ended_ = false;
  int exit_status_ = 0;
  bool has_heap_ = false;
  std::uint64_t random_ = 0;   ///< of rand
  std::vector<Piece> pieces_;  ///< by address
  std::vector<unsigned char> bytes_;
};

/// The first difference between a run before and the machine as it stands.
class TwinComparison {
 public:
  /// `now`: a record of the machine. REQUIRES: all outlive it.
  TwinComparison(const TwinRecord& before, const TwinRecord& now, const Machine& machine, const SourceMap& sources,
                 const engine::Vocabulary& vocabulary)
      : before_(before), now_(now), machine_(machine), sources_(sources), vocabulary_(vocabulary) {}

  std::optional<engine::Divergence> find();

 private:
  std::optional<engine::Divergence> in_values() const;
  std::optional<engine::Divergence> in_ways() const;
  std::optional<engine::Divergence> in_endings() const;
  std::optional<engine::Divergence> in_output() const;
  std::optional<engine::Divergence> in_library() const;
  std::optional<engine::Divergence> in_variables() const;
  std::optional<engine::Divergence> in_heaps() const;
  std::optional<engine::Divergence> in_heap(engine::ThreadId thread) const;

  engine::Divergence left_by(const TwinRecord& record) const;
  engine::Divergence failed(const TwinRecord::Thread& thread, engine::ThreadId id) const;
  std::optional<Address> different_byte(Address begin, std::size_t size) const;
  std::optional<engine::Divergence> in_bytes(Address begin, std::size_t size) const;
  engine::Divergence about_block(const Block& block, engine::ThreadId thread, const char* text) const;

  const TwinRecord& before_;
  const TwinRecord& now_;
  const Machine& machine_;
  const SourceMap& sources_;
  const engine::Vocabulary& vocabulary_;
};

}  // namespace qpor::frontend::native
