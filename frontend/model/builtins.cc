#include "frontend/model/builtins.h"

#include <algorithm>
#include <array>

namespace qpor::frontend::model {
namespace {

constexpr std::array kBuiltins = {
#define QPOR_BUILTIN(text, form, operation, object, second_object, values, has_value) \
  Builtin{text,                                                                       \
          Builtin::Form::form,                                                        \
          engine::OperationKind::operation,                                           \
          engine::ObjectKind::object,                                                 \
          engine::ObjectKind::second_object,                                          \
          values,                                                                     \
          has_value},
#include "frontend/model/builtins.def"
#undef QPOR_BUILTIN
};

}  // namespace

const Builtin* find_builtin(std::string_view name) {
  const auto it =
      std::find_if(kBuiltins.begin(), kBuiltins.end(), [&](const Builtin& builtin) { return builtin.name == name; });
  return it == kBuiltins.end() ? nullptr : &*it;
}

std::string_view with_article(engine::ObjectKind kind) {
  switch (kind) {
    case engine::ObjectKind::Mutex: return "a mutex";
    case engine::ObjectKind::Variable: return "a var";
    case engine::ObjectKind::Semaphore: return "a semaphore";
    case engine::ObjectKind::RwLock: return "an rwlock";
    case engine::ObjectKind::Condition: return "a cond";
    case engine::ObjectKind::Barrier: return "a barrier";
    case engine::ObjectKind::Choice: return "a choice";
    case engine::ObjectKind::Any:
    case engine::ObjectKind::Atomic:
    case engine::ObjectKind::Once:
    case engine::ObjectKind::None: break;
  }
  return "nothing";
}

}  // namespace qpor::frontend::model
