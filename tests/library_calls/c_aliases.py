"""Other names of functions, checked variants with a list of arguments, and what is left of the tables."""

from calls import array, call, text, wide

ONE = lambda name, ctype, init=None: array(name, ctype, 1, init)
call("__bzero", "@(a, 7);", [array("a", "char", 9)], writes=["a[0:7]"], clean=["a[7:9]"], prelude="extern void __bzero(void* to, size_t size);")
call("__pread64", "@(file(), a, 4, 0);", [array("a", "char", 9)], writes=["a[0:4]"], clean=["a[4:9]"], setup="file();", prelude="extern __typeof__(pread) __pread64;", native=False)
call("__secure_getenv", "@(a);", [text("a", "NAME", 9)], reads=["a[0:5]"], clean=["a[5:9]"], memory=False, prelude="extern char* __secure_getenv(const char* name) __attribute__((weak));",
     native=False)
call("_IO_fdopen", "FILE* s = @(file(), b); if (s) fflush(s);", [text("b", "r", 6)], reads=["b[0:2]"], clean=["b[2:6]"], setup="file();", memory=False,
     prelude="extern __typeof__(fdopen) _IO_fdopen;")
for name in ("fgetpos64", "fsetpos64"):
    is_get = name == "fgetpos64"
    call(name, "@(stdin, p);", [array("p", "fpos64_t", 2)], setup="" if is_get else "fgetpos64(stdin, p);", reads=[] if is_get else ["p->__pos"],
         writes=["p->__pos"] if is_get else [], clean=["p[1].__pos"])
for name in ("__open_2", "__open64_2"):
    call(name, "@(a, O_RDONLY);", [text("a", "/dev/null", 12)], reads=["a[0:10]"], clean=["a[10:12]"], memory=False, prelude=f"extern int {name}(const char* path, int how);")
for name in ("__openat_2", "__openat64_2"):
    call(name, "@(AT_FDCWD, a, O_RDONLY);", [text("a", "/dev/null", 12)], reads=["a[0:10]"], clean=["a[10:12]"], memory=False,
         prelude=f"extern int {name}(int at, const char* path, int how);")
call("mbrtoc8", "@(w, a, 4, m);", [text("a", "abcd", 9), ONE("m", "mbstate_t"), array("w", "unsigned char", 2)], reads=["a[0:1]"], touches=["m->__count"],
     writes=["w[0:1]"], clean=["a[4:9]", "w[1:2]"], prelude="extern size_t mbrtoc8(unsigned char* to, const char* from, size_t size, mbstate_t* state);")
call("c8rtomb", "@(a, 'x', m);", [array("a", "char", 9), ONE("m", "mbstate_t")], writes=["a[0:1]"], touches=["m->__count"], clean=["a[1:9]"],
     prelude="extern size_t c8rtomb(char* to, unsigned char from, mbstate_t* state);")
call("getopt_long", "@(2, p, a, o, i);",
     [text("a", "ab:", 9), array("p", "char*", 3), text("b", "--long", 9), array("o", "struct option", 2), array("i", "int", 2)],
     setup='p[0] = b; p[1] = b; optind = 1; o[0] = (struct option){"long", 0, 0, 1};', prelude="#include <getopt.h>",
     reads=["p[1:2]", "b[0:7]", "o[0].name"], writes=["i[0:1]"], clean=["a[4:9]", "b[7:9]", "i[1:2]"], memory=False)
LISTS = [
    ("__vsprintf_chk", "char* to", "to, 1, 9, form, list", "a", "char* to, int flag, size_t there, const char* form, va_list list", "char"),
    ("__vsnprintf_chk", "char* to", "to, 8, 1, 9, form, list", "a", "char* to, size_t size, int flag, size_t there, const char* form, va_list list", "char"),
]
for name, first, arguments, given, parameters, ctype in LISTS:
    call(name, f'via_{name}(a, "%s", s);', [array("a", "char", 9), text("s", "abcdef", 9)], reads=["s[0:7]"], writes=["a[0:7]"], clean=["a[8:9]", "s[7:9]"], pointer=False,
         prelude=f"extern int {name}({parameters});\n"
                 f"static void via_{name}({first}, const char* form, ...) {{ va_list list; va_start(list, form); {name}({arguments}); va_end(list); }}")
for name, arguments, parameters in (("__vprintf_chk", "1, form, list", "int flag, const char* form, va_list list"),
                                    ("__vfprintf_chk", "stdout, 1, form, list", "FILE* to, int flag, const char* form, va_list list")):
    call(name, f'via_{name}("%s", s);', [text("s", "abcdef", 9)], reads=["s[0:7]"], clean=["s[7:9]"], pointer=False,
         prelude=f"extern int {name}({parameters});\n"
                 f"static void via_{name}(const char* form, ...) {{ va_list list; va_start(list, form); {name}({arguments}); va_end(list); }}")
call("__asprintf_chk", '@(p, 1, "%s", s); free(*p);', [ONE("p", "char*"), text("s", "abc", 6)], reads=["s[0:4]"], writes=["p[0:1]"], clean=["s[4:6]"],
     prelude="extern int __asprintf_chk(char** to, int flag, const char* form, ...);")
call("__vasprintf_chk", 'via___vasprintf_chk(p, "%s", s); free(*p);', [ONE("p", "char*"), text("s", "abc", 6)], reads=["s[0:4]"], writes=["p[0:1]"], clean=["s[4:6]"], pointer=False,
     prelude="extern int __vasprintf_chk(char** to, int flag, const char* form, va_list list);\n"
             "static void via___vasprintf_chk(char** to, const char* form, ...) { va_list list; va_start(list, form); __vasprintf_chk(to, 1, form, list); va_end(list); }")
call("__vswprintf_chk", 'via___vswprintf_chk(a, L"%ls", s);', [array("a", "wchar_t", 9), wide("s", "abc", 6)], reads=["s[0:4]"], writes=["a[0:4]"], clean=["s[4:6]"], pointer=False,
     prelude="extern int __vswprintf_chk(wchar_t* to, size_t size, int flag, size_t there, const wchar_t* form, va_list list);\n"
             "static void via___vswprintf_chk(wchar_t* to, const wchar_t* form, ...) { va_list list; va_start(list, form); __vswprintf_chk(to, 8, 1, 9, form, list); va_end(list); }")
call("__wctomb_chk", "@(a, L'x', 16);", [array("a", "char", 16)], writes=["a[0:1]"], clean=["a[1:16]"], prelude="extern int __wctomb_chk(char* to, wchar_t from, size_t there);")
call("__wcrtomb_chk", "@(a, L'x', m, 16);", [array("a", "char", 16), ONE("m", "mbstate_t")], writes=["a[0:1]"], touches=["m->__count"], clean=["a[1:16]"],
     prelude="extern size_t __wcrtomb_chk(char* to, wchar_t from, mbstate_t* state, size_t there);")
call("__mbsrtowcs_chk", "@(w, p, 8, m, 9);", [text("a", "abcd", 9), ONE("m", "mbstate_t"), array("w", "wchar_t", 9), ONE("p", "const char*")], setup="p[0] = a;",
     reads=["a[0:5]"], touches=["m->__count"], writes=["w[0:5]", "p[0:1]"], clean=["w[5:9]", "a[5:9]"], memory=False,
     prelude="extern size_t __mbsrtowcs_chk(wchar_t* to, const char** from, size_t size, mbstate_t* state, size_t there);")
call("__mbsnrtowcs_chk", "@(w, p, 3, 8, m, 9);", [text("a", "abcd", 9), ONE("m", "mbstate_t"), array("w", "wchar_t", 9), ONE("p", "const char*")], setup="p[0] = a;",
     reads=["a[0:3]"], touches=["m->__count"], writes=["w[0:3]", "p[0:1]"], clean=["w[3:9]", "a[3:9]"], memory=False,
     prelude="extern size_t __mbsnrtowcs_chk(wchar_t* to, const char** from, size_t most, size_t size, mbstate_t* state, size_t there);")
call("__wcsrtombs_chk", "@(a, p, 8, m, 9);", [wide("w", "abcd", 9), ONE("m", "mbstate_t"), array("a", "char", 9), ONE("p", "const wchar_t*")], setup="p[0] = w;",
     reads=["w[0:5]"], touches=["m->__count"], writes=["a[0:5]", "p[0:1]"], clean=["w[5:9]", "a[5:9]"], memory=False,
     prelude="extern size_t __wcsrtombs_chk(char* to, const wchar_t** from, size_t size, mbstate_t* state, size_t there);")
call("__wcsnrtombs_chk", "@(a, p, 3, 8, m, 9);", [wide("w", "abcd", 9), ONE("m", "mbstate_t"), array("a", "char", 9), ONE("p", "const wchar_t*")], setup="p[0] = w;",
     reads=["w[0:3]"], touches=["m->__count"], writes=["a[0:3]", "p[0:1]"], clean=["w[3:9]", "a[3:9]"], memory=False,
     prelude="extern size_t __wcsnrtombs_chk(char* to, const wchar_t** from, size_t most, size_t size, mbstate_t* state, size_t there);")
call("__readlinkat_chk", '@(AT_FDCWD, "/proc/self/exe", a, 4, 9);', [array("a", "char", 9)], writes=["a[0:4]"], clean=["a[4:9]"],
     prelude="extern ssize_t __readlinkat_chk(int at, const char* path, char* to, size_t size, size_t there);")
for name in ("__isoc99_vsscanf", "__isoc23_vsscanf"):
    call(name, f'via_{name}(s, "%d", n);', [text("s", "12", 6), array("n", "int", 3)], reads=["s[0:3]"], writes=["n[0:1]"], clean=["n[1:3]", "s[3:6]"], pointer=False,
         prelude=f"extern int {name}(const char* from, const char* form, va_list list) __attribute__((weak));\n"
                 f"static void via_{name}(const char* from, const char* form, ...) {{ va_list list; va_start(list, form); {name}(from, form, list); va_end(list); }}", native="99" in name)
for name in ("__isoc99_vscanf", "__isoc23_vscanf", "__isoc99_vfscanf", "__isoc23_vfscanf"):
    first, stream = ("FILE* from, ", "stdin, ") if "vf" in name else ("", "")
    call(name, f'via_{name}("%d", n);', [array("n", "int", 3)], writes=["n[0:1]"], clean=["n[1:3]"], pointer=False,
         prelude=f"extern int {name}({first}const char* form, va_list list) __attribute__((weak));\n"
                 f"static void via_{name}(const char* form, ...) {{ va_list list; va_start(list, form); {name}({stream}form, list); va_end(list); }}", native="99" in name)
call("__sigsetjmp", "if (@(*j, 0) == 0) {}", [array("j", "sigjmp_buf", 1)], writes=["j[0]->__jmpbuf[6]"], guards=False, pointer=False, memory=False)
