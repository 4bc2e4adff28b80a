#include "frontend/native/build/load.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

#include "frontend/native/build/compile.h"
#include "frontend/native/build/guest_library.h"
#include "frontend/native/instrument/instrument_memory.h"

namespace qpor::frontend::native {
namespace {

constexpr const char* kCompiled[] = {".c", ".cc", ".cpp", ".cxx", ".C"};
constexpr const char* kRead[] = {".bc", ".ll", ".o"};

bool ends_with_one_of(const std::string& path, auto& endings) {
  for (const char* ending : endings) {
    if (path.ends_with(ending)) return true;
  }
  return false;
}

std::string quoted(const std::string& name) { return "'" + name + "'"; }

/// The first line, without what compilers put before and after.
std::string one_line(std::string text) {
  text = text.substr(0, text.find('\n'));
  while (!text.empty() && (text.back() == '.' || text.back() == '!' || text.back() == ' ')) text.pop_back();
  return text;
}

std::unique_ptr<llvm::MemoryBuffer> read_file(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) throw ProgramError("cannot read " + quoted(path) + ": " + buffer.getError().message());
  return std::move(*buffer);
}

std::unique_ptr<llvm::Module> parse_bitcode(llvm::MemoryBufferRef buffer, const std::string& path,
                                            llvm::LLVMContext& context) {
  llvm::Expected<std::unique_ptr<llvm::Module>> module = llvm::parseBitcodeFile(buffer, context);
  if (module) return std::move(*module);
  throw ProgramError("cannot use " + quoted(path) + ": " + one_line(llvm::toString(module.takeError())));
}

std::unique_ptr<llvm::Module> parse_assembly(const std::string& path, llvm::LLVMContext& context) {
  const auto buffer = read_file(path);
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module = llvm::parseIR(buffer->getMemBufferRef(), error, context);
  if (module != nullptr) return module;
  throw ProgramError("cannot use " + quoted(path) + ": line " + std::to_string(error.getLineNo()) + ": " +
                     one_line(error.getMessage().str()));
}

/// compile.h says why every function gets the attribute.
std::unique_ptr<llvm::Module> compiled_module(const std::string& path, const std::vector<std::string>& compiler_words,
                                              llvm::LLVMContext& context) {
  std::string bitcode = compile_to_bitcode(path, compiler_words);
  std::unique_ptr<llvm::Module> module = parse_bitcode(llvm::MemoryBufferRef(bitcode, path), path, context);
  for (llvm::Function& each : *module) {
    if (!each.isDeclaration()) each.addFnAttr(llvm::Attribute::SanitizeThread);
  }
  if (!asks_to_optimise(compiler_words)) {
    for (llvm::Function& each : *module) {
      if (!each.isDeclaration()) each.addFnAttr(kPlainAttribute);
    }
    return module;
  }
  bitcode.clear();
  llvm::raw_string_ostream out(bitcode);
  llvm::WriteBitcodeToFile(*module, out);
  out.flush();
  bitcode = optimise_bitcode(bitcode, path, compiler_words);
  return parse_bitcode(llvm::MemoryBufferRef(bitcode, path), path, context);
}

std::unique_ptr<llvm::Module> read_module(const std::string& path, const std::vector<std::string>& compiler_words,
                                          llvm::LLVMContext& context) {
  if (ends_with_one_of(path, kCompiled)) {
    read_file(path);  // says it better than the compiler
    return compiled_module(path, compiler_words, context);
  }
  if (path.ends_with(".ll")) return parse_assembly(path, context);
  const auto buffer = read_file(path);
  const llvm::StringRef bytes = buffer->getBuffer();
  if (bytes.starts_with("\x7f"
                        "ELF")) {
    throw ProgramError(quoted(path) + " holds machine code, not bitcode (compile it with clang -emit-llvm -c -g)");
  }
  if (!bytes.starts_with("BC\xC0\xDE") && !bytes.starts_with("\xDE\xC0\x17\x0B")) {
    throw ProgramError(quoted(path) + " is not LLVM bitcode");
  }
  return parse_bitcode(buffer->getMemBufferRef(), path, context);
}

void check_target(const llvm::Module& module, const std::string& path) {
  const llvm::Triple triple(module.getTargetTriple());
  if (triple.getArch() == llvm::Triple::x86_64 && triple.isOSLinux()) return;
  if (triple.str().empty()) throw ProgramError(quoted(path) + " does not say that it is for x86-64 Linux");
  throw ProgramError(quoted(path) + " was compiled for " + triple.str() + ", not for x86-64 Linux");
}

/// Messages of LLVM about the modules, kept for the sentence that we say.
struct Messages {
  std::string first;
  static void take(const llvm::DiagnosticInfo* info, void* self) {
    if (info->getSeverity() != llvm::DS_Error) return;
    std::string text;
    llvm::raw_string_ostream out(text);
    llvm::DiagnosticPrinterRawOStream printer(out);
    info->print(printer);
    auto* const messages = static_cast<Messages*>(self);
    if (messages->first.empty()) messages->first = one_line(text);
  }
};

/// The debug information says so. Without it: clang marks every function that it compiles with -O0.
bool was_optimised(const llvm::Module& module) {
  bool has_units = false;
  for (const llvm::DICompileUnit* each : module.debug_compile_units()) {
    if (each->isOptimized()) return true;
    has_units = true;
  }
  if (has_units) return false;
  const auto may_be = [](const llvm::Function& each) { return !each.isDeclaration() && !each.hasOptNone(); };
  return std::any_of(module.begin(), module.end(), may_be);
}

void check_entry(const llvm::Module& module, const Sources& sources) {
  const llvm::Function* const entry = module.getFunction(sources.entry);
  if (entry == nullptr || entry->isDeclaration()) {
    throw ProgramError("there is no function " + quoted(sources.entry) + " in " + quoted(sources.paths.front()) +
                       (sources.paths.size() > 1 ? " and the other files" : ""));
  }
  if (entry->arg_size() > 3) {
    throw ProgramError("the function " + quoted(sources.entry) + " has more parameters than argc, argv and envp");
  }
}

}  // namespace

LoadedModule::LoadedModule() = default;
LoadedModule::LoadedModule(LoadedModule&&) noexcept = default;
LoadedModule& LoadedModule::operator=(LoadedModule&&) noexcept = default;
LoadedModule::~LoadedModule() = default;

bool is_native_source(const std::string& path) {
  return ends_with_one_of(path, kCompiled) || ends_with_one_of(path, kRead);
}

/// LLVM gives up on some inputs by ending the process, unless somebody has another idea.
[[noreturn]] void on_fatal_error(void*, const char* reason, bool) {
  throw ProgramError("LLVM cannot use the program: " + one_line(reason));
}

LoadedModule load(const Sources& sources) {
  llvm::remove_fatal_error_handler();
  llvm::install_fatal_error_handler(&on_fatal_error);
  LoadedModule loaded;
  loaded.context = std::make_unique<llvm::LLVMContext>();
  Messages messages;
  loaded.context->setDiagnosticHandlerCallBack(&Messages::take, &messages);
  std::vector<std::string> words = split_words(sources.compiler_flags);
  for (const std::string& definition : sources.definitions) words.push_back("-D" + definition);

  loaded.keeps_calls = !asks_to_optimise(words);
  for (const std::string& path : sources.paths) {
    loaded.keeps_calls = loaded.keeps_calls && ends_with_one_of(path, kCompiled);
    std::unique_ptr<llvm::Module> module = read_module(path, words, *loaded.context);
    check_target(*module, path);
    loaded.is_optimised = loaded.is_optimised || was_optimised(*module);
    if (loaded.module == nullptr) {
      loaded.module = std::move(module);
    } else if (llvm::Linker::linkModules(*loaded.module, std::move(module))) {
      throw ProgramError("cannot link " + quoted(path) + ": " + messages.first);
    }
  }
  check_entry(*loaded.module, sources);
  std::string broken;
  llvm::raw_string_ostream out(broken);
  bool has_broken_debug_info = false;
  if (llvm::verifyModule(*loaded.module, &out, &has_broken_debug_info)) {
    throw ProgramError("cannot use " + quoted(sources.paths.front()) + ": " + one_line(broken));
  }
  link_guest_library(*loaded.module);
  loaded.context->setDiagnosticHandlerCallBack(nullptr);
  return loaded;
}

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool is_open = false;  // there is a word, perhaps an empty one
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == quote)
        quote = '\0';
      else if (c == '\\' && quote == '"' && i + 1 < text.size())
        word += text[++i];
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      is_open = true;
    } else if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      is_open = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (is_open) words.push_back(word);
      word.clear();
      is_open = false;
    } else {
      word += c;
      is_open = true;
    }
  }
  if (quote != '\0') throw ProgramError("there is a quote without its end in --cflags");
  if (is_open) words.push_back(word);
  return words;
}

}  // namespace qpor::frontend::native
