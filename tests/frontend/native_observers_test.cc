// What --algorithm=observers says about C programs: in which scope they are safe, and where a plain access depends on
// an order of atomic stores that it does not explore.

#include <string>
#include <vector>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

/// Two threads, and what main does when it has joined them. `s.x` is in one cell of shadow memory with its neighbour.
std::string program(const std::string& first, const std::string& second, const std::string& end) {
  return "#include <assert.h>\n#include <pthread.h>\n#include <string.h>\n"
         "static _Alignas(8) struct { int neighbour; int x; } s;\n"
         "static void* one(void* p) { " +
         first +
         " return p; }\n"
         "static void* two(void* p) { " +
         second +
         " return p; }\n"
         "int main(void) {\n"
         "  pthread_t p, q;\n"
         "  pthread_create(&p, 0, one, 0);\n"
         "  pthread_create(&q, 0, two, 0);\n"
         "  pthread_join(p, 0);\n"
         "  pthread_join(q, 0);\n  " +
         end + "\n  return 0;\n}\n";
}

const char* const kOne = "__atomic_store_n(&s.x, 1, __ATOMIC_SEQ_CST);";
const char* const kTwo = "__atomic_store_n(&s.x, 2, __ATOMIC_SEQ_CST);";

nlohmann::json observed(const std::string& text) {
  const CFile file(text);
  return json_of({"--algorithm=observers", file.path()});
}

void expect_gap(const nlohmann::json& json) {
  EXPECT_EQ(json["verdict"], "incomplete");
  ASSERT_EQ(json["unseen"].size(), 1u) << json;
  EXPECT_EQ(json["unseen"][0]["kind"], "unordered-stores");
}

TEST(NativeObservers, PlainReadsOfSeveralStoresTakeSafeAway) {
  // In one order the assertion holds, in the other it does not.
  for (const char* const end : {"assert(s.x == 1);", "assert(s.x == 2);"}) {
    const CFile file(program(kOne, kTwo, end));
    EXPECT_EQ(json_of({file.path()})["verdict"], "defect");
  }
  const auto one = observed(program(kOne, kTwo, "assert(s.x == 1);"));
  const auto two = observed(program(kOne, kTwo, "assert(s.x == 2);"));
  // One of the two is met.
  EXPECT_NE(one["verdict"] == "defect", two["verdict"] == "defect");
  expect_gap(one["verdict"] == "defect" ? two : one);
  expect_gap(observed(program(kOne, kTwo, "int x; memcpy(&x, &s.x, 4); assert(x > 0);")));
  expect_gap(observed(program(kOne, kTwo, "assert(s.neighbour == 0); assert(s.x > 0);")));
}

TEST(NativeObservers, PlainReadsOfWhatIsOrderedLeaveItSafe) {
  for (const std::string& text :
       {program(kOne, "", "assert(s.x == 1);"), program(kOne, kTwo, "s.x = 3; assert(s.x == 3);"),
        program(kOne, "__atomic_store_n(&s.neighbour, 2, __ATOMIC_SEQ_CST);", "assert(s.x + s.neighbour == 3);"),
        program("__atomic_fetch_add(&s.x, 1, __ATOMIC_SEQ_CST);", "__atomic_fetch_add(&s.x, 1, __ATOMIC_SEQ_CST);",
                "assert(s.x == 2);")}) {
    const auto json = observed(text);
    EXPECT_EQ(json["verdict"], "safe") << text << json["incomplete_reasons"];
  }
}

TEST(NativeObservers, FindWhatAtomicOperationsRead) {
  for (const char* const end : {"assert(__atomic_load_n(&s.x, __ATOMIC_SEQ_CST) == 1);",
                                "assert(__atomic_load_n(&s.x, __ATOMIC_SEQ_CST) == 2);"}) {
    const auto json = observed(program(kOne, kTwo, end));
    EXPECT_EQ(json["verdict"], "defect");
    EXPECT_EQ(json["defects"][0]["kind"], "assertion");
  }
  const CFile file(program(kOne, kTwo, "assert(__atomic_load_n(&s.x, __ATOMIC_SEQ_CST) > 0);"));
  EXPECT_EQ(
      run_with({"--algorithm=observers", "--quiet", file.path()}).out,
      "RESULT: safe under sequential consistency - all 2 classes of traces explored, no defect; assuming no order "
      "of stores matters that nothing reads\n");
}

TEST(NativeObservers, AreComparedWithoutWhatTheyLeaveOpen) {
  for (const char* const end : {"assert(s.x == 1);", "assert(s.x == 2);"}) {
    const CFile file(program(kOne, kTwo, end));
    const Ran ran = run_plainly({"compare", "--algorithm=all", file.path()});
    EXPECT_EQ(ran.out.find("internal error"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.code, 1);
  }
}

TEST(NativeObservers, DoNotLookForLostMemory) {
  const Ran ran = run_with({"--algorithm=observers", "--leaks", "prog.c"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err.substr(0, 51), "qpor: --leaks contradicts --algorithm=observers: wh");
}

/// The program of the first test fails in one order: unless every access is looked at, it would be called safe.
TEST(NativeObservers, LookAtEveryAccess) {
  for (const char* const word : {"--races=off", "--races=50"}) {
    const Ran ran = run_with({"--algorithm=observers", word, "prog.c"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.err.substr(0, 54), "qpor: --races must be on beside --algorithm=observers:") << ran.err;
    EXPECT_EQ(run_plainly({"compare", "--algorithm=all", word, "prog.c"}).code, 2);
  }
}

}  // namespace
}  // namespace qpor::frontend
