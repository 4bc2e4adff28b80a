"""Steps in C that are written by hand."""

from calls import array, text, wide
from steps import alone, no_call, step, together, unsafe

ONE = lambda name, ctype: array(name, ctype, 1)

# Threads
BODIES = """static void* trivial_body(void* argument) { return argument; }
static void* exit_body(void* argument) { pthread_exit(argument); }
static int thrd_body(void* argument) { return argument != 0; }
static int thrd_exit_body(void* argument) { thrd_exit(argument != 0); }
static void note(void* cell) { *(int*)cell += 1; }"""
step("pthread_detach", "pthread_t t; pthread_create(&t, 0, trivial_body, 0); @(t);", prelude=BODIES)
together("pthread_exit", "void* r; pthread_t t; pthread_create(&t, 0, exit_body, &r); SEE(pthread_join(t, &r)); /* pthread_exit */")
step("pthread_self thrd_current", "@();")
step("pthread_equal", "@(pthread_self(), pthread_self());")
step("thrd_equal", "@(thrd_current(), thrd_current());")
step("pthread_testcancel thrd_yield", "@();")
step("thrd_detach", "thrd_t t; thrd_create(&t, thrd_body, 0); @(t);")
together("thrd_exit", "int r; thrd_t t; thrd_create(&t, thrd_exit_body, &r); SEE(thrd_join(t, &r)); /* thrd_exit */")
together("pthread_key_delete pthread_setspecific pthread_getspecific",
         "pthread_key_create(k, 0); SEE(pthread_setspecific(*k, k)); SEE(pthread_getspecific(*k)); SEE(pthread_key_delete(*k));", buffers=[ONE("k", "pthread_key_t")])
together("tss_delete tss_set tss_get", "tss_create(k, 0); SEE(tss_set(*k, k)); SEE(tss_get(*k)); tss_delete(*k);", buffers=[ONE("k", "tss_t")])
together("__pthread_register_cancel __pthread_unregister_cancel __pthread_unwind_next",
         "pthread_cleanup_push(note, x); tick(me); pthread_cleanup_pop(1); pthread_t t; pthread_create(&t, 0, cleanup_body, x);"
         "pthread_join(t, 0); /* __pthread_register_cancel __pthread_unregister_cancel __pthread_unwind_next */",
         buffers=[array("x", "int", 2)],
         prelude="static void* cleanup_body(void* x) { pthread_cleanup_push(note, x); pthread_exit(x); pthread_cleanup_pop(0); return x; }")
step("__pthread_cleanup_routine", "struct { void (*routine)(void*); void* argument; int does; int type; } frame = {note, x, 1, 0}; @(&frame);", buffers=[array("x", "int", 2)],
     prelude="extern void __pthread_cleanup_routine(void* frame);")
step("pthread_attr_setscope", "pthread_attr_init(a); @(a, PTHREAD_SCOPE_SYSTEM);", buffers=[ONE("a", "pthread_attr_t")])
step("pthread_attr_setschedpolicy", "pthread_attr_init(a); @(a, SCHED_OTHER);", buffers=[ONE("a", "pthread_attr_t")])
step("pthread_attr_setinheritsched", "pthread_attr_init(a); @(a, PTHREAD_INHERIT_SCHED);", buffers=[ONE("a", "pthread_attr_t")])
for kind in ("attr", "mutexattr", "condattr", "rwlockattr", "barrierattr"):
    step(f"pthread_{kind}_destroy", f"pthread_{kind}_init(a); @(a);", buffers=[ONE("a", f"pthread_{kind}_t")])
alone("pthread_cond_wait", "pthread_mutex_init(m, 0); pthread_cond_init(c, 0); static struct signal_to to[kThreads]; to[me] = (struct signal_to){m, c, 0};"
      "pthread_t t; pthread_create(&t, 0, signal_body, to + me); pthread_mutex_lock(m); while (!to[me].is_done) @(c, m); pthread_mutex_unlock(m); pthread_join(t, 0);",
      buffers=[ONE("m", "pthread_mutex_t"), ONE("c", "pthread_cond_t")],
      prelude="struct signal_to { pthread_mutex_t* m; pthread_cond_t* c; int is_done; };\n"
              "static void* signal_body(void* argument) { struct signal_to* to = argument; pthread_mutex_lock(to->m); to->is_done = 1; pthread_cond_signal(to->c);"
              " pthread_mutex_unlock(to->m); return 0; }")
alone("cnd_wait", "mtx_init(m, mtx_plain); cnd_init(c); static struct cnd_to to[kThreads]; to[me] = (struct cnd_to){m, c, 0};"
      "thrd_t t; thrd_create(&t, cnd_body, to + me); mtx_lock(m); while (!to[me].is_done) @(c, m); mtx_unlock(m); thrd_join(t, 0);",
      buffers=[ONE("m", "mtx_t"), ONE("c", "cnd_t")],
      prelude="struct cnd_to { mtx_t* m; cnd_t* c; int is_done; };\n"
              "static int cnd_body(void* argument) { struct cnd_to* to = argument; mtx_lock(to->m); to->is_done = 1; cnd_signal(to->c); mtx_unlock(to->m); return 0; }")

# Jumps
step("setjmp _setjmp", "if ((@)(*j) == 0) tick(me); else x[0] = 1;", buffers=[array("j", "jmp_buf", 1), array("x", "int", 2)])
step("__sigsetjmp", "if ((@)(*j, 0) == 0) tick(me); else x[0] = 1;", buffers=[array("j", "jmp_buf", 1), array("x", "int", 2)])
step("longjmp _longjmp siglongjmp __longjmp_chk", "if ((_setjmp)(*j) == 0) { tick(me); (@)(*j, 1); } x[0] = 1; tick(me);", buffers=[array("j", "jmp_buf", 1), array("x", "int", 2)],
     prelude="extern void __longjmp_chk(struct __jmp_buf_tag to[1], int value) __attribute__((noreturn));")

# The process
alone("atexit", "@(me ? at_exit_b : at_exit_a);",
      prelude="static int at_exit_count, at_exit_order[2];\nstatic void at_exit_a(void) { at_exit_order[at_exit_count++] = 1; }\n"
              "static void at_exit_b(void) { at_exit_order[at_exit_count++] = 2; }")
alone("__cxa_atexit", "@(at_exit_of, (void*)(long)me, 0);", prelude="extern int __cxa_atexit(void (*function)(void*), void* argument, void* object);\n"
              "static void at_exit_of(void* me) { at_exit_order[at_exit_count++] = me != 0; }")
no_call("ends the process", "exit _exit _Exit quick_exit abort __assert_fail __assert_perror_fail __stack_chk_fail __chk_fail err errx verr verrx "
        "reach_error __VERIFIER_error")
step("__VERIFIER_assert", "@(1);", prelude="extern void __VERIFIER_assert(int condition);")
alone("__VERIFIER_atomic_begin __VERIFIER_atomic_end", "__VERIFIER_atomic_begin(); x[0] = me; tick(me); __VERIFIER_atomic_end();", each=False, buffers=[array("x", "int", 2)],
      prelude="extern void __VERIFIER_atomic_begin(void);\nextern void __VERIFIER_atomic_end(void);")
step("syscall", "@(SYS_futex, x, 129, 1, 0, 0, 0);", buffers=[array("x", "int", 2)])
step("prctl", "@(PR_SET_NAME, a, 0, 0, 0);", buffers=[text("a", "name", 16)], prelude="#include <sys/prctl.h>")
step("sysconf __sysconf", "@(_SC_PAGESIZE);", prelude="extern long __sysconf(int name);")
step("__getpid", "@();", prelude="extern pid_t __getpid(void);")
step("__getpgid getpgid getsid", "@(0);", prelude="extern pid_t __getpgid(pid_t process);")
step("__sched_yield", "@();", prelude="extern int __sched_yield(void);")
together("pthread_yield", "SEE(label_yield()); /* pthread_yield */", prelude='extern int label_yield(void) __asm__("pthread_yield");')
step("get_current_dir_name", "free(@());")
for name in ("environ", "__environ", "_environ"):
    step(name, "SEE(@);", prelude="extern char** _environ;")
step("program_invocation_name program_invocation_short_name __progname __progname_full", "SEE(@);", prelude="extern char* __progname;\nextern char* __progname_full;")
step("__libc_single_threaded stdin stdout stderr optarg optind opterr optopt signgam", "SEE(@);",
     prelude="#include <sys/single_threaded.h>\n#include <getopt.h>")

# Memory
step("malloc valloc", "char* p = @(8 + me); p[0] = 1; free(p);")
step("calloc", "char* p = @(8, 2); p[0] = 1; free(p);")
step("aligned_alloc memalign", "char* p = @(64, 64); p[0] = 1; free(p);")
step("posix_memalign", "void* p; @(&p, 64, 64); free(p);")
step("realloc", "char* p = malloc(4); p[0] = 1; p = @(p, 40); p[39] = 1; free(p);")
step("reallocarray", "char* p = malloc(4); p[0] = 1; p = @(p, 10, 4); p[39] = 1; free(p);")
step("free cfree", "char* p = malloc(4); @(p);", prelude="extern void cfree(void* block);")
step("malloc_usable_size", "char* p = malloc(9); @(p); free(p);")

# Atomics that are calls
WIDTHS = {1: "unsigned char", 2: "unsigned short", 4: "unsigned", 8: "unsigned long", 16: "unsigned __int128"}
for size, ctype in WIDTHS.items():
    label = lambda name: f'__asm__("__atomic_{name}_{size}")'
    cell = [array("x", ctype, 4)]
    more = lambda name, result, parameters: f"extern {result} atomic_{name}_{size}({parameters}) {label(name)};"

    def sized(name, result, parameters, arguments):
        together(f"__atomic_{name}_{size}", f"x[0] = 3 + me; SEE(atomic_{name}_{size}({arguments})); /* __atomic_{name}_{size} */", buffers=cell,
                 prelude=f'extern {result} atomic_{name}_{size}({parameters}) __asm__("__atomic_{name}_{size}");', group="atomics")
    sized("load", ctype, "void*, int", "x, 5")
    sized("store", "void", f"void*, {ctype}, int", "x, 7, 5")
    sized("exchange", ctype, f"void*, {ctype}, int", "x, 7, 5")
    sized("compare_exchange", "_Bool", f"void*, void*, {ctype}, int, int", "x, x + 1, 7, 5, 5")
    for operation in ("add", "sub", "and", "or", "xor", "nand"):
        sized(f"fetch_{operation}", ctype, f"void*, {ctype}, int", "x, 5, 5")
LARGE = [array("x", "struct large", 3)]
for name, result, parameters, arguments in (
        ("load", "void", "size_t, void*, void*, int", "sizeof *x, x, x + 1, 5"), ("store", "void", "size_t, void*, void*, int", "sizeof *x, x, x + 1, 5"),
        ("exchange", "void", "size_t, void*, void*, void*, int", "sizeof *x, x, x + 1, x + 2, 5"),
        ("compare_exchange", "_Bool", "size_t, void*, void*, void*, int, int", "sizeof *x, x, x + 1, x + 2, 5, 5"), ("is_lock_free", "_Bool", "size_t, void*", "24, x")):
    together(f"__atomic_{name}", f"x[0].v[0] = 3 + me; SEE(atomic_{name}_any({arguments})); /* __atomic_{name} */", buffers=LARGE, group="atomics",
             prelude=f'struct large {{ long v[3]; }};\nextern {result} atomic_{name}_any({parameters}) __asm__("__atomic_{name}");')

# Streams and descriptors of the thread
step("putchar", "@('a' + me);")
alone("getchar", "@();")
# Headers give these other names, __isoc99_scanf for scanf.
NUMBER = [array("n", "int", 2)]
for name, kind, parameters, before in (("scanf", alone, "", ""), ("fscanf", together, "FILE*, ", "own_input(me), "), ("sscanf", together, "const char*, ", '"12", ')):
    kind(name, f'SEE(label_{name}({before}"%d", n)); /* {name} */', buffers=NUMBER, prelude=f'extern int label_{name}({parameters}const char*, ...) __asm__("{name}");',
         **({"each": False} if kind is alone else {}))
    first, given = parameters.replace(", ", " from, "), "from, " if parameters else ""
    kind(f"v{name}", f'SEE(call_v{name}({before}"%d", n)); /* v{name} */', buffers=NUMBER,
         prelude=f'extern int label_v{name}({parameters}const char*, va_list) __asm__("v{name}");\nstatic int call_v{name}({first}const char* form, ...) {{ va_list list;'
                 f" va_start(list, form); int n = label_v{name}({given}form, list); va_end(list); return n; }}", **({"each": False} if kind is alone else {}))
OF_INPUT = ("fgetc fgetc_unlocked getc getc_unlocked _IO_getc getw feof feof_unlocked _IO_feof ferror ferror_unlocked _IO_ferror clearerr clearerr_unlocked ftell ftello "
            "ftello64 rewind __uflow __underflow __fbufsize __flbf __freadable __fwritable __freading __fwriting fileno fileno_unlocked")
OF_STREAM = "\n".join(f"extern int {each}(FILE* stream);" for each in ("_IO_getc", "_IO_feof", "_IO_ferror", "__uflow", "__underflow", "_IO_fflush"))
step(OF_INPUT, "FILE* f = own_input(me); SEE(fgetc(f)); @(f); SEE(fgetc(f)); SEE(ftell(f)); SEE(fclose(f));", prelude=OF_STREAM, group="streams")
step("__fpending fflush fflush_unlocked _IO_fflush __fpurge", "FILE* f = own_output(me); SEE(fputs(\"text\", f)); @(f); SEE(fclose(f));", group="streams")
step("fclose _IO_fclose", "FILE* f = own_input(me); SEE(fgetc(f)); @(f);", prelude="extern int _IO_fclose(FILE* stream);", group="streams")
step("fputc fputc_unlocked putc putc_unlocked _IO_putc putw", "FILE* f = own_output(me); @('a' + me, f); SEE(ftell(f)); SEE(fclose(f));",
     prelude="extern int _IO_putc(int c, FILE* stream);", group="streams")
step("__overflow", "FILE* f = own_output(me); @(f, 'a' + me); SEE(fclose(f));", prelude="extern int __overflow(FILE* stream, int c);", group="streams")
step("ungetc _IO_ungetc", "FILE* f = own_input(me); SEE(fgetc(f)); @('a' + me, f); SEE(fgetc(f)); SEE(fclose(f));", prelude="extern int _IO_ungetc(int c, FILE* stream);",
     group="streams")
step("fseek fseeko fseeko64", "FILE* f = own_input(me); @(f, 3 + me, SEEK_SET); SEE(fgetc(f)); SEE(fclose(f));", group="streams")
step("setvbuf _IO_setvbuf", "FILE* f = own_input(me); @(f, a, _IOFBF, 64); SEE(fgetc(f)); SEE(fclose(f));", buffers=[array("a", "char", 64)], group="streams",
     prelude="extern int _IO_setvbuf(FILE* stream, char* to, int mode, size_t size);")
step("setbuf", "FILE* f = own_input(me); @(f, 0); SEE(fgetc(f)); SEE(fclose(f));", group="streams")
step("setbuffer", "FILE* f = own_input(me); @(f, a, 64); SEE(fgetc(f)); SEE(fclose(f));", buffers=[array("a", "char", 64)], group="streams")
step("setlinebuf", "FILE* f = own_input(me); @(f); SEE(fgetc(f)); SEE(fclose(f));", group="streams")
step("tmpfile tmpfile64", "FILE* f = @(); SEE(fputs(\"text\", f)); rewind(f); SEE(fgetc(f)); SEE(fclose(f));", group="streams")
step("close __close", "int d = own_file(me); @(d);", prelude="extern int __close(int d);", group="streams")
step("lseek lseek64 __lseek", "int d = own_file(me); @(d, 2 + me, SEEK_SET); SEE(close(d));", prelude="extern off_t __lseek(int d, off_t to, int how);", group="streams")
step("fsync fdatasync isatty", "int d = own_file(me); @(d); SEE(close(d));", group="streams")
step("creat creat64", "int d = @(own_path(me), 0600); SEE(write(d, \"text\", 4)); SEE(close(d));", group="streams")
step("mkstemp mkstemp64", "char* name = own_template(me); int d = @(name); SEE(write(d, \"text\", 4)); SEE(close(d));", group="streams")
step("mkostemp mkostemp64", "char* name = own_template(me); int d = @(name, 0); SEE(write(d, \"text\", 4)); SEE(close(d));", group="streams")
step("pwrite pwrite64 __pwrite64", "int d = SEE(open(own_path(me), O_RDWR | O_CREAT, 0600)); @(d, \"text\", 4, me); SEE(pread(d, a, 4, me)); SEE(close(d));",
     buffers=[array("a", "char", 8)], prelude="extern ssize_t __pwrite64(int d, const void* from, size_t size, off_t at);", group="streams")
together("fdopendir dirfd closedir rewinddir telldir seekdir readdir readdir64",
         "int d = SEE(open(entries, O_RDONLY | O_DIRECTORY)); DIR* dir = fdopendir(d); SEE(dirfd(dir)); struct dirent* e = readdir(dir); tick(me); strcpy(a, e->d_name);"
         "SEE(telldir(dir)); long at = telldir(dir); struct dirent64* e64 = readdir64(dir); tick(me); strcpy(b, e64->d_name); seekdir(dir, at); tick(me); rewinddir(dir);"
         "strcpy(c, readdir(dir)->d_name); SEE(closedir(dir));", buffers=[array("a", "char", 256), array("b", "char", 256), array("c", "char", 256)], group="streams")
step("opendir", "DIR* dir = @(entries); SEE(closedir(dir));", group="streams")
step("readdir_r", "DIR* dir = opendir(entries); @(dir, d, p); SEE(closedir(dir));", buffers=[ONE("d", "struct dirent"), ONE("p", "struct dirent*")], group="streams")
step("readdir64_r", "DIR* dir = opendir(entries); @(dir, d, p); SEE(closedir(dir));", buffers=[ONE("d", "struct dirent64"), ONE("p", "struct dirent64*")], group="streams")
together("_obstack_begin _obstack_newchunk _obstack_free obstack_free _obstack_allocated_p _obstack_memory_used",
         "SEE(_obstack_begin(o, 0, 0, (void* (*)(long))malloc, free)); void* first = obstack_alloc(o, 8); tick(me); obstack_blank(o, 9000); _obstack_newchunk(o, 20000);"
         "SEE(_obstack_memory_used(o)); SEE(_obstack_allocated_p(o, first)); label_obstack_free(o, first); /* _obstack_free */ SEE(_obstack_begin(o, 0, 0, (void* (*)(long))malloc, free)); (obstack_free)(o, 0);", buffers=[ONE("o", "struct obstack")],
         prelude="extern int _obstack_allocated_p(struct obstack* o, void* block);\n"
                 'extern void label_obstack_free(struct obstack* o, void* block) __asm__("_obstack_free");')
step("_obstack_begin_1", "@(o, 0, 0, (void* (*)(void*, long))chunk_of, chunk_free, o); obstack_alloc(o, 8); obstack_free(o, 0);", buffers=[ONE("o", "struct obstack")],
     prelude="static void* chunk_of(void* unused, long size) { return malloc(size); }\nstatic void chunk_free(void* unused, void* chunk) { free(chunk); }")
step("gettext", "@(a);", buffers=[text("a", "text")])
step("dgettext", "@(a, a);", buffers=[text("a", "text")])
step("dcgettext", "@(a, a, LC_MESSAGES);", buffers=[text("a", "text")], prelude="#include <libintl.h>")
step("ngettext", "@(a, b, 1 + me);", buffers=[text("a", "text"), text("b", "texts")])
step("dngettext", "@(a, a, b, 1 + me);", buffers=[text("a", "text"), text("b", "texts")])
step("dcngettext", "@(a, a, b, 1 + me, LC_MESSAGES);", buffers=[text("a", "text"), text("b", "texts")])
step("strerror", "@(me ? 12345 + me : 2);")
step("strsignal", "@(me ? 12345 + me : 2);")
step("towctrans", "@(L'a' + me, wctrans(\"toupper\"));")
step("__sched_cpufree", "cpu_set_t* set = CPU_ALLOC(64); @(set);", prelude="extern void __sched_cpufree(cpu_set_t* set);")
step("__divmodti4", "@(100 + me, 7, r);", buffers=[array("r", "__int128", 2)], prelude="extern __int128 __divmodti4(__int128 a, __int128 b, __int128* rest);")
step("__udivmodti4", "@(100 + me, 7, r);", buffers=[array("r", "unsigned __int128", 2)],
     prelude="extern unsigned __int128 __udivmodti4(unsigned __int128 a, unsigned __int128 b, unsigned __int128* rest);")
step("__errno_location", "*(@)() = 5 + me; tick(me); SEE(*(@)());")
step("__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc", "SEE((*(@)())['a' + me]);")
step("__fdelt_chk __fdelt_warn", "@(70 + me);", prelude="extern long __fdelt_chk(long d);\nextern long __fdelt_warn(long d);")
step("__sched_cpualloc", "CPU_FREE(@(64));")
step("__ctype_get_mb_cur_max gnu_get_libc_version gnu_get_libc_release", "@();")
step("__ffs", "@(8 + me);", prelude="extern int __ffs(int value);")

# Arithmetic of the thread
step("fesetround", "@(me == 0 ? FE_UPWARD : me == 1 ? FE_DOWNWARD : FE_TOWARDZERO); SEE(fegetround()); volatile double one = 1, three = 3; SEE(one / three); fesetround(FE_TONEAREST);")
step("fegetround fegetexcept", "@();")
step("feraiseexcept", "feclearexcept(FE_ALL_EXCEPT); @(me == 0 ? FE_INEXACT : FE_DIVBYZERO); SEE(fetestexcept(FE_ALL_EXCEPT));")
step("feclearexcept fetestexcept", "@(FE_ALL_EXCEPT);")
step("fegetexceptflag", "@(f, FE_ALL_EXCEPT);", buffers=[ONE("f", "fexcept_t")])
step("fesetexceptflag", "fegetexceptflag(f, FE_ALL_EXCEPT); @(f, FE_ALL_EXCEPT);", buffers=[ONE("f", "fexcept_t")])
step("fegetenv feholdexcept", "feclearexcept(FE_ALL_EXCEPT); @(e); SEE(fesetenv(FE_DFL_ENV));", buffers=[ONE("e", "fenv_t")])
step("fesetenv feupdateenv", "fegetenv(e); @(e);", buffers=[ONE("e", "fenv_t")])
step("fegetmode", "@(e); SEE(fesetmode(FE_DFL_MODE));", buffers=[ONE("e", "femode_t")])
step("fesetmode", "fegetmode(e); @(e);", buffers=[ONE("e", "femode_t")])

# Random numbers: one generator with a lock for all threads, whose uses are operations
alone("rand random", "srand(1 + me); @(); @();")
alone("srand srandom", "@(1 + me); SEE(rand());")

# State of the process that has no lock
unsafe("strtok", "@(a, \",\"); SEE(strtok(0, \",\"));", buffers=[text("a", "ab,cd", 9)])
for name in ("gmtime", "localtime"):
    unsafe(name, "t[0] = 1000000 * me; struct tm* r = @(t); SEE(r->tm_mday);", buffers=[array("t", "time_t", 2)])
unsafe("ctime", "t[0] = 1000000 * me; @(t);", buffers=[array("t", "time_t", 2)])
unsafe("asctime", "m->tm_mday = 1 + me; @(m);", buffers=[ONE("m", "struct tm")])
unsafe("drand48 lrand48 mrand48", "@();")
unsafe("srand48", "@(5 + me); SEE(lrand48());")
unsafe("seed48", "unsigned short* old = @(x); SEE(old[0]);", buffers=[array("x", "unsigned short", 3)])
GAMMA = "lgamma gamma lgammaf gammaf lgammal gammal"
unsafe(GAMMA, "@(me ? 2.5 : -0.5); SEE(signgam);")
unsafe("erand48 nrand48 jrand48", "@(x);", buffers=[array("x", "unsigned short", 3)])
unsafe("localeconv", "struct lconv* l = @(); SEE(l->decimal_point);")
unsafe("getchar_unlocked", "@();")
unsafe("putchar_unlocked", "@('a' + me);")
unsafe("fputs_unlocked", '@("a", stdout);')
unsafe("fwrite_unlocked", '@("a", 1, 1, stdout);')
# Conversions of characters keep a state of their own, unless they are given one (the descriptions do).
unsafe("mblen", "@(a, 4);", buffers=[text("a", "abcd")])
unsafe("mbtowc", "@(w, a, 4);", buffers=[text("a", "abcd"), array("w", "wchar_t", 2)])
unsafe("wctomb", "@(a, L'x');", buffers=[array("a", "char", 9)])
unsafe("__wctomb_chk", "@(a, L'x', 16);", buffers=[array("a", "char", 16)])
unsafe("mbrlen __mbrlen", "@(a, 4, 0);", buffers=[text("a", "abcd")], prelude="extern __typeof__(mbrlen) __mbrlen;")
unsafe("mbrtowc __mbrtowc", "@(w, a, 4, 0);", buffers=[text("a", "abcd"), array("w", "wchar_t", 2)], prelude="extern __typeof__(mbrtowc) __mbrtowc;")
unsafe("mbrtoc8", "@(w, a, 4, 0);", buffers=[text("a", "abcd"), array("w", "unsigned char", 2)])
unsafe("mbrtoc16", "@(w, a, 4, 0);", buffers=[text("a", "abcd"), array("w", "char16_t", 2)])
unsafe("mbrtoc32", "@(w, a, 4, 0);", buffers=[text("a", "abcd"), array("w", "char32_t", 2)])
unsafe("wcrtomb c8rtomb c16rtomb c32rtomb", "@(a, 'x', 0);", buffers=[array("a", "char", 9)])
unsafe("__wcrtomb_chk", "@(a, L'x', 0, 16);", buffers=[array("a", "char", 16)])
unsafe("mbsrtowcs", "*p = a; @(w, p, 8, 0);", buffers=[text("a", "abcd"), array("w", "wchar_t", 9), ONE("p", "const char*")])
unsafe("mbsnrtowcs", "*p = a; @(w, p, 3, 8, 0);", buffers=[text("a", "abcd"), array("w", "wchar_t", 9), ONE("p", "const char*")])
unsafe("wcsrtombs", "*p = w; @(a, p, 8, 0);", buffers=[wide("w", "abcd"), array("a", "char", 9), ONE("p", "const wchar_t*")])
unsafe("wcsnrtombs", "*p = w; @(a, p, 3, 8, 0);", buffers=[wide("w", "abcd"), array("a", "char", 9), ONE("p", "const wchar_t*")])
unsafe("__mbsrtowcs_chk", "*p = a; @(w, p, 8, 0, 9);", buffers=[text("a", "abcd"), array("w", "wchar_t", 9), ONE("p", "const char*")])
unsafe("__mbsnrtowcs_chk", "*p = a; @(w, p, 3, 8, 0, 9);", buffers=[text("a", "abcd"), array("w", "wchar_t", 9), ONE("p", "const char*")])
unsafe("__wcsrtombs_chk", "*p = w; @(a, p, 8, 0, 9);", buffers=[wide("w", "abcd"), array("a", "char", 9), ONE("p", "const wchar_t*")])
unsafe("__wcsnrtombs_chk", "*p = w; @(a, p, 3, 8, 0, 9);", buffers=[wide("w", "abcd"), array("a", "char", 9), ONE("p", "const wchar_t*")])
unsafe("getopt __posix_getopt", "p[0] = b; p[1] = b; p[2] = 0; optind = 1; @(2, p, \"ab:\"); SEE(optind);", buffers=[array("p", "char*", 3), text("b", "-a", 6)],
       prelude="extern int __posix_getopt(int count, char* const* words, const char* options);")
unsafe("getopt_long getopt_long_only", "p[0] = b; p[1] = b; p[2] = 0; optind = 1; struct option o[2] = {{\"long\", 0, 0, 1}}; @(2, p, \"ab:\", o, i); SEE(optind);",
       buffers=[array("p", "char*", 3), text("b", "--long", 9), array("i", "int", 2)])
