"""Files, the process, its machine: POSIX.1-2017."""

from calls import array, call, text

ROOT = text("a", "/dev", 9)
READ, OPEN = ["a[0:5]"], ["a[5:9]"]
STAT = array("s", "struct stat", 1)
MEMBERS = ["s->st_mode", "s->st_size", "s->st_ino", "s->st_mtim.tv_sec"]
for name in ("stat", "lstat"):
    call(name, "@(a, s);", [ROOT, STAT], reads=READ, writes=MEMBERS, clean=OPEN)
    call(f"{name}64", "@(a, s);", [ROOT, array("s", "struct stat64", 1)], reads=READ, writes=MEMBERS, clean=OPEN)
call("fstat", "@(0, s);", [STAT], writes=MEMBERS)
call("fstat64", "@(0, s);", [array("s", "struct stat64", 1)], writes=MEMBERS)
call("fstatat", "@(AT_FDCWD, a, s, 0);", [ROOT, STAT], reads=READ, writes=MEMBERS, clean=OPEN)
call("fstatat64", "@(AT_FDCWD, a, s, 0);", [ROOT, array("s", "struct stat64", 1)], reads=READ, writes=MEMBERS, clean=OPEN)
call("statx", "@(AT_FDCWD, a, 0, STATX_BASIC_STATS, s);", [ROOT, array("s", "struct statx", 1)], reads=READ,
     writes=["s->stx_mode", "s->stx_size", "s->stx_ino"], clean=OPEN)
for name, ctype in (("__xstat", "struct stat"), ("__lxstat", "struct stat"), ("__xstat64", "struct stat64"), ("__lxstat64", "struct stat64")):
    call(name, "@(1, a, s);", [ROOT, array("s", ctype, 1)], reads=READ, writes=MEMBERS, clean=OPEN,
         prelude=f"extern int {name}(int version, const char* path, {ctype}* to);")
for name, ctype, member in (("statfs", "struct statfs", "f_bsize"), ("statfs64", "struct statfs64", "f_bsize"), ("statvfs", "struct statvfs", "f_bsize"),
                            ("statvfs64", "struct statvfs64", "f_bsize")):
    call(name, "@(a, s);", [ROOT, array("s", ctype, 1)], reads=READ, writes=[f"s->{member}", "s->f_blocks"], clean=OPEN)
for name, code in (("access", "@(a, R_OK);"), ("eaccess", "@(a, R_OK);"), ("euidaccess", "@(a, R_OK);"), ("faccessat", "@(AT_FDCWD, a, R_OK, 0);"),
                   ("pathconf", "@(a, _PC_NAME_MAX);")):
    call(name, code, [ROOT], reads=READ, clean=OPEN)
call("readlink", "@(a, b, 4);", [text("a", "/proc/self/exe", 18), array("b", "char", 9)], reads=["a[0:15]"], writes=["b[0:4]"],
     clean=["a[15:18]", "b[4:9]"], memory=False)
call("readlinkat", "@(AT_FDCWD, a, b, 4);", [text("a", "/proc/self/exe", 18), array("b", "char", 9)], reads=["a[0:15]"], writes=["b[0:4]"],
     clean=["a[15:18]", "b[4:9]"], memory=False)
call("realpath", "@(a, b);", [ROOT, array("b", "char", 4096)], reads=READ, writes=["b[0:5]"], clean=OPEN, memory=False)
call("realpath", "free(@(a, 0));", [ROOT], reads=READ, clean=OPEN, memory=False)
call("canonicalize_file_name", "free(@(a));", [ROOT], reads=READ, clean=OPEN, memory=False)
call("getcwd", "@(b, 4096);", [array("b", "char", 4096)], writes=["b[0:2]"], memory=False)
call("uname", "@(u);", [array("u", "struct utsname", 1)], writes=["u->sysname[0]", "u->nodename[0]", "u->release[0]", "u->version[0]", "u->machine[0]"])
call("gethostname", "@(b, 64);", [array("b", "char", 66)], writes=["b[0:2]"], clean=["b[64:66]"], memory=False)
for name in ("getenv", "secure_getenv"):
    call(name, "@(a);", [text("a", "NAME", 9)], reads=["a[0:5]"], clean=["a[5:9]"], memory=False)
for name in ("getrlimit", "getrlimit64", "__getrlimit"):
    ctype = "struct rlimit64" if name.endswith("64") else "struct rlimit"
    call(name, "@(RLIMIT_NOFILE, r);", [array("r", ctype, 2)], writes=["r->rlim_cur", "r->rlim_max"], clean=["r[1].rlim_cur"],
         prelude="extern int __getrlimit(int which, struct rlimit* to);" if name[0] == "_" else "", native=name[0] != "_")
call("sched_getaffinity", "@(0, sizeof *s, s);", [array("s", "cpu_set_t", 2)], writes=["s->__bits[0]"], clean=["s[1].__bits[0]"])
call("sched_setaffinity", "@(0, sizeof *s, s);", [array("s", "cpu_set_t", 2)], setup="s->__bits[0] = 1;", reads=["s->__bits[0]"],
     clean=["s[1].__bits[0]"], native=False)
call("__sched_cpucount", "@(16, s);", [array("s", "cpu_set_t", 1)], reads=["s->__bits[0]", "s->__bits[1]"], clean=["s->__bits[2]", "s->__bits[15]"])
call("getrandom", "@(b, 4, 0);", [array("b", "char", 9)], writes=["b[0:4]"], clean=["b[4:9]"])
call("getentropy", "@(b, 4);", [array("b", "char", 9)], writes=["b[0:4]"], clean=["b[4:9]"])
call("arc4random_buf", "@(b, 4);", [array("b", "char", 9)], writes=["b[0:4]"], clean=["b[4:9]"])
SET = lambda name: array(name, "sigset_t", 2)
ALL = ["s->__val[0]"]
call("sigemptyset", "@(s);", [SET("s")], writes=ALL, clean=["s[1].__val[0]"], memory=False)
call("sigfillset", "@(s);", [SET("s")], writes=ALL, clean=["s[1].__val[0]"], memory=False)
call("sigaddset", "@(s, SIGINT);", [SET("s")], reads=ALL, writes=ALL, clean=["s[1].__val[0]"], memory=False)
call("sigdelset", "@(s, SIGINT);", [SET("s")], reads=ALL, writes=ALL, clean=["s[1].__val[0]"], memory=False)
call("sigismember", "@(s, SIGINT);", [SET("s")], reads=ALL, clean=["s[1].__val[0]"], memory=False)
call("sigisemptyset", "@(s);", [SET("s")], reads=ALL, clean=["s[1].__val[0]"], memory=False)
for name in ("sigandset", "sigorset"):
    call(name, "@(s, t, u);", [SET("s"), SET("t"), SET("u")], reads=["t->__val[0]", "u->__val[0]"], writes=ALL, clean=["s[1].__val[0]"], memory=False)
call("setlocale", "@(LC_ALL, a);", [text("a", "C", 6)], reads=["a[0:2]"], clean=["a[2:6]"], memory=False)
DIRENT = "struct dirent"
for name in ("alphasort", "versionsort", "alphasort64", "versionsort64"):
    ctype = DIRENT + ("64" if name.endswith("64") else "")
    call(name, f"@((const {ctype}**)p, (const {ctype}**)q);", [array("d", ctype, 2), array("p", f"{ctype}*", 1), array("q", f"{ctype}*", 1)],
         setup='p[0] = d; q[0] = d + 1; memcpy(d[0].d_name, "ab", 3); memcpy(d[1].d_name, "ac", 3);',
         reads=["p[0:1]", "q[0:1]", "d[0].d_name[0]", "d[0].d_name[1]", "d[1].d_name[1]"], clean=["d[0].d_type", "d[1].d_ino", "d[0].d_name[20]"],
         memory=False)
call("readdir_r", "@(dir, d, p);", [array("d", DIRENT, 1), array("p", f"{DIRENT}*", 1)],
     prelude="static DIR* dir;", setup='dir = opendir("/dev");', writes=["p[0:1]", "d->d_name[0]"], memory=False, native=False)
call("getopt", "@(2, p, a);", [text("a", "ab:", 9), array("p", "char*", 3), text("b", "-a", 6)], setup="p[0] = b; p[1] = b; optind = 1;",
     reads=["a[0:1]", "p[1:2]", "b[0:2]"], clean=["a[4:9]", "b[3:6]"], memory=False)
call(["setjmp", "_setjmp"], "if (@(*j) == 0) {}", [array("j", "jmp_buf", 1)], writes=["j[0]->__jmpbuf[6]"], guards=False, pointer=False, memory=False)
call("longjmp", "if (setjmp(*j) == 0) @(*j, 1);", [array("j", "jmp_buf", 1)], writes=["j[0]->__jmpbuf[7]"], guards=False, pointer=False, memory=False)
CHK = [
    ("__memcpy_chk", "void* %(n)s(void* to, const void* from, size_t size, size_t there)", "@(a, b, 7, 9);", ["b[0:7]"], ["a[0:7]"]),
    ("__memmove_chk", "void* %(n)s(void* to, const void* from, size_t size, size_t there)", "@(a, b, 7, 9);", ["b[0:7]"], ["a[0:7]"]),
    ("__mempcpy_chk", "void* %(n)s(void* to, const void* from, size_t size, size_t there)", "@(a, b, 7, 9);", ["b[0:7]"], ["a[0:7]"]),
    ("__memset_chk", "void* %(n)s(void* to, int value, size_t size, size_t there)", "@(a, 1, 7, 9);", [], ["a[0:7]"]),
    ("__strcpy_chk", "char* %(n)s(char* to, const char* from, size_t there)", "@(a, b, 9);", ["b[0:7]"], ["a[0:7]"]),
    ("__stpcpy_chk", "char* %(n)s(char* to, const char* from, size_t there)", "@(a, b, 9);", ["b[0:7]"], ["a[0:7]"]),
    ("__strncpy_chk", "char* %(n)s(char* to, const char* from, size_t size, size_t there)", "@(a, b, 8, 9);", ["b[0:7]"], ["a[0:8]"]),
    ("__stpncpy_chk", "char* %(n)s(char* to, const char* from, size_t size, size_t there)", "@(a, b, 8, 9);", ["b[0:7]"], ["a[0:8]"]),
    ("__strcat_chk", "char* %(n)s(char* to, const char* from, size_t there)", "@(a, b, 9);", ["a[0:1]", "b[0:7]"], ["a[0:7]"]),
    ("__strncat_chk", "char* %(n)s(char* to, const char* from, size_t size, size_t there)", "@(a, b, 3, 9);", ["a[0:1]", "b[0:3]"], ["a[0:4]"]),
    ("__sprintf_chk", "int %(n)s(char* to, int flag, size_t there, const char* form, ...)", '@(a, 1, 9, "%s", b);', ["b[0:7]"], ["a[0:7]"]),
    ("__snprintf_chk", "int %(n)s(char* to, size_t size, int flag, size_t there, const char* form, ...)", '@(a, 8, 1, 9, "%s", b);', ["b[0:7]"], ["a[0:7]"]),
    ("__explicit_bzero_chk", "void %(n)s(void* to, size_t size, size_t there)", "@(a, 7, 9);", [], ["a[0:7]"]),
    ("__read_chk", "ssize_t %(n)s(int from, void* to, size_t size, size_t there)", "@(0, a, 4, 9);", [], ["a[0:4]"]),
    ("__fgets_chk", "char* %(n)s(char* to, size_t there, int size, FILE* from)", "@(a, 9, 5, stdin);", [], ["a[0:5]"]),
    ("__fgets_unlocked_chk", "char* %(n)s(char* to, size_t there, int size, FILE* from)", "@(a, 9, 5, stdin);", [], ["a[0:5]"]),
    ("__fread_chk", "size_t %(n)s(void* to, size_t there, size_t size, size_t count, FILE* from)", "@(a, 9, 2, 2, stdin);", [], ["a[0:4]"]),
    ("__fread_unlocked_chk", "size_t %(n)s(void* to, size_t there, size_t size, size_t count, FILE* from)", "@(a, 9, 2, 2, stdin);", [], ["a[0:4]"]),
    ("__printf_chk", "int %(n)s(int flag, const char* form, ...)", '@(1, "%s", b);', ["b[0:7]"], []),
    ("__fprintf_chk", "int %(n)s(FILE* to, int flag, const char* form, ...)", '@(stdout, 1, "%s", b);', ["b[0:7]"], []),
    ("__readlink_chk", "ssize_t %(n)s(const char* path, char* to, size_t size, size_t there)", '@("/proc/self/exe", a, 4, 9);', [], ["a[0:4]"]),
]
for name, declaration, code, reads, writes in CHK:
    call(name, code, [array("a", "char", 9), text("b", "abcdef", 9)], reads=reads, writes=writes, clean=["b[7:9]"], prelude="extern " + declaration % {"n": name} + ";")
WIDE_CHK = [
    ("__wcscpy_chk", "wchar_t* %(n)s(wchar_t* to, const wchar_t* from, size_t there)", "@(a, b, 9);", ["b[0:7]"], ["a[0:7]"]),
    ("__wcpcpy_chk", "wchar_t* %(n)s(wchar_t* to, const wchar_t* from, size_t there)", "@(a, b, 9);", ["b[0:7]"], ["a[0:7]"]),
    ("__wcsncpy_chk", "wchar_t* %(n)s(wchar_t* to, const wchar_t* from, size_t size, size_t there)", "@(a, b, 8, 9);", ["b[0:7]"], ["a[0:8]"]),
    ("__wcpncpy_chk", "wchar_t* %(n)s(wchar_t* to, const wchar_t* from, size_t size, size_t there)", "@(a, b, 8, 9);", ["b[0:7]"], ["a[0:8]"]),
    ("__wcscat_chk", "wchar_t* %(n)s(wchar_t* to, const wchar_t* from, size_t there)", "@(a, b, 9);", ["a[0:1]", "b[0:7]"], ["a[0:7]"]),
    ("__wcsncat_chk", "wchar_t* %(n)s(wchar_t* to, const wchar_t* from, size_t size, size_t there)", "@(a, b, 3, 9);", ["a[0:1]", "b[0:3]"], ["a[0:4]"]),
    ("__wmemcpy_chk", "wchar_t* %(n)s(wchar_t* to, const wchar_t* from, size_t size, size_t there)", "@(a, b, 7, 9);", ["b[0:7]"], ["a[0:7]"]),
    ("__wmemmove_chk", "wchar_t* %(n)s(wchar_t* to, const wchar_t* from, size_t size, size_t there)", "@(a, b, 7, 9);", ["b[0:7]"], ["a[0:7]"]),
    ("__wmempcpy_chk", "wchar_t* %(n)s(wchar_t* to, const wchar_t* from, size_t size, size_t there)", "@(a, b, 7, 9);", ["b[0:7]"], ["a[0:7]"]),
    ("__wmemset_chk", "wchar_t* %(n)s(wchar_t* to, wchar_t value, size_t size, size_t there)", "@(a, L'x', 7, 9);", [], ["a[0:7]"]),
    ("__swprintf_chk", "int %(n)s(wchar_t* to, size_t size, int flag, size_t there, const wchar_t* form, ...)", '@(a, 8, 1, 9, L"%%ls", b);', ["b[0:7]"], ["a[0:7]"]),
]
for name, declaration, code, reads, writes in WIDE_CHK:
    call(name, code.replace("%%", "%"), [array("a", "wchar_t", 9), array("b", "wchar_t", 9, [97, 98, 99, 100, 101, 102, 0])], reads=reads, writes=writes, clean=["b[7:9]"],
         prelude="extern " + declaration % {"n": name} + ";")
call("__mbstowcs_chk", "@(a, b, 8, 9);", [array("a", "wchar_t", 9), text("b", "abcdef", 9)], reads=["b[0:7]"], writes=["a[0:7]"], clean=["b[7:9]"],
     prelude="extern size_t __mbstowcs_chk(wchar_t* to, const char* from, size_t size, size_t there);")
call("__wcstombs_chk", "@(a, b, 8, 9);", [array("a", "char", 9), array("b", "wchar_t", 9, [97, 98, 0])], reads=["b[0:3]"], writes=["a[0:3]"], clean=["b[3:9]"],
     prelude="extern size_t __wcstombs_chk(char* to, const wchar_t* from, size_t size, size_t there);")
