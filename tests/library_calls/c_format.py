"""The printf and scanf families: C17 7.21.6, 7.29.2."""

from calls import array, call, text, wide

def formatted(name, before, after="", v=None, prelude=""):
    """All functions that write formatted text to a: `before` are the arguments up to the format."""
    f = text("f", "%s", 6)
    A = array("a", "char", 16)
    call(name, f"{before} f, s){after};", [A, f, text("s", "abcde", 9)], reads=["f[0:3]", "s[0:6]"], writes=["a[0:6]"],
         clean=["a[12:16]", "f[3:6]", "s[6:9]"], prelude=prelude, pointer=v is None)
    call(name, f"{before} \"%.3s\", s){after};", [A, text("s", "abcde", 9)], reads=["s[0:3]"], writes=["a[0:4]"],
         clean=["a[12:16]", "s[3:9]"], pointer=v is None)
    call(name, f"{before} \"%.*s|\", 2, s){after};", [A, text("s", "abcde", 9)], reads=["s[0:2]"], writes=["a[0:4]"],
         clean=["a[12:16]", "s[2:9]"], pointer=v is None)
    call(name, f"{before} \"ab%nc\", n){after};", [A, array("n", "int", 2)], writes=["a[0:4]", "n[0:1]"], clean=["a[12:16]", "n[1:2]"],
         pointer=v is None)
    call(name, f"{before} \"%d%s\", 12, s){after};", [A, text("s", "xy", 6)], reads=["s[0:3]"], writes=["a[0:5]"],
         clean=["a[12:16]", "s[3:6]"], pointer=v is None)
    call(name, f"{before} \"%ls\", s){after};", [A, wide("s", "abc", 9)], reads=["s[0:4]"], writes=["a[0:4]"],
         clean=["a[12:16]", "s[4:9]"], pointer=v is None)


for name in ("sprintf", "vsprintf"):
    v = name[0] == "v"
    prelude = "static int via_vsprintf(char* to, const char* form, ...) { va_list list; va_start(list, form); int n = vsprintf(to, form, list); va_end(list); return n; }"
    formatted(name, "via_vsprintf(a," if v else "@(a,", v=v or None, prelude=prelude if v else "")
for name in ("snprintf", "vsnprintf", "__snprintf", "__vsnprintf"):
    v = "v" in name
    prelude = (f"extern __typeof__({name.strip('_')}) {name};\n" if name[0] == "_" else "")
    if v:
        prelude += (f"static int via_{name}(char* to, size_t size, const char* form, ...) {{ va_list list; va_start(list, form); "
                    f"int n = {name}(to, size, form, list); va_end(list); return n; }}")
    formatted(name, f"via_{name}(a, 12," if v else "@(a, 12,", v=v or None, prelude=prelude)
    short = f"via_{name}(a, 4, \"%s\", s);" if v else "@(a, 4, \"%s\", s);"
    call(name, short, [array("a", "char", 9), text("s", "abcdef", 9)], reads=["s[0:7]"], writes=["a[0:4]"], clean=["a[4:9]", "s[7:9]"],
         pointer=not v)
    nothing = f"via_{name}(0, 0, \"%s\", s);" if v else "@(0, 0, \"%s\", s);"
    call(name, nothing, [text("s", "abcdef", 9)], reads=["s[0:7]"], clean=["s[7:9]"], pointer=not v)
call("asprintf", "@(p, f, s); free(*p);", [array("p", "char*", 1), text("f", "<%s>", 6), text("s", "abc", 6)], reads=["f[0:5]", "s[0:4]"],
     writes=["p[0:1]"], clean=["f[5:6]", "s[4:6]"])
call("__asprintf", "@(p, f, s); free(*p);", [array("p", "char*", 1), text("f", "<%s>", 6), text("s", "abc", 6)], reads=["f[0:5]", "s[0:4]"],
     writes=["p[0:1]"], clean=["f[5:6]", "s[4:6]"], prelude="extern __typeof__(asprintf) __asprintf;")
call("vasprintf", "via_vasprintf(p, f, s); free(*p);", [array("p", "char*", 1), text("f", "<%s>", 6), text("s", "abc", 6)],
     reads=["f[0:5]", "s[0:4]"], writes=["p[0:1]"], clean=["f[5:6]", "s[4:6]"], pointer=False,
     prelude="static int via_vasprintf(char** to, const char* form, ...) { va_list list; va_start(list, form); int n = vasprintf(to, form, list); va_end(list); return n; }")
call("swprintf", "@(a, 9, f, s);", [array("a", "wchar_t", 12), wide("f", "%ls", 6), wide("s", "abc", 6)], reads=["f[0:4]", "s[0:4]"],
     writes=["a[0:4]"], clean=["a[9:12]", "f[4:6]", "s[4:6]"])
call("swprintf", "@(a, 9, L\"%s\", s);", [array("a", "wchar_t", 12), text("s", "abc", 6)], reads=["s[0:4]"], writes=["a[0:4]"],
     clean=["a[9:12]", "s[4:6]"])
call("vswprintf", "via_vswprintf(a, 9, f, s);", [array("a", "wchar_t", 12), wide("f", "%ls", 6), wide("s", "abc", 6)], reads=["f[0:4]", "s[0:4]"],
     writes=["a[0:4]"], clean=["a[9:12]", "f[4:6]", "s[4:6]"], pointer=False,
     prelude="static int via_vswprintf(wchar_t* to, size_t size, const wchar_t* form, ...) { va_list list; va_start(list, form); int n = vswprintf(to, size, form, list); va_end(list); return n; }")
call("getsubopt", "@(p, v, q);", [array("p", "char*", 1), array("v", "char*", 3), array("q", "char*", 1), text("a", "ro,size=5", 12)],
     setup='p[0] = a; static char ro[] = "ro", sz[] = "size"; v[0] = ro; v[1] = sz;', reads=["p[0:1]", "a[0:3]", "v[0:1]"],
     writes=["p[0:1]", "q[0:1]", "a[2:3]"], clean=["a[10:12]"], memory=False)

# Output to streams and descriptors
for name, code, buffers, reads, clean in (
        ("printf", "@(f, s);", 2, 0, 0), ("_IO_printf", "@(f, s);", 2, 0, 0), ("fprintf", "@(stdout, f, s);", 2, 0, 0), ("dprintf", "@(1, f, s);", 2, 0, 0)):
    call(name, code, [text("f", "<%s>", 6), text("s", "abc", 6)], reads=["f[0:5]", "s[0:4]"], clean=["f[5:6]", "s[4:6]"],
         prelude="extern __typeof__(printf) _IO_printf;" if name[0] == "_" else "")
    call(name, code.replace("f, s", '"%.2s", s'), [text("s", "abcd", 8)], reads=["s[0:2]"], clean=["s[2:8]"])
    call(name, code.replace("f, s", '"ab%n", n'), [array("n", "int", 2)], writes=["n[0:1]"], clean=["n[1:2]"])
for name, arguments in (("vprintf", ""), ("vfprintf", "stdout, "), ("vdprintf", "1, ")):
    call(name, f"via_{name}(f, s);", [text("f", "<%s>", 6), text("s", "abc", 6)], reads=["f[0:5]", "s[0:4]"], clean=["f[5:6]", "s[4:6]"],
         pointer=False, prelude=f"static void via_{name}(const char* form, ...) {{ va_list list; va_start(list, form); {name}({arguments}form, list); va_end(list); }}")
for name in ("puts", "_IO_puts", "perror"):
    call(name, "@(s);", [text("s", "abcd", 8)], reads=["s[0:5]"], clean=["s[5:8]"], prelude="extern __typeof__(puts) _IO_puts;" if name[0] == "_" else "")
for name in ("fputs", "fputs_unlocked"):
    call(name, "@(s, stdout);", [text("s", "abcd", 8)], reads=["s[0:5]"], clean=["s[5:8]"])
for name in ("fwrite", "fwrite_unlocked"):
    call(name, "@(s, 2, 2, stdout);", [text("s", "abcdef", 8)], reads=["s[0:4]"], clean=["s[4:8]"])
call(["write", "__write"], "@(1, s, 4);", [text("s", "abcdef", 8)], reads=["s[0:4]"], clean=["s[4:8]"], native=False)
call("writev", "@(1, v, 2);", [array("v", "struct iovec", 3), text("s", "abcdef", 8), text("t", "xyz", 8)],
     setup="v[0] = (struct iovec){s, 4}; v[1] = (struct iovec){t, 2}; v[2] = v[0];",
     reads=["s[0:4]", "t[0:2]", "v[0].iov_base", "v[1].iov_len"], clean=["s[4:8]", "t[2:8]", "v[2].iov_base"], memory=False)
for name in ("warn", "warnx"):
    call(name, "@(f, s);", [text("f", "<%s>", 6), text("s", "abc", 6)], reads=["f[0:5]", "s[0:4]"], clean=["f[5:6]", "s[4:6]"],
         prelude="#include <err.h>\n#include <error.h>")
for name in ("vwarn", "vwarnx"):
    call(name, f"via_{name}(f, s);", [text("f", "<%s>", 6), text("s", "abc", 6)], reads=["f[0:5]", "s[0:4]"], clean=["f[5:6]", "s[4:6]"],
         pointer=False, prelude=f"#include <err.h>\nstatic void via_{name}(const char* form, ...) {{ va_list list; va_start(list, form); {name}(form, list); va_end(list); }}")
call("error", "@(0, 0, f, s);", [text("f", "<%s>", 6), text("s", "abc", 6)], reads=["f[0:5]", "s[0:4]"], clean=["f[5:6]", "s[4:6]"],
     prelude="#include <error.h>")

# Input from text
VS = "static int via_vsscanf(const char* from, const char* form, ...) { va_list list; va_start(list, form); int n = vsscanf(from, form, list); va_end(list); return n; }"
TYPES = [("%hhd", "signed char"), ("%hd", "short"), ("%d", "int"), ("%u", "unsigned"), ("%x", "unsigned"), ("%ld", "long"), ("%lld", "long long"),
         ("%zu", "size_t"), ("%jd", "intmax_t"), ("%f", "float"), ("%lf", "double"), ("%i", "int"), ("%o", "unsigned"), ("%g", "float")]
for name, function in (("sscanf", "@("), ("vsscanf", "via_vsscanf(")):
    p = name == "sscanf"
    for form, ctype in TYPES if p else TYPES[:4]:
        call(name, f'{function}s, "{form}", n);', [text("s", "12", 6), array("n", ctype, 3)], reads=["s[0:3]"], writes=["n[0:1]"],
             clean=["n[1:3]", "s[3:6]"], pointer=p, prelude=VS if not p else "")
    call(name, f'{function}s, f, n, m);', [text("s", "12 34", 9), text("f", "%d %d", 9), array("n", "int", 2), array("m", "int", 2)],
         reads=["s[0:6]", "f[0:6]"], writes=["n[0:1]", "m[0:1]"], clean=["n[1:2]", "m[1:2]", "f[6:9]", "s[6:9]"], pointer=p)
    call(name, f'{function}s, "%d,%d", n, m);', [text("s", "12 34", 9), array("n", "int", 2), array("m", "int", 2)],
         reads=["s[0:3]"], writes=["n[0:1]"], clean=["n[1:2]", "m[0:2]", "s[6:9]"], pointer=p, memory=False)
    call(name, f'{function}s, "%*d %d", n);', [text("s", "12 34", 9), array("n", "int", 2)], reads=["s[0:6]"], writes=["n[0:1]"],
         clean=["n[1:2]", "s[6:9]"], pointer=p)
    call(name, f'{function}s, "%s", a);', [text("s", "word next", 12), array("a", "char", 9)], reads=["s[0:5]"], writes=["a[0:5]"],
         clean=["a[5:9]", "s[10:12]"], pointer=p, memory=False)
    call(name, f'{function}s, "%3s", a);', [text("s", "words", 9), array("a", "char", 9)], reads=["s[0:3]"], writes=["a[0:4]"],
         clean=["a[4:9]", "s[6:9]"], pointer=p, memory=False)
    call(name, f'{function}s, "%3c", a);', [text("s", "words", 9), array("a", "char", 9)], reads=["s[0:3]"], writes=["a[0:3]"],
         clean=["a[3:9]", "s[6:9]"], pointer=p, memory=False)
    call(name, f'{function}s, "%[a-c]", a);', [text("s", "abcdef", 9), array("a", "char", 9)], reads=["s[0:4]"], writes=["a[0:4]"],
         clean=["a[4:9]", "s[7:9]"], pointer=p, memory=False)
    call(name, f'{function}s, "%d%n", n, m);', [text("s", "12", 9), array("n", "int", 2), array("m", "int", 2)], reads=["s[0:3]"],
         writes=["n[0:1]", "m[0:1]"], clean=["n[1:2]", "m[1:2]", "s[3:9]"], pointer=p)
    call(name, f'{function}s, "%s", a);', [text("s", "word", 9), array("a", "char", 9)], reads=["s[0:5]"], writes=["a[0:5]"],
         clean=["a[5:9]", "s[5:9]"], pointer=p)
    call(name, f'{function}s, "%p", q);', [text("s", "0x10", 9), array("q", "void*", 2)], reads=["s[0:5]"], writes=["q[0:1]"],
         clean=["q[1:2]", "s[5:9]"], pointer=p)
    call(name, f'{function}s, "%d", n);', [text("s", "x", 9), array("n", "int", 2)], reads=["s[0:1]"], clean=["n[0:2]", "s[2:9]"], pointer=p,
         memory=False)
    call(name, f'{function}s, "%ms", q); free(q[0]);', [text("s", "word", 9), array("q", "char*", 2)], reads=["s[0:5]"], writes=["q[0:1]"],
         clean=["q[1:2]", "s[5:9]"], pointer=p)
for name in ("__isoc99_sscanf", "__isoc23_sscanf"):
    call(name, '@(s, "%d", n);', [text("s", "12", 6), array("n", "int", 3)], reads=["s[0:3]"], writes=["n[0:1]"], clean=["n[1:3]", "s[3:6]"],
         prelude=f"extern int {name}(const char* from, const char* form, ...) __attribute__((weak));", native="99" in name)
