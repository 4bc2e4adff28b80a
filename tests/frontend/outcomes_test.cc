// The tables of outcomes: each row has a text, a key that never changes and a place in the documents.

#include "frontend/report/outcome_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/program/failure_kind.h"
#include "engine/report/message_text.h"
#include "frontend/report/reasons.h"
#include "tests/frontend/command_driver.h"
#include "tests/support/paths.h"

namespace qpor::frontend {
namespace {

using engine::FailureKind;
using engine::OutcomeClass;

bool is_key(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

std::string text_of_file(const std::string& path) {
  std::ifstream file(repository_file(path), std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

// --- kinds of failures

/// What JSON and schedules of older versions say. A kind may come, but none may go or get another name.
constexpr const char* kKinds[] = {"assertion",
                                  "deadlock",
                                  "livelock",
                                  "data-race",
                                  "reach-error",
                                  "lock-misuse",
                                  "thread-misuse",
                                  "abort",
                                  "exception",
                                  "exit",
                                  "segmentation-fault",
                                  "bus-error",
                                  "illegal-instruction",
                                  "stack-overflow",
                                  "arithmetic",
                                  "use-after-free",
                                  "out-of-bounds",
                                  "use-after-return",
                                  "use-after-scope",
                                  "uninitialised-read",
                                  "double-free",
                                  "invalid-free",
                                  "mismatched-free",
                                  "leak",
                                  "bounds",
                                  "nontermination",
                                  "limit",
                                  "refused",
                                  "cut"};

TEST(FailureKinds, KeepTheirNames) {
  for (const char* const name : kKinds) {
    const std::optional<FailureKind> kind = engine::failure_kind_of(name);
    ASSERT_TRUE(kind.has_value()) << name;
    EXPECT_EQ(text_of(*kind), name);
  }
  EXPECT_EQ(engine::kFailureKinds, std::size(kKinds)) << "a new kind belongs into this list, too";
  EXPECT_EQ(engine::failure_kind_of("no such kind"), std::nullopt);
  EXPECT_EQ(engine::failure_kind_of(""), std::nullopt);
}

TEST(FailureKinds, HaveATextAndADescriptionEach) {
  std::set<std::string_view> texts;
  for (std::size_t i = 0; i < engine::kFailureKinds; ++i) {
    const auto kind = static_cast<FailureKind>(i);
    const engine::FailureText& row = row_of(kind);
    EXPECT_TRUE(is_key(row.text)) << row.text;
    EXPECT_TRUE(texts.insert(row.text).second) << row.text << " is there twice";
    EXPECT_EQ(engine::failure_kind_of(row.text), kind);
    const bool is_defect = row.outcome == OutcomeClass::Defect;
    EXPECT_EQ(is_defect, !row.models.empty() || !row.programs.empty()) << row.text << " is not described";
    EXPECT_EQ(row.programs.empty(), row.messages.empty()) << row.text << " has no message";
  }
  EXPECT_EQ(class_of(FailureKind::Limit), OutcomeClass::Limit);
  EXPECT_EQ(class_of(FailureKind::Refused), OutcomeClass::Refusal);
  EXPECT_EQ(class_of(FailureKind::Cut), OutcomeClass::Redundant);
}

TEST(OutcomeClasses, HaveATextEach) {
  std::set<std::string_view> texts;
  for (std::size_t i = 0; i < engine::kOutcomeClasses; ++i) {
    const std::string_view text = engine::text_of(static_cast<OutcomeClass>(i));
    EXPECT_TRUE(is_key(text)) << i;
    EXPECT_TRUE(texts.insert(text).second) << text;
  }
}

// --- reasons

constexpr const char* kReasons[] = {"first-defect",
                                    "max-defects",
                                    "max-traces",
                                    "timeout",
                                    "timeout-in-program",
                                    "timeout-in-search",
                                    "max-memory",
                                    "interrupted",
                                    "one-schedule",
                                    "defect-is-gone",
                                    "out-of-memory",
                                    "internal-error",
                                    "process-died",
                                    "limit",
                                    "replay-differs",
                                    "behind-race",
                                    "max-steps",
                                    "max-context-switches",
                                    "nothing-ended",
                                    "behind-failures",
                                    "unseen-order",
                                    "thread-limit",
                                    "refused",
                                    "explored-values",
                                    "more-unseen",
                                    "unseen-call",
                                    "unseen-assembly",
                                    "unseen-intrinsic",
                                    "unseen-doubtful-read",
                                    "unseen-doubtful-error",
                                    "unseen-file",
                                    "unseen-memory"};

TEST(Reasons, KeepTheirKeys) {
  std::size_t others = 0;
  for (std::size_t i = 0; i < reason_kinds(); ++i) {
    if (row_of(static_cast<ReasonKind>(i)).outcome == OutcomeClass::Assumption) ++others;
  }
  for (const char* const key : kReasons) {
    const std::optional<ReasonKind> kind = reason_kind_of(key);
    ASSERT_TRUE(kind.has_value()) << key;
    EXPECT_EQ(row_of(*kind).key, key);
  }
  EXPECT_EQ(reason_kinds(), std::size(kReasons) + others) << "a new reason belongs into this list, too";
  EXPECT_EQ(reason_kind_of("no such key"), std::nullopt);
}

TEST(Reasons, HaveATextAndADescriptionEach) {
  std::set<std::string_view> keys;
  for (std::size_t i = 0; i < reason_kinds(); ++i) {
    const auto kind = static_cast<ReasonKind>(i);
    const ReasonText& row = row_of(kind);
    EXPECT_TRUE(is_key(row.key)) << row.key;
    EXPECT_TRUE(keys.insert(row.key).second) << row.key << " is there twice";
    EXPECT_EQ(reason_kind_of(row.key), kind);
    EXPECT_FALSE(row.sentence.empty()) << row.key;
    EXPECT_FALSE(row.text.empty()) << row.key;
    EXPECT_FALSE(row.sentence.ends_with('.')) << row.key << ": a cell of a table";
    EXPECT_NE(row.outcome, OutcomeClass::Redundant) << row.key;
  }
}

TEST(Reasons, OfAssumptionsAndUnseenThingsAreInOrder) {
  std::size_t assumptions = 0;
#define QPOR_ASSUMPTION(identifier, name, phrase, sentence, lifted)                        \
  EXPECT_EQ(reason_of(Assumption::identifier), ReasonKind::Assumes##identifier) << (name); \
  EXPECT_EQ(row_of(ReasonKind::Assumes##identifier).key, "assumes-" name);                 \
  ++assumptions;
#include "frontend/program/assumptions.def"
#undef QPOR_ASSUMPTION
  EXPECT_GE(assumptions, 10u);
#define QPOR_UNSEEN(identifier, name, before, after, sentence)                            \
  EXPECT_EQ(reason_of(UnseenKind::identifier), ReasonKind::Unseen##identifier) << (name); \
  EXPECT_EQ(row_of(ReasonKind::Unseen##identifier).key, "unseen-" name);                  \
  EXPECT_EQ(text_of({ReasonKind::Unseen##identifier, {"NAME", " (p.c:3)"}}), before "NAME" after " (p.c:3)");
#include "frontend/program/unseen.def"
#undef QPOR_UNSEEN
}

TEST(Reasons, PutTheirValuesWhereTheyBelong) {
  EXPECT_EQ(text_of({ReasonKind::TraceLimit, {engine::Number{5}}}), "stopped by --max-traces=5");
  EXPECT_EQ(text_of({ReasonKind::StepLimit, {engine::CountOf{1, "execution"}, engine::Number{60}}}),
            "1 execution cut at --max-steps=60");
  EXPECT_EQ(text_of({ReasonKind::StepLimit, {engine::CountOf{2, "execution"}, engine::Number{60}}}),
            "2 executions cut at --max-steps=60");
  EXPECT_EQ(text_of({ReasonKind::ExploredValues, {engine::NamePart{"f"}, engine::Message(), "0, 1"}}),
            "values of f explored: 0, 1");
  EXPECT_EQ(text_of({reason_of(Assumption::MallocSucceeds)}), "assumes that malloc succeeds");
  EXPECT_EQ(text_of({reason_of(Assumption::WeakerAtomics), {engine::CountOf{2, "place"}}}),
            "accesses weaker than seq_cst at 2 places were explored as seq_cst");
  EXPECT_EQ(text_of({ReasonKind::InternalError, {"100 % broken"}}), "internal error: 100 % broken");
  EXPECT_EQ(texts_of({{ReasonKind::Interrupted}, {ReasonKind::OutOfMemory}}),
            (std::vector<std::string>{"interrupted", "out of memory"}));
  EXPECT_TRUE(has({{ReasonKind::Interrupted}}, ReasonKind::Interrupted));
  EXPECT_FALSE(has({{ReasonKind::Interrupted}}, ReasonKind::Timeout));
}

// --- messages

TEST(Messages, JoinTheirParts) {
  engine::Message message("locks ");
  message << engine::NamePart{"m"} << " in " << engine::Place{{"src/a.c", 3, 4, "f"}} << " at "
          << engine::Place{{"src/a.c", 3, 4, "f"}, engine::Place::Style::FileName} << " at "
          << engine::Place{{"src/a.c", 3, 4, "f"}, engine::Place::Style::Path} << engine::Break::Clause
          << engine::ThreadName{"t.0"} << " waits" << engine::Break::Sentence << engine::CountOf{1, "byte"} << ", "
          << engine::CountOf{0, "byte"} << ", " << engine::Number{-7} << ", " << engine::MemoryAddress{0x1f0};
  EXPECT_EQ(engine::text_of(message), "locks m in line 3 at a.c:3 at src/a.c:3; t.0 waits. 1 byte, 0 bytes, -7, 0x1f0");
  EXPECT_EQ(engine::lines_of(message), (std::vector<std::string>{"locks m in line 3 at a.c:3 at src/a.c:3;",
                                                                 "t.0 waits.", "1 byte, 0 bytes, -7, 0x1f0"}));
  EXPECT_EQ(engine::text_of(engine::Place{{"a.c", 0, 0, "f"}}), "f") << "of an unknown line the function";
  EXPECT_EQ(engine::text_of(engine::Message()), "");
}

TEST(Messages, WhoseTextHasSemicolonsBreakNowhere) {
  EXPECT_EQ(engine::lines_of("one; two. three"), std::vector<std::string>{"one; two. three"});
  const engine::Message joined = engine::Message("a") << engine::Message("b") << "" << std::string("c");
  EXPECT_EQ(joined.parts().size(), 1u) << "neighbouring texts are one";
}

// --- documents

TEST(OutcomeTables, AreInTheDocuments) {
  for (const OutcomeTable& table : outcome_tables()) {
    std::ostringstream rows;
    table.write(rows);
    const std::string wanted = std::string(kOutcomeMark) + std::string(table.name) + " -->\n\n" + rows.str() + "\n";
    for (const std::string_view path : table.documents) {
      EXPECT_NE(text_of_file(std::string(path)).find(wanted), std::string::npos)
          << "run scripts/outcome-tables, which writes " << table.name << " into " << path;
    }
  }
}

TEST(OutcomeTables, HaveEveryRow) {
  const std::string verdict = text_of_file("docs/verdict.md");
  for (std::size_t i = 0; i < reason_kinds(); ++i) {
    const std::string cell = "| `" + std::string(row_of(static_cast<ReasonKind>(i)).key) + "` |";
    EXPECT_NE(verdict.find(cell), std::string::npos) << cell;
  }
  const std::string json = text_of_file("docs/json.md");
  const std::string native = text_of_file("docs/native.md");
  for (std::size_t i = 0; i < engine::kFailureKinds; ++i) {
    const engine::FailureText& row = row_of(static_cast<FailureKind>(i));
    const std::string cell = "| `" + std::string(row.text) + "` |";
    EXPECT_TRUE(row.outcome != OutcomeClass::Defect || json.find(cell) != std::string::npos) << cell;
    EXPECT_TRUE(row.programs.empty() || native.find(cell) != std::string::npos) << cell;
  }
}

TEST(OutcomeTables, AreWrittenByTheCommand) {
  std::ostringstream all;
  write_outcomes_markdown(all);
  EXPECT_EQ(run_with({"--outcomes-markdown"}).out, all.str());
}

// --- JSON

TEST(ReasonsInJson, HaveKindClassAndText) {
  const ModelFile model("var x; thread a { x = 1; } thread b { x = 2; } thread c { x = 3; }");
  const nlohmann::json limited = json_of({"--max-traces=2", model.path()});
  EXPECT_EQ(limited["reasons"], nlohmann::json::parse(R"([{"kind": "max-traces", "class": "limit",
                                                            "text": "stopped by --max-traces=2"}])"));
  EXPECT_EQ(limited["incomplete_reasons"], nlohmann::json({"stopped by --max-traces=2"}));
  EXPECT_EQ(json_of({model.path()})["reasons"], nlohmann::json::array());
}

}  // namespace
}  // namespace qpor::frontend
