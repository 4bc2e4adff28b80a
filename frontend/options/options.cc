#include "frontend/options/options.h"

#include "frontend/options/option_words.h"

namespace qpor::frontend {

using engine::Algorithm;
using engine::AltKind;
using engine::SpikeOrder;

std::string_view word_of(Algorithm value) { return engine::text_of(value); }
std::string_view word_of(engine::ThreadOrder value) { return word_in(kSequenceOrders, value); }
std::string_view word_of(AltKind value) { return word_in(kAlts, value); }
std::string_view word_of(SpikeOrder value) { return word_in(kSpikeOrders, value); }
std::string_view word_of(ColorMode value) { return word_in(kColors, value); }
std::string_view word_of(ThreadOrder value) { return word_in(kThreadOrders, value); }
std::string_view word_of(Policy value) { return word_in(kPolicies, value); }
std::string_view word_of(MemoryMode value) { return word_in(kMemoryModes, value); }
std::string_view word_of(WakeOrder value) { return word_in(kWakeOrders, value); }
std::string_view word_of(HeapMode value) { return word_in(kHeapModes, value); }
std::string_view word_of(BarrierOrder value) { return word_in(kBarrierOrders, value); }
std::string_view word_of(engine::Twins value) { return word_in(kTwins, value); }
std::string_view word_of(Counts value) { return word_in(kCounts, value); }
std::string_view word_of(Encoding value) { return word_in(kEncodings, value); }
std::string_view word_of(GuestOutput value) { return word_in(kGuestOutputs, value); }

engine::Options engine_options(const Options& options) {
  engine::Options result;
  result.algorithm = options.algorithm;
  result.thread_order = options.sequence_order;
  const bool draws_all = options.dot.is_given() && options.dot_trace.kind == DotTrace::Kind::All;
  if (draws_all && options.algorithm != Algorithm::Qpor) result.tree_steps = options.dot_events.value;
  result.exclusive_counts = options.counts == Counts::Ordered;
  result.alt = options.alt.value_or(AltKind::Optimal);
  if (result.alt == AltKind::Partial) result.k = options.k->value;
  result.spike_order = options.spike_order;
  result.cover_most_first = options.cover;
  result.adaptive = options.adaptive;
  result.chain = options.encoding == Encoding::Chain;
  result.meet_first = options.meet;
  result.newest_thread_first = options.thread_order == ThreadOrder::NewestFirst;
  result.wide_spikes = options.wide;
  result.comb_budget = options.comb_budget.value;
  result.prune = options.prune;
  result.skip_step = options.skip_step.value;
  result.check = options.check;
  result.twins = options.check && options.twins == engine::Twins::Auto ? engine::Twins::All : options.twins;
  result.max_traces = options.max_traces.value;
  result.max_steps = options.max_steps.value;
  result.max_context_switches = options.max_context_switches.value;
  result.timeout_seconds = options.timeout.value;
  return result;
}

}  // namespace qpor::frontend
