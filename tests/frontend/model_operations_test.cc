// Every construct announces the visible operations that docs/model.md says.

#include <string>
#include <vector>

#include "tests/frontend/model_driver.h"

namespace qpor::frontend::model {
namespace {

using Strings = std::vector<std::string>;
using engine::ObjectKind;
using engine::Value;

// Results 0 throughout, and what the thread `t` then shows.
Strings shown_by(const std::string& body, const std::vector<Value>& results) {
  Driver driver("var x, a[3]; mutex m, n[2]; cond c, d[2]; sem s; rwlock l; thread t { " + body + " }");
  return driver.run("t", results);
}

TEST(ModelOperations, EachCallAnnouncesItsOperation) {
  EXPECT_EQ(shown_by("lock(m); unlock(m);", {0, 0}), (Strings{"lock m", "unlock m", ""}));
  EXPECT_EQ(shown_by("x = trylock(m);", {1}), (Strings{"trylock m", "store x 1"}));
  EXPECT_EQ(shown_by("x = 3; x = x;", {0, 9}), (Strings{"store x 3", "load x", "store x 9"}));
  EXPECT_EQ(shown_by("x = cas(a[1], 4, 5);", {1}), (Strings{"cas a[1] 4 5", "store x 1"}));
  EXPECT_EQ(shown_by("x = fetch_add(x, 2) + 1;", {10}), (Strings{"fetch_add x 2", "store x 11"}));
  EXPECT_EQ(shown_by("x = exchange(a[2], 7);", {8}), (Strings{"exchange a[2] 7", "store x 8"}));
  EXPECT_EQ(shown_by("post(s); acquire(s);", {0, 0}), (Strings{"post s", "acquire s", ""}));
  EXPECT_EQ(shown_by("x = tryacquire(s); x = value(s);", {0, 0, 6}),
            (Strings{"tryacquire s", "store x 0", "value s", "store x 6"}));
  EXPECT_EQ(shown_by("rdlock(l); rdunlock(l); wrlock(l); wrunlock(l);", {0, 0, 0, 0}),
            (Strings{"rdlock l", "rdunlock l", "wrlock l", "wrunlock l", ""}));
  EXPECT_EQ(shown_by("x = tryrdlock(l); x = trywrlock(l);", {0, 0, 1}),
            (Strings{"tryrdlock l", "store x 0", "trywrlock l", "store x 1"}));
  EXPECT_EQ(shown_by("signal(c); broadcast(d[1]);", {0, 0}), (Strings{"signal c", "broadcast d[1]", ""}));
  EXPECT_EQ(shown_by("x;", {3}), (Strings{"load x", ""}));
  EXPECT_EQ(shown_by("trylock(m);", {1}), (Strings{"trylock m", ""}));
}

TEST(ModelOperations, WaitIsFourOperationsAndAwaitTwo) {
  EXPECT_EQ(shown_by("lock(m); wait(c, m); x = 1;", {0, 0, 0, 0, 0}),
            (Strings{"lock m", "enqueue c", "unlock m", "wake c", "lock m", "store x 1"}));
  EXPECT_EQ(shown_by("lock(m); x = 5 + timedwait(c, m); unlock(m);", {0, 0, 0, 1, 0, 0}),
            (Strings{"lock m", "enqueue c", "unlock m", "timedwake c", "lock m", "store x 6", "unlock m"}));
  EXPECT_EQ(shown_by("await(c); x = timedawait(c);", {0, 0, 0, 0}),
            (Strings{"enqueue c", "wake c", "enqueue c", "timedwake c", "store x 0"}));
}

TEST(ModelOperations, TheIndicesOfAWaitAreEvaluatedOnceAndSurviveItsResult) {
  EXPECT_EQ(shown_by("local i = 1; lock(n[i]); i = timedwait(d[i], n[i]); x = i;", {0, 0, 0, 0, 0}),
            (Strings{"lock n[1]", "enqueue d[1]", "unlock n[1]", "timedwake d[1]", "lock n[1]", "store x 0"}));
  EXPECT_EQ(shown_by("lock(n[1]); x = 10 + timedwait(d[a[0]], n[a[1] - 1]);", {0, 1, 2, 0, 0, 1, 0}),
            (Strings{"lock n[1]", "load a[0]", "load a[1]", "enqueue d[1]", "unlock n[1]", "timedwake d[1]",
                     "lock n[1]", "store x 11"}));
  EXPECT_EQ(shown_by("lock(n[1]); x = timedwait(c, n[a[1]]);", {0, 1, 0, 0, 0, 0}),
            (Strings{"lock n[1]", "load a[1]", "enqueue c", "unlock n[1]", "timedwake c", "lock n[1]", "store x 0"}));
  EXPECT_EQ(shown_by("lock(n[1]); wait(c, n[a[1]]);", {0, 1, 0, 0, 0}),
            (Strings{"lock n[1]", "load a[1]", "enqueue c", "unlock n[1]", "wake c", "lock n[1]"}));
}

TEST(ModelOperations, ArrivalsCountWhenThereIsAPlaceForEveryThread) {
  Driver driver("barrier b(2), e[2](2); thread t[2](i) { arrive(b); arrive(e[i]); arrive(b); }");
  EXPECT_EQ(driver.run("t[1]", {0, 0, 0, 0, 0, 0}),
            (Strings{"arrive b 0", "leave b 0", "arrive e[1] 0", "leave e[1] 0", "arrive b 1", "leave b 1", ""}));
}

TEST(ModelOperations, ArrivalsAreOrderedWhenThereAreMoreThreadsThanPlaces) {
  Driver three("barrier b(2); thread t[2] { arrive(b); } thread u { arrive(b); }");
  EXPECT_EQ(three.run("u", {4, 0}), (Strings{"ordered arrive b", "ordered leave b 4", ""}));
  EXPECT_EQ(three.run("t[0]", {2, 0}), (Strings{"ordered arrive b", "ordered leave b 2", ""}));
  // The index of the barrier and the round that comes of it do not mix.
  Driver element("var x; barrier b[4](1); thread t[2] { arrive(b[x]); }");
  EXPECT_EQ(element.run("t[0]", {3, 2, 0}), (Strings{"load x", "ordered arrive b[3]", "ordered leave b[3] 2", ""}));
  // A proc may run any number of times; a body that mentions the barrier twice is one thread all the same.
  EXPECT_EQ(Driver("barrier b(9); proc p() { arrive(b); } thread u { arrive(b); }").pending("u"), "ordered arrive b");
  EXPECT_EQ(Driver("barrier b(1); thread u { arrive(b); arrive(b); }").pending("u"), "arrive b 0");
}

TEST(ModelOperations, ChoicesHaveAnObjectPerThread) {
  Driver driver("var x; thread t[2] { x = choose(3) * 10 + choose(1 + 1); }");
  const std::size_t declared = driver.vocabulary.objects.size();
  EXPECT_EQ(driver.run("t[1]", {2, 1}), (Strings{"choose choice@t[1] 3", "choose choice@t[1] 2", "store x 21"}));
  EXPECT_EQ(driver.pending("t[0]"), "choose choice@t[0] 3");
  EXPECT_EQ(driver.vocabulary.objects.size(), declared) << "one object per thread, shown by its first choice";
  EXPECT_EQ(declared, 3u);
}

TEST(ModelOperations, CreateGivesAHandleThatJoinTakes) {
  Driver driver(
      "var x, h; proc child(a, b) { x = a * 10 + b; } thread t { local i = 3; h = create child(i, i + 1);\n"
      "create child(7, 8); join(h); } thread u { join(h); }");
  EXPECT_EQ(driver.pending("t"), "create child@t.0");
  EXPECT_EQ(driver.ready().size(), 2u) << "the child does not exist yet";
  driver.step("t");
  EXPECT_EQ(driver.run("child@t.0", {0, 0, 0}), (Strings{"start", "store x 34", "exit", ""}));
  const engine::Operation store = driver.vocabulary.operations[driver.executor->pending(driver.thread("t"))];
  EXPECT_EQ(store.kind, engine::OperationKind::Store);
  EXPECT_EQ(driver.run("t", {0, 0, store.argument, 0}),
            (Strings{"store h " + std::to_string(store.argument), "create child@t.1", "load h", "join child@t.0", ""}));
  EXPECT_EQ(driver.run("child@t.1", {0, 0, 0}), (Strings{"start", "store x 78", "exit", ""}));
  EXPECT_EQ(driver.run("u", {store.argument, 0}), (Strings{"load h", "join child@t.0", ""}));
}

TEST(ModelOperations, ArgumentsOfCreateMayBeVisible) {
  Driver driver("var x, y; proc p(a, b) { y = a - b; } thread t { local i = 2; x = i + !create p(x, x + i); }");
  EXPECT_EQ(driver.run("t", {10, 5, 0}), (Strings{"load x", "load x", "create p@t.0", "store x 2"}));
  EXPECT_EQ(driver.run("p@t.0", {0}), (Strings{"start", "store y 3"}));
}

TEST(ModelOperations, AProcMayCreateItself) {
  Driver driver("proc p(n) { if (n > 0) { create p(n - 1); } } thread t { create p(2); }");
  driver.step("t");
  EXPECT_EQ(driver.run("p@t.0", {0, 0, 0}), (Strings{"start", "create p@p@t.0.0", "exit", ""}));
  EXPECT_EQ(driver.run("p@p@t.0.0", {0}), (Strings{"start", "create p@p@p@t.0.0.0"}));
}

TEST(ModelOperations, ObjectsAndThreadsAreRegisteredOncePerVocabulary) {
  const auto program = compile(
      "var v[2] = 4; mutex m; fifo cond f; cond c; sem s = 3; rwlock l; barrier b[2](5); proc p() {}\n"
      "thread t[2](i) { create p(); v[i] = i; } thread u { lock(m); }",
      "test.model");
  const auto executor = make_executor(program);
  engine::Vocabulary vocabulary;
  executor->start(vocabulary);
  ASSERT_EQ(vocabulary.objects.size(), 9u);
  const auto expect = [&](std::uint32_t i, ObjectKind kind, const char* name, Value initial, Value parameter) {
    const engine::Object& object = vocabulary.objects[static_cast<engine::ObjectId>(i)];
    EXPECT_EQ(object.kind, kind) << name;
    EXPECT_EQ(object.name, name);
    EXPECT_EQ(object.name_hash, engine::hash_of(name));
    EXPECT_EQ(object.initial, initial) << name;
    EXPECT_EQ(object.parameter, parameter) << name;
  };
  expect(0, ObjectKind::Variable, "v[0]", 4, 0);
  expect(1, ObjectKind::Variable, "v[1]", 4, 0);
  expect(2, ObjectKind::Mutex, "m", 0, 0);
  expect(3, ObjectKind::Condition, "f", 0, 1);
  expect(4, ObjectKind::Condition, "c", 0, 0);
  expect(5, ObjectKind::Semaphore, "s", 3, 0);
  expect(6, ObjectKind::RwLock, "l", 0, 0);
  expect(7, ObjectKind::Barrier, "b[0]", 0, 5);
  expect(8, ObjectKind::Barrier, "b[1]", 0, 5);
  EXPECT_EQ(vocabulary.threads[engine::ThreadId{0}].name, "t[0]");
  EXPECT_EQ(vocabulary.threads[engine::ThreadId{1}].name, "t[1]");
  EXPECT_EQ(vocabulary.threads[engine::ThreadId{2}].name, "u");
  EXPECT_EQ(vocabulary.threads[engine::ThreadId{2}].ordinal, 2u);

  const std::vector<engine::OperationId> first = {executor->pending(engine::ThreadId{0}),
                                                  executor->pending(engine::ThreadId{2})};
  executor->step(engine::ThreadId{0}, 0);
  executor->step(engine::ThreadId{2}, 0);
  const std::size_t threads = vocabulary.threads.size();
  executor->start(vocabulary);
  EXPECT_EQ(vocabulary.objects.size(), 9u);
  EXPECT_EQ(vocabulary.threads.size(), threads);
  EXPECT_EQ(executor->pending(engine::ThreadId{0}), first[0]);
  EXPECT_EQ(executor->pending(engine::ThreadId{2}), first[1]);

  engine::Vocabulary other;
  executor->start(other);
  EXPECT_EQ(other.objects.size(), 9u);
  EXPECT_EQ(other.operations[executor->pending(engine::ThreadId{2})].kind, engine::OperationKind::Lock);

  vocabulary = {};  // emptied at the same address
  executor->start(vocabulary);
  EXPECT_EQ(vocabulary.objects.size(), 9u);
  executor->start(other);
  other = {};
  executor->start(other);
  EXPECT_EQ(other.objects.size(), 9u);
}

TEST(ModelOperations, LocationsNameThePlaceAndTheBody) {
  Driver driver("mutex m;\nproc p() {\n  lock(m);\n}\nthread t {\n  create p();\n}\n");
  const auto place = [&](const char* thread) {
    const engine::OperationId id = driver.executor->pending(driver.thread(thread));
    const engine::Location location = driver.executor->location(driver.vocabulary.operations[id].site);
    return location.file + ":" + std::to_string(location.line) + ":" + std::to_string(location.column) + " " +
           location.function;
  };
  EXPECT_EQ(place("t"), "test.model:6:3 t");
  driver.step("t");
  EXPECT_EQ(place("p@t.0"), "test.model:2:6 p");
  driver.step("p@t.0");
  EXPECT_EQ(place("p@t.0"), "test.model:3:3 p");
  driver.step("p@t.0");
  EXPECT_EQ(place("p@t.0"), "test.model:4:1 p");
  EXPECT_EQ(driver.executor->location(0).line, 0u);
  EXPECT_EQ(driver.executor->location(1'000'000).line, 0u);
}

}  // namespace
}  // namespace qpor::frontend::model
