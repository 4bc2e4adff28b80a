// The words of each option that has words for values, once: for the parser and for what is told of options.

#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "frontend/options/options.h"

namespace qpor::frontend {

template <class T>
using Words = std::vector<std::pair<std::string_view, T>>;

inline const Words<engine::ThreadOrder> kSequenceOrders = {{"meet", engine::ThreadOrder::Meetings},
                                                           {"run-on", engine::ThreadOrder::RunOn},
                                                           {"first", engine::ThreadOrder::FirstThread},
                                                           {"last", engine::ThreadOrder::LastThread}};
inline const Words<engine::AltKind> kAlts = {{"none", engine::AltKind::None},
                                             {"first-event", engine::AltKind::FirstEvent},
                                             {"k", engine::AltKind::Partial},
                                             {"optimal", engine::AltKind::Optimal}};
inline const Words<engine::SpikeOrder> kSpikeOrders = {{"oldest", engine::SpikeOrder::OldestFirst},
                                                       {"newest", engine::SpikeOrder::NewestFirst}};
inline const Words<ThreadOrder> kThreadOrders = {{"oldest", ThreadOrder::OldestFirst},
                                                 {"newest", ThreadOrder::NewestFirst}};
inline const Words<Policy> kPolicies = {{"ours", Policy::Ours}, {"paper", Policy::Paper}};
inline const Words<MemoryMode> kMemoryModes = {{"checked", MemoryMode::Checked},
                                               {"interleave", MemoryMode::Interleave}};
inline const Words<WakeOrder> kWakeOrders = {{"any", WakeOrder::Any}, {"fifo", WakeOrder::Fifo}};
inline const Words<HeapMode> kHeapModes = {{"fresh", HeapMode::Fresh}, {"reuse", HeapMode::Reuse}};
inline const Words<BarrierOrder> kBarrierOrders = {{"auto", BarrierOrder::Auto}, {"ordered", BarrierOrder::Ordered}};
inline const Words<engine::Twins> kTwins = {{"off", engine::Twins::Off},
                                            {"first", engine::Twins::First},
                                            {"auto", engine::Twins::Auto},
                                            {"all", engine::Twins::All}};
inline const Words<Counts> kCounts = {{"commute", Counts::Commute}, {"ordered", Counts::Ordered}};
inline const Words<Encoding> kEncodings = {{"layers", Encoding::Layers}, {"chain", Encoding::Chain}};
inline const Words<GuestOutput> kGuestOutputs = {
    {"none", GuestOutput::None}, {"defect", GuestOutput::Defect}, {"all", GuestOutput::All}};
inline const Words<ColorMode> kColors = {
    {"auto", ColorMode::Auto}, {"always", ColorMode::Always}, {"never", ColorMode::Never}};

/// "?" for a value without a word.
template <class T>
std::string_view word_in(const Words<T>& words, T value) {
  for (const auto& [word, each] : words) {
    if (each == value) return word;
  }
  return "?";
}

}  // namespace qpor::frontend
