// Files that the command writes (output.h): no file of the user is ever replaced, none is ever half written.

#include "frontend/cli/output.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

namespace fs = std::filesystem;

/// The current folder for the time of a test, with a model in it.
class Folder {
 public:
  Folder() : old_(fs::current_path()) {
    folder_ = testing::TempDir() + "qpor-output-" + std::to_string(getpid());
    fs::remove_all(folder_);
    fs::create_directory(folder_);
    fs::current_path(folder_);
    write("p.model", kAbba);
    write("safe.model", kSafe);
  }
  ~Folder() {
    fs::current_path(old_);
    fs::remove_all(folder_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  static void write(const std::string& name, const std::string& text) { std::ofstream(name, std::ios::binary) << text; }
  static std::string read(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  static std::size_t count() {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator("."), fs::directory_iterator()));
  }

 private:
  fs::path old_;
  std::string folder_;
};

struct Way {
  std::vector<std::string> words;  ///< the last names the file
  std::string option;
};

const std::vector<Way>& ways() {
  static const std::vector<Way> all = {{{"--json"}, "--json"},
                                       {{"--dot"}, "--dot"},
                                       {{"--save-schedule"}, "--save-schedule"},
                                       {{"compare", "--json"}, "--json"},
                                       {{"compare", "--csv"}, "--csv"},
                                       {{"compare", "--svg"}, "--svg"}};
  return all;
}

Ran run_way(const Way& way, const std::string& file, const std::string& program = "p.model") {
  std::vector<std::string> words = way.words;
  words.back() += "=" + file;
  words.push_back(program);
  return run_plainly(words);
}

TEST(OutputFiles, DoNotReplaceWhatQporDidNotWrite) {
  const Folder folder;
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.option);
    for (const std::string& text : {std::string("int main(void) { return 0; }\n"), std::string("{\n"),
                                    std::string("{\n  \"version\": 1,\n  \"name\": \"package\"\n}\n"),
                                    std::string("digraph G {\n}\n"), std::string("<svg xmlns=\"x\">\n</svg>\n"),
                                    std::string("program,define\n"), std::string(1, '\0'), std::string(100000, 'x')}) {
      Folder::write("mine", text);
      const Ran ran = run_way(way, "mine");
      EXPECT_EQ(ran.code, 2) << text.substr(0, 40);
      EXPECT_EQ(ran.out, "") << "nothing ran";
      EXPECT_EQ(ran.err, "qpor: " + way.option + ": 'mine' exists and was not written by qpor; name another file\n");
      EXPECT_EQ(Folder::read("mine"), text);
    }
  }
}

TEST(OutputFiles, AWordTooFewLeavesTheSourceAsItIs) {
  const Folder folder;
  Folder::write("main.c", "int main(void) { return 0; }\n");
  Folder::write("queue.c", "int queue;\n");
  const Ran ran = run_with({"--json", "main.c", "queue.c"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "qpor: --json: 'main.c' exists and was not written by qpor; name another file\n");
  EXPECT_EQ(Folder::read("main.c"), "int main(void) { return 0; }\n");
}

TEST(OutputFiles, ReplaceThoseOfAnEarlierRun) {
  const Folder folder;
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.words.front() + way.option);
    fs::remove("result");
    EXPECT_NE(run_way(way, "result").code, 2);
    const std::string first = Folder::read("result");
    ASSERT_FALSE(first.empty());
    Folder::write("result", first + "kept from before");
    const Ran again = run_way(way, "result");
    EXPECT_NE(again.code, 2) << again.err;
    EXPECT_TRUE(Folder::read("result").find("kept from before") == std::string::npos);
    Folder::write("result", "");
    EXPECT_NE(run_way(way, "result").code, 2) << "an empty file is nobody's";
    EXPECT_FALSE(Folder::read("result").empty());
  }
}

TEST(OutputFiles, OfOneKindAreNotReplacedByAnother) {
  const Folder folder;
  EXPECT_EQ(run_plainly({"--save-schedule=s", "p.model"}).code, 1);
  const std::string schedule = Folder::read("s");
  EXPECT_EQ(run_plainly({"--json=s", "p.model"}).err,
            "qpor: --json: 's' exists and is another output of qpor; name another file\n");
  EXPECT_EQ(Folder::read("s"), schedule);
}

TEST(OutputFiles, AreNoInputs) {
  const Folder folder;
  Folder::write("a.c", "int other(void);\nint main(void) { return other(); }\n");
  Folder::write("b.c", "int other(void) { return 0; }\n");
  Folder::write("input", "");
  EXPECT_EQ(run_with({"--json=b.c", "a.c", "b.c"}).err,
            "qpor: --json: 'b.c' is a file of the program; name another file\n");
  EXPECT_EQ(run_with({"--json=input", "--stdin=input", "a.c", "b.c"}).err,
            "qpor: --json: 'input' is the standard input of the program; name another file\n")
      << "though it is empty";
  fs::create_symlink("b.c", "link");
  EXPECT_EQ(run_with({"--json=link", "a.c", "b.c"}).code, 2);
  EXPECT_EQ(Folder::read("b.c"), "int other(void) { return 0; }\n");
}

TEST(OutputFiles, AreNotTheSameUnderTwoNames) {
  const Folder folder;
  fs::create_symlink("x", "y");
  EXPECT_EQ(run_with({"--json=x", "--dot=y", "p.model"}).err, "qpor: --json and --dot cannot both be written to 'y'\n");
  EXPECT_EQ(run_with({"--json=x", "--dot=./x", "p.model"}).code, 2);
  EXPECT_EQ(run_with({"--json=/dev/null", "--dot=/dev/null", "p.model"}).code, 2) << "by the same name";
  EXPECT_FALSE(fs::exists("x"));
}

TEST(OutputFiles, KeepPermissionsAndFollowLinks) {
  const Folder folder;
  EXPECT_EQ(run_with({"--json=real", "safe.model"}).code, 0);
  struct stat there{};
  ASSERT_EQ(stat("real", &there), 0);
  const mode_t mask = umask(0);
  umask(mask);
  EXPECT_EQ(there.st_mode & 0777, 0666 & ~mask);
  ASSERT_EQ(chmod("real", 0640), 0);
  fs::create_symlink("real", "link");
  EXPECT_EQ(run_with({"--json=link", "p.model"}).code, 1);
  EXPECT_TRUE(fs::is_symlink("link"));
  EXPECT_NE(Folder::read("real").find("\"defect\""), std::string::npos);
  ASSERT_EQ(stat("real", &there), 0);
  EXPECT_EQ(there.st_mode & 0777, 0640U);
  fs::create_symlink("new", "dangling");
  EXPECT_EQ(run_with({"--json=dangling", "p.model"}).code, 1);
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status("new")));
  EXPECT_EQ(Folder::count(), 6U) << "and nothing else is left: two models, real, link, new, dangling";
}

TEST(OutputFiles, GoToDevicesAndPipesAsTheyAre) {
  const Folder folder;
  EXPECT_EQ(run_with({"--json=/dev/null", "safe.model"}).code, 0);
  ASSERT_EQ(mkfifo("pipe", 0600), 0);
  std::string text;
  std::thread reader([&] { text = Folder::read("pipe"); });
  EXPECT_EQ(run_with({"--json=pipe", "safe.model"}).code, 0);
  reader.join();
  EXPECT_TRUE(looks_like(OutputKind::Json, text)) << text;
  EXPECT_TRUE(fs::is_fifo("pipe"));
}

TEST(OutputFiles, ThatCannotBeWrittenDoNotCostTheReport) {
  const Folder folder;
  for (const std::string option : {"--json", "--dot", "--save-schedule"}) {
    const Ran ran = run_plainly({option + "=/dev/full", "p.model"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.out.find("RESULT: defect"), std::string::npos) << option;
    EXPECT_NE(ran.err.find("qpor: cannot write '/dev/full': No space left on device\n"), std::string::npos) << ran.err;
    fs::remove("p.schedule");
  }
  EXPECT_EQ(run_plainly({"compare", "--csv=/dev/full", "p.model"}).code, 2);
}

TEST(OutputFiles, ThatCannotBeWrittenAreFoundOutBefore) {
  const Folder folder;
  fs::create_directory("folder");
  const Ran ran = run_with({"--json=folder", "p.model"});
  EXPECT_EQ(ran.err, "qpor: cannot write 'folder': Is a directory\n");
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(run_with({"--json=p.model/x", "p.model"}).err, "qpor: cannot write 'p.model/x': Not a directory\n");
}

TEST(OutputFiles, AreThereOnlyWhenTheyAreWhole) {
  const Folder folder;
  // The model does not compile: what an earlier run wrote stays.
  EXPECT_EQ(run_with({"--json=result", "p.model"}).code, 1);
  const std::string first = Folder::read("result");
  Folder::write("p.model", "thread {");
  EXPECT_EQ(run_with({"--json=result", "--dot=new", "p.model"}).code, 2);
  EXPECT_EQ(Folder::read("result"), first);
  EXPECT_FALSE(fs::exists("new"));
}

TEST(OutputFiles, AreKnownByTheirBeginning) {
  EXPECT_FALSE(looks_like(OutputKind::Json, ""));
  EXPECT_FALSE(looks_like(OutputKind::Dot, "digraph unfolding {\n  a -> b;\n}\n"));
  EXPECT_FALSE(looks_like(OutputKind::Svg, "<svg written by qpor>"));
  EXPECT_TRUE(looks_like(OutputKind::Dot, "digraph unfolding {\n  graph [fontname=\"Helvetica\", fontsize=12"));
}

}  // namespace
}  // namespace qpor::frontend
