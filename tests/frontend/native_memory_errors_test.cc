// Memory errors: the programs of tests/programs/memory with what they say about themselves; the questions that the
// instrumentation asks, asked from outside of programs that stand at an operation; and the index of blocks against a
// pass over the heap.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "frontend/native/guest/check/memory_errors.h"
#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/machine/executor.h"
#include "frontend/native/machine/leaks.h"
#include "tests/frontend/command_driver.h"
#include "tests/frontend/native_walk.h"
#include "tests/support/parked_text.h"

namespace qpor::frontend::native {
namespace {

// --- programs

struct Program {
  std::string path;
  std::map<std::string, std::string> expected;
  std::vector<std::string> options;

  std::string name() const { return std::filesystem::path(path).filename().string(); }
};

std::ostream& operator<<(std::ostream& out, const Program& program) { return out << program.name(); }

Program read_program(const std::string& path) {
  static const std::regex word("([a-z]+)=(?:\"([^\"]*)\"|([^ ]+))");
  Program program;
  program.path = path;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("//");) {
    if (line.starts_with("// expect: ")) {
      for (std::sregex_iterator it(line.begin(), line.end(), word), end; it != end; ++it) {
        program.expected[(*it)[1]] = (*it)[2].matched ? (*it)[2] : (*it)[3];
      }
    }
    if (line.starts_with("// args: ")) {
      std::istringstream words(line.substr(9));
      for (std::string each; words >> each;) program.options.push_back(each);
    }
  }
  return program;
}

std::vector<Program> programs() {
  std::vector<Program> found;
  for (const auto& entry : std::filesystem::directory_iterator(repository_file("tests/programs/memory"))) {
    const auto ending = entry.path().extension();
    if (ending == ".c" || ending == ".cc") found.push_back(read_program(entry.path().string()));
  }
  std::sort(found.begin(), found.end(), [](const Program& a, const Program& b) { return a.path < b.path; });
  return found;
}

class MemoryPrograms : public testing::TestWithParam<Program> {};

TEST_P(MemoryPrograms, ComeOutAsTheySay) {
  const Program& program = GetParam();
  std::vector<std::string> words = program.options;
  words.insert(words.end(), {"--keep-going", "--check", program.path});
  const nlohmann::json json = json_of(words);
  EXPECT_EQ(json["verdict"], program.expected.at("verdict")) << json.dump(2);
  EXPECT_EQ(json["statistics"]["traces"], std::stoull(program.expected.at("traces")));
  if (program.expected.count("kind") == 0) {
    EXPECT_TRUE(json["defects"].empty()) << json["defects"].dump(2);
    return;
  }
  const auto is_expected = [&](const nlohmann::json& defect) {
    return defect["kind"] == program.expected.at("kind") &&
           defect["location"]["line"] == std::stoull(program.expected.at("line")) &&
           defect["message"].get<std::string>().find(program.expected.at("says")) != std::string::npos;
  };
  const auto& defects = json["defects"];
  EXPECT_TRUE(std::any_of(defects.begin(), defects.end(), is_expected)) << defects.dump(2);
}

std::string name_of_test(const testing::TestParamInfo<Program>& info) {
  std::string name = info.param.name();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, MemoryPrograms, testing::ValuesIn(programs()), name_of_test);

TEST(MemoryPrograms, HaveALossThatCanBeReplayed) {
  const TemporaryFile schedule(".schedule");
  const std::string path = repository_file("tests/programs/memory/leak.c");
  EXPECT_EQ(run_plainly({"--leaks", "--save-schedule=" + schedule.path(), path}).code, 1);
  const Ran again = run_with({"--replay=" + schedule.path()});
  EXPECT_EQ(again.code, 1) << again.out << again.err;
  EXPECT_NE(again.out.find("40 bytes allocated by set."), std::string::npos) << again.out;
}

// --- questions

/// A program that stands at its first operation, after it has printed addresses: "name 0x1234" in each line.
class Standing {
 public:
  explicit Standing(const std::string& text, bool finds_uninitialised = false)
      : file_(text), executor_(build(options_for(file_.path(), finds_uninitialised))) {
    executor_.start(vocabulary_);
    std::istringstream lines(executor_.guest_output());
    for (std::string name, address; lines >> name >> address;) {
      addresses_[name] = std::strtoull(address.c_str(), nullptr, 16);
    }
  }

  Address at(const std::string& name) const {
    EXPECT_EQ(addresses_.count(name), 1u) << name;
    return addresses_.at(name);
  }
  /// Asked by another thread than main. Kind and text, or "".
  std::string error(Address begin, std::size_t size, Access access = Access::Read) {
    const MemoryError error = access_error(executor_.machine(), Slot{1}, 0, begin, size, access);
    return error.is_wrong ? std::string(engine::text_of(error.kind)) + ": " + tests::text_without_names(error.message)
                          : "";
  }
  NativeExecutor& executor() { return executor_; }
  Machine& machine() { return executor_.machine(); }

 private:
  static ProgramOptions options_for(const std::string& path, bool finds_uninitialised) {
    ProgramOptions options;
    options.sources.paths = {path};
    options.arguments = {"program"};
    options.instrument.checks_memory = true;
    options.machine.finds_uninitialised = finds_uninitialised;
    return options;
  }

  CFile file_;
  NativeExecutor executor_;
  engine::Vocabulary vocabulary_;
  std::map<std::string, Address> addresses_;
};

constexpr const char* kBegin =
    "#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "#define SHOW(name, place) printf(\"%s %p\\n\", name, (void*)(place))\n"
    "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
    "static void stand(void) { pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); }\n";

TEST(MemoryErrors, BlocksEndWhereTheyWereAskedTo) {
  Standing standing(
      std::string(kBegin) +
      "int main(void) { SHOW(\"forty\", malloc(40)); SHOW(\"five\", malloc(5)); SHOW(\"none\", malloc(0));\n"
      "  void* far = aligned_alloc(4096, 100); SHOW(\"far\", far); stand(); }\n");
  const Address forty = standing.at("forty"), five = standing.at("five"), none = standing.at("none");
  EXPECT_EQ(standing.error(forty, 40), "");
  EXPECT_EQ(standing.error(forty + 39, 1, Access::Write), "");
  EXPECT_EQ(standing.error(forty, 41), "out-of-bounds: reads 41 bytes at offset 0 of a block of 40 bytes");
  EXPECT_EQ(standing.error(forty + 40, 4, Access::Write),
            "out-of-bounds: writes 4 bytes right behind the end of a block of 40 bytes");
  EXPECT_EQ(standing.error(forty + 56, 1),
            "out-of-bounds: reads 1 byte, 16 bytes behind the end of a block of 40 bytes");
  EXPECT_EQ(standing.error(five - 4, 4),
            "out-of-bounds: reads 4 bytes, 4 bytes before the beginning of a block of 5 bytes");
  EXPECT_EQ(standing.error(five + 5, 1), "out-of-bounds: reads 1 byte right behind the end of a block of 5 bytes");
  EXPECT_EQ(standing.error(none, 1), "out-of-bounds: reads 1 byte right behind the end of a block of 0 bytes");
  const Address far = standing.at("far");
  EXPECT_EQ(standing.error(far + 99, 1), "");
  EXPECT_EQ(standing.error(far + 120, 1),
            "out-of-bounds: reads 1 byte, 20 bytes behind the end of a block of 100 bytes");
  EXPECT_EQ(standing.error(far + 100'000, 1), "out-of-bounds: reads 1 byte of a heap where nothing is allocated");
}

TEST(MemoryErrors, FreedBlocksAreKnownUntilTheyAreUsedAgain) {
  Standing standing(std::string(kBegin) +
                    "int main(void) { void* gone = malloc(24); SHOW(\"gone\", gone); free(gone);\n"
                    "  for (int i = 0; i < 3000; ++i) free(malloc(48));\n"
                    "  SHOW(\"again\", malloc(48)); stand(); }\n");
  EXPECT_EQ(standing.error(standing.at("gone") + 8, 4),
            "use-after-free: reads 4 bytes at offset 8 of a freed block of 24 bytes");
  EXPECT_EQ(standing.error(standing.at("again"), 48, Access::Write), "");
}

TEST(MemoryErrors, VariablesEndWhereTheyEnd) {
  Standing standing(std::string(kBegin) +
                    "int counters[4]; static char letter; static const char text[] = \"text\"; static long next = 3;\n"
                    "int main(void) { SHOW(\"counters\", counters); SHOW(\"letter\", &letter); SHOW(\"text\", text);\n"
                    "  SHOW(\"next\", &next); SHOW(\"lock\", &lock); SHOW(\"constant\", \"constant\"); stand(); }\n");
  const auto bounds = [&](const std::string& name, std::size_t size) {
    const Address begin = standing.at(name);
    EXPECT_EQ(standing.error(begin, size), "") << name;
    EXPECT_NE(standing.error(begin + size, 1), "") << name;
    EXPECT_NE(standing.error(begin + size + 15, 1), "") << name;
    EXPECT_NE(standing.error(begin + size - 1, 2), "") << name;
  };
  bounds("counters", 16);
  bounds("letter", 1);
  bounds("text", 5);
  bounds("next", 8);
  bounds("lock", sizeof(pthread_mutex_t));
  bounds("constant", 9);
  const std::string text = standing.error(standing.at("counters") + 16, 4);
  EXPECT_EQ(text, "out-of-bounds: reads 4 bytes right behind the end of VARIABLE (16 bytes)");
}

TEST(MemoryErrors, FramesAreGoneWhenTheirFunctionsHaveReturned) {
  Standing standing(
      std::string(kBegin) +
      "static void deep(int n) { char there[64]; memset(there, n, 64); SHOW(\"gone\", there);\n"
      "  if (n == 0) return; }\n"
      "int main(void) { int alive[4] = {0}; deep(0); SHOW(\"alive\", alive); stand(); return alive[1]; }\n");
  EXPECT_EQ(standing.error(standing.at("alive"), 16), "");
  EXPECT_EQ(standing.error(standing.at("gone"), 4),
            "use-after-return: reads 4 bytes of a stack frame of THREAD that is gone: the function has returned");
  const MemoryError own =
      access_error(standing.machine(), kMainSlot, standing.at("alive"), standing.at("gone"), 4, Access::Write);
  EXPECT_TRUE(own.is_wrong);
  EXPECT_EQ(own.kind, engine::FailureKind::UseAfterReturn);
}

TEST(MemoryErrors, BytesAreUnwrittenUntilSomebodyWrites) {
  Standing standing(
      std::string(kBegin) +
          "int main(void) { char* fresh = malloc(16); SHOW(\"fresh\", fresh); strcpy(fresh + 4, \"abc\");\n"
          "  SHOW(\"zeros\", calloc(2, 8)); fresh = malloc(8); strcpy(fresh, \"x\");\n"
          "  SHOW(\"grown\", realloc(fresh, 32)); stand(); }\n",
      true);
  const Address fresh = standing.at("fresh"), grown = standing.at("grown");
  EXPECT_EQ(standing.error(fresh, 4),
            "uninitialised-read: reads 4 bytes at offset 0 of a block of 16 bytes that nobody has written");
  EXPECT_EQ(standing.error(fresh, 4, Access::Copy), "");
  EXPECT_EQ(standing.error(fresh, 4, Access::Write), "");
  EXPECT_EQ(standing.error(fresh + 4, 4), "") << "the library has written there";
  EXPECT_EQ(standing.error(fresh, 8), "") << "some of it is written";
  EXPECT_EQ(standing.error(standing.at("zeros"), 16), "");
  EXPECT_EQ(standing.error(grown, 1), "");
  EXPECT_NE(standing.error(grown + 8, 4), "");
  const Block* const block = heap_block_at(standing.machine(), fresh);
  ASSERT_NE(block, nullptr);
  mark_written(*block, fresh, 3);
  EXPECT_EQ(standing.error(fresh, 1), "") << "whatever the value is";
  EXPECT_NE(standing.error(fresh + 3, 1), "");
  copy_marks(fresh + 8, fresh, 4);
  EXPECT_EQ(standing.error(fresh + 10, 1), "");
  EXPECT_NE(standing.error(fresh + 11, 1), "");
}

TEST(MemoryErrors, WhatIsNotMappedIsLeftToTheProcessor) {
  Standing standing(std::string(kBegin) + "int main(void) { stand(); }\n");
  for (const Address address :
       {Address{0}, Address{8}, kRegion - 64, standing.machine().slot_begin(kMainSlot), kSlotsEnd}) {
    EXPECT_EQ(standing.error(address, 8), "") << address;
  }
}

// --- the index

/// The blocks of a heap by a pass over it.
std::vector<Address> blocks_by_pass(const Machine& machine, Slot slot) {
  std::vector<Address> blocks;
  const Address top = machine.fiber(slot).heap.top;
  for (Address at = machine.heap_begin(slot); at < top;) {
    const auto* const block = reinterpret_cast<const Block*>(at);
    if (block->room == 0) {  // the gap before an aligned block
      at += 16;
      continue;
    }
    blocks.push_back(at);
    at += sizeof(Block) + block->room;
  }
  return blocks;
}

TEST(BlockIndex, HasTheBlocksOfAHeapWhereverTheExecutionGoesBackTo) {
  const CFile file(
      std::string(kBegin) +
      "static void* kept;\n"
      "static void* work(void* number) {\n"
      "  for (int i = 0; i < 4; ++i) {\n"
      "    pthread_mutex_lock(&lock);\n"
      "    const size_t size = 16 + ((size_t)kept >> 4) % 90;\n"
      "    kept = i % 2 == 0 ? malloc(size + (size_t)number) : aligned_alloc(64 << (size_t)number, size);\n"
      "    pthread_mutex_unlock(&lock);\n"
      "  }\n"
      "  return NULL;\n"
      "}\n"
      "int main(void) {\n"
      "  pthread_t threads[3];\n"
      "  for (size_t i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, work, (void*)i);\n"
      "  for (size_t i = 0; i < 3; ++i) pthread_join(threads[i], NULL);\n"
      "}\n");
  ProgramOptions options;
  options.sources.paths = {file.path()};
  options.arguments = {"program"};
  NativeExecutor executor(build(options));
  executor.set_checkpoint_interval(2);
  std::mt19937_64 random(20'260'301);
  const Machine& machine = executor.machine();
  const auto expect_same = [&] {
    for (const Slot slot : machine.slots()) {
      if (machine.fiber(slot).status == FiberStatus::Absent) continue;
      const auto blocks = machine.blocks(slot).below(machine.fiber(slot).heap.top);
      ASSERT_EQ(std::vector<Address>(blocks.begin(), blocks.end()), blocks_by_pass(machine, slot))
          << "slot " << index(slot);
    }
  };
  for (int round = 0; round < 20; ++round) {
    Walk walk(executor);
    for (int turn = 0; turn < 6; ++turn) {
      for (std::size_t count = random() % 30; count > 0 && walk.step(random); --count)
        ASSERT_NO_FATAL_FAILURE(expect_same());
      walk.rewind(random() % (walk.steps().size() + 1));
      ASSERT_NO_FATAL_FAILURE(expect_same());
    }
  }
}

}  // namespace
}  // namespace qpor::frontend::native
