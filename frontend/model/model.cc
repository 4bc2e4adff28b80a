#include "frontend/model/model.h"

#include "frontend/model/compiler.h"
#include "frontend/model/interpreter.h"
#include "frontend/model/parser.h"

namespace qpor::frontend::model {

std::shared_ptr<const Program> compile(std::string_view text, std::string file_name, const Definitions& definitions) {
  const Source source{std::move(file_name), text};
  return std::make_shared<const Program>(compile_syntax(source, parse(source), definitions));
}

std::unique_ptr<engine::Executor> make_executor(std::shared_ptr<const Program> program) {
  return std::make_unique<Interpreter>(std::move(program));
}

}  // namespace qpor::frontend::model
