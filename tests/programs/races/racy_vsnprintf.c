// expect: verdict=defect kind=data-race lines=15,23 variable=name
//
// A logging function hands its arguments on. The text that "%s" prints is read while another thread writes it; what
// lies behind the precision is not read (clean_vsnprintf.c).

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

char name[] = "abc";
void log_line(const char* format, ...) {
  char line[64];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
}

void* logs(void* arg) {
  log_line("%d: %s", 1, name);
  return arg;
}
void* renames(void* arg) { name[2] = 'x'; return arg; }

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, logs, NULL);
  pthread_create(&b, NULL, renames, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
