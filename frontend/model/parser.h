// Second stage: recursive descent over the tokens, with precedence climbing for the binary operators. The grammar is
// in docs/model.md; what needs declarations to decide (is this name an array? has this operation a value?) is left
// to the compiler.

#pragma once

#include "frontend/model/source.h"
#include "frontend/model/syntax.h"

namespace qpor::frontend::model {

/// Throws ModelError at the first token that no sentence of the grammar has there.
Syntax parse(const Source& source);

}  // namespace qpor::frontend::model
