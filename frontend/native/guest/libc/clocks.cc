#include "frontend/native/guest/libc/clocks.h"

#include <algorithm>
#include <cassert>

#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

void Clocks::begin_run() {
  readings_.cut(0);
  events_so_far_ = 0;
}

const Clocks::Reading* Clocks::newest(const Fiber& fiber) const {
  return fiber.clock_reading == 0 ? nullptr : &readings_[fiber.clock_reading - 1];
}

ClockTimes Clocks::now(const Machine& machine, const Fiber& running) const {
  const Reading* const own = newest(running);
  ClockTimes latest = own == nullptr ? ClockTimes{} : own->times;
  const bool is_merged = own != nullptr && own->events == running.events;
  if (is_merged || past_ == nullptr || events_so_far_ == 0) return latest;
  for (const Slot slot : machine.slots()) {
    const Fiber& fiber = machine.fiber(slot);
    if (fiber.status == FiberStatus::Absent || slot == running.slot) continue;
    const Reading* reading = newest(fiber);
    if (reading == nullptr) continue;
    // A reading is below an event of its thread that came after it.
    const std::uint32_t below =
        native::machine().ask_host([&] { return past_->events_below(events_so_far_ - 1, fiber.thread); });
    while (reading != nullptr && reading->events >= below) {
      reading = reading->before == 0 ? nullptr : &readings_[reading->before - 1];
    }
    if (reading == nullptr) continue;
    latest.time = std::max(latest.time, reading->times.time);
    latest.busy = std::max(latest.busy, reading->times.busy);
  }
  return latest;
}

void Clocks::set(Fiber& running, ClockTimes times) {
  if (running.clock_reading != 0 && readings_[running.clock_reading - 1].events == running.events) {
    Reading& reading = readings_[running.clock_reading - 1];
    assert(reading.times.time <= times.time && reading.times.busy <= times.busy);
    reading.times = times;
    return;
  }
  readings_.push_back({times, running.events, running.clock_reading});
  running.clock_reading = static_cast<std::uint32_t>(readings_.size());
}

}  // namespace qpor::frontend::native
