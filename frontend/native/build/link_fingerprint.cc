// What of the generated code is in the fingerprint of a program (frontend/program/fingerprint.h): its bytes, and what
// they name.

#include <string>
#include <utility>
#include <vector>

#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Object/ObjectFile.h>

#include "frontend/native/build/link.h"
#include "frontend/native/build/load.h"
#include "frontend/program/fingerprint.h"

namespace qpor::frontend::native {

namespace {

using llvm::object::SectionRef;
using llvm::object::SymbolRef;

template <class T>
T value_of(llvm::Expected<T> expected) {
  if (!expected) throw ProgramError("cannot read the code: " + llvm::toString(expected.takeError()));
  return std::move(*expected);
}

/// Code, data, or how much of it begins as zeros; not debug information.
bool is_of_program(const SectionRef& section) {
  if (!section.isText() && !section.isData() && !section.isBSS()) return false;
  return !value_of(section.getName()).starts_with(".eh_frame");
}

void append_number(std::string& bytes, std::uint64_t number) {
  for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>(number >> 8 * i));
}

/// Symbols of the program: the position of each among them by its number in the file.
std::vector<std::uint64_t> add_symbols(const llvm::object::ObjectFile& file, Fingerprinter& fingerprint) {
  std::vector<std::uint64_t> positions;
  std::uint64_t count = 0;
  for (const SymbolRef& symbol : file.symbols()) {
    const auto section = value_of(symbol.getSection());
    const bool is_there = section != file.section_end();
    const bool is_kept = is_there ? is_of_program(*section) : value_of(symbol.getType()) != SymbolRef::ST_File;
    const std::size_t number = symbol.getRawDataRefImpl().d.b;
    if (positions.size() <= number) positions.resize(number + 1, 0);
    if (!is_kept) continue;
    positions[number] = ++count;
    fingerprint.add(value_of(symbol.getName()));
    fingerprint.add(is_there ? section->getIndex() : 0);
    fingerprint.add(value_of(symbol.getValue()));
  }
  return positions;
}

/// What the code and the data name is in the relocations only: without them a call of one function is that of another.
void add_relocations(const SectionRef& section, const std::vector<std::uint64_t>& positions,
                     Fingerprinter& fingerprint) {
  std::string bytes;
  for (const llvm::object::RelocationRef& each : section.relocations()) {
    append_number(bytes, each.getOffset());
    append_number(bytes, each.getType());
    append_number(bytes, positions.at(each.getSymbol()->getRawDataRefImpl().d.b));
    const std::int64_t addend = value_of(llvm::object::ELFRelocationRef(each).getAddend());
    append_number(bytes, static_cast<std::uint64_t>(addend));
  }
  fingerprint.add(bytes);
}

}  // namespace

void Linked::add_to(Fingerprinter& fingerprint) const {
  const auto file = value_of(llvm::object::ObjectFile::createObjectFile(object->getMemBufferRef()));
  for (const SectionRef& section : file->sections()) {
    if (!is_of_program(section)) continue;
    fingerprint.add(value_of(section.getName()));
    fingerprint.add(section.getSize());
    if (!section.isBSS()) fingerprint.add(value_of(section.getContents()));
  }
  const std::vector<std::uint64_t> positions = add_symbols(*file, fingerprint);
  for (const SectionRef& section : file->sections()) {
    const auto target = value_of(section.getRelocatedSection());
    if (target != file->section_end() && is_of_program(*target)) add_relocations(section, positions, fingerprint);
  }
}

}  // namespace qpor::frontend::native
