// What an exploration has learnt (engine/program/knowledge.h) as options say it, and as schedules save it. Addresses
// are hexadecimal offsets in the program's memory.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/native/guest/check/units.h"
#include "frontend/native/guest/libc/process_state.h"
#include "frontend/native/guest/sync/counts.h"

namespace qpor::frontend::native {

/// As --interleaved takes them: "20000040:4,20000048:8b"; `b` when some access is within an atomic block.
std::string text_of(const std::vector<Unit>& units);
/// The other way round, for one of them; nothing when the text is none.
std::optional<Unit> unit_of(std::string_view text);

/// As --observed-counts takes them: "1a0,2c0w,300p", offsets in the program's memory; `w`: weak references as well,
/// `p`: a plain site.
std::string text_of(const std::vector<engine::ObservedCount>& counts);
/// Nothing when the text is none.
std::optional<std::vector<engine::ObservedCount>> counts_of(std::string_view text);

/// "random,files,handlers", as --shared-state has it. The second returns false for words that are none of them.
std::string text_of(const OrderedStates& states);
bool add_states(std::string_view text, OrderedStates& states);

}  // namespace qpor::frontend::native
