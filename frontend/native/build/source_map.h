// What the machine's addresses mean in the program's source: a place in the code as file and line, an address of a
// variable as its name. From the debug information, which is read when the first question comes; without it there are
// still the names of functions and variables.

#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "engine/program/executor.h"
#include "frontend/native/build/link.h"

namespace llvm {
class DIType;
struct DILocal;
}  // namespace llvm

namespace qpor::frontend::native {

class Machine;

/// From the current folder where the file is below it.
std::string shortest_path(const std::string& absolute);

class SourceMap {
 public:
  /// REQUIRES: all three outlive it.
  SourceMap(const Linked& linked, const llvm::Module& module, const Machine& machine);
  ~SourceMap();

  /// Of a return address the call is meant.
  const engine::Location& location(Address pc, bool is_return_address) const;
  /// `counter`, `pool.lock`, `m[3]`, `mutex of main (line 12)`, ...
  std::string variable_name(Address address) const;
  /// Is it in a block of the heap, by which variable_name then calls it?
  bool is_in_block(Address address) const;
  /// Of a global variable as a whole, by its address.
  std::string global_name(Address begin) const;
  /// A function's name as the user knows it, or "".
  std::string function_name(Address pc) const;
  /// The function of the program that a function of the library was made to call, e.g. the lambda that a std::thread
  /// runs; the given one if it is the program's own, or if it calls none.
  Address entry_behind(Address function) const;
  /// Of a thread that begins there: "worker", "Pool::run", "lambda"; "thread" when it is the library's.
  std::string thread_name(Address function) const;
  /// The text of that line, without what surrounds it; "" when the file is not there.
  std::string source_line(const engine::Location& location) const;

 private:
  struct Debug;
  Debug& debug() const;
  std::string name_within(const Symbol& symbol, Address address) const;
  const llvm::DIType* type_of_local(Address pc, const llvm::DILocal& local) const;
  std::string marked_local_name(Slot slot, Address address) const;
  std::string stack_name(Slot slot, Address address) const;
  std::string heap_name(Address address) const;

  const Linked& linked_;
  const llvm::Module& module_;
  const Machine& machine_;
  mutable std::unique_ptr<Debug> debug_;
  mutable std::unordered_map<Address, engine::Location> locations_;
  mutable std::unordered_map<Address, Address> entries_;
};

}  // namespace qpor::frontend::native
