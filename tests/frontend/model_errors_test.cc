// Every way to get a model wrong has its sentence and its place.

#include <string>
#include <vector>

#include "tests/frontend/model_driver.h"

namespace qpor::frontend::model {
namespace {

struct Case {
  const char* text;
  const char* message;
};

void expect_errors(const std::vector<Case>& cases) {
  for (const auto& [text, message] : cases) EXPECT_EQ(error_of(text), std::string("test.model:") + message) << text;
}

// The text as the body of a thread, which begins at column 12 of line 2.
void expect_errors_in_body(const std::vector<Case>& cases) {
  for (const auto& [text, message] : cases) {
    const std::string model =
        "const N = 4; var x, a[3]; mutex m; cond c; sem s; rwlock l; barrier b(2); proc p(i) {}\nthread t { " +
        std::string(text) + " }\n";
    EXPECT_EQ(error_of(model), std::string("test.model:2:") + message) << text;
  }
}

TEST(ModelErrors, OfTheLexerNameTheBytes) {
  expect_errors({
      {"thread t { @ }", "1:12: expected a word, a number or a sign, found '@'"},
      {"\n  \xc3\xa4", "2:3: expected a word, a number or a sign, found '\\xc3'"},
      {"/* no end", "1:1: expected '*/' to close this comment, found the end of the file"},
      {"const N = 12ab;", "1:11: expected a number, found '12ab'"},
      {"const N = 0x;", "1:11: expected hexadecimal digits after '0x'"},
      {"const N = 9223372036854775808;", "1:11: expected a number of at most 64 bits, found '9223372036854775808'"},
      {"const N = 0x10000000000000000;", "1:11: expected a number of at most 64 bits, found '0x10000000000000000'"},
  });
}

TEST(ModelErrors, OfDeclarationsNameWhatIsExpected) {
  expect_errors({
      {"mutexes m;",
       "1:1: expected a declaration (const, var, mutex, cond, fifo cond, sem, rwlock, barrier, thread or proc), found "
       "'mutexes'"},
      {"mutex 3;", "1:7: expected a name in the declaration, found '3'"},
      {"mutex m", "1:8: expected ';' after the declaration of 'm', found the end of the file"},
      {"mutex m = 1;", "1:9: expected ';' after the declaration of 'm', found '='"},
      {"fifo mutex m;", "1:6: expected 'cond' after 'fifo', found 'mutex'"},
      {"const N 3;", "1:9: expected '=' after the name of the const, found '3'"},
      {"const while = 3;", "1:7: expected a name after 'const', found 'while'"},
      {"var a[3;", "1:8: expected ']' after the size of 'a', found ';'"},
      {"barrier b;", "1:10: expected '(' and the number of participants after the barrier 'b', found ';'"},
      {"thread t() {}", "1:10: expected a name for the index of the thread, found ')'"},
      {"thread t;", "1:9: expected '{' to begin the body of thread 't', found ';'"},
      {"proc p {}", "1:8: expected '(' after the name of the proc, found '{'"},
      {"proc p(a b) {}", "1:10: expected ')' after the parameters of the proc, found 'b'"},
      {"thread t {", "1:11: expected a statement or '}', found the end of the file"},
      {"thread t {} }",
       "1:13: expected a declaration (const, var, mutex, cond, fifo cond, sem, rwlock, barrier, thread or proc), found "
       "'}'"},
      {"", " expected at least one thread, found none"},
      {"mutex m; proc p() {}", " expected at least one thread, found none"},
  });
}

TEST(ModelErrors, OfNamesAndConstantsNameTheThing) {
  expect_errors({
      {"mutex m; var m;", "1:14: expected a new name, 'm' is already a mutex"},
      {"proc m() {} thread m {}", "1:20: expected a new name, 'm' is already a proc"},
      {"const N = 1; const N = 2;", "1:20: expected a new name, 'N' is already a const"},
      {"proc p(i, i) {}", "1:11: expected a new name, 'i' is already a parameter of this block"},
      {"thread t(i) { local i; }", "1:21: expected a new name, 'i' is already a parameter of this block"},
      {"var a[N]; const N = 3;",
       "1:7: expected a constant for the size of 'a', found 'N', which is not declared before this place"},
      {"var x; var a[x];", "1:14: expected a constant for the size of 'a', found 'x', which is a var"},
      {"var a[2]; const N = a[0];", "1:21: expected a constant for the value of 'N', found 'a[0]'"},
      {"const N = 1 / 0;", "1:13: expected a constant for the value of 'N', found a division by zero"},
      {"const N = 1 << 64;",
       "1:13: expected a constant for the value of 'N', found a shift by less than 0 or more than 63"},
      {"mutex m[0];", "1:9: expected the size of 'm' to be 1 to 10000000, found 0"},
      {"mutex m[10000001];", "1:9: expected the size of 'm' to be 1 to 10000000, found 10000001"},
      {"mutex m[9999999], k[2];", "1:19: expected at most 10000000 objects in all, found more with 'k'"},
      {"thread t[0] {}", "1:10: expected the number of threads 't' to be 1 to 1000000, found 0"},
      {"thread t[-1] {}", "1:10: expected the number of threads 't' to be 1 to 1000000, found -1"},
      {"thread t[999999] {} thread u[2] {}", "1:28: expected at most 1000000 threads in all, found more with 'u'"},
      {"sem s = -1;", "1:9: expected the initial count of 's' to be at least 0, found -1"},
      {"barrier b(0);", "1:11: expected the participants of 'b' to be at least 1, found 0"},
  });
}

TEST(ModelErrors, OfStatementsNameWhatIsExpected) {
  expect_errors_in_body({
      {"x = 1 }", "18: expected ';' after the assignment to 'x', found '}'"},
      {"x + 1 = 2;", "12: expected a name before '=', found 'x + 1'"},
      {"lock m;", "17: expected '(' after 'lock', found 'm'"},
      {"lock(m)", "20: expected ';' after 'lock(m)', found '}'"},
      {"lock(m;", "18: expected ')' after the arguments of 'lock', found ';'"},
      {"if x {}", "15: expected '(' after 'if', found 'x'"},
      {"if (x) lock(m);", "19: expected '{' after the condition of 'if', found 'lock'"},
      {"if (x) {} else lock(m);", "27: expected '{' or 'if' after 'else', found 'lock'"},
      {"while (x {}", "21: expected ')' after the condition of 'while', found '{'"},
      {"x = ;", "16: expected an expression, found ';'"},
      {"x = (1 + 2;", "22: expected ')' to close the parenthesis, found ';'"},
      {"x = a[1;", "19: expected ']' after the index of 'a', found ';'"},
      {"local 3;", "18: expected a name after 'local', found '3'"},
      {"return 1;", "19: expected ';' after 'return', found '1'"},
      {"break;", "12: expected 'break' inside of a loop, found it outside"},
      {"continue;", "12: expected 'continue' inside of a loop, found it outside"},
      {"create 3;", "19: expected a name of a proc after 'create', found '3'"},
  });
}

TEST(ModelErrors, OfMeaningNameTheThing) {
  expect_errors_in_body({
      {"y = 1;", "12: expected a declared name, found 'y', which is not declared before this place"},
      {"x = y;", "16: expected a declared name, found 'y', which is not declared before this place"},
      {"{ local y; } y = 1;", "25: expected a declared name, found 'y', which is not declared before this place"},
      {"local y = y;", "22: expected a declared name, found 'y', which is not declared before this place"},
      {"local y; local y;", "27: expected a new name, 'y' is already a local of this block"},
      {"N = 1;", "12: expected a local or a var before '=', 'N' is a const"},
      {"m = 1;", "12: expected a local or a var before '=', 'm' is a mutex"},
      {"x = m;", "16: expected a value, 'm' is a mutex"},
      {"x = p;", "16: expected a value, 'p' is a proc"},
      {"a = 1;", "12: expected '[' and an index after 'a', which is an array"},
      {"x = a;", "16: expected '[' and an index after 'a', which is an array"},
      {"x[0] = 1;", "12: expected an array before '[', 'x' is a single var"},
      {"lock(m[0]);", "17: expected an array before '[', 'm' is a single mutex"},
      {"x = N[0];", "16: expected an array before '[', 'N' is a const"},
      {"local y; x = y[0];", "25: expected an array before '[', 'y' is a local"},
      {"local y; y[0] = 1;", "21: expected an array before '[', 'y' is a local"},
      {"lock(s);", "17: lock expects a mutex, 's' is a semaphore"},
      {"lock(N);", "17: lock expects a mutex, 'N' is a const"},
      {"lock(x + 1);", "17: lock expects a mutex, found 'x + 1'"},
      {"local y; lock(y);", "26: lock expects a mutex, 'y' is a local"},
      {"lock(q);", "17: expected a declared name, found 'q', which is not declared before this place"},
      {"rdlock(m);", "19: rdlock expects an rwlock, 'm' is a mutex"},
      {"wait(m, c);", "17: wait expects a cond, 'm' is a mutex"},
      {"wait(c, c);", "20: wait expects a mutex, 'c' is a cond"},
      {"wait(c);", "12: wait expects 2 arguments, found 1"},
      {"lock();", "12: lock expects 1 argument, found 0"},
      {"lock(m, m);", "12: lock expects 1 argument, found 2"},
      {"cas(x, 1);", "12: cas expects 3 arguments, found 2"},
      {"arrive(s);", "19: arrive expects a barrier, 's' is a semaphore"},
      {"x = lock(m);", "16: expected a value, the operation 'lock' has none"},
      {"frobnicate(m);", "12: expected an operation, found 'frobnicate'"},
      {"x = choose(x);", "23: expected a constant for the number of choices, found 'x', which is a var"},
      {"x = choose(0);", "23: expected the number of choices to be 1 to 1000000, found 0"},
      {"create q();", "19: create expects a proc, 'q' is not declared before this place"},
      {"create t();", "19: create expects a proc, 't' is a thread"},
      {"create p();", "12: proc 'p' expects 1 arguments, found 0"},
  });
  expect_errors({
      {"thread t(i) { i = 1; }", "1:15: expected a local or a var before '=', 'i' is a parameter"},
      {"proc p(i) { i = 1; }", "1:13: expected a local or a var before '=', 'i' is a parameter"},
      {"thread t { x = 1; } var x;",
       "1:12: expected a declared name, found 'x', which is not declared before this place"},
  });
}

TEST(ModelErrors, OfDefinitionsNameTheConst) {
  const char* const text = "const N = 1, ;";
  EXPECT_EQ(error_of(text), "test.model:1:12: expected ';' after the const, found ','");
  const char* const good = "const N = 1; var x; thread t {}";
  EXPECT_EQ(error_of(good, {{"K", 1}}), "test.model: expected the name of a const to define, found 'K'");
  EXPECT_EQ(error_of(good, {{"x", 1}}), "test.model: expected the name of a const to define, found 'x'");
  EXPECT_EQ(error_of(good, {{"N", 1}, {"N", 1}}), "test.model: expected one definition of 'N', found two");
  EXPECT_EQ(error_of(good, {{"N", 1}}), "");
}

TEST(ModelErrors, HaveALocation) {
  try {
    compile("thread t {\n  lock(m);\n}", "place.model", {});
    FAIL() << "accepted";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.location().file, "place.model");
    EXPECT_EQ(error.location().line, 2u);
    EXPECT_EQ(error.location().column, 8u);
  }
}

TEST(ModelErrors, LongQuotesAreCutShort) {
  const std::string name(1000, 'n');
  const std::string message = error_of("thread t { x = " + name + "; }");
  EXPECT_LT(message.size(), 200u) << message;
}

TEST(ModelErrors, NestingBeyondTheLimitIsAnErrorAndNotACrash) {
  const auto repeated = [](const std::string& text, std::size_t count) {
    std::string result;
    for (std::size_t i = 0; i < count; ++i) result += text;
    return result;
  };
  const std::string head = "const N = 1; var x; thread t { ";
  const std::string expected = "expected at most 1000 levels of nesting, found more";
  const std::vector<std::string> deep = {
      head + "x = " + repeated("(", 100000) + "1" + repeated(")", 100000) + "; }",
      head + "x = " + repeated("!", 100000) + "1; }",
      head + "x = 1" + repeated(" + 1", 100000) + "; }",
      head + "x = " + repeated("1||1&&1|1^1&1==1<1<<1+1*(", 100000),
      head + repeated("{", 100000) + repeated("}", 100000) + " }",
      head + repeated("if (x) {", 100000) + repeated("}", 100000) + " }",
      head + repeated("lock(lock(", 100000),
      "const M = " + repeated("-", 100000) + "1;",
  };
  for (const std::string& text : deep) EXPECT_NE(error_of(text).find(expected), std::string::npos) << error_of(text);

  EXPECT_EQ(error_of(head + "x = " + repeated("(", 900) + "1" + repeated(")", 900) + "; }"), "");
  EXPECT_EQ(error_of(head + repeated("{", 900) + repeated("}", 900) + " }"), "");
  EXPECT_EQ(error_of(head + "x = 1" + repeated(" + 1", 900) + "; }"), "");
  EXPECT_EQ(error_of(head + "if (x) {} " + repeated("else if (x) {}", 5000) + " }"), "");
}

}  // namespace
}  // namespace qpor::frontend::model
