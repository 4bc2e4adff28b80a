"""Numbers: <stdlib.h>, <math.h>, <inttypes.h>, <search.h>, addresses of the network."""

from calls import array, call, text

ONE = lambda name, ctype, value=None: array(name, ctype, 1, None if value is None else [value])

for name in ("atoi", "atol", "atoll", "atof"):
    call(name, "@(a);", [text("a", " 12", 9)], reads=["a[0:4]"], clean=["a[4:9]"])
    call(name, "@(a);", [text("a", "12x45", 9)], reads=["a[0:3]"], clean=["a[6:9]"], memory=False)
for name in ("strtol", "strtoul", "strtoll", "strtoull", "strtoq", "strtouq", "strtoimax", "strtoumax"):
    others = {"strtol": ["__isoc23_strtol"], "strtoul": ["__isoc23_strtoul"], "strtoll": ["__isoc23_strtoll"],
              "strtoull": ["__isoc23_strtoull"], "strtoimax": ["__isoc23_strtoimax"], "strtoumax": ["__isoc23_strtoumax"]}
    call(name, "@(a, p, 10);", [text("a", "123!", 9), ONE("p", "char*")], reads=["a[0:4]"], writes=["p[0:1]"], clean=["a[5:9]"],
         memory=False)
    call(name, "@(a, 0, 0);", [text("a", "0x1f", 9)], reads=["a[0:5]"], clean=["a[5:9]"])
    call(name, "@(a, p, 10);", [text("a", "nope", 9), ONE("p", "char*")], reads=["a[0:1]"], writes=["p[0:1]"], clean=["a[5:9]"],
         memory=False)
    for alias in others.get(name, []):
        call(alias, "@(a, p, 10);", [text("a", "123!", 9), ONE("p", "char*")], reads=["a[0:4]"], writes=["p[0:1]"], clean=["a[5:9]"],
             memory=False, prelude=f"extern __typeof__({name}) {alias} __attribute__((weak));", native=False)
for name in ("strtod", "strtof", "strtold"):
    call(name, "@(a, p);", [text("a", "1.5e1!", 9), ONE("p", "char*")], reads=["a[0:6]"], writes=["p[0:1]"], clean=["a[7:9]"],
         memory=False)
    call(name, "@(a, 0);", [text("a", "2.25", 9)], reads=["a[0:5]"], clean=["a[5:9]"])
for name, ctype in (("__strtol_internal", "long"), ("__strtoul_internal", "unsigned long"), ("__strtoll_internal", "long long"),
                    ("__strtoull_internal", "unsigned long long")):
    call(name, "@(a, p, 10, 0);", [text("a", "123!", 9), ONE("p", "char*")], reads=["a[0:4]"], writes=["p[0:1]"], clean=["a[5:9]"],
         memory=False, prelude=f"extern {ctype} {name}(const char* text, char** end, int base, int group);")
for name, ctype in (("__strtod_internal", "double"), ("__strtof_internal", "float"), ("__strtold_internal", "long double")):
    call(name, "@(a, p, 0);", [text("a", "1.5!", 9), ONE("p", "char*")], reads=["a[0:4]"], writes=["p[0:1]"], clean=["a[5:9]"],
         memory=False, prelude=f"extern {ctype} {name}(const char* text, char** end, int group);")
for name in ("strfromd", "strfromf", "strfroml"):
    call(name, "@(a, 9, f, 1.5);", [array("a", "char", 12), text("f", "%.2f", 8)], reads=["f[0:5]"], writes=["a[0:5]"],
         clean=["a[9:12]", "f[5:8]"], memory=False)
call("gcvt", "@(1.5, 4, a);", [array("a", "char", 12)], writes=["a[0:4]"], clean=["a[10:12]"], memory=False)
call("qgcvt", "@(1.5L, 4, a);", [array("a", "char", 12)], writes=["a[0:4]"], clean=["a[10:12]"], memory=False)
for name in ("ecvt_r", "fcvt_r"):
    call(name, "@(1.5, 3, p, q, a, 12);", [array("a", "char", 12), ONE("p", "int"), ONE("q", "int")],
         writes=["a[0:4]", "p[0:1]", "q[0:1]"], memory=False)
call("a64l", "@(a);", [text("a", "abc", 9)], reads=["a[0:4]"], clean=["a[6:9]"])
call("inet_addr", "@(a);", [text("a", "127.0.0.1", 12)], reads=["a[0:10]"], clean=["a[10:12]"])
call("inet_aton", "@(a, i);", [text("a", "127.0.0.1", 12), ONE("i", "struct in_addr")], reads=["a[0:10]"], writes=["i->s_addr"],
     clean=["a[10:12]"])
call("inet_pton", "@(AF_INET, a, i);", [text("a", "127.0.0.1", 12), ONE("i", "struct in_addr")], reads=["a[0:10]"],
     writes=["i->s_addr"], clean=["a[10:12]"])
call("inet_ntop", "@(AF_INET, i, a, 20);", [array("a", "char", 20), array("i", "unsigned char", 4, [127, 0, 0, 1])],
     reads=["i[0:4]"], writes=["a[0:10]"], clean=["a[16:20]"], memory=False)
COMPARE = "static int in_order(const void* x, const void* y) { int i = *(const int*)x, j = *(const int*)y; return (i > j) - (i < j); }"
call("bsearch", "@(k, a, 5, sizeof *a, in_order);", [array("a", "int", 7, [1, 3, 5, 7, 9, 11, 13]), ONE("k", "int", 5)],
     reads=["a[2:3]", "k[0:1]"], clean=["a[5:7]"], prelude=COMPARE, memory=False)
call("qsort", "@(a, 4, sizeof *a, in_order);", [array("a", "int", 6, [4, 3, 2, 1, 0, -1])], reads=["a[0:4]"], writes=["a[0:4]"],
     clean=["a[4:6]"])
call("qsort", "@(a, 1, sizeof *a, in_order);", [array("a", "int", 6, [4, 3, 2, 1, 0, -1])], clean=["a[1:6]"])
call("qsort_r", "@(a, 4, sizeof *a, in_order_by, k);", [array("a", "int", 6, [4, 3, 2, 1, 0, -1]), ONE("k", "int", 1)],
     reads=["a[0:4]", "k[0:1]"], writes=["a[0:4]"], clean=["a[4:6]"],
     prelude="static int in_order_by(const void* x, const void* y, void* k) { return *(int*)k * in_order(x, y); }")
call("lfind", "@(k, a, n, sizeof *a, in_order);", [array("a", "int", 6, [4, 3, 2, 1, 0, -1]), ONE("k", "int", 7), ONE("n", "size_t", 3)],
     reads=["a[0:3]", "k[0:1]", "n[0:1]"], clean=["a[3:6]"])
call("lsearch", "@(k, a, n, sizeof *a, in_order);", [array("a", "int", 6, [4, 3, 2, 1, 0, -1]), ONE("k", "int", 7), ONE("n", "size_t", 3)],
     reads=["a[0:3]", "k[0:1]", "n[0:1]"], writes=["a[3:4]", "n[0:1]"], clean=["a[4:6]"])
call("rand_r", "@(a);", [array("a", "unsigned", 2, [1, 2])], reads=["a[0:1]"], writes=["a[0:1]"], clean=["a[1:2]"])
for name in ("erand48", "nrand48", "jrand48"):
    call(name, "@(a);", [array("a", "unsigned short", 5, [1, 2, 3, 4, 5])], reads=["a[0:3]"], writes=["a[0:3]"], clean=["a[3:5]"])
for name, ctype in (("drand48_r", "double"), ("lrand48_r", "long"), ("mrand48_r", "long")):
    call(name, "@(d, a);", [ONE("d", "struct drand48_data"), array("a", ctype, 2)], setup="srand48_r(1, d);", reads=["d->__x[0]"],
         writes=["a[0:1]", "d->__x[0]"], clean=["a[1:2]"], memory=False)
for name, ctype in (("erand48_r", "double"), ("nrand48_r", "long"), ("jrand48_r", "long")):
    call(name, "@(x, d, a);", [array("x", "unsigned short", 4, [1, 2, 3, 4]), ONE("d", "struct drand48_data"), array("a", ctype, 2)],
         setup="srand48_r(1, d);", reads=["x[0:3]"], writes=["a[0:1]", "x[0:3]"], clean=["a[1:2]", "x[3:4]"], memory=False)
call("srand48_r", "@(7, d);", [ONE("d", "struct drand48_data")], writes=["d->__x[0]", "d->__x[2]"], memory=False)
call("seed48_r", "@(x, d);", [array("x", "unsigned short", 4, [1, 2, 3, 4]), ONE("d", "struct drand48_data")], reads=["x[0:3]"],
     writes=["d->__x[0]", "d->__x[2]"], clean=["x[3:4]"], memory=False)
call("lcong48_r", "@(x, d);", [array("x", "unsigned short", 8, [1, 2, 3, 4, 5, 6, 7, 8]), ONE("d", "struct drand48_data")],
     reads=["x[0:7]"], writes=["d->__x[0]", "d->__x[2]"], clean=["x[7:8]"], memory=False)
STATE = [ONE("d", "struct random_data"), array("s", "char", 64), array("a", "int32_t", 2)]
INIT = "initstate_r(1, s, 64, d);"
call("random_r", "@(d, a);", STATE, setup=INIT, reads=["d->fptr"], writes=["a[0:1]", "d->fptr"], clean=["a[1:2]"], memory=False)
call("srandom_r", "@(5, d);", STATE, setup=INIT, touches=["d->state"], writes=["d->fptr", "s[4:64]"], clean=["a[0:2]"], memory=False)
call("initstate_r", "@(1, s, 64, d);", STATE, writes=["d->state", "d->fptr", "s[4:64]"], clean=["a[0:2]"], memory=False)
call("setstate_r", "@(s, d);", STATE, setup=INIT, touches=["s[0:4]", "d->state"], writes=["d->rand_type"], clean=["a[0:2]"], memory=False)
# mathematics
for suffix, ctype in (("", "double"), ("f", "float"), ("l", "long double")):
    two = lambda name: array(name, ctype, 2, [1.5, 2.5])
    call(f"frexp{suffix}", "@(8, a);", [array("a", "int", 2)], writes=["a[0:1]"], clean=["a[1:2]"])
    call(f"modf{suffix}", "@(1.5, a);", [array("a", ctype, 2)], writes=["a[0:1]"], clean=["a[1:2]"], memory=ctype != "long double")
    call(f"remquo{suffix}", "@(7, 2, a);", [array("a", "int", 2)], writes=["a[0:1]"], clean=["a[1:2]"])
    call(f"sincos{suffix}", "@(1, a, b);", [array("a", ctype, 2), array("b", ctype, 2)], writes=["a[0:1]", "b[0:1]"],
         clean=["a[1:2]", "b[1:2]"], memory=ctype != "long double")
    call(f"lgamma{suffix}_r", "@(3, a);", [array("a", "int", 2)], writes=["a[0:1]"], clean=["a[1:2]"])
    call(f"nan{suffix}", "@(a);", [text("a", "12", 6)], reads=["a[0:3]"], clean=["a[3:6]"])
    call(f"canonicalize{suffix}", "@(a, b);", [array("a", ctype, 2), two("b")], reads=["b[0:1]"], writes=["a[0:1]"],
         clean=["a[1:2]", "b[1:2]"], memory=ctype != "long double")
    for name in (f"totalorder{suffix}", f"totalordermag{suffix}"):
        call(name, "@(a, b);", [two("a"), two("b")], reads=["a[0:1]", "b[0:1]"], clean=["a[1:2]", "b[1:2]"], memory=ctype != "long double")
    call(f"getpayload{suffix}", "@(a);", [two("a")], reads=["a[0:1]"], clean=["a[1:2]"], memory=ctype != "long double")
    for name in (f"setpayload{suffix}", f"setpayloadsig{suffix}"):
        call(name, "@(a, 5);", [two("a")], writes=["a[0:1]"], clean=["a[1:2]"], memory=ctype != "long double")
