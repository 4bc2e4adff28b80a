// Looks up the operations of builtins.def by name.

#pragma once

#include <cstdint>
#include <string_view>

#include "engine/program/operation.h"

namespace qpor::frontend::model {

struct Builtin {
  enum class Form : std::uint8_t { Plain, Wait, Arrive, Join, Choose };

  std::string_view name;
  Form form;
  engine::OperationKind operation;
  engine::ObjectKind object;
  engine::ObjectKind second_object;
  unsigned values;
  bool has_value;

  unsigned objects() const {
    return (object != engine::ObjectKind::None ? 1u : 0u) + (second_object != engine::ObjectKind::None ? 1u : 0u);
  }
};

/// Null when the language has no such operation.
const Builtin* find_builtin(std::string_view name);

/// "a mutex", "an rwlock": as the messages call an object of that kind.
std::string_view with_article(engine::ObjectKind kind);

}  // namespace qpor::frontend::model
