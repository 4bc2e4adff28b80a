// expect: verdict=safe traces=1
// Texts for unknown numbers are the thread's own, also after another thread has asked.
#include <string.h>

#include <locale>
#include <mutex>
#include <thread>

struct Facet : std::locale::facet {
  static std::__c_locale c_locale() { return _S_get_c_locale(); }
};

static char copies[2][32];
static std::mutex own[2];

static void describe(int number) {
  const char* const text = strerror_l(4000 + number, Facet::c_locale());
  own[number].lock();
  own[number].unlock();
  strcpy(copies[number], text);
}

int main() {
  std::thread a(describe, 0), b(describe, 1);
  a.join();
  b.join();
}
