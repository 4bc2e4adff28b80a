#include "frontend/model/parser.h"

#include <algorithm>
#include <string>
#include <utility>

#include "frontend/model/builtins.h"
#include "frontend/model/lexer.h"

namespace qpor::frontend::model {
namespace {

using enum TokenKind;

struct Infix {
  int precedence = 0;  // 0: not a binary operator
  Expression::Kind kind{};
  BinaryOperator op{};
};

Infix infix_of(TokenKind kind) {
  switch (kind) {
    case OrElse: return {1, Expression::Kind::OrElse, {}};
    case AndThen: return {2, Expression::Kind::AndThen, {}};
#define QPOR_BINARY(identifier, text, precedence) \
  case identifier: return {precedence, Expression::Kind::Binary, BinaryOperator::identifier};
#include "frontend/model/operators.def"
#undef QPOR_BINARY
    default: return {};
  }
}

class Parser {
 public:
  explicit Parser(const Source& source) : source_(source), tokens_(tokenize(source)) {}

  Syntax run() {
    while (peek().kind != End) declaration();
    return std::move(syntax_);
  }

 private:
  const Token& peek() const { return tokens_[at_]; }
  const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool accept(TokenKind kind) {
    if (peek().kind != kind) return false;
    take();
    return true;
  }
  [[noreturn]] void reject_token(const std::string& expected) const {
    source_.reject(peek().position, "expected " + expected + ", found " + describe(peek()));
  }
  void expect(TokenKind kind, const std::string& context) {
    if (!accept(kind)) reject_token(describe(kind) + " " + context);
  }
  Name expect_name(const std::string& context) {
    if (peek().kind != Word) reject_token("a name " + context);
    const Token& token = take();
    return {token.text, token.position};
  }

  // Counts the levels of blocks and expressions around the current token.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) {
      if (++parser_.level_ > kDeepestNesting) parser_.reject_depth(parser_.peek().position);
    }
    ~Level() { --parser_.level_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };
  [[noreturn]] void reject_depth(Position position) const {
    source_.reject(position, "expected at most " + std::to_string(kDeepestNesting) + " levels of nesting, found more");
  }

  // --- declarations

  void declaration() {
    const Token& first = take();
    switch (first.kind) {
      case Const: return constant();
      case Var: return objects(Declaration::Kind::Var);
      case Mutex: return objects(Declaration::Kind::Mutex);
      case Cond: return objects(Declaration::Kind::Cond);
      case Fifo: expect(Cond, "after 'fifo'"); return objects(Declaration::Kind::FifoCond);
      case Sem: return objects(Declaration::Kind::Sem);
      case RwLock: return objects(Declaration::Kind::RwLock);
      case Barrier: return objects(Declaration::Kind::Barrier);
      case Thread: return thread();
      case Proc: return proc();
      default:
        source_.reject(first.position,
                       "expected a declaration (const, var, mutex, cond, fifo cond, sem, rwlock, barrier, thread or "
                       "proc), found " +
                           describe(first));
    }
  }

  void constant() {
    Declaration result;
    result.kind = Declaration::Kind::Const;
    result.name = expect_name("after 'const'");
    expect(Assign, "after the name of the const");
    result.initial = expression();
    expect(Semicolon, "after the const");
    syntax_.push_back(std::move(result));
  }

  void objects(Declaration::Kind kind) {
    do {
      Declaration result;
      result.kind = kind;
      result.name = expect_name("in the declaration");
      const std::string text = quoted(result.name.text);
      result.size = array_size(text);
      if (kind == Declaration::Kind::Barrier) {
        expect(LeftParenthesis, "and the number of participants after the barrier " + text);
        result.initial = expression();
        expect(RightParenthesis, "after the number of participants");
      } else if (kind == Declaration::Kind::Var || kind == Declaration::Kind::Sem) {
        if (accept(Assign)) result.initial = expression();
      }
      syntax_.push_back(std::move(result));
    } while (accept(Comma));
    expect(Semicolon, "after the declaration of " + quoted(syntax_.back().name.text));
  }

  ExpressionPointer array_size(const std::string& name) {
    if (!accept(LeftBracket)) return nullptr;
    ExpressionPointer result = expression();
    expect(RightBracket, "after the size of " + name);
    return result;
  }

  void thread() {
    Declaration result;
    result.kind = Declaration::Kind::Thread;
    result.name = expect_name("after 'thread'");
    result.size = array_size(quoted(result.name.text));
    if (accept(LeftParenthesis)) {
      result.parameters.push_back(expect_name("for the index of the thread"));
      expect(RightParenthesis, "after the parameter of the thread");
    }
    result.body = block("to begin the body of thread " + quoted(result.name.text));
    syntax_.push_back(std::move(result));
  }

  void proc() {
    Declaration result;
    result.kind = Declaration::Kind::Proc;
    result.name = expect_name("after 'proc'");
    expect(LeftParenthesis, "after the name of the proc");
    if (!accept(RightParenthesis)) {
      do result.parameters.push_back(expect_name("of a parameter"));
      while (accept(Comma));
      expect(RightParenthesis, "after the parameters of the proc");
    }
    result.body = block("to begin the body of proc " + quoted(result.name.text));
    syntax_.push_back(std::move(result));
  }

  // --- statements

  Block block(const std::string& context) {
    const Level level(*this);
    expect(LeftBrace, context);
    Block result;
    while (peek().kind != RightBrace) {
      if (peek().kind == End) reject_token("a statement or '}'");
      result.statements.push_back(statement());
    }
    result.end = take().position;
    return result;
  }

  std::unique_ptr<Statement> statement() {
    auto result = std::make_unique<Statement>();
    result->position = peek().position;
    switch (peek().kind) {
      case Local: local(*result); break;
      case If: if_chain(*result); break;
      case While:
        take();
        result->kind = Statement::Kind::While;
        result->value = condition("'while'");
        result->body = block("after the condition of 'while'");
        break;
      case Break: jump(*result, Statement::Kind::Break); break;
      case Continue: jump(*result, Statement::Kind::Continue); break;
      case Return: jump(*result, Statement::Kind::Return); break;
      case Assert:
        take();
        result->kind = Statement::Kind::Assert;
        result->value = condition("'assert'");
        expect(Semicolon, "after the assertion");
        break;
      case LeftBrace:
        result->kind = Statement::Kind::Block;
        result->body = block("to begin a block");
        break;
      default: assignment_or_expression(*result);
    }
    return result;
  }

  void jump(Statement& result, Statement::Kind kind) {
    const Token& word = take();
    result.kind = kind;
    expect(Semicolon, "after " + describe(word));
  }

  void local(Statement& result) {
    take();
    result.kind = Statement::Kind::Local;
    do {
      Statement::Item item;
      item.name = expect_name("after 'local'");
      if (accept(Assign)) item.initial = expression();
      result.items.push_back(std::move(item));
    } while (accept(Comma));
    expect(Semicolon, "after the declaration of " + quoted(result.items.back().name.text));
  }

  ExpressionPointer condition(const std::string& word) {
    expect(LeftParenthesis, "after " + word);
    ExpressionPointer result = expression();
    expect(RightParenthesis, "after the condition of " + word);
    return result;
  }

  // A loop, so that a long chain of `else if` is not a deep one.
  void if_chain(Statement& result) {
    result.kind = Statement::Kind::If;
    bool is_last = false;
    while (!is_last) {
      Statement::Arm arm;
      if (accept(If)) {
        arm.condition = condition("'if'");
        arm.body = block("after the condition of 'if'");
        is_last = !accept(Else);
      } else {
        arm.body = block("or 'if' after 'else'");
        is_last = true;
      }
      result.arms.push_back(std::move(arm));
    }
  }

  void assignment_or_expression(Statement& result) {
    const Token& first = peek();
    result.value = expression();
    if (accept(Assign)) {
      const Expression::Kind kind = result.value->kind;
      if (kind != Expression::Kind::Name && kind != Expression::Kind::Index) {
        source_.reject(result.position, "expected a name before '=', found " + quoted(result.value->text));
      }
      result.kind = Statement::Kind::Assign;
      result.target = std::move(result.value);
      result.value = expression();
      expect(Semicolon, "after the assignment to " + quoted(result.target->name.text));
      return;
    }
    result.kind = Statement::Kind::Evaluate;
    if (result.value->kind == Expression::Kind::Name && find_builtin(first.text) != nullptr) {
      expect(LeftParenthesis, "after " + quoted(first.text));
    }
    expect(Semicolon, "after " + quoted(result.value->text));
  }

  // --- expressions

  ExpressionPointer expression() { return binary(1); }

  ExpressionPointer binary(int lowest) {
    const Level level(*this);
    ExpressionPointer left = unary();
    for (Infix infix = infix_of(peek().kind); infix.precedence >= lowest && infix.precedence > 0;
         infix = infix_of(peek().kind)) {
      const Token& op = take();
      ExpressionPointer right = binary(infix.precedence + 1);
      auto result = std::make_unique<Expression>();
      result->kind = infix.kind;
      result->binary = infix.op;
      result->position = left->position;
      result->sign = op.position;
      const char* const begin = left->text.data();
      result->height = 1 + std::max(left->height, right->height);
      if (result->height > kDeepestNesting) reject_depth(op.position);
      result->operands.push_back(std::move(left));
      result->operands.push_back(std::move(right));
      result->text = text_from(begin);
      left = std::move(result);
    }
    return left;
  }

  ExpressionPointer unary() {
    const Token& first = peek();
    UnaryOperator op{};
    switch (first.kind) {
      case Subtract: op = UnaryOperator::Negate; break;
      case Not: op = UnaryOperator::Not; break;
      case Complement: op = UnaryOperator::Complement; break;
      default: return primary();
    }
    const Level level(*this);
    take();
    auto result = std::make_unique<Expression>();
    result->kind = Expression::Kind::Unary;
    result->position = first.position;
    result->unary = op;
    add_operand(*result, unary());
    result->text = text_from(first.text.data());
    return result;
  }

  ExpressionPointer primary() {
    const Token& first = peek();
    if (first.kind == LeftParenthesis) {
      take();
      ExpressionPointer result = expression();
      expect(RightParenthesis, "to close the parenthesis");
      result->text = text_from(first.text.data());
      return result;
    }
    auto result = std::make_unique<Expression>();
    result->position = first.position;
    if (first.kind == Number) {
      take();
      result->kind = Expression::Kind::Number;
      result->number = first.number;
    } else if (first.kind == Create) {
      take();
      result->kind = Expression::Kind::Create;
      result->name = expect_name("of a proc after 'create'");
      expect(LeftParenthesis, "after 'create " + std::string(result->name.text) + "'");
      arguments(*result);
    } else if (first.kind == Word) {
      take();
      result->kind = Expression::Kind::Name;
      result->name = {first.text, first.position};
      if (accept(LeftBracket)) {
        result->kind = Expression::Kind::Index;
        add_operand(*result, expression());
        expect(RightBracket, "after the index of " + quoted(first.text));
      } else if (accept(LeftParenthesis)) {
        result->kind = Expression::Kind::Call;
        arguments(*result);
      }
    } else {
      reject_token("an expression");
    }
    result->text = text_from(first.text.data());
    return result;
  }

  void arguments(Expression& call) {
    if (accept(RightParenthesis)) return;
    do add_operand(call, expression());
    while (accept(Comma));
    expect(RightParenthesis, "after the arguments of " + quoted(call.name.text));
  }

  void add_operand(Expression& expression, ExpressionPointer operand) {
    expression.height = std::max(expression.height, operand->height + 1);
    if (expression.height > kDeepestNesting) reject_depth(expression.position);
    expression.operands.push_back(std::move(operand));
  }

  // From there to the end of the last token taken. REQUIRES: a token has been taken.
  std::string_view text_from(const char* begin) const {
    const std::string_view last = tokens_[at_ - 1].text;
    return {begin, static_cast<std::size_t>(last.data() + last.size() - begin)};
  }

  const Source& source_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  unsigned level_ = 0;
  Syntax syntax_;
};

}  // namespace

Syntax parse(const Source& source) { return Parser(source).run(); }

}  // namespace qpor::frontend::model
