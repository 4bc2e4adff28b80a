"""<time.h>, <sys/time.h>: C17 7.27, POSIX.1-2017."""

from calls import array, call, text

TM = lambda name: array(name, "struct tm", 1, "{.tm_sec = 5, .tm_min = 4, .tm_hour = 3, .tm_mday = 2, .tm_mon = 1, .tm_year = 100}")
TIME = array("t", "time_t", 2, [1000, 2000])
FIELDS = ["m->tm_sec", "m->tm_min", "m->tm_hour", "m->tm_mday", "m->tm_mon", "m->tm_year"]
ALL = FIELDS + ["m->tm_wday", "m->tm_yday", "m->tm_isdst"]
for name in ("gmtime_r", "localtime_r"):
    call([name] + (["__gmtime_r"] if name == "gmtime_r" else []), "@(t, m);", [TIME, TM("m")], reads=["t[0:1]"], writes=ALL, clean=["t[1:2]"])
for name in ("gmtime", "localtime", "ctime"):
    call(name, "@(t);", [TIME], reads=["t[0:1]"], clean=["t[1:2]"])
# mktime sets every component, even where that changes nothing
for name in ("mktime", "timelocal", "timegm"):
    for second in (5, 70):
        call(name, "@(m);", [array("m", "struct tm", 1, f"{{.tm_sec = {second}, .tm_min = 4, .tm_hour = 3, .tm_mday = 2, .tm_mon = 1, .tm_year = 100}}")],
             reads=FIELDS, writes=FIELDS + ["m->tm_wday", "m->tm_yday"], memory=False)
call("asctime", "@(m);", [TM("m")], reads=FIELDS + ["m->tm_wday"], clean=["m->tm_yday", "m->tm_isdst"])
call("asctime_r", "@(m, a);", [TM("m"), array("a", "char", 30)], reads=FIELDS + ["m->tm_wday"], writes=["a[0:26]"],
     clean=["a[26:30]", "m->tm_yday"], memory=False)
call("ctime_r", "@(t, a);", [TIME, array("a", "char", 30)], reads=["t[0:1]"], writes=["a[0:26]"], clean=["a[26:30]", "t[1:2]"])
for name, ctype, buffer in (("strftime", "char", text), ("wcsftime", "wchar_t", None)):
    form = text("f", "%H:%M", 8) if buffer else array("f", "wchar_t", 8, [ord(c) for c in "%H:%M"] + [0])
    call(name, "@(a, 12, f, m);", [array("a", ctype, 12), form, TM("m")], reads=["f[0:6]", "m->tm_hour", "m->tm_min"], writes=["a[0:6]"],
         clean=["a[12]", "f[6:8]", "m->tm_mday", "m->tm_year"], memory=False)
# whether strptime leaves other members alone is unspecified
call("strptime", "@(a, f, m);", [text("a", "12:34 rest", 12), text("f", "%H:%M", 8), TM("m")], reads=["a[0:5]", "f[0:6]"],
     writes=["m->tm_hour", "m->tm_min"], clean=["f[6:8]"], memory=False)
call("time", "@(t);", [TIME], writes=["t[0:1]"], clean=["t[1:2]"])
SPEC = array("s", "struct timespec", 2)
BOTH = ["s[0].tv_sec", "s[0].tv_nsec"]
call(["clock_gettime", "__clock_gettime"], "@(CLOCK_REALTIME, s);", [SPEC], writes=BOTH, clean=["s[1].tv_sec"], native=False)
call("clock_gettime", "@(CLOCK_MONOTONIC, s);", [SPEC], writes=BOTH, clean=["s[1].tv_sec"])
call("clock_getres", "@(CLOCK_REALTIME, s);", [SPEC], writes=BOTH, clean=["s[1].tv_sec"])
call("timespec_get", "@(s, TIME_UTC);", [SPEC], writes=BOTH, clean=["s[1].tv_sec"])
call(["gettimeofday", "__gettimeofday"], "@(v, 0);", [array("v", "struct timeval", 2)], writes=["v->tv_sec", "v->tv_usec"],
     clean=["v[1].tv_sec"], native=False)
call("ftime", "@(v);", [array("v", "struct timeb", 1)], writes=["v->time", "v->millitm"],
     prelude="extern int ftime(struct timeb*);")
call("times", "@(v);", [array("v", "struct tms", 1)], writes=["v->tms_utime", "v->tms_stime", "v->tms_cutime", "v->tms_cstime"])
call("getrusage", "@(RUSAGE_SELF, v);", [array("v", "struct rusage", 1)], writes=["v->ru_utime.tv_sec", "v->ru_stime.tv_usec", "v->ru_maxrss"])
for name in ("nanosleep", "__nanosleep"):
    call(name, "@(s, s + 1);", [array("s", "struct timespec", 2, "{{0, 1}, {0, 0}}")], reads=BOTH, clean=["s[1].tv_sec", "s[1].tv_nsec"],
         prelude="extern __typeof__(nanosleep) __nanosleep;" if name[0] == "_" else "", native=name[0] != "_")
call("clock_nanosleep", "@(CLOCK_MONOTONIC, 0, s, 0);", [array("s", "struct timespec", 2, "{{0, 1}, {0, 0}}")], reads=BOTH,
     clean=["s[1].tv_sec"])
