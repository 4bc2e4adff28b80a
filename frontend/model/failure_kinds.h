// The defects that the interpreter finds in a model, as they are named in reports (docs/model.md, docs/json.md).

#pragma once

namespace qpor::frontend::model {

inline constexpr const char* kAssertion = "assertion";            // assert of an expression that is 0
inline constexpr const char* kLockMisuse = "lock-misuse";         // unlock, or wait, without holding the lock
inline constexpr const char* kThreadMisuse = "thread-misuse";     // join of no handle, or of the same handle again
inline constexpr const char* kArithmetic = "arithmetic";          // division by zero, shift out of range
inline constexpr const char* kBounds = "bounds";                  // index out of range
inline constexpr const char* kNontermination = "nontermination";  // too many instructions without an operation

}  // namespace qpor::frontend::model
