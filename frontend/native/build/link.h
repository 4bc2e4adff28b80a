// From an instrumented module to code in the region: generates machine code, links it with JITLink into the places of
// layout.h, gives modelled functions their stand-ins, and keeps what reports need: symbols and where each section went.

#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "frontend/native/build/load.h"
#include "frontend/native/instrument/instrument.h"
#include "frontend/native/machine/code.h"
#include "frontend/native/machine/region.h"
#include "frontend/program/fingerprint.h"

namespace llvm {
class MemoryBuffer;
}

namespace qpor::frontend::native {

struct Symbol {
  Address begin = 0;
  Address end = 0;
  std::string name;
};

/// Linked code and the linker's knowledge about it. The code goes with it.
class Linked {
 public:
  Linked();
  ~Linked();
  Linked(Linked&&) noexcept;
  Linked& operator=(Linked&&) noexcept;

  Code code;
  std::vector<Symbol> symbols;                       ///< sorted by address
  std::map<std::string, Address> sections;           ///< by name
  std::vector<const llvm::DILocalVariable*> locals;  ///< by number, null where nothing is known (instrument_stack.h)
  std::unique_ptr<llvm::MemoryBuffer> object;

  const Symbol* symbol_at(Address address) const;
  /// Code and data, but not the debug information: comments and the place of the files do not matter.
  void add_to(Fingerprinter& fingerprint) const;

  struct Session;
  std::unique_ptr<Session> session;
};

/// To be called before anything that parses or generates code.
void initialise_target();

struct LinkOptions {
  unsigned optimisation = 0;  ///< of the code generator, 0 to 2
  bool has_debugger = false;  ///< tells gdb about the code
};

/// Into the region, which is sealed then. Throws ProgramError.
Linked link(Region& region, LoadedModule& loaded, const Instrumented& instrumented, const LinkOptions& options);

}  // namespace qpor::frontend::native
