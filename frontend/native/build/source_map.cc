#include "frontend/native/build/source_map.h"

#include <filesystem>
#include <fstream>
#include <set>

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/ObjectFile.h>

#include "frontend/native/arch/x86_64/frames.h"
#include "frontend/native/arch/x86_64/switch.h"
#include "frontend/native/build/library_code.h"
#include "frontend/native/guest/check/stack_marks.h"
#include "frontend/native/guest/libc/errno_slot.h"
#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/guest/libc/streams.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

using engine::Location;

class Sections final : public llvm::LoadedObjectInfoHelper<Sections> {
 public:
  explicit Sections(const std::map<std::string, Address>& addresses) : addresses_(addresses) {}
  std::uint64_t getSectionLoadAddress(const llvm::object::SectionRef& section) const override {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      return 0;
    }
    const auto it = addresses_.find(name->str());
    return it == addresses_.end() ? 0 : it->second;
  }

 private:
  const std::map<std::string, Address>& addresses_;
};

const llvm::DIType* without_qualifiers(const llvm::DIType* type) {
  for (;;) {
    const auto* const derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (derived == nullptr) return type;
    switch (derived->getTag()) {
      case llvm::dwarf::DW_TAG_typedef:
      case llvm::dwarf::DW_TAG_const_type:
      case llvm::dwarf::DW_TAG_volatile_type:
      case llvm::dwarf::DW_TAG_restrict_type:
      case llvm::dwarf::DW_TAG_atomic_type: type = derived->getBaseType(); break;
      default: return type;
    }
  }
}

bool is_in_std(const llvm::DIType* type) {
  for (const llvm::DIScope* scope = type->getScope(); scope != nullptr; scope = scope->getScope()) {
    if (llvm::isa<llvm::DINamespace>(scope) && scope->getName() == "std") return true;
  }
  return false;
}

/// Names of types whose inside is nobody's business.
bool is_opaque(const llvm::DIType* type) {
  const llvm::StringRef name = type->getName();
  if (name.starts_with("pthread_") || name.starts_with("__pthread") || name == "sem_t" || name == "mtx_t") return true;
  const bool is_primitive = name.ends_with("mutex") || name.starts_with("condition_variable") || name == "once_flag";
  return is_primitive && !name.starts_with("_") && is_in_std(type);
}

/// ".lock[2]" for a place within a variable of that type.
std::string path_within(const llvm::DIType* type, std::uint64_t offset) {
  std::string path;
  for (int depth = 0; depth < 16; ++depth) {
    if (type != nullptr && is_opaque(type)) break;
    const auto* const composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(without_qualifiers(type));
    if (composite == nullptr || is_opaque(composite)) break;
    if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
      const llvm::DIType* const element = composite->getBaseType();
      const llvm::DIType* const plain = without_qualifiers(element);
      std::uint64_t size = plain != nullptr ? plain->getSizeInBits() / 8 : 0;
      if (size == 0) break;
      const llvm::DINodeArray ranges = composite->getElements();
      std::vector<std::uint64_t> counts;
      for (const llvm::DINode* node : ranges) {
        const auto* const range = llvm::dyn_cast<llvm::DISubrange>(node);
        const auto* const count =
            range != nullptr ? llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount()) : nullptr;
        counts.push_back(count != nullptr ? count->getZExtValue() : 1);
      }
      for (std::size_t i = counts.size(); i-- > 1;) size *= counts[i];
      for (std::size_t i = 0; i < counts.size(); ++i) {
        path += "[" + std::to_string(offset / size) + "]";
        offset %= size;
        if (i + 1 < counts.size() && counts[i + 1] > 0) size /= counts[i + 1];
      }
      type = element;
      continue;
    }
    const llvm::DIDerivedType* found = nullptr;
    for (const llvm::DINode* node : composite->getElements()) {
      const auto* const member = llvm::dyn_cast<llvm::DIDerivedType>(node);
      if (member == nullptr || member->isStaticMember()) continue;
      if (member->getTag() != llvm::dwarf::DW_TAG_member && member->getTag() != llvm::dwarf::DW_TAG_inheritance)
        continue;
      const std::uint64_t begin = member->getOffsetInBits() / 8;
      if (offset < begin || offset >= begin + std::max<std::uint64_t>(member->getSizeInBits() / 8, 1)) continue;
      found = member;
      break;
    }
    if (found == nullptr) break;
    // std::array<std::mutex, 3> has its elements in _M_elems.
    const bool is_hidden = found->getName().starts_with("_") && is_in_std(composite);
    if (!found->getName().empty() && !is_hidden) path += "." + found->getName().str();
    offset -= found->getOffsetInBits() / 8;
    type = found->getBaseType();
  }
  return path;
}

std::string hexadecimal(Address address) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%lx", address);
  return text;
}

}  // namespace

std::string shortest_path(const std::string& absolute) {
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  const std::filesystem::path path = std::filesystem::path(absolute).lexically_normal();
  if (error || !path.is_absolute()) return path.string();
  const std::string relative = path.lexically_relative(here).string();
  return relative.empty() || relative.starts_with("..") ? path.string() : relative;
}

struct SourceMap::Debug {
  std::unique_ptr<llvm::object::ObjectFile> object;
  std::unique_ptr<llvm::DWARFContext> context;
  std::unordered_map<std::string, std::vector<std::string>> files;
  struct Section {
    Address begin;
    Address end;
    std::uint64_t number;
  };
  std::vector<Section> code_sections;

  /// In an object file, addresses of the line table go with the section that they are in.
  llvm::object::SectionedAddress in_section(Address pc) const {
    for (const Section& each : code_sections) {
      if (pc >= each.begin && pc < each.end) return {pc, each.number};
    }
    return {pc, llvm::object::SectionedAddress::UndefSection};
  }
};

SourceMap::SourceMap(const Linked& linked, const llvm::Module& module, const Machine& machine)
    : linked_(linked), module_(module), machine_(machine) {}
SourceMap::~SourceMap() = default;

SourceMap::Debug& SourceMap::debug() const {
  if (debug_ != nullptr) return *debug_;
  debug_ = std::make_unique<Debug>();
  auto object = llvm::object::ObjectFile::createObjectFile(linked_.object->getMemBufferRef());
  if (!object) {
    llvm::consumeError(object.takeError());
    return *debug_;
  }
  debug_->object = std::move(*object);
  const Sections sections(linked_.sections);
  for (const llvm::object::SectionRef& each : debug_->object->sections()) {
    const Address begin = sections.getSectionLoadAddress(each);
    if (each.isText() && begin != 0) debug_->code_sections.push_back({begin, begin + each.getSize(), each.getIndex()});
  }
  const auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  debug_->context = llvm::DWARFContext::create(*debug_->object, llvm::DWARFContext::ProcessDebugRelocations::Process,
                                               &sections, "", ignore, ignore);
  return *debug_;
}

std::string SourceMap::function_name(Address pc) const {
  const Symbol* const symbol = linked_.symbol_at(pc);
  return symbol != nullptr ? readable_name(symbol->name) : "";
}

namespace {

bool is_constructor_or_destructor(const llvm::Function& function) {
  llvm::ItaniumPartialDemangler demangler;
  const std::string name = function.getName().str();
  return !demangler.partialDemangle(name.c_str()) && demangler.isCtorOrDtor();
}

/// Depth first, in the order of the code: what is given as an argument is made before the call.
const llvm::Function* first_own_function(const llvm::Function& function, std::set<const llvm::Function*>& seen) {
  if (!seen.insert(&function).second || function.isDeclaration()) return nullptr;
  if (!is_library_function(function)) return is_constructor_or_destructor(function) ? nullptr : &function;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    for (const llvm::Use& operand : instruction.operands()) {
      const auto* const other = llvm::dyn_cast<llvm::Function>(operand.get());
      if (other == nullptr) continue;
      if (const llvm::Function* const found = first_own_function(*other, seen)) return found;
    }
  }
  return nullptr;
}

}  // namespace

Address SourceMap::entry_behind(Address function) const {
  if (linked_.code.library.empty()) return function;
  const auto [it, is_new] = entries_.try_emplace(function, function);
  if (!is_new) return it->second;
  const Symbol* const symbol = linked_.symbol_at(function);
  const llvm::Function* const known = symbol != nullptr ? module_.getFunction(symbol->name) : nullptr;
  std::set<const llvm::Function*> seen;
  const llvm::Function* const entry = known != nullptr ? first_own_function(*known, seen) : nullptr;
  if (entry == nullptr) return function;
  for (const Symbol& each : linked_.symbols) {
    if (each.name == entry->getName()) it->second = each.begin;
  }
  return it->second;
}

std::string SourceMap::thread_name(Address function) const {
  const Symbol* const symbol = linked_.symbol_at(function);
  const llvm::Function* const known = symbol != nullptr ? module_.getFunction(symbol->name) : nullptr;
  if (symbol == nullptr || (known != nullptr && is_library_function(*known))) return "thread";
  std::string name = readable_name(symbol->name);
  const std::string call = "::operator()";
  if (!name.ends_with(call)) return name;
  name.resize(name.size() - call.size());  // of an object that is called, its type
  const std::size_t last = name.rfind("::");
  const std::string type = last == std::string::npos ? name : name.substr(last + 2);
  return type.starts_with("$_") || name.find("'lambda") != std::string::npos ? "lambda" : name;
}

const Location& SourceMap::location(Address pc, bool is_return_address) const {
  const Address asked = is_return_address && pc > 0 ? pc - 1 : pc;
  const auto [it, is_new] = locations_.try_emplace(asked);
  if (!is_new || pc == 0) return it->second;
  Location& location = it->second;
  location.function = function_name(asked);
  if (debug().context == nullptr) return location;
  using llvm::DILineInfoSpecifier;
  const DILineInfoSpecifier what(DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath, llvm::DINameKind::ShortName);
  const llvm::DIInliningInfo frames = debug().context->getInliningInfoForAddress(debug().in_section(asked), what);
  // Inlined functions of the library's headers are not where the user would look.
  for (std::uint32_t i = 0; i < frames.getNumberOfFrames(); ++i) {
    const llvm::DILineInfo& frame = frames.getFrame(i);
    if (frame.Line == 0 || frame.FileName == llvm::DILineInfo::BadString) continue;
    location.file = shortest_path(frame.FileName);
    location.line = frame.Line;
    location.column = frame.Column;
    if (frame.FunctionName != llvm::DILineInfo::BadString) location.function = frame.FunctionName;
    if (!is_library_file(location.file)) break;
  }
  return location;
}

std::string SourceMap::source_line(const Location& location) const {
  if (location.line == 0 || location.file.empty()) return {};
  auto [it, is_new] = debug().files.try_emplace(location.file);
  if (is_new) {
    std::ifstream file(location.file);
    for (std::string line; std::getline(file, line);) it->second.push_back(line);
  }
  if (location.line > it->second.size()) return {};
  const std::string& line = it->second[location.line - 1];
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::string SourceMap::variable_name(Address address) const {
  if (machine_.is_slot_address(address) && machine_.has_memory(machine_.slot_of(address))) {
    const Slot slot = machine_.slot_of(address);
    return address >= machine_.heap_begin(slot) ? heap_name(address) : stack_name(slot, address);
  }
  if (const ProcessStatePart part = process_state_part(address); part.size > 0) return part.name;
  const Symbol* const symbol = linked_.symbol_at(address);
  return symbol != nullptr ? name_within(*symbol, address) : hexadecimal(address);
}

bool SourceMap::is_in_block(Address address) const {
  if (!machine_.is_slot_address(address) || !machine_.has_memory(machine_.slot_of(address))) return false;
  return address >= machine_.heap_begin(machine_.slot_of(address)) && heap_block_at(machine_, address) != nullptr;
}

std::string SourceMap::global_name(Address begin) const {
  const Symbol* const symbol = linked_.symbol_at(begin);
  if (symbol == nullptr) return hexadecimal(begin);
  // The compiler calls them .str.3, or __const.main.table.
  const bool is_constant = symbol->name.starts_with(".") || symbol->name.starts_with("__const.");
  return is_constant ? "a constant" : readable_name(symbol->name);
}

std::string SourceMap::name_within(const Symbol& symbol, Address address) const {
  const std::string name = readable_name(symbol.name);
  const llvm::GlobalVariable* const variable = module_.getNamedGlobal(symbol.name);
  const std::uint64_t offset = address - symbol.begin;
  if (variable != nullptr) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
    variable->getDebugInfo(expressions);
    if (!expressions.empty()) return name + path_within(expressions.front()->getVariable()->getType(), offset);
  }
  return offset == 0 ? name : name + "+" + std::to_string(offset);
}

/// From the module, which still has it; null when it does not.
const llvm::DIType* SourceMap::type_of_local(Address pc, const llvm::DILocal& local) const {
  const Symbol* const symbol = linked_.symbol_at(pc);
  const llvm::Function* const function = symbol != nullptr ? module_.getFunction(symbol->name) : nullptr;
  if (function == nullptr) return nullptr;
  const auto is_it = [&local](const llvm::DILocalVariable* variable) {
    return variable->getName() == local.Name && variable->getLine() == local.DeclLine;
  };
  for (const llvm::Instruction& each : llvm::instructions(*function)) {
    if (const auto* const declared = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&each)) {
      if (is_it(declared->getVariable())) return declared->getVariable()->getType();
    }
    for (const llvm::DbgVariableRecord& record : llvm::filterDbgVars(each.getDbgRecordRange())) {
      if (is_it(record.getVariable())) return record.getVariable()->getType();
    }
  }
  return nullptr;
}

/// Of a local with red zones around it: the first mark above tells which one it is. The debug information has them as
/// parts of one variable. "" when there is none.
std::string SourceMap::marked_local_name(Slot slot, Address address) const {
  constexpr Address kFurthest = Address{1} << 20;
  if (!machine_.accesses().is_on()) return "";
  const Address end = std::min(machine_.tls_address(slot), address + kFurthest);
  for (Address at = address / kCellSize * kCellSize; at < end; at += kCellSize) {
    const std::optional<StackMark> mark = stack_mark_at(at);
    if (!mark) continue;
    if (mark->kind == StackMark::Kind::Before || mark->variable > address) return "";
    const LocalVariable& local = machine_.code().locals[mark->local];
    if (local.name.empty() || (local.size > 0 && address >= mark->variable + local.size)) return "";
    const llvm::DILocalVariable* const debug = linked_.locals[mark->local];
    return local.name + (debug != nullptr ? path_within(debug->getType(), address - mark->variable) : "");
  }
  return "";
}

/// The local variable there, if a frame of the thread has one: frames are chained by their frame pointers.
std::string SourceMap::stack_name(Slot slot, Address address) const {
  const Fiber& fiber = machine_.fiber(slot);
  const std::string unknown = "a local variable at " + hexadecimal(address);
  if (const Address error = errno_slot(machine_, slot); error != 0 && address - error < sizeof(int)) return "errno";
  if (address >= machine_.tls_address(slot)) return "a thread-local variable at " + hexadecimal(address);
  if (const std::string name = marked_local_name(slot, address); !name.empty()) return name;
  if (fiber.status != FiberStatus::Announced || debug().context == nullptr) return unknown;
  // From that of the stand-in that switched.
  FrameWalk walk = machine_.frames(slot, saved_frame(fiber.stack_pointer));
  constexpr int kDeepest = 1000;
  for (int depth = 0; depth < kDeepest && walk.is_at_frame(); ++depth) {
    const Address pc = walk.return_address();
    walk.go_up();
    if (walk.frame() == 0) break;
    if (!machine_.code().has_call_at(pc)) continue;
    for (const llvm::DILocal& local : debug().context->getLocalsForAddress(debug().in_section(pc - 1))) {
      if (!local.FrameOffset || !local.Size) continue;
      const Address variable = walk.frame() + static_cast<Address>(*local.FrameOffset);
      if (address < variable || address >= variable + *local.Size) continue;
      const std::uint64_t offset = address - variable;
      if (const llvm::DIType* const type = type_of_local(pc - 1, local)) return local.Name + path_within(type, offset);
      return local.Name + (offset > 0 ? "+" + std::to_string(offset) : "");
    }
  }
  return unknown;
}

std::string SourceMap::heap_name(Address address) const {
  const Block* const block = heap_block_at(machine_, address);
  if (block == nullptr) return "heap at " + hexadecimal(address);
  const Location& place = location(kRegion + block->allocated, true);
  const Address offset = address - reinterpret_cast<Address>(block + 1);
  std::string name = "heap block";
  if (place.line > 0)
    name += " of line " + std::to_string(place.line);
  else if (!place.function.empty())
    name += " of " + place.function;
  return name + (offset > 0 ? "+" + std::to_string(offset) : "");
}

}  // namespace qpor::frontend::native
