#include "frontend/program/flight_recorder.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <new>
#include <stdexcept>

namespace qpor::frontend {

using engine::OperationKind;

namespace {

constexpr std::size_t kKinds = 0
#define QPOR_OPERATION(identifier, text, object, role, synchronises) +1
#include "engine/program/operation_kinds.def"
#undef QPOR_OPERATION
    ;

double possible_seconds(double value) { return std::isfinite(value) && value > 0 ? value : 0; }

}  // namespace

FlightRecorder::FlightRecorder() {
  void* const memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error(std::string("no shared memory: ") + std::strerror(errno));
  shared_ = new (memory) Shared;  // the arrays stay untouched, and zero
}

FlightRecorder::~FlightRecorder() { munmap(shared_, sizeof(Shared)); }

// --- the child's side

void FlightRecorder::set_stage(Stage stage) {
  if (stage == Stage::Exploring) shared_->began.store(Clock::now().time_since_epoch().count());
  shared_->stage.store(static_cast<std::uint32_t>(stage), std::memory_order_release);
}

void FlightRecorder::forget_threads() {
  shared_->name_count = 0;
  rewind(0);
}

void FlightRecorder::name_thread(std::uint32_t thread, std::string_view name) {
  if (thread >= kMostNames) return;
  for (std::uint32_t& count = shared_->name_count; count <= thread; ++count) shared_->names[count][0] = '\0';
  const std::size_t size = name.copy(shared_->names[thread], kLongestName);
  if (size < kLongestName) shared_->names[thread][size] = '\0';
}

// --- the parent's side, where nothing is believed

FlightRecorder::Stage FlightRecorder::stage() const {
  const std::uint32_t word = shared_->stage.load(std::memory_order_acquire);
  return word <= static_cast<std::uint32_t>(Stage::Finished) ? static_cast<Stage>(word) : Stage::Exploring;
}

FlightRecorder::Clock::time_point FlightRecorder::began(Clock::time_point earliest) const {
  const Clock::time_point written{Clock::duration(shared_->began.load())};
  return written < earliest || written > Clock::now() ? earliest : written;
}

std::string FlightRecorder::name(std::uint32_t thread) const {
  std::string result;
  if (thread < std::min<std::size_t>(shared_->name_count, kMostNames)) {
    const char* const text = shared_->names[thread];
    result.assign(text, strnlen(text, kLongestName));
  }
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return result.empty() ? "#" + std::to_string(thread) : result;
}

FlightRecord FlightRecorder::read() const {
  FlightRecord record;
  record.run.length = shared_->length.load(std::memory_order_acquire);
  const std::size_t kept = std::min<std::size_t>(record.run.length, kMostSteps);
  for (std::size_t i = 0; i < kept; ++i) {
    const std::uint64_t word = shared_->steps[i];
    const auto thread = static_cast<std::uint32_t>(word & 0xffff);
    const auto kind = static_cast<std::size_t>(word >> 16 & 0xffff);
    if (kind >= kKinds || thread >= kMostNames) break;
    while (record.run.threads.size() <= thread) {
      record.run.threads.push_back(name(static_cast<std::uint32_t>(record.run.threads.size())));
    }
    record.run.steps.push_back({thread, static_cast<OperationKind>(kind), static_cast<std::int32_t>(word >> 32)});
  }
  if (const std::uint32_t running = shared_->running.load(std::memory_order_acquire); running != 0) {
    record.running_thread = name(running - 1);
  }
  record.statistics = shared_->statistics;
  record.statistics.seconds = possible_seconds(record.statistics.seconds);
  for (double& seconds : record.statistics.phase_seconds) seconds = possible_seconds(seconds);
  record.statistics.threads =
      std::max<std::uint64_t>(record.statistics.threads, std::min<std::size_t>(shared_->name_count, kMostNames));
  record.trace_set_hash = shared_->trace_set_hash;
  record.defects = std::min<std::uint64_t>(shared_->defects, kMostDefects);
  return record;
}

}  // namespace qpor::frontend
