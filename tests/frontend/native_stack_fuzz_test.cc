// Random programs that use their stack in many ways, with planted mistakes of which an execution makes one or none:
// each mistake is a defect of its kind at its line, and there is no other. Functions of many frames follow each other,
// so that stale marks of any of them lie where another one has its locals. QPOR_SEED chooses other programs,
// QPOR_FUZZ_PERCENT how many.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/frontend/command_driver.h"
#include "tests/support/random_source.h"

namespace qpor::frontend {
namespace {

constexpr int kPrograms = 5;
constexpr int kFunctions = 24;

std::string helpers() {
  std::ifstream file(repository_file("tests/programs/stack/frames.h"));
  return {std::istreambuf_iterator<char>(file), {}};
}

class StackProgram {
 public:
  explicit StackProgram(std::uint64_t seed) : random_(seed), text_(helpers()) {
    for (int i = 0; i < kFunctions; ++i) text_ += "static void f" + std::to_string(i) + "(int);\n";
    for (int i = 0; i < kFunctions; ++i) add_function(i);
    text_ += "int main() {\nmistake = __VERIFIER_nondet_int();\n";
    for (int i = 0; i < 3 * kFunctions; ++i) add_call(random_.below(kFunctions), "0");
    for (int i = 0; i < kFunctions; ++i) add_call(i, "0");
    text_ += "}\n";
  }

  const std::string& text() const { return text_; }
  /// Kinds of defects by lines.
  const std::map<long, std::string>& mistakes() const { return mistakes_; }

 private:
  void add_function(int number) {
    text_ += "static void f" + std::to_string(number) + "(int depth) {\n";
    for (int i = random_.between(3, 7); i > 0; --i) {
      add_statement();
      const int callee = random_.between(number + 1, number + 6);
      if (callee < kFunctions && random_.chance(30)) add_call(callee, "depth + 1");
    }
    text_ += "}\n";
  }

  void add_call(int callee, const std::string& depth) {
    text_ += "if (" + depth + " < 4) f" + std::to_string(callee) + "(" + depth + ");\n";
  }

  /// In these $v is a variable, $p a pointer, $n a size, $w whether to make the mistake.
  void add_statement() {
    static const std::vector<std::string> right = {
        "Byte $v[$n]; memset($v, 1, $n); sum += last($v, $n);",
        "Byte $v[$n]; memset($v + zero, 1, $n); sum += $v[zero];",
        "Block<$n> $v; $v.clear(); sum += $v.bytes[depth % $n];",
        "Block<$n> $v = made<$n>(2); at(&$v); sum += taken($v) + copied($v);",
        "sum += taken(made<$n>(depth)) + copied(made<$n>(3));",
        "sum += several<$n>(2, made<$n>(1), 4, made<$n>(2), 5);",
        "if (depth >= 0) { Byte* $v = static_cast<Byte*>(alloca($n)); memset($v, 1, $n); sum += $v[$n - 1]; }",
        "for (int i = 1; i < 4; ++i) { Byte $v[i * $n + zero]; fill(at($v), i * $n, i); sum += last($v, i * $n); }",
        "if (setjmp(landing) == 0) leave<$n>(depth, false);",
        "try { leave<$n>(depth + 1, true); } catch (int $v) { sum += *at(&$v); }",
        "Byte $v[$n]; sum += call([&] { fill($v, $n, 3); return $v[depth]; });",
    };
    static const std::vector<std::pair<std::string, std::string>> wrong = {
        {"out-of-bounds", "Byte $v[$n]; fill($v, $n, 1); sum += at($v)[$w ? $n : $n - 1];"},
        {"out-of-bounds", "Byte $v[$n]; at($v)[$w ? -1 : 0] = 1;"},
        {"out-of-bounds", "Byte $v[$n]; memset($v + zero, 1, $n + $w);"},
        {"out-of-bounds", "Byte $v[$n + zero]; memset(at($v), 1, $n + $w);"},
        {"out-of-bounds", "Block<$n> $v; $v.clear(); sum += at(&$v)[$w ? $n : 0];"},
        {"out-of-bounds", "if (depth >= 0) { void* $v = alloca($n); memset(at($v), 1, $n + $w); }"},
        {"use-after-scope", "Byte* $p; { Byte $v[$n]; $p = at($v); *$p = 1; } if ($w) sum += $p[$n / 2];"},
        {"use-after-return", "if ($w) sum += left<$n>()[$n - 1];"},
    };
    const int most = random_.pick({8, 24, 72, 300});
    std::string statement = random_.pick(right);
    if (random_.chance(30)) {
      const auto& [kind, mistaken] = random_.pick(wrong);
      mistakes_[std::count(text_.begin(), text_.end(), '\n') + 1] = kind;
      statement = mistaken;
    }
    const std::string number = std::to_string(++variables_);
    for (const auto& [word, text] : std::map<std::string, std::string>{
             {"$v", "v" + number},
             {"$p", "p" + number},
             {"$n", std::to_string(random_.between(4, most))},
             {"$w", "(mistake == " + std::to_string(mistakes_.size()) + ")"},
         }) {
      for (std::size_t at; (at = statement.find(word)) != std::string::npos;) statement.replace(at, 2, text);
    }
    text_ += statement + "\n";
  }

  oracle::RandomSource random_;
  std::string text_;
  std::map<long, std::string> mistakes_;
  int variables_ = 0;
};

TEST(NativeStackFuzz, EachMistakeIsFoundAndNothingElse) {
  const char* const text = std::getenv("QPOR_SEED");
  const std::uint64_t seed = text == nullptr || *text == '\0' ? 1 : std::strtoull(text, nullptr, 10);
  const char* const percent = std::getenv("QPOR_FUZZ_PERCENT");
  const int programs = percent == nullptr ? kPrograms : std::max(1, kPrograms * std::atoi(percent) / 100);
  std::cout << "seed " << seed << "\n";
  for (int i = 0; i < programs; ++i) {
    const StackProgram program(seed * 1000 + static_cast<std::uint64_t>(i));
    const TemporaryFile file(".cc", program.text());
    std::string values = "0";
    for (std::size_t value = 1; value <= program.mistakes().size(); ++value) values += "," + std::to_string(value);
    const auto json = json_of({"--keep-going", "--cflags=-w", "--nondet=" + values, file.path()});
    std::map<long, std::string> found;
    for (const auto& each : json["defects"]) {
      const long line = each["location"]["line"];
      EXPECT_EQ(each["occurrences"], 1) << each.dump(1);
      EXPECT_TRUE(found.emplace(line, each["kind"]).second) << each.dump(1);
    }
    ASSERT_EQ(found, program.mistakes()) << "program " << i << " of seed " << seed << "\n" << program.text();
  }
}

}  // namespace
}  // namespace qpor::frontend
