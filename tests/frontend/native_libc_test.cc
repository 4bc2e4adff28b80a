// The stand-ins for the C library, called as a program under test calls them: on the stack of a fiber. The "program" is
// a function of this file.

#include "frontend/native/guest/libc/libc.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iomanip>
#include <iostream>
#include <string>

#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/guest/libc/process.h"
#include "frontend/native/guest/libc/stdio.h"
#include "frontend/native/guest/libc/streams.h"
#include "frontend/native/machine/machine.h"
#include "tests/support/parked_text.h"
#include "tests/support/paths.h"

namespace qpor::frontend::native {
namespace {

std::ostream& program_cout() { return *reinterpret_cast<std::ostream*>(cxx_streams.out); }
std::istream& program_cin() { return *reinterpret_cast<std::istream*>(cxx_streams.in); }

/// Runs a main of its own on the machine, in one run or several.
class Program {
 public:
  explicit Program(void (*body)(), const MachineOptions& options = {}, std::vector<std::string> arguments = {"./prog"})
      : region_(process_, false), machine_(region_, code_, with_small_memory(options), std::move(arguments)) {
    current_body = body;
    code_.main = [](int count, char** words, char**) {
      word_count = count;
      Program::words = words;
      current_body();
      return 0;
    };
    machine_.add_thread({"main"});
  }

  /// What it printed.
  std::string run() {
    machine_.reset();
    machine_.begin_main(42);
    machine_.resume(machine_.fiber(kMainSlot));
    return std::string(machine_.output());
  }

  /// Why it was parked; empty when it was not.
  std::string parked() const {
    if (machine_.fiber(kMainSlot).status != FiberStatus::Failed) return "";
    const Parked& parked = machine_.parked(kMainSlot);
    return std::string(engine::text_of(parked.kind)) + ": " + tests::text_without_names(parked.message);
  }

  Machine& machine() { return machine_; }

  static inline int word_count = 0;
  static inline char** words = nullptr;

 private:
  static MachineOptions with_small_memory(MachineOptions options) {
    options.heap_size = 16 * kMiB;
    options.stack_size = kMiB;
    options.checks_memory = false;  // there is no execution whose order could be asked for
    return options;
  }

  static inline void (*current_body)() = nullptr;
  Process process_;
  Region region_;
  Code code_;
  Machine machine_;
};

MachineOptions with_input(std::string text) {
  MachineOptions options;
  options.input = std::move(text);
  return options;
}

int descriptors_in_use() {
  int count = 0;
  for (int i = 0; i < 256; ++i) count += ::fcntl(i, F_GETFD) != -1 ? 1 : 0;
  return count;
}

TEST(NativeLibc, OutputOfAllWaysComesInTheOrderOfTheCalls) {
  Program program([] {
    guest_printf("%d %s ", 1, "one");
    std::fprintf(library_state.error, "two ");
    guest_puts("three");
    guest_putchar('4');
    program_cout() << " five " << 6 << ' ';
    guest_write(1, "seven ", 6);
    guest_dprintf(2, "%s\n", "eight");
    errno = ENOENT;
    guest_perror("nine");
  });
  const std::string expected = "1 one two three\n4 five 6 seven eight\nnine: No such file or directory\n";
  EXPECT_EQ(program.run(), expected);
  EXPECT_EQ(program.run(), expected);
  EXPECT_FALSE(program.machine().run().uses_host);
}

TEST(NativeLibc, StreamsOfCxxBeginEachRunWithTheUsualFormat) {
  Program program([] {
    program_cout() << 255 << ' ' << 1.0 / 3 << '\n';
    program_cout() << std::hex << std::setprecision(2) << std::setfill('*') << std::setw(5) << 255 << '\n';
    program_cout().setstate(std::ios::failbit);
  });
  EXPECT_EQ(program.run(), "255 0.333333\n***ff\n");
  EXPECT_EQ(program.run(), "255 0.333333\n***ff\n");
}

TEST(NativeLibc, EveryRunReadsTheSameInput) {
  Program program(
      [] {
        int number = 0;
        char word[16];
        guest_scanf("%d %15s", &number, word);
        guest_ungetc('!', library_state.in);
        guest_printf("%d %s %c", number, word, guest_getchar());
        char* line = nullptr;
        std::size_t room = 0;
        while (guest_getline(&line, &room, library_state.in) > 0) guest_printf("[%s]", line);
        guest_printf("%d", std::feof(library_state.in) != 0);
      },
      with_input("17 words\nsecond line\nend"));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(program.run(), "17 words ![\n][second line\n][end]1");
  EXPECT_TRUE(program.machine().run().uses_host);
}

TEST(NativeLibc, CinAndStdinShareTheInput) {
  Program program(
      [] {
        int first = 0, second = 0, third = 0;
        program_cin() >> first;
        guest_scanf("%d", &second);
        program_cin() >> third;
        guest_printf("%d %d %d", first, second, third);
      },
      with_input("1 2 3"));
  for (int i = 0; i < 2; ++i) EXPECT_EQ(program.run(), "1 2 3");
}

TEST(NativeLibc, AScanThatAllocatesGivesMemoryOfTheProgram) {
  Program program([] {
    char* text = nullptr;
    const int count = guest_sscanf("[word", "[%ms", &text);
    guest_printf("%d %s %d", count, text, heap_is_block(text) ? 1 : 0);
    heap_free(text, 0, Allocator::Malloc);
  });
  EXPECT_EQ(program.run(), "1 word 1");
}

TEST(NativeLibc, FilesAreReadAndNoneStaysOpen) {
  const int before = descriptors_in_use();
  {
    static const std::string this_file = tests::source_dir() + "/tests/frontend/native_libc_test.cc";
    Program program([] {
      char text[5] = {};
      std::FILE* const stream = guest_fopen(this_file.c_str(), "r");
      std::fgets(text, 3, stream);
      const int number = guest_open(this_file.c_str(), O_RDONLY);
      guest_read(number, text + 2, 2);
      guest_printf("%s %d %d", text, guest_fileno(stream), number);
      guest_opendir("/");
    });
    for (int i = 0; i < 2000; ++i) ASSERT_EQ(program.run(), "//// 3 4");
    EXPECT_TRUE(program.machine().run().uses_host);
    EXPECT_EQ(guest_file_count(), 3u);
  }
  EXPECT_EQ(guest_file_count(), 0u);
  EXPECT_EQ(descriptors_in_use(), before);
}

TEST(NativeLibc, AClosedDescriptorIsGoneAndItsNumberFree) {
  Program program([] {
    const int first = guest_open("/", O_RDONLY);
    const int second = guest_open("/", O_RDONLY);
    guest_printf("%d ", guest_close(first));
    guest_printf("%d ", guest_close(first));
    guest_printf("%d %d", guest_open("/", O_RDONLY) == first, second);
  });
  EXPECT_EQ(program.run(), "0 -1 1 4");
}

TEST(NativeLibc, OpeningForWritingIsRefusedUnlessAllowed) {
  Program stream([] { guest_fopen("x", "w"); });
  stream.run();
  EXPECT_EQ(stream.parked(),
            "refused: fopen(\"x\", \"w\"): the program may not write files (--allow-writes permits it)");
}

TEST(NativeLibc, AllowedWritesReachTheFile) {
  MachineOptions options;
  options.allow_writes = true;
  Program program(
      [] {
        std::FILE* const stream = guest_tmpfile();
        std::fputs("text", stream);
        std::rewind(stream);
        char text[8] = {};
        guest_printf("%s", std::fgets(text, 8, stream));
      },
      options);
  EXPECT_EQ(program.run(), "text");
}

TEST(NativeLibc, TimeIsVirtualAndTheSameInEveryRun) {
  Program program([] {
    const time_t start = guest_time(nullptr);
    timespec before{}, after{};
    guest_clock_gettime(CLOCK_MONOTONIC, &before);
    guest_sleep(3600);
    guest_clock_gettime(CLOCK_MONOTONIC, &after);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M %Z", guest_localtime(&start));
    guest_printf("%s %ld %ld %s", text, after.tv_sec - before.tv_sec, before.tv_sec, guest_ctime(&start));
  });
  for (int i = 0; i < 2; ++i) EXPECT_EQ(program.run(), "2020-01-01 00:00 UTC 3600 1000 Wed Jan  1 00:00:00 2020\n");
}

TEST(NativeLibc, SleepingForEverDoesNotOverflow) {
  Program program([] {
    const timespec ever{std::numeric_limits<time_t>::max(), 0};
    for (int i = 0; i < 10; ++i) guest_nanosleep(&ever, nullptr);
    guest_printf("%d", guest_time(nullptr) > 0);
  });
  EXPECT_EQ(program.run(), "1");
}

TEST(NativeLibc, RandomNumbersAreTheSameInEveryRunAndFollowTheSeed) {
  Program program([] {
    for (int i = 0; i < 3; ++i) guest_printf("%d ", guest_rand());
    guest_srand(7);
    const int first = guest_rand();
    guest_srand(7);
    guest_printf("%d", first == guest_rand() && first >= 0);
    guest_srand48(1);
    guest_printf(" %.6f", guest_drand48());  // what every implementation gives: 0.041630
  });
  const std::string first = program.run();
  EXPECT_EQ(first, program.run());
  EXPECT_TRUE(first.ends_with("1 0.041630")) << first;
}

TEST(NativeLibc, QsortIsStable) {
  Program program([] {
    for (const int count : {0, 1, 2, 3, 7, 100, 1000}) {
      auto* const numbers = static_cast<int*>(memory_malloc(1 + static_cast<std::size_t>(count) * sizeof(int)));
      for (int i = 0; i < count; ++i) numbers[i] = guest_rand() % 50 * 10000 + i;
      guest_qsort(numbers, static_cast<std::size_t>(count), sizeof(int), [](const void* left, const void* right) {
        return *static_cast<const int*>(left) / 10000 - *static_cast<const int*>(right) / 10000;
      });
      for (int i = 1; i < count; ++i) {
        if (numbers[i - 1] >= numbers[i]) guest_printf("wrong with %d ", count);
      }
    }
  });
  EXPECT_EQ(program.run(), "");
}

TEST(NativeLibc, TextThatIsHandedOutLiesInTheHeapOfTheProgram) {
  Program program([] {
    char* text = nullptr;
    guest_asprintf(&text, "%s-%d", guest_strdup("a"), 5);
    char* const part = guest_strndup("abcdef", 3);
    guest_printf("%s %s %d", text, part, machine().is_slot_address(reinterpret_cast<Address>(text)));
    memory_free(text);
    memory_free(part);
    memory_free(guest_getcwd(nullptr, 0));
    memory_free(guest_realpath("/", nullptr));
  });
  EXPECT_EQ(program.run(), "a-5 abc 1");
  EXPECT_EQ(program.parked(), "");
}

TEST(NativeLibc, StrtokGoesOnWhereItStopped) {
  Program program([] {
    char text[] = "one two,three";
    for (char* word = guest_strtok(text, " ,"); word != nullptr; word = guest_strtok(nullptr, " ,")) guest_puts(word);
  });
  EXPECT_EQ(program.run(), "one\ntwo\nthree\n");
}

TEST(NativeLibc, TheEnvironmentIsThatOfTheOptions) {
  MachineOptions options;
  options.environment = {"HOME=here", "EMPTY="};
  Program program(
      [] { guest_printf("%s|%s|%d", guest_getenv("HOME"), guest_getenv("EMPTY"), guest_getenv("HOM") == nullptr); },
      options);
  EXPECT_EQ(program.run(), "here||1");
}

TEST(NativeLibc, ErrEndsTheProgramWithItsMessage) {
  Program program([] {
    errno = EACCES;
    guest_warn("%s", "first");
    guest_errx(3, "second");
  });
  EXPECT_EQ(program.run(), "prog: first: Permission denied\nprog: second\n");
  EXPECT_EQ(program.machine().run().exit_status, 3);
}

TEST(NativeLibc, ACheckedFunctionThatWritesTooFarIsADefect) {
  Program program([] {
    char small[4];
    guest_strcpy_chk(small, "too long", sizeof small);
  });
  program.run();
  EXPECT_EQ(program.parked(), "bounds: buffer overflow: strcpy writes beyond the end of its destination");
}

// getopt, with glibc's own as the judge: both see the same words, and must find and leave the same.
struct OptionCase {
  const char* letters;
  std::vector<std::string> words;
};

const option kLongOptions[] = {{"all", no_argument, nullptr, 'a'},
                               {"size", required_argument, nullptr, 's'},
                               {"color", optional_argument, nullptr, 256},
                               {"alpha", no_argument, nullptr, 257},
                               {nullptr, 0, nullptr, 0}};
const char* current_letters = nullptr;
bool is_long = false;
bool is_only = false;

template <typename Next>
std::string story(int count, char** words, Next next, char*& argument, int& index, int& unknown) {
  std::string text;
  for (int result = next(count, words); result != -1; result = next(count, words)) {
    text += std::to_string(result) + "(" + (argument == nullptr ? "-" : argument) + ")";
    if (result == '?' || result == ':') text += std::to_string(unknown);
    text += " ";
  }
  text += "| " + std::to_string(index);
  for (int i = 1; i < count; ++i) text += std::string(" ") + words[i];
  return text;
}

TEST(NativeLibc, GetoptAgreesWithThatOfGlibc) {
  const OptionCase cases[] = {
      {"ab:c::", {"-a", "-b", "1", "-c", "-c2", "x"}},
      {"ab:c::", {"x", "-a", "y", "-b", "1", "z", "-ab2"}},
      {"ab:c::", {"-ab", "1", "--", "-a", "x"}},
      {"ab:", {"x", "-aab", "1", "y", "--", "-a"}},
      {"+ab:", {"-a", "x", "-b", "1"}},
      {"-ab:", {"-a", "x", "-b", "1", "y"}},
      {":ab:", {"-q", "-b"}},
      {"ab:", {"x", "-b"}},
      {"ab:", {"-", "-a", "-"}},
      {"as:",
       {"--all", "x", "--size", "3", "--size=4", "--color", "y", "--color=red", "--al", "--alp", "--no", "--all=1"}},
      {":as:", {"x", "--size"}},
      {"as:", {"-s", "1", "-size", "2", "-all", "-q"}},
      {"", {}},
  };
  for (const OptionCase& one : cases) {
    for (const int way : {0, 1, 2}) {
      is_long = way > 0;
      is_only = way == 2;
      current_letters = one.letters;
      std::vector<std::string> all = {"prog"};
      all.insert(all.end(), one.words.begin(), one.words.end());

      std::vector<std::string> copies = all;
      std::vector<char*> host_words;
      for (std::string& word : copies) host_words.push_back(word.data());
      host_words.push_back(nullptr);
      optind = 0;
      opterr = 0;
      const auto host_next = [](int count, char** words) {
        if (is_only) return getopt_long_only(count, words, current_letters, kLongOptions, nullptr);
        return is_long ? getopt_long(count, words, current_letters, kLongOptions, nullptr)
                       : getopt(count, words, current_letters);
      };
      const std::string expected =
          story(static_cast<int>(all.size()), host_words.data(), host_next, optarg, optind, optopt);

      Program program(
          [] {
            library_state.option_errors = 0;
            const auto next = [](int count, char** words) {
              if (is_only) return guest_getopt_long_only(count, words, current_letters, kLongOptions, nullptr);
              return is_long ? guest_getopt_long(count, words, current_letters, kLongOptions, nullptr)
                             : guest_getopt(count, words, current_letters);
            };
            const std::string text = story(Program::word_count, Program::words, next, library_state.option_argument,
                                           library_state.option_index, library_state.option_unknown);
            machine().write_output(text.data(), text.size());
          },
          {}, all);
      EXPECT_EQ(program.run(), expected) << one.letters << ", way " << way;
    }
  }
}

}  // namespace
}  // namespace qpor::frontend::native
