// Threads that do what a script says with shared and weak pointers to two objects;
// tests/frontend/native_counts_fuzz_test.cc makes scripts and knows what has to come out.
//
// Arguments: the number of the type of the objects; "noisy" if their destructors say which thread runs them, or
// "quiet"; "late" if main drops its references after it has created the threads, or "early"; "nested" if the first
// object owns the second, or "apart"; then one word for each thread. A word begins with four digits, 1 if the thread
// has a shared pointer to the first object, to the second, a weak pointer to the first, to the second; a letter for
// each of its steps follows.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>

namespace {

constexpr int kMaxThreads = 3;
thread_local int self = 0;
int destroyed_by[2] = {-1, -1};
char results[kMaxThreads][64];

template <int kNumber, bool kIsNoisy>
struct Object {
  int id = 0;
  std::shared_ptr<Object> inner;

  ~Object() {
    if constexpr (kIsNoisy) destroyed_by[id] = self;
  }
};

template <class T>
struct Pointers {
  std::shared_ptr<T> shared[2];
  std::weak_ptr<T> weak[2];
};

template <class T>
void follow(const char* script, Pointers<T>& mine, int number) {
  self = number + 1;
  char* result = results[number];
  for (const char* at = script + 4; *at != '\0'; ++at) {
    const int step = *at - 'a';
    if (step < 2)
      mine.shared[1 - step] = mine.shared[step];
    else if (step < 4)
      mine.shared[step - 2].reset();
    else if (step < 8)
      *result++ = static_cast<char>('0' + ((mine.shared[step % 2] = mine.weak[(step - 4) / 2].lock()) != nullptr));
    else if (step < 10)
      *result++ = static_cast<char>('0' + mine.weak[step - 8].expired());
    else
      *result++ = static_cast<char>('0' + mine.shared[step - 10].use_count());
  }
  for (std::shared_ptr<T>& each : mine.shared) each.reset();
  for (std::weak_ptr<T>& each : mine.weak) each.reset();
}

template <class T>
void run(int threads, char** words) {
  const bool is_late = std::strcmp(words[0], "late") == 0, is_nested = std::strcmp(words[1], "nested") == 0;
  std::shared_ptr<T> objects[2] = {std::make_shared<T>(), std::make_shared<T>()};
  objects[1]->id = 1;
  if (is_nested) objects[0]->inner = objects[1];
  Pointers<T> pointers[kMaxThreads];
  for (int t = 0; t < threads; ++t) {
    for (int i = 0; i < 2; ++i) {
      if (words[2 + t][i] == '1') pointers[t].shared[i] = objects[i];
      if (words[2 + t][2 + i] == '1') pointers[t].weak[i] = objects[i];
    }
  }
  if (!is_late) {
    for (std::shared_ptr<T>& each : objects) each.reset();
  }
  std::thread all[kMaxThreads];
  for (int t = 0; t < threads; ++t) all[t] = std::thread(follow<T>, words[2 + t], std::ref(pointers[t]), t);
  for (std::shared_ptr<T>& each : objects) each.reset();
  for (int t = 0; t < threads; ++t) all[t].join();
  for (int t = 0; t < threads; ++t) std::printf("%s,", results[t]);
  std::printf("%d %d\n", destroyed_by[0], destroyed_by[1]);
}

template <int kNumber>
void run_either(int argc, char** argv) {
  const bool is_noisy = std::strcmp(argv[2], "noisy") == 0;
  if (is_noisy)
    run<Object<kNumber, true>>(argc - 5, argv + 3);
  else
    run<Object<kNumber, false>>(argc - 5, argv + 3);
}

}  // namespace

int main(int argc, char** argv) {
  switch (std::atoi(argv[1])) {
    case 0: run_either<0>(argc, argv); break;
    case 1: run_either<1>(argc, argv); break;
    case 2: run_either<2>(argc, argv); break;
    case 3: run_either<3>(argc, argv); break;
    case 4: run_either<4>(argc, argv); break;
    case 5: run_either<5>(argc, argv); break;
    default: return 1;
  }
}
