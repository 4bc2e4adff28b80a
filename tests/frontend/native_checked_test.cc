// Which bytes calls of library functions access. One thread makes the call, another touches a byte, and whether that is
// a data race is known. Each case has two threads and data of its own, so that one execution shows all of them.

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

struct Case {
  const char* before;  ///< by main
  const char* call;
  const char* other;
  bool is_race;
};

constexpr const char* kBeginning = R"(
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <math.h>
#include <pthread.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
struct Data {
  char a[64], b[64]; wchar_t w[32], x[32]; char* p; char* q; wchar_t* r; long n, m; double f; int i; unsigned u; size_t s;
  struct tm tm; time_t t; struct timespec ts; mbstate_t ms; struct drand48_data dr; unsigned short xs[8]; struct iovec io[2];
};
#define LIST(call) { va_list l; va_start(l, f); int r = call; va_end(l); return r; }
#define V(name) static int name(const char* f, ...) { char o[64]; LIST(vsnprintf(o, 64, f, l)) }
#define WS(name) static int name(char* o, const char* f, ...) LIST(vsprintf(o, f, l))
#define VS(name) static int name(const char* o, const char* f, ...) LIST(vsscanf(o, f, l))
static int up(const void* a, const void* b) { (void)a; (void)b; return 1; }
static char sink; static wchar_t wide_sink;
#define GET(place) (void)*(volatile __typeof__(place)*)&(place)
#define PUT(place) *(volatile __typeof__(place)*)&(place) = 0
)";

std::string program_of(const std::vector<Case>& cases) {
  std::string text = kBeginning;
  std::string main = "int main(void) { pthread_t t; (void)sink; (void)wide_sink; (void)up;\n";
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string number = std::to_string(i);
    const std::string local = "{ struct Data* d = &d" + number + "; (void)d; ";
    text += "static struct Data d" + number +
            " = {.a = \"hello, world\", .b = \"hello\", .w = L\"hello, world\", .x = L\"hello\"};\n";
    // The line of the call is 1000 + the number of the case.
    text += "#line " + std::to_string(1000 + i) + "\n";
    // Functions that hand their arguments on, each in the line of its case.
    const std::string line = "#line " + std::to_string(1000 + i) + "\n";
    text += "V(v" + number + ")\n" + line + "WS(ws" + number + ")\n" + line + "VS(vs" + number + ")\n" + line;
    text += "#define v v" + number + "\n#define ws ws" + number + "\n#define vs vs" + number + "\n" + line;
    text += "static void* call" + number + "(void* arg) " + local + cases[i].call + "; return arg; }\n";
    text += "#undef v\n#undef ws\n#undef vs\n";
    text += "#line " + std::to_string(5000 + i) + "\n";
    text += "static void* other" + number + "(void* arg) " + local + cases[i].other + "; return arg; }\n";
    main += local + cases[i].before + "; } pthread_create(&t, 0, call" + number + ", 0); pthread_create(&t, 0, other" +
            number + ", 0);\n";
  }
  return text + "#line 9000\n" + main + "return 0; }\n";
}

void expect_races(const std::vector<Case>& cases) {
  const CFile program(program_of(cases));
  const auto json = json_of({"--keep-going", "--cflags=-w", program.path()});
  ASSERT_TRUE(json.is_object());
  std::set<std::size_t> found;
  for (const auto& defect : json["defects"]) {
    EXPECT_EQ(defect["kind"], "data-race") << defect["message"] << defect["location"];
    const auto line = defect["location"]["line"].get<std::size_t>();
    found.insert(line >= 5000 ? line - 5000 : line - 1000);
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(found.contains(i), cases[i].is_race)
        << cases[i].before << "; " << cases[i].call << " | " << cases[i].other;
  }
}

TEST(NativeChecked, MemoryIsAccessedAsFarAsTheFunctionLooks) {
  expect_races({
      {"", "memchr(d->a, 'o', 64)", "PUT(d->a[4])", true},
      {"", "memchr(d->a, 'o', 64)", "PUT(d->a[5])", false},
      {"", "memchr(d->a, 'z', 20)", "PUT(d->a[19])", true},
      {"", "memchr(d->a, 'z', 20)", "PUT(d->a[20])", false},
      {"", "memchr(d->a, 'o', 64)", "GET(d->a[4])", false},
      {"", "memrchr(d->a, 'o', 12)", "PUT(d->a[7])", false},
      {"", "memrchr(d->a, 'o', 12)", "PUT(d->a[8])", true},
      {"", "rawmemchr(d->a, 'o')", "PUT(d->a[4])", true},
      {"", "rawmemchr(d->a, 'o')", "PUT(d->a[5])", false},
      {"", "memmem(d->a, 12, \"lo\", 2)", "PUT(d->a[4])", true},
      {"", "memmem(d->a, 12, \"lo\", 2)", "PUT(d->a[5])", false},
      {"", "memmem(d->a, 12, d->b, 5)", "PUT(d->b[4])", true},
      {"", "memcmp(d->a, d->b, 8)", "PUT(d->b[7])", true},
      {"", "memcmp(d->a, d->b, 8)", "PUT(d->b[8])", false},
      {"", "memccpy(d->b, d->a, ',', 64)", "GET(d->b[5])", true},
      {"", "memccpy(d->b, d->a, ',', 64)", "GET(d->b[6])", false},
      {"", "memccpy(d->b, d->a, ',', 64)", "PUT(d->a[5])", true},
      {"", "memccpy(d->b, d->a, ',', 64)", "PUT(d->a[6])", false},
      {"", "mempcpy(d->b, d->a, 3)", "GET(d->b[2])", true},
      {"", "mempcpy(d->b, d->a, 3)", "GET(d->b[3])", false},
      {"", "swab(d->a, d->b, 5)", "GET(d->b[3])", true},
      {"", "swab(d->a, d->b, 5)", "GET(d->b[4])", false},
      {"", "explicit_bzero(d->b, 4)", "GET(d->b[3])", true},
      {"", "explicit_bzero(d->b, 4)", "GET(d->b[4])", false},
      {"d->s = 16", "volatile size_t n = d->s; memset(d->b, 0, n)", "GET(d->b[15])", true},
      {"d->s = 16", "volatile size_t n = d->s; memset(d->b, 0, n)", "GET(d->b[16])", false},
  });
}

TEST(NativeChecked, TextIsAccessedAsFarAsTheFunctionLooks) {
  expect_races({
      {"", "strlen(d->b)", "PUT(d->b[5])", true},
      {"", "strlen(d->b)", "PUT(d->b[6])", false},
      {"", "strnlen(d->b, 3)", "PUT(d->b[2])", true},
      {"", "strnlen(d->b, 3)", "PUT(d->b[3])", false},
      {"", "strchr(d->a, 'o')", "PUT(d->a[4])", true},
      {"", "strchr(d->a, 'o')", "PUT(d->a[5])", false},
      {"", "strchr(d->a, 'z')", "PUT(d->a[12])", true},
      {"", "strrchr(d->a, 'h')", "PUT(d->a[12])", true},
      {"", "strcmp(d->a, \"help\")", "PUT(d->a[3])", true},
      {"", "strcmp(d->a, \"help\")", "PUT(d->a[4])", false},
      {"", "strncmp(d->a, d->b, 3)", "PUT(d->b[2])", true},
      {"", "strncmp(d->a, d->b, 3)", "PUT(d->b[3])", false},
      {"", "strncmp(d->a, d->b, 60)", "PUT(d->b[5])", true},
      {"", "strncmp(d->a, d->b, 60)", "PUT(d->b[6])", false},
      {"", "strcasecmp(d->a, \"HELP\")", "PUT(d->a[3])", true},
      {"", "strcasecmp(d->a, \"HELP\")", "PUT(d->a[4])", false},
      {"", "strstr(d->a, \"lo\")", "PUT(d->a[4])", true},
      {"", "strstr(d->a, \"lo\")", "PUT(d->a[5])", false},
      {"", "strstr(d->a, d->b)", "PUT(d->b[5])", true},
      {"", "strcasestr(d->a, \"LO\")", "PUT(d->a[5])", false},
      {"", "strpbrk(d->a, \"ol\")", "PUT(d->a[2])", true},
      {"", "strpbrk(d->a, \"ol\")", "PUT(d->a[3])", false},
      {"", "strspn(d->a, \"hel\")", "PUT(d->a[4])", true},
      {"", "strspn(d->a, \"hel\")", "PUT(d->a[5])", false},
      {"", "strcspn(d->a, \",\")", "PUT(d->a[5])", true},
      {"", "strcspn(d->a, \",\")", "PUT(d->a[6])", false},
      {"", "strcpy(d->a, d->b)", "GET(d->a[5])", true},
      {"", "strcpy(d->a, d->b)", "GET(d->a[6])", false},
      {"", "strncpy(d->a, d->b, 9)", "GET(d->a[8])", true},
      {"", "strncpy(d->a, d->b, 9)", "GET(d->a[9])", false},
      {"", "strcat(d->b, d->a)", "GET(d->b[4])", false},
      {"", "strcat(d->b, d->a)", "GET(d->b[5])", true},
      {"", "strcat(d->b, d->a)", "GET(d->b[17])", true},
      {"", "strcat(d->b, d->a)", "GET(d->b[18])", false},
      {"", "strncat(d->b, d->a, 2)", "GET(d->b[7])", true},
      {"", "strncat(d->b, d->a, 2)", "PUT(d->a[2])", false},
      {"", "strdup(d->b)", "PUT(d->b[5])", true},
      {"", "strdup(d->b)", "GET(d->b[5])", false},
      {"d->p = d->a", "strsep(&d->p, \",\")", "GET(d->p)", true},
      {"d->p = d->a", "strsep(&d->p, \",\")", "GET(d->a[5])", true},
      {"d->p = d->a", "strsep(&d->p, \",\")", "GET(d->a[4])", false},
      {"d->p = d->a", "strsep(&d->p, \",\")", "PUT(d->a[6])", false},
      {"", "strtok_r(d->a, \" \", &d->p)", "GET(d->p)", true},
      {"", "strtok_r(d->a, \" \", &d->p)", "GET(d->a[6])", true},
      {"", "strtok_r(d->a, \" \", &d->p)", "PUT(d->a[7])", false},
      {"", "strtok(d->a, \" \")", "GET(d->a[6])", true},
      {"", "strtok(d->a, \" \")", "GET(d->a[5])", false},
      {"strcpy(d->a, \"a/b\")", "dirname(d->a)", "GET(d->a[1])", true},
      {"strcpy(d->a, \"a/b\")", "dirname(d->a)", "GET(d->a[0])", false},
      {"", "strerror_r(123456, d->a, 64)", "GET(d->a[3])", true},
      {"", "strerror_r(1, d->a, 64)", "GET(d->a[3])", false},
      {"", "wcslen(d->x)", "PUT(d->x[5])", true},
      {"", "wcslen(d->x)", "PUT(d->x[6])", false},
      {"", "wcscpy(d->w, d->x)", "GET(d->w[5])", true},
      {"", "wcscpy(d->w, d->x)", "GET(d->w[6])", false},
      {"", "wcscat(d->x, d->w)", "GET(d->x[5])", true},
      {"", "wcscat(d->x, d->w)", "GET(d->x[4])", false},
      {"", "wmemcpy(d->w, d->x, 3)", "GET(d->w[2])", true},
      {"", "wmemcpy(d->w, d->x, 3)", "GET(d->w[3])", false},
      {"", "wmemchr(d->w, L'o', 32)", "PUT(d->w[4])", true},
      {"", "wmemchr(d->w, L'o', 32)", "PUT(d->w[5])", false},
      {"", "wcschr(d->w, L'o')", "PUT(d->w[5])", false},
      {"", "wcstok(d->w, L\" \", &d->r)", "GET(d->w[6])", true},
      {"", "mbstowcs(d->w, d->b, 32)", "GET(d->w[5])", true},
      {"", "mbstowcs(d->w, d->b, 32)", "GET(d->w[6])", false},
      {"", "mbstowcs(d->w, d->b, 3)", "PUT(d->b[3])", false},
      {"", "wcstombs(d->a, d->x, 64)", "GET(d->a[5])", true},
      {"", "mbrtowc(d->w, d->a, 9, &d->ms)", "PUT(d->a[0])", true},
      {"", "mbrtowc(d->w, d->a, 9, &d->ms)", "PUT(d->a[1])", false},
      {"", "mbrtowc(d->w, d->a, 9, &d->ms)", "GET(d->w[0])", true},
      {"d->p = d->a", "const char* s = d->b; mbsrtowcs(d->w, &s, 32, &d->ms)", "GET(d->w[5])", true},
  });
}

TEST(NativeChecked, FormatsAreReadWhenTheCallIsMade) {
  expect_races({
      {"", "v(\"%s\", d->b)", "PUT(d->b[5])", true},
      {"", "v(\"%s\", d->b)", "PUT(d->b[6])", false},
      {"", "v(\"%.3s\", d->b)", "PUT(d->b[2])", true},
      {"", "v(\"%.3s\", d->b)", "PUT(d->b[3])", false},
      {"", "v(\"%*.*s\", 9, 2, d->b)", "PUT(d->b[1])", true},
      {"", "v(\"%*.*s\", 9, 2, d->b)", "PUT(d->b[2])", false},
      {"", "v(\"%5d %f %Lf %ld %c%%%s\", 1, 2.0, 3.0L, 4l, 'c', d->b)", "PUT(d->b[0])", true},
      {"", "v(\"%2$s %1$d\", 1, d->b)", "PUT(d->b[5])", true},
      {"", "v(\"%p\", d->b)", "PUT(d->b[0])", false},
      {"", "v(\"%ls\", d->x)", "PUT(d->x[5])", true},
      {"", "v(\"%.2ls\", d->x)", "PUT(d->x[2])", false},
      {"", "v(\"%d%n\", 12, &d->i)", "GET(d->i)", true},
      {"", "v(\"%hhn\", d->a)", "GET(d->a[0])", true},
      {"", "v(\"%hhn\", d->a)", "GET(d->a[1])", false},
      {"", "v(\"%m %s\", d->b)", "PUT(d->b[1])", true},
      {"strcpy(d->a, \"%s\")", "v(d->a, d->b)", "PUT(d->b[1])", true},
      {"strcpy(d->a, \"%d\")", "v(d->a, 1)", "PUT(d->a[1])", true},
      {"", "printf(\"%s\", d->b)", "PUT(d->b[1])", true},
      {"", "printf(\"%.1s\", d->b)", "PUT(d->b[1])", false},
      {"", "fprintf(stderr, \"%s\", d->b)", "PUT(d->b[1])", true},
      {"", "dprintf(1, \"%s\", d->b)", "PUT(d->b[1])", true},
      {"", "warnx(\"%s\", d->b)", "PUT(d->b[1])", true},
      {"", "asprintf(&d->p, \"%s\", d->b)", "PUT(d->b[1])", true},
      {"", "asprintf(&d->p, \"%s\", d->b)", "GET(d->p)", true},
      {"", "sprintf(d->a, \"%d\", 123)", "GET(d->a[3])", true},
      {"", "sprintf(d->a, \"%d\", 123)", "GET(d->a[4])", false},
      {"", "ws(d->a, \"%d\", 123)", "GET(d->a[3])", true},
      {"", "snprintf(d->a, 3, \"%d\", 12345)", "GET(d->a[2])", true},
      {"", "snprintf(d->a, 3, \"%d\", 12345)", "GET(d->a[3])", false},
      {"", "snprintf(d->a, 64, \"%d\", 12345)", "GET(d->a[6])", false},
      {"", "swprintf(d->w, 32, L\"%d\", 12345)", "GET(d->w[5])", true},
      {"", "swprintf(d->w, 32, L\"%d\", 12345)", "GET(d->w[6])", false},
      {"", "swprintf(d->w, 32, L\"%s\", d->b)", "PUT(d->b[3])", true},
      {"", "puts(d->b)", "PUT(d->b[5])", true},
      {"", "fputs(d->b, stdout)", "PUT(d->b[6])", false},
      {"", "fwrite(d->a, 2, 3, stdout)", "PUT(d->a[5])", true},
      {"", "fwrite(d->a, 2, 3, stdout)", "PUT(d->a[6])", false},
      {"", "perror(d->b)", "PUT(d->b[2])", true},
  });
}

TEST(NativeChecked, WhatScanfConvertsIsWritten) {
  expect_races({
      {"", "sscanf(\"12\", \"%d\", &d->i)", "GET(d->i)", true},
      {"", "sscanf(\"xx\", \"%d\", &d->i)", "GET(d->i)", false},
      {"", "sscanf(\"12\", \"%hhd\", d->a)", "GET(d->a[0])", true},
      {"", "sscanf(\"12\", \"%hhd\", d->a)", "GET(d->a[1])", false},
      {"", "sscanf(\"12\", \"%hd\", (short*)d->a)", "GET(d->a[1])", true},
      {"", "sscanf(\"12\", \"%hd\", (short*)d->a)", "GET(d->a[2])", false},
      {"", "sscanf(\"12\", \"%ld\", &d->n)", "GET(((char*)&d->n)[7])", true},
      {"", "sscanf(\"1.5\", \"%lf\", &d->f)", "GET(d->f)", true},
      {"", "sscanf(\"abc def\", \"%s\", d->a)", "GET(d->a[3])", true},
      {"", "sscanf(\"abc def\", \"%s\", d->a)", "GET(d->a[4])", false},
      {"", "sscanf(\"abc def\", \"%2s\", d->a)", "GET(d->a[3])", false},
      {"", "sscanf(\"abcdef\", \"%[abc]\", d->a)", "GET(d->a[3])", true},
      {"", "sscanf(\"abcdef\", \"%[abc]\", d->a)", "GET(d->a[4])", false},
      {"", "sscanf(\"abcdef\", \"%3c\", d->a)", "GET(d->a[2])", true},
      {"", "sscanf(\"abcdef\", \"%3c\", d->a)", "GET(d->a[3])", false},
      {"", "sscanf(\"12 34\", \"%*d %d\", &d->i)", "GET(d->i)", true},
      {"", "sscanf(\"12 x\", \"%d %ld\", &d->i, &d->n)", "GET(d->n)", false},
      {"", "sscanf(\"12\", \"%*d%n\", &d->i)", "GET(d->i)", true},
      {"", "sscanf(\"xx\", \"%*d%n\", &d->i)", "GET(d->i)", false},
      {"", "sscanf(\"abc\", \"%ms\", &d->p)", "GET(d->p)", true},
      {"", "sscanf(\"abc\", \"%ls\", d->w)", "GET(d->w[3])", true},
      {"", "sscanf(d->b, \"%d\", &d->i)", "PUT(d->b[5])", true},
      {"", "vs(\"12\", \"%d\", &d->i)", "GET(d->i)", true},
      {"", "sscanf(\"1 2\", \"%2$d %1$d\", &d->i, (int*)&d->u)", "GET(d->u)", true},
  });
}

TEST(NativeChecked, NumbersAndDatesAreAccessed) {
  expect_races({
      {"strcpy(d->a, \"12 \")", "strtol(d->a, &d->p, 10)", "PUT(d->a[2])", true},
      {"strcpy(d->a, \"12 \")", "strtol(d->a, &d->p, 10)", "PUT(d->a[3])", false},
      {"strcpy(d->a, \"12 \")", "strtol(d->a, &d->p, 10)", "GET(d->p)", true},
      {"strcpy(d->a, \"12 \")", "atoi(d->a)", "PUT(d->a[2])", true},
      {"strcpy(d->a, \"12 \")", "atoi(d->a)", "PUT(d->a[3])", false},
      {"strcpy(d->a, \"1.5x\")", "strtod(d->a, 0)", "PUT(d->a[3])", true},
      {"strcpy(d->a, \"1.5x\")", "strtod(d->a, 0)", "PUT(d->a[4])", false},
      {"", "wcstol(d->x, 0, 10)", "PUT(d->x[0])", true},
      {"", "frexp(3, &d->i)", "GET(d->i)", true},
      {"", "modf(1.5, &d->f)", "GET(d->f)", true},
      {"", "modf(1.5, &d->f)", "GET(d->i)", false},
      {"", "remquo(5, 3, &d->i)", "GET(d->i)", true},
      {"", "lgamma_r(3, &d->i)", "GET(d->i)", true},
      {"", "rand_r(&d->u)", "GET(d->u)", true},
      {"", "drand48_r(&d->dr, &d->f)", "GET(d->f)", true},
      {"", "erand48(d->xs)", "GET(d->xs[2])", true},
      {"", "erand48(d->xs)", "GET(d->xs[3])", false},
      {"", "mktime(&d->tm)", "GET(d->tm.tm_wday)", true},
      {"", "gmtime_r(&d->t, &d->tm)", "PUT(d->t)", true},
      {"", "gmtime(&d->t)", "PUT(d->t)", true},
      {"", "gmtime(&d->t)", "GET(d->t)", false},
      {"", "asctime(&d->tm)", "PUT(d->tm.tm_hour)", true},
      {"", "asctime(&d->tm)", "PUT(d->tm.tm_yday)", false},
      {"", "asctime_r(&d->tm, d->a)", "GET(d->a[25])", true},
      {"", "asctime_r(&d->tm, d->a)", "GET(d->a[26])", false},
      {"", "strftime(d->a, 64, \"%H\", &d->tm)", "GET(d->a[2])", true},
      {"", "strftime(d->a, 64, \"%H\", &d->tm)", "GET(d->a[3])", false},
      {"", "strftime(d->a, 64, \"%H\", &d->tm)", "PUT(d->tm.tm_hour)", true},
      {"", "strftime(d->a, 64, \"%H\", &d->tm)", "PUT(d->tm.tm_mday)", false},
      {"", "strftime(d->a, 64, \"%_5e of %F\", &d->tm)", "PUT(d->tm.tm_year)", true},
      {"", "strftime(d->a, 64, \"%_5e of %F\", &d->tm)", "PUT(d->tm.tm_min)", false},
      {"", "strptime(\"12\", \"%H\", &d->tm)", "GET(d->tm.tm_hour)", true},
      {"", "time(&d->t)", "GET(d->t)", true},
      {"", "clock_gettime(0, &d->ts)", "GET(d->ts.tv_nsec)", true},
      {"", "nanosleep(&d->ts, 0)", "PUT(d->ts.tv_nsec)", true},
      {"d->ts.tv_nsec = 1", "nanosleep((struct timespec[]){{0, 1}}, &d->ts)", "PUT(d->ts.tv_nsec)", false},
      {"", "clock_nanosleep(0, 0, &d->ts, 0)", "PUT(d->ts.tv_nsec)", true},
      {"strcpy(d->a, \"1.2.3.4\")", "inet_pton(AF_INET, d->a, d->b)", "GET(d->b[3])", true},
      {"strcpy(d->a, \"1.2.3.4\")", "inet_pton(AF_INET, d->a, d->b)", "GET(d->b[4])", false},
      {"", "getenv(d->b)", "PUT(d->b[1])", true},
      {"", "stat(d->b, (struct stat*)d->a)", "PUT(d->b[1])", true},
      {"", "access(d->b, 0)", "PUT(d->b[1])", true},
      {"d->io[0] = (struct iovec){d->a, 3}", "writev(1, d->io, 1)", "PUT(d->a[2])", true},
      {"d->io[0] = (struct iovec){d->a, 3}", "writev(1, d->io, 1)", "PUT(d->a[3])", false},
      {"", "write(1, d->a, 3)", "PUT(d->a[2])", true},
      {"", "write(1, d->a, 3)", "PUT(d->a[3])", false},
      {"d->s = 1", "lsearch(d->b, d->a, &d->s, 4, up)", "GET(d->s)", true},
      {"d->s = 1", "lsearch(d->b, d->a, &d->s, 4, up)", "GET(d->a[7])", true},
      {"d->s = 1", "lfind(d->b, d->a, &d->s, 4, up)", "GET(d->s)", false},
      {"d->s = 1", "lfind(d->b, d->a, &d->s, 4, up)", "PUT(d->s)", true},
      {"", "qsort(d->a, 3, 2, up)", "GET(d->a[5])", true},
      {"", "qsort(d->a, 3, 2, up)", "GET(d->a[6])", false},
      {"", "qsort(d->a, 1, 2, up)", "GET(d->a[1])", false},
      {"", "bsearch(d->b, d->a, 3, 2, up)", "PUT(d->a[1])", false},
  });
}

TEST(NativeChecked, AWayThroughAPointerMakesNoDifference) {
  expect_races({
      {"", "void* (*volatile f)(void*, const void*, size_t) = memcpy; f(d->a, d->b, 3)", "GET(d->a[2])", true},
      {"", "void* (*volatile f)(void*, const void*, size_t) = memcpy; f(d->a, d->b, 3)", "GET(d->a[3])", false},
      {"", "size_t (*volatile f)(const char*) = strlen; f(d->b)", "PUT(d->b[5])", true},
      {"", "size_t (*volatile f)(const char*) = strlen; f(d->b)", "PUT(d->b[6])", false},
      {"", "int (*volatile f)(char*, const char*, ...) = sprintf; f(d->a, \"%d\", 12)", "GET(d->a[2])", true},
      {"", "int (*volatile f)(char*, const char*, ...) = sprintf; f(d->a, \"%d\", 12)", "GET(d->a[3])", false},
      {"", "int (*volatile f)(const char*) = puts; f(d->b)", "PUT(d->b[0])", true},
      {"", "time_t (*volatile f)(time_t*) = time; f(&d->t)", "GET(d->t)", true},
      {"", "double (*volatile f)(double, int*) = frexp; f(2, &d->i)", "GET(d->i)", true},
      {"", "double (*volatile f)(double) = floor; f(2)", "PUT(d->i)", false},
  });
}

}  // namespace
}  // namespace qpor::frontend
