"""<string.h>, <strings.h>: C17 7.24, POSIX.1-2017, and the manual pages of what is GNU's."""

from calls import array, call, text

call("memchr", "@(a, 'x', 16);", [text("a", "abcxefghijklmnop")], reads=["a[0:4]"], clean=["a[4:16]"])
call("memchr", "@(a, '!', 6);", [text("a", "abcxefghijkl")], reads=["a[0:6]"], clean=["a[6:13]"])
call("memrchr", "@(a, 'x', 8);", [text("a", "abcxefgh", 10)], reads=["a[3:8]"], clean=["a[8:10]"], memory=False)
call(["rawmemchr", "__rawmemchr"], "@(a, 'x');", [text("a", "abcxefgh")], reads=["a[0:4]"], clean=["a[4:8]"])
call(["memcmp", "bcmp", "__memcmpeq"], "@(a, b, 7);", [text("a", "abcdefghi"), text("b", "abcdefghi")],
     reads=["a[0:7]", "b[0:7]"], clean=["a[7:9]", "b[7:9]"])
call("memcpy", "@(a, b, 7);", [array("a", "char", 9), text("b", "abcdefghi")], reads=["b[0:7]"], writes=["a[0:7]"],
     clean=["a[7:9]", "b[7:9]"])
call("memcpy", "@(a, b, 3 * sizeof *a);", [array("a", "long", 4), array("b", "long", 4, [1, 2, 3, 4])], reads=["b[0:3]"],
     writes=["a[0:3]"], clean=["a[3:4]", "b[3:4]"])
call("memmove", "@(a, b, 7);", [array("a", "char", 9), text("b", "abcdefghi")], reads=["b[0:7]"], writes=["a[0:7]"],
     clean=["a[7:9]", "b[7:9]"])
call("memmove", "@(a + 2, a, 6);", [text("a", "abcdefghi", 10)], reads=["a[0:2]"], writes=["a[2:8]"], clean=["a[8:10]"])
call("memset", "@(a, 1, 7);", [array("a", "char", 9)], writes=["a[0:7]"], clean=["a[7:9]"])
call("memset", "@(a, 1, 2 * sizeof *a);", [array("a", "double", 3)], writes=["a[0:2]"], clean=["a[2:3]"])
call("memccpy", "@(a, b, 'd', 9);", [array("a", "char", 9), text("b", "abcdefgh")], reads=["b[0:4]"], writes=["a[0:4]"],
     clean=["a[4:9]", "b[4:9]"])
call("memccpy", "@(a, b, '!', 5);", [array("a", "char", 9), text("b", "abcdefgh")], reads=["b[0:5]"], writes=["a[0:5]"],
     clean=["a[5:9]", "b[5:9]"])
call(["mempcpy", "__mempcpy"], "@(a, b, 7);", [array("a", "char", 9), text("b", "abcdefghi")], reads=["b[0:7]"],
     writes=["a[0:7]"], clean=["a[7:9]", "b[7:9]"])
call("memmem", "@(a, 6, b, 2);", [text("a", "ababaxcd"), text("b", "xyz")], reads=["a[0:6]", "b[0:1]"],
     clean=["a[6:9]", "b[2:4]"], memory=False)
call("bcopy", "@(b, a, 7);", [array("a", "char", 9), text("b", "abcdefghi")], reads=["b[0:7]"], writes=["a[0:7]"],
     clean=["a[7:9]", "b[7:9]"])
call(["bzero", "explicit_bzero"], "@(a, 7);", [array("a", "char", 9)], writes=["a[0:7]"], clean=["a[7:9]"])
call("memfrob", "@(a, 7);", [text("a", "abcdefghi")], reads=["a[0:7]"], writes=["a[0:7]"], clean=["a[7:9]"])
call("swab", "@(b, a, 6);", [array("a", "char", 9), text("b", "abcdefghi")], reads=["b[0:6]"], writes=["a[0:6]"],
     clean=["a[6:9]", "b[6:9]"])
for name in ("strcpy", "stpcpy"):
    call([name] + (["__stpcpy"] if name == "stpcpy" else []), "@(a, b);", [array("a", "char", 9), text("b", "abcdef", 9)],
         reads=["b[0:7]"], writes=["a[0:7]"], clean=["a[7:9]", "b[7:9]"])
for name in ("strncpy", "stpncpy"):
    more = ["__stpncpy"] if name == "stpncpy" else []
    call([name] + more, "@(a, b, 8);", [array("a", "char", 10), text("b", "abc", 9)], reads=["b[0:4]"], writes=["a[0:8]"],
         clean=["a[8:10]", "b[4:9]"])
    call(name, "@(a, b, 3);", [array("a", "char", 10), text("b", "abcdef")], reads=["b[0:3]"], writes=["a[0:3]"],
         clean=["a[3:10]", "b[3:7]"])
call("strcat", "@(a, b);", [text("a", "abc", 10), text("b", "defg", 9)], reads=["a[0:4]", "b[0:5]"], writes=["a[3:8]"],
     clean=["a[8:10]", "b[5:9]"])
call("strncat", "@(a, b, 2);", [text("a", "abc", 10), text("b", "defg")], reads=["a[0:4]", "b[0:2]"], writes=["a[3:6]"],
     clean=["a[6:10]", "b[2:5]"])
call("strncat", "@(a, b, 9);", [text("a", "abc", 10), text("b", "de", 6)], reads=["a[0:4]", "b[0:3]"], writes=["a[3:6]"],
     clean=["a[6:10]", "b[3:6]"])
call("strlen", "@(a);", [text("a", "abcde", 9)], reads=["a[0:6]"], clean=["a[6:9]"])
call("strnlen", "@(a, 9);", [text("a", "abcde", 9)], reads=["a[0:6]"], clean=["a[6:9]"])
call("strnlen", "@(a, 3);", [text("a", "abcde", 9)], reads=["a[0:3]"], clean=["a[3:9]"])
locale = "static locale_t plain; static locale_t the_locale(void) { return plain ? plain : (plain = newlocale(LC_ALL_MASK, \"C\", 0)); }"
for name in ("strcmp", "strcasecmp", "strcoll", "strverscmp"):
    more = {"strcasecmp": ["__strcasecmp"], "strverscmp": ["__strverscmp"]}.get(name, [])
    call([name] + more, "@(a, b);", [text("a", "abcde", 9), text("b", "abcde", 9)], reads=["a[0:6]", "b[0:6]"],
         clean=["a[6:9]", "b[6:9]"])
for name in ("strcmp", "strcasecmp"):
    call(name, "@(a, b);", [text("a", "abx", 9), text("b", "abcd", 9)], reads=["a[0:3]", "b[0:3]"],
         clean=["a[4:9]", "b[5:9]"], memory=False)
for name in ("strncmp", "strncasecmp"):
    call(name, "@(a, b, 9);", [text("a", "abcde", 12), text("b", "abcde", 12)], reads=["a[0:6]", "b[0:6]"],
         clean=["a[6:12]", "b[6:12]"])
    call(name, "@(a, b, 3);", [text("a", "abcde", 9), text("b", "abcde", 9)], reads=["a[0:3]", "b[0:3]"],
         clean=["a[3:9]", "b[3:9]"])
call("strxfrm", "@(a, b, 8);", [array("a", "char", 10), text("b", "abcd", 9)], reads=["b[0:5]"], writes=["a[0:5]"],
     clean=["a[8:10]", "b[5:9]"])
for name in ("strchr", "index", "strchrnul"):
    call(name, "@(a, 'c');", [text("a", "abcde", 9)], reads=["a[0:3]"], clean=["a[6:9]"], memory=False)
    call(name, "@(a, 'x');", [text("a", "abcde", 9)], reads=["a[0:6]"], clean=["a[6:9]"])
for name in ("strrchr", "rindex"):
    call(name, "@(a, 'c');", [text("a", "abcde", 9)], reads=["a[0:6]"], clean=["a[6:9]"])
call("strstr", "@(a, b);", [text("a", "ababac", 9), text("b", "xy", 6)], reads=["a[0:7]", "b[0:1]"],
     clean=["a[7:9]", "b[3:6]"], memory=False)
call(["strcasestr", "__strcasestr"], "@(a, b);", [text("a", "ababac", 9), text("b", "XY", 6)],
     reads=["a[0:7]", "b[0:1]"], clean=["a[7:9]", "b[3:6]"], memory=False)
call("strspn", "@(a, b);", [text("a", "abcxy", 9), text("b", "cba", 6)], reads=["a[0:4]", "b[0:4]"],
     clean=["a[6:9]", "b[4:6]"], memory=False)
call("strcspn", "@(a, b);", [text("a", "abcxy", 9), text("b", "zx", 6)], reads=["a[0:4]", "b[0:3]"],
     clean=["a[6:9]", "b[3:6]"], memory=False)
call("strpbrk", "@(a, b);", [text("a", "abcxy", 9), text("b", "zx", 6)], reads=["a[0:4]", "b[0:3]"],
     clean=["a[6:9]", "b[3:6]"], memory=False)
call("strsep", "@(p, b);", [text("a", "ab,cd", 9), text("b", ",;", 6), array("p", "char*", 1)], setup="p[0] = a;",
     reads=["a[0:3]", "b[0:1]", "p[0:1]"], writes=["a[2:3]", "p[0:1]"], clean=["a[6:9]", "b[3:6]"], memory=False)
call("strsep", "@(p, b);", [text("a", "ab,cd", 9), text("b", ",;", 6), array("p", "char*", 1)],
     reads=["p[0:1]"], clean=["a[0:3]", "b[3:6]"], memory=False)
call(["strtok_r", "__strtok_r"], "@(a, b, p);",
     [text("a", "ab,cd", 9), text("b", ",;", 6), array("p", "char*", 1)], reads=["a[0:3]", "b[0:1]"],
     writes=["a[2:3]", "p[0:1]"], clean=["a[6:9]", "b[3:6]"], memory=False)
call("strtok_r", "@(0, b, p);",
     [text("a", "ab,cd", 9), text("b", ",;", 6), array("p", "char*", 1)], setup="p[0] = a + 3;",
     reads=["a[3:6]", "b[0:1]", "p[0:1]"], writes=["p[0:1]"], clean=["a[0:3]", "a[6:9]", "b[3:6]"], memory=False)
call("basename", "@(a);", [text("a", "/usr/lib", 11)], reads=["a[0:9]"], clean=["a[9:11]"], memory=False)
call("__xpg_basename", "@(a);", [text("a", "/usr/lib", 11)], reads=["a[0:9]"], clean=["a[9:11]"], memory=False)
call("dirname", "@(a);", [text("a", "/usr/lib", 11)], reads=["a[5:9]"], writes=["a[4:5]"], clean=["a[9:11]"], memory=False)
call("strerror_r", "@(22, a, 40);", [array("a", "char", 40)], clean=["a[30:40]"])
call("__xpg_strerror_r", "@(22, a, 40);", [array("a", "char", 40)], writes=["a[0:17]"], clean=["a[30:40]"], memory=False)
call("fnmatch", "@(a, b, 0);", [text("a", "a*c", 9), text("b", "abbc", 9)], reads=["a[0:4]", "b[0:5]"],
     clean=["a[4:9]", "b[5:9]"])
call("insque", "@(e, n);", [array("e", "struct qelem", 1), array("n", "struct qelem", 1), array("q", "struct qelem", 1)],
     prelude="", setup="n->q_forw = q; q->q_back = n;",
     reads=["n->q_forw"], writes=["e->q_forw", "e->q_back", "n->q_forw", "q->q_back"], clean=["n->q_back", "q->q_forw"],
     memory=False)
call("remque", "@(e);", [array("e", "struct qelem", 1), array("n", "struct qelem", 1), array("q", "struct qelem", 1)],
     setup="e->q_forw = n; e->q_back = q; n->q_back = e; q->q_forw = e;",
     reads=["e->q_forw", "e->q_back"], writes=["n->q_back", "q->q_forw"], clean=["n->q_forw", "q->q_back"], memory=False)
call(["strdup", "__strdup"], "free(@(a));", [text("a", "abcde", 9)], reads=["a[0:6]"], clean=["a[6:9]"])
call(["strndup", "__strndup"], "free(@(a, 3));", [text("a", "abcde", 9)], reads=["a[0:3]"], clean=["a[3:9]"])
call(["strndup", "__strndup"], "free(@(a, 8));", [text("a", "abcde", 9)], reads=["a[0:6]"], clean=["a[6:9]"])
call("strtok", "@(a, b);", [text("a", "ab,cd", 9), text("b", ",;", 6)], reads=["a[0:3]", "b[0:1]"],
     writes=["a[2:3]"], clean=["a[6:9]", "b[3:6]"], memory=False)
