// expect: verdict=safe traces=1
// args: --leaks
//
// Blocks of exactly the size that the calls need.

#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

static char* block(const char* letters, size_t size) { return memcpy(malloc(size), letters, size); }

int main(void) {
  char* const word = malloc(4);
  assert(sscanf("abcdefgh", "%3s", word) == 1 && strcmp(word, "abc") == 0);
  assert(sscanf("abcdefgh", "%4c", word) == 1 && memcmp(word, "abcd", 4) == 0);
  char line[16];
  assert(snprintf(line, sizeof line, "%.4s|%*.*s", word, 3, 2, word) == 8 && strcmp(line, "abcd| ab") == 0);
  assert(strnlen(word, 4) == 4 && strncmp(word, "abcdef", 4) == 0 && memchr(word, 'd', 100) == word + 3);
  assert(strncmp(word, "abx", 100) < 0);
  strncpy(word, "xyz", 4);
  assert(strchr(word, 'x') == word && strcspn(word, "z") == 2);
  free(word);

  char* allocated = NULL;
  assert(sscanf("some words", "%ms", &allocated) == 1 && strcmp(allocated, "some") == 0);
  free(allocated);
  assert(asprintf(&allocated, "%d", 12345) == 5);
  free(allocated);

  int end = -1;
  short number = 0;
  assert(sscanf("12 x", "%hd%n", &number, &end) == 1 && number == 12 && end == 2);

  char* const list = block("a,b", 4);
  char* rest = list;
  assert(strcmp(strsep(&rest, ","), "a") == 0 && strcmp(strsep(&rest, ","), "b") == 0 && rest == NULL);
  free(list);

  char* const digits = block("42", 3);
  assert(atoi(digits) == 42 && strtol(digits, &rest, 10) == 42 && rest == digits + 2 && strtod(digits, NULL) == 42);
  free(digits);

  wchar_t* const wide = malloc(3 * sizeof *wide);
  assert(mbstowcs(wide, "ab", 3) == 2 && wcslen(wide) == 2 && wmemchr(wide, L'b', 100) == wide + 1);
  free(wide);

  int* const exponent = malloc(sizeof *exponent);
  assert(frexp(8, exponent) == 0.5 && *exponent == 4);
  free(exponent);

  struct tm* const date = calloc(1, sizeof *date);
  time_t now = 0;
  assert(gmtime_r(&now, date) == date && mktime(date) == 0 && strftime(line, 5, "%Y", date) == 4);
  free(date);
  return 0;
}
