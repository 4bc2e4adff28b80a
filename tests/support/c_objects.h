// The objects of a C program (c_program.h): their types, how they begin and end, and the names of the calls on them.

#pragma once

#include <string>

#include "tests/support/c_program.h"

namespace qpor::oracle {

/// Does the form stand for an object of C at all?
bool is_object(MutexForm form);

/// What the names of the calls begin with: "pthread_mutex_", "pthread_spin_", "mtx_".
std::string mutex_stem(const CProgram& twin, const Declaration& mutex);
std::string condition_stem(const CProgram& twin);

// Text, in lines; empty where nothing is needed. Names of objects begin with the prefix.
std::string declaration_text(const CProgram& twin, const Declaration& d, const std::string& prefix);
std::string initialisation_text(const CProgram& twin, const Declaration& d, const std::string& prefix);
/// A thread may have ended with a lock, and destroying that one would be a misuse: it is left alone.
std::string destruction_text(const CProgram& twin, const Declaration& d, const std::string& prefix);

}  // namespace qpor::oracle
