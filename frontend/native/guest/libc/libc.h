// The functions of ours that stand in for the C library, and what they share. functions_libc.def says which name each
// stands for; the rules for them are at the top of machine.h.

#pragma once

#include <dirent.h>
#include <getopt.h>
#include <locale.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cwchar>

#include "frontend/native/machine/layout.h"

struct obstack;

namespace qpor::frontend::native {

/// What is left of the program's standard input, as much as there is room for; marks the run as one that uses the host.
std::size_t read_standard_input(char* buffer, std::size_t size);
/// As at the beginning of a run.
void rewind_standard_input();
/// 0, 1, 2; -1 for other streams.
int standard_descriptor(const std::FILE* stream);
/// Null for other descriptors.
std::FILE* standard_stream(int descriptor);

/// Parks the thread: a checked function was asked to write beyond the end.
[[noreturn]] void overflow(const char* function, Address pc);

// --- stdio.cc: the standard streams
int guest_printf(const char* format, ...);
int guest_vprintf(const char* format, std::va_list arguments);
int guest_printf_chk(int, const char* format, ...);
int guest_vprintf_chk(int, const char* format, std::va_list arguments);
int guest_puts(const char* text);
int guest_putchar(int character);
int guest_putchar_unlocked(int character);
void guest_perror(const char* text);
int guest_setvbuf(std::FILE*, char*, int, std::size_t);
void guest_setbuf(std::FILE*, char*);
void guest_setbuffer(std::FILE*, char*, std::size_t);
void guest_setlinebuf(std::FILE*);
int guest_getchar();
int guest_getchar_unlocked();
char* guest_gets(char* buffer);
double guest_lgamma(double value);
float guest_lgammaf(float value);
long double guest_lgammal(long double value);
int guest_ungetc(int character, std::FILE* stream);

// --- scan.cc
int guest_scanf(const char* format, ...);
int guest_vscanf(const char* format, std::va_list arguments);
int guest_fscanf(std::FILE* stream, const char* format, ...);
int guest_vfscanf(std::FILE* stream, const char* format, std::va_list arguments);
int guest_sscanf(const char* text, const char* format, ...);
int guest_vsscanf(const char* text, const char* format, std::va_list arguments);

// --- files.cc: streams of files, and directories
std::FILE* guest_fopen(const char* path, const char* mode);
std::FILE* guest_fdopen(int descriptor, const char* mode);
std::FILE* guest_fmemopen(void* buffer, std::size_t size, const char* mode);
std::FILE* guest_tmpfile();
int guest_fclose(std::FILE* stream);
int guest_fflush(std::FILE* stream);
int guest_fileno(std::FILE* stream);
DIR* guest_opendir(const char* path);
int guest_closedir(DIR* directory);
int guest_dirfd(DIR* directory);
DIR* guest_fdopendir(int descriptor);

// --- descriptors.cc
int guest_open(const char* path, int flags, ...);
int guest_open_2(const char* path, int flags);
int guest_openat(int folder, const char* path, int flags, ...);
int guest_openat_2(int folder, const char* path, int flags);
int guest_creat(const char* path, mode_t mode);
int guest_mkstemp(char* pattern);
int guest_mkostemp(char* pattern, int flags);
int guest_close(int descriptor);
ssize_t guest_read(int descriptor, void* buffer, std::size_t size);
ssize_t guest_read_chk(int descriptor, void* buffer, std::size_t size, std::size_t room);
ssize_t guest_pread(int descriptor, void* buffer, std::size_t size, off_t offset);
ssize_t guest_readv(int descriptor, const iovec* parts, int count);
ssize_t guest_write(int descriptor, const void* text, std::size_t size);
ssize_t guest_pwrite(int descriptor, const void* text, std::size_t size, off_t offset);
ssize_t guest_writev(int descriptor, const iovec* parts, int count);
int guest_vdprintf(int descriptor, const char* format, std::va_list arguments);
int guest_dprintf(int descriptor, const char* format, ...);
off_t guest_lseek(int descriptor, off_t offset, int from);
int guest_fsync(int descriptor);
int guest_fstat(int descriptor, struct stat* result);
int guest_isatty(int descriptor);

// --- err.cc
void guest_vwarn(const char* format, std::va_list arguments);
void guest_vwarnx(const char* format, std::va_list arguments);
void guest_warn(const char* format, ...);
void guest_warnx(const char* format, ...);
[[noreturn]] void guest_verr(int status, const char* format, std::va_list arguments);
[[noreturn]] void guest_verrx(int status, const char* format, std::va_list arguments);
[[noreturn]] void guest_err(int status, const char* format, ...);
[[noreturn]] void guest_errx(int status, const char* format, ...);
void guest_error(int status, int error, const char* format, ...);

// --- strings.cc
char* guest_strdup(const char* text);
char* guest_strndup(const char* text, std::size_t most);
wchar_t* guest_wcsdup(const wchar_t* text);
int guest_asprintf(char** result, const char* format, ...);
int guest_vasprintf(char** result, const char* format, std::va_list arguments);
int guest_asprintf_chk(char** result, int, const char* format, ...);
int guest_vasprintf_chk(char** result, int, const char* format, std::va_list arguments);
ssize_t guest_getdelim(char** line, std::size_t* room, int delimiter, std::FILE* stream);
ssize_t guest_getline(char** line, std::size_t* room, std::FILE* stream);
char* guest_realpath(const char* path, char* result);
char* guest_canonicalize_file_name(const char* path);
char* guest_getcwd(char* buffer, std::size_t size);
char* guest_get_current_dir_name();
char* guest_strerror(int error);
char* guest_strerror_l(int error, const void* locale);
char* guest_strsignal(int signal);

// --- text.cc
void* guest_memcpy(void* to, const void* from, std::size_t size);
void* guest_mempcpy(void* to, const void* from, std::size_t size);
void guest_bcopy(const void* from, void* to, std::size_t size);
void* guest_memset(void* to, int byte, std::size_t size);
void guest_bzero(void* to, std::size_t size);
wchar_t* guest_wmemcpy(wchar_t* to, const wchar_t* from, std::size_t count);
wchar_t* guest_wmempcpy(wchar_t* to, const wchar_t* from, std::size_t count);
wchar_t* guest_wmemcpy_chk(wchar_t* to, const wchar_t* from, std::size_t count, std::size_t room);
wchar_t* guest_wmempcpy_chk(wchar_t* to, const wchar_t* from, std::size_t count, std::size_t room);
void* guest_memccpy(void* to, const void* from, int byte, std::size_t size);
void* guest_memrchr(const void* from, int byte, std::size_t size);
void* guest_memmem(const void* text, std::size_t size, const void* wanted, std::size_t wanted_size);
void guest_swab(const void* from, void* to, ssize_t size);
char* guest_strcat(char* to, const char* from);
char* guest_strncat(char* to, const char* from, std::size_t most);
wchar_t* guest_wcscat(wchar_t* to, const wchar_t* from);
wchar_t* guest_wcsncat(wchar_t* to, const wchar_t* from, std::size_t most);
wchar_t* guest_wcscat_chk(wchar_t* to, const wchar_t* from, std::size_t room);
wchar_t* guest_wcsncat_chk(wchar_t* to, const wchar_t* from, std::size_t most, std::size_t room);
char* guest_strstr(const char* text, const char* wanted);
char* guest_strcasestr(const char* text, const char* wanted);
wchar_t* guest_wcsstr(const wchar_t* text, const wchar_t* wanted);
char* guest_strtok(char* text, const char* delimiters);
char* guest_strtok_r(char* text, const char* delimiters, char** rest);
wchar_t* guest_wcstok(wchar_t* text, const wchar_t* delimiters, wchar_t** rest);
char* guest_strsep(char** text, const char* delimiters);
int guest_strverscmp(const char* left, const char* right);
char* guest_xpg_basename(char* path);
char* guest_dirname(char* path);
char* guest_strerror_r(int error, char* buffer, std::size_t size);
int guest_getsubopt(char** options, char* const* words, char** value);
void guest_insque(void* element, void* before);
void guest_remque(void* element);
void* guest_lsearch(const void* key, void* array, std::size_t* count, std::size_t size,
                    int (*compare)(const void*, const void*));
std::size_t guest_strftime(char* to, std::size_t room, const char* format, const tm* time);
std::size_t guest_strftime_l(char* to, std::size_t room, const char* format, const tm* time, locale_t locale);
std::size_t guest_wcsftime(wchar_t* to, std::size_t room, const wchar_t* format, const tm* time);
int guest_inet_pton(int family, const char* text, void* result);
const char* guest_inet_ntop(int family, const void* address, char* text, socklen_t room);
int guest_readdir_r(DIR* directory, dirent* entry, dirent** result);
int guest_alphasort(const dirent** left, const dirent** right);
int guest_versionsort(const dirent** left, const dirent** right);

// --- conversions.cc
std::size_t guest_mbsrtowcs(wchar_t* to, const char** from, std::size_t room, std::mbstate_t* state);
std::size_t guest_mbsnrtowcs(wchar_t* to, const char** from, std::size_t most, std::size_t room, std::mbstate_t* state);
std::size_t guest_wcsrtombs(char* to, const wchar_t** from, std::size_t room, std::mbstate_t* state);
std::size_t guest_wcsnrtombs(char* to, const wchar_t** from, std::size_t most, std::size_t room, std::mbstate_t* state);
std::size_t guest_mbstowcs(wchar_t* to, const char* from, std::size_t room);
std::size_t guest_wcstombs(char* to, const wchar_t* from, std::size_t room);
std::size_t guest_mbsrtowcs_chk(wchar_t* to, const char** from, std::size_t room, std::mbstate_t* state,
                                std::size_t size);
std::size_t guest_mbsnrtowcs_chk(wchar_t* to, const char** from, std::size_t most, std::size_t room,
                                 std::mbstate_t* state, std::size_t size);
std::size_t guest_wcsrtombs_chk(char* to, const wchar_t** from, std::size_t room, std::mbstate_t* state,
                                std::size_t size);
std::size_t guest_wcsnrtombs_chk(char* to, const wchar_t** from, std::size_t most, std::size_t room,
                                 std::mbstate_t* state, std::size_t size);
std::size_t guest_mbstowcs_chk(wchar_t* to, const char* from, std::size_t room, std::size_t size);
std::size_t guest_wcstombs_chk(char* to, const wchar_t* from, std::size_t room, std::size_t size);
void guest_obstack_newchunk(obstack* stack, int length);

// --- printing.cc
int guest_fprintf(std::FILE* stream, const char* format, ...);
int guest_vfprintf(std::FILE* stream, const char* format, std::va_list arguments);
int guest_fprintf_chk(std::FILE* stream, int, const char* format, ...);
int guest_vfprintf_chk(std::FILE* stream, int, const char* format, std::va_list arguments);
int guest_sprintf(char* to, const char* format, ...);
int guest_vsprintf(char* to, const char* format, std::va_list arguments);
int guest_snprintf(char* to, std::size_t size, const char* format, ...);
int guest_vsnprintf(char* to, std::size_t size, const char* format, std::va_list arguments);
int guest_swprintf(wchar_t* to, std::size_t size, const wchar_t* format, ...);
int guest_vswprintf(wchar_t* to, std::size_t size, const wchar_t* format, std::va_list arguments);
int guest_swprintf_chk(wchar_t* to, std::size_t size, int, std::size_t room, const wchar_t* format, ...);
int guest_vswprintf_chk(wchar_t* to, std::size_t size, int, std::size_t room, const wchar_t* format,
                        std::va_list arguments);

// --- numbers.cc
#define QPOR_INTEGER(name, Character, Result)                                             \
  Result guest_##name(const Character* text, Character** end, int base);                  \
  Result guest_##name##_l(const Character* text, Character** end, int base, const void*); \
  Result guest_##name##_internal(const Character* text, Character** end, int base, int);
#define QPOR_REAL(name, Character, Result)                                      \
  Result guest_##name(const Character* text, Character** end);                  \
  Result guest_##name##_l(const Character* text, Character** end, const void*); \
  Result guest_##name##_internal(const Character* text, Character** end, int);
QPOR_INTEGER(strtol, char, long)
QPOR_INTEGER(strtoul, char, unsigned long)
QPOR_INTEGER(strtoll, char, long long)
QPOR_INTEGER(strtoull, char, unsigned long long)
QPOR_INTEGER(wcstol, wchar_t, long)
QPOR_INTEGER(wcstoul, wchar_t, unsigned long)
QPOR_INTEGER(wcstoll, wchar_t, long long)
QPOR_INTEGER(wcstoull, wchar_t, unsigned long long)
QPOR_REAL(strtod, char, double)
QPOR_REAL(strtof, char, float)
QPOR_REAL(strtold, char, long double)
QPOR_REAL(wcstod, wchar_t, double)
QPOR_REAL(wcstof, wchar_t, float)
QPOR_REAL(wcstold, wchar_t, long double)
#undef QPOR_INTEGER
#undef QPOR_REAL
int guest_atoi(const char* text);
long guest_atol(const char* text);
double guest_atof(const char* text);
int guest_random_r(random_data* data, std::int32_t* result);
int guest_srandom_r(unsigned seed, random_data* data);
int guest_initstate_r(unsigned seed, char* table, std::size_t size, random_data* data);
int guest_setstate_r(char* table, random_data* data);
double guest_erand48(unsigned short* state);
long guest_nrand48(unsigned short* state);
long guest_jrand48(unsigned short* state);
int guest_erand48_r(unsigned short* state, drand48_data* data, double* result);
int guest_nrand48_r(unsigned short* state, drand48_data* data, long* result);
int guest_jrand48_r(unsigned short* state, drand48_data* data, long* result);

// --- sort.cc
void guest_qsort(void* array, std::size_t count, std::size_t size, int (*compare)(const void*, const void*));
void guest_qsort_r(void* array, std::size_t count, std::size_t size, int (*compare)(const void*, const void*, void*),
                   void* argument);

// --- time.cc
time_t guest_time(time_t* result);
int guest_clock_gettime(clockid_t clock, timespec* result);
int guest_clock_getres(clockid_t clock, timespec* result);
int guest_gettimeofday(timeval* result, void*);
int guest_timespec_get(timespec* result, int base);
int guest_ftime(timeb* result);
clock_t guest_clock();
clock_t guest_times(tms* result);
int guest_getrusage(int, rusage* result);
std::int64_t guest_steady_clock_now();
std::int64_t guest_system_clock_now();
unsigned guest_sleep(unsigned seconds);
int guest_usleep(useconds_t microseconds);
int guest_nanosleep(const timespec* time, timespec* rest);
int guest_clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest);
void guest_sleep_for(std::int64_t seconds, std::int64_t nanoseconds);
int guest_sched_yield();
time_t guest_mktime(tm* time);
time_t guest_timegm(tm* time);
tm* guest_localtime(const time_t* time);
tm* guest_gmtime(const time_t* time);
char* guest_asctime(const tm* time);
char* guest_ctime(const time_t* time);

// --- random.cc
int guest_rand();
void guest_srand(unsigned seed);
long guest_random();
double guest_drand48();
long guest_lrand48();
long guest_mrand48();
void guest_srand48(long seed);
unsigned short* guest_seed48(unsigned short* seed);
ssize_t guest_getrandom(void* buffer, std::size_t size, unsigned);
int guest_getentropy(void* buffer, std::size_t size);
std::uint32_t guest_arc4random();
void guest_arc4random_buf(void* buffer, std::size_t size);
std::uint32_t guest_arc4random_uniform(std::uint32_t bound);
void guest_random_device_init(void*, const void*);
void guest_random_device_end(void*);
unsigned guest_random_device_value(void*);
double guest_random_device_entropy(const void*);

// --- system.cc
char* guest_getenv(const char* name);
pid_t guest_getpid();
pid_t guest_getppid();
pid_t guest_gettid();
pid_t guest_getpgid(pid_t);
pid_t guest_getpgrp();
uid_t guest_getuid();
int guest_uname(utsname* result);
int guest_gethostname(char* name, std::size_t size);
int guest_prctl(int option, ...);
int guest_get_nprocs();
int guest_sched_getcpu();
long guest_sysconf(int name);
int guest_sched_getaffinity(pid_t, std::size_t size, cpu_set_t* result);
int guest_sched_setaffinity(pid_t, std::size_t, const cpu_set_t*);
cpu_set_t* guest_sched_cpualloc(std::size_t count);
int guest_getrlimit(int resource, rlimit* result);
char* guest_setlocale(int, const char* locale);
lconv* guest_localeconv();
void guest_nothing();
void guest_nothing_to(void* object);

// --- getopt.cc
int guest_getopt(int count, char* const words[], const char* letters);
int guest_getopt_long(int count, char* const words[], const char* letters, const option* options, int* index);
int guest_getopt_long_only(int count, char* const words[], const char* letters, const option* options, int* index);

// --- fortify.cc
[[noreturn]] void guest_chk_fail();
void* guest_memcpy_chk(void* to, const void* from, std::size_t size, std::size_t room);
void* guest_mempcpy_chk(void* to, const void* from, std::size_t size, std::size_t room);
void* guest_memmove_chk(void* to, const void* from, std::size_t size, std::size_t room);
void* guest_memset_chk(void* to, int byte, std::size_t size, std::size_t room);
char* guest_strcpy_chk(char* to, const char* from, std::size_t room);
char* guest_stpcpy_chk(char* to, const char* from, std::size_t room);
char* guest_strncpy_chk(char* to, const char* from, std::size_t size, std::size_t room);
char* guest_strcat_chk(char* to, const char* from, std::size_t room);
char* guest_strncat_chk(char* to, const char* from, std::size_t most, std::size_t room);
int guest_vsprintf_chk(char* to, int, std::size_t room, const char* format, std::va_list arguments);
int guest_sprintf_chk(char* to, int, std::size_t room, const char* format, ...);
int guest_vsnprintf_chk(char* to, std::size_t size, int, std::size_t room, const char* format, std::va_list arguments);
int guest_snprintf_chk(char* to, std::size_t size, int, std::size_t room, const char* format, ...);
char* guest_fgets_chk(char* to, std::size_t room, int size, std::FILE* stream);
std::size_t guest_fread_chk(void* to, std::size_t room, std::size_t size, std::size_t count, std::FILE* stream);

// --- streams.cc
/// The number of a std::locale::id, which holds one more, or 0 before its first use.
std::size_t guest_locale_id(std::size_t* number);
bool guest_sync_with_stdio(bool is_synchronised);

}  // namespace qpor::frontend::native
