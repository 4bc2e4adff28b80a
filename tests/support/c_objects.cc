#include "tests/support/c_objects.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace qpor::oracle {
namespace {

/// An object of this kind and form in C.
struct Words {
  std::string type;
  std::string initialiser;  ///< empty: it has to be initialised by a call
  std::string stem;         ///< of the names of calls
};

Words words_of(const CProgram& twin, const Declaration& d) {
  const bool is_c11 = twin.is_c11;
  switch (d.kind) {
    case ObjectKind::Variable: return {"long", std::to_string(d.initial), ""};
    case ObjectKind::Semaphore: return {"sem_t", "", "sem_"};
    case ObjectKind::RwLock: return {"pthread_rwlock_t", "PTHREAD_RWLOCK_INITIALIZER", "pthread_rwlock_"};
    case ObjectKind::Barrier: return {"pthread_barrier_t", "", "pthread_barrier_"};
    case ObjectKind::Condition:
    case ObjectKind::FifoCondition:
      if (is_c11) return {"cnd_t", "", "cnd_"};
      return {"pthread_cond_t", "PTHREAD_COND_INITIALIZER", "pthread_cond_"};
    case ObjectKind::Mutex: break;
  }
  switch (twin.form_of(d)) {
    case MutexForm::Spin: return {"pthread_spinlock_t", "", "pthread_spin_"};
    case MutexForm::Once:
      return is_c11 ? Words{"once_flag", "ONCE_FLAG_INIT", ""} : Words{"pthread_once_t", "PTHREAD_ONCE_INIT", ""};
    case MutexForm::Plain:
      if (!is_c11) return {"pthread_mutex_t", "PTHREAD_MUTEX_INITIALIZER", "pthread_mutex_"};
      break;
    case MutexForm::Recursive:
    case MutexForm::Errorcheck:
    case MutexForm::Serial: break;
  }
  return is_c11 ? Words{"mtx_t", "", "mtx_"} : Words{"pthread_mutex_t", "", "pthread_mutex_"};
}

bool can_do_without_call(const CProgram& twin, const Declaration& d) {
  if (d.kind == ObjectKind::Variable || twin.form_of(d) == MutexForm::Once) return true;
  return !twin.initialises && !words_of(twin, d).initialiser.empty();
}

std::vector<std::string> elements(const Declaration& d, const std::string& prefix) {
  if (d.size == 0) return {prefix + d.name};
  std::vector<std::string> names;
  for (int i = 0; i < d.size; ++i) names.push_back(prefix + d.name + '[' + std::to_string(i) + ']');
  return names;
}

/// What stands behind the object in a call of init.
std::string initial_argument(const CProgram& twin, const Declaration& d) {
  switch (d.kind) {
    case ObjectKind::Semaphore: return ", 0, " + std::to_string(d.initial);
    case ObjectKind::Barrier: return ", NULL, " + std::to_string(d.initial);
    case ObjectKind::RwLock: return ", NULL";
    case ObjectKind::Condition:
    case ObjectKind::FifoCondition: return twin.is_c11 ? "" : ", NULL";
    case ObjectKind::Variable: break;
    case ObjectKind::Mutex:
      const MutexForm form = twin.form_of(d);
      if (form == MutexForm::Spin) return ", PTHREAD_PROCESS_PRIVATE";
      if (twin.is_c11) return form == MutexForm::Recursive ? ", mtx_timed | mtx_recursive" : ", mtx_timed";
      return form == MutexForm::Plain ? ", NULL" : ", &attributes_of_" + d.name;
  }
  std::abort();
}

}  // namespace

bool is_object(MutexForm form) { return form != MutexForm::Serial; }

std::string mutex_stem(const CProgram& twin, const Declaration& mutex) { return words_of(twin, mutex).stem; }

std::string condition_stem(const CProgram& twin) { return twin.is_c11 ? "cnd_" : "pthread_cond_"; }

std::string declaration_text(const CProgram& twin, const Declaration& d, const std::string& prefix) {
  if (!is_object(twin.form_of(d))) return "";
  const Words words = words_of(twin, d);
  std::string text = "static " + words.type + ' ' + prefix + d.name;
  if (d.size > 0) text += '[' + std::to_string(d.size) + ']';
  const bool is_zero = d.kind == ObjectKind::Variable && d.initial == 0;
  if (!is_zero && can_do_without_call(twin, d)) {
    std::string value = words.initialiser;
    for (int i = 1; i < d.size; ++i) value += ", " + words.initialiser;
    text += d.size > 0 ? " = {" + value + "}" : " = " + value;
  }
  return text + ";\n";
}

std::string initialisation_text(const CProgram& twin, const Declaration& d, const std::string& prefix) {
  const MutexForm form = twin.form_of(d);
  if (!is_object(form) || can_do_without_call(twin, d)) return "";
  std::string text;
  if (!twin.is_c11 && (form == MutexForm::Recursive || form == MutexForm::Errorcheck)) {
    const std::string attributes = "attributes_of_" + d.name;
    text = "  pthread_mutexattr_t " + attributes + ";\n  must(pthread_mutexattr_init(&" + attributes +
           "));\n  must(pthread_mutexattr_settype(&" + attributes + ", PTHREAD_MUTEX_" +
           (form == MutexForm::Recursive ? "RECURSIVE" : "ERRORCHECK") + "));\n";
  }
  for (const std::string& name : elements(d, prefix)) {
    text += "  must(" + words_of(twin, d).stem + "init(&" + name + initial_argument(twin, d) + "));\n";
  }
  return text;
}

std::string destruction_text(const CProgram& twin, const Declaration& d, const std::string& prefix) {
  const MutexForm form = twin.form_of(d);
  if (d.kind == ObjectKind::Variable || form == MutexForm::Once || !is_object(form)) return "";
  const std::string stem = words_of(twin, d).stem;
  const bool is_lock = d.kind == ObjectKind::Mutex || d.kind == ObjectKind::RwLock;
  const bool has_result = stem != "mtx_" && stem != "cnd_";
  std::string text;
  for (const std::string& name : elements(d, prefix)) {
    const std::string call = stem + "destroy(&" + name + ")";
    const std::string destroys = has_result ? "must(" + call + ");\n" : call + ";\n";
    if (is_lock) {
      text += "  if (" + stem + (d.kind == ObjectKind::RwLock ? "trywrlock" : "trylock") + "(&" + name +
              ") == 0) {\n    must(" + stem + "unlock(&" + name + "));\n    " + destroys + "  }\n";
    } else {
      text += "  " + destroys;
    }
  }
  return text;
}

}  // namespace qpor::oracle
