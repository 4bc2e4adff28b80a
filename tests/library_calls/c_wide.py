"""<wchar.h>, <uchar.h>, <wctype.h>: C17 7.29, 7.28, and conversions of C17 7.22.7 and 7.22.8. The locale is "C"."""

from calls import array, call, text, wide

A5 = lambda name: array(name, "wchar_t", 9)
call("wcscpy", "@(a, b);", [A5("a"), wide("b", "abcdef", 9)], reads=["b[0:7]"], writes=["a[0:7]"], clean=["a[7:9]", "b[7:9]"])
call("wcpcpy", "@(a, b);", [A5("a"), wide("b", "abcdef", 9)], reads=["b[0:7]"], writes=["a[0:7]"], clean=["a[7:9]", "b[7:9]"])
for name in ("wcsncpy", "wcpncpy"):
    call(name, "@(a, b, 6);", [A5("a"), wide("b", "abc", 9)], reads=["b[0:4]"], writes=["a[0:6]"], clean=["a[6:9]", "b[4:9]"])
    call(name, "@(a, b, 2);", [A5("a"), wide("b", "abc", 9)], reads=["b[0:2]"], writes=["a[0:2]"], clean=["a[2:9]", "b[2:9]"])
call("wcscat", "@(a, b);", [wide("a", "abc", 10), wide("b", "defg", 9)], reads=["a[0:4]", "b[0:5]"], writes=["a[3:8]"],
     clean=["a[8:10]", "b[5:9]"])
# ThreadSanitizer's wcsncat takes the length of the text for a number of bytes
call("wcsncat", "@(a, b, 2);", [wide("a", "abc", 10), wide("b", "defg")], reads=["a[0:4]", "b[0:2]"], writes=["a[3:6]"],
     clean=["a[6:10]", "b[2:5]"], native=False)
call("wcslen", "@(a);", [wide("a", "abcde", 9)], reads=["a[0:6]"], clean=["a[6:9]"])
call("wcsnlen", "@(a, 3);", [wide("a", "abcde", 9)], reads=["a[0:3]"], clean=["a[3:9]"])
call("wcsnlen", "@(a, 9);", [wide("a", "abcde", 9)], reads=["a[0:6]"], clean=["a[6:9]"])
for name in ("wcscmp", "wcscasecmp", "wcscoll"):
    call(name, "@(a, b);", [wide("a", "abcde", 9), wide("b", "abcde", 9)], reads=["a[0:6]", "b[0:6]"], clean=["a[6:9]", "b[6:9]"])
for name in ("wcsncmp", "wcsncasecmp"):
    call(name, "@(a, b, 9);", [wide("a", "abcde", 12), wide("b", "abcde", 12)], reads=["a[0:6]", "b[0:6]"], clean=["a[6:12]", "b[6:12]"])
    call(name, "@(a, b, 3);", [wide("a", "abcde", 9), wide("b", "abcde", 9)], reads=["a[0:3]", "b[0:3]"], clean=["a[3:9]", "b[3:9]"])
call("wcsxfrm", "@(a, b, 8);", [array("a", "wchar_t", 10), wide("b", "abcd", 9)], reads=["b[0:5]"], writes=["a[0:5]"],
     clean=["a[8:10]", "b[5:9]"])
call("wcschr", "@(a, L'c');", [wide("a", "abcde", 9)], reads=["a[0:3]"], clean=["a[6:9]"], memory=False)
call("wcschr", "@(a, L'x');", [wide("a", "abcde", 9)], reads=["a[0:6]"], clean=["a[6:9]"])
call("wcschrnul", "@(a, L'x');", [wide("a", "abcde", 9)], reads=["a[0:6]"], clean=["a[6:9]"])
call("wcsrchr", "@(a, L'c');", [wide("a", "abcde", 9)], reads=["a[0:6]"], clean=["a[6:9]"])
for name in ("wcsstr", "wcswcs"):
    call(name, "@(a, b);", [wide("a", "ababac", 9), wide("b", "xy", 6)], reads=["a[0:7]", "b[0:1]"], clean=["a[7:9]", "b[3:6]"],
         memory=False)
call("wcsspn", "@(a, b);", [wide("a", "abcxy", 9), wide("b", "cba", 6)], reads=["a[0:4]", "b[0:4]"], clean=["a[6:9]", "b[4:6]"],
     memory=False)
for name in ("wcscspn", "wcspbrk"):
    call(name, "@(a, b);", [wide("a", "abcxy", 9), wide("b", "zx", 6)], reads=["a[0:4]", "b[0:3]"], clean=["a[6:9]", "b[3:6]"],
         memory=False)
call("wcstok", "@(a, b, p);", [wide("a", "ab,cd", 9), wide("b", ",;", 6), array("p", "wchar_t*", 1)], reads=["a[0:3]", "b[0:1]"],
     writes=["a[2:3]", "p[0:1]"], clean=["a[6:9]", "b[3:6]"], memory=False)
call("wcstok", "@(0, b, p);", [wide("a", "ab,cd", 9), wide("b", ",;", 6), array("p", "wchar_t*", 1)], setup="p[0] = a + 3;",
     reads=["a[3:6]", "b[0:1]", "p[0:1]"], writes=["p[0:1]"], clean=["a[0:3]", "a[6:9]", "b[3:6]"], memory=False)
call("wmemchr", "@(a, L'x', 8);", [wide("a", "abcxefghi")], reads=["a[0:4]"], clean=["a[8:10]"], memory=False)
call("wmemchr", "@(a, L'!', 8);", [wide("a", "abcxefghi")], reads=["a[0:8]"], clean=["a[8:10]"])
call("wmemcmp", "@(a, b, 7);", [wide("a", "abcdefghi"), wide("b", "abcdefghi")], reads=["a[0:7]", "b[0:7]"], clean=["a[7:9]", "b[7:9]"])
for name in ("wmemcpy", "wmemmove", "wmempcpy"):
    call(name, "@(a, b, 7);", [array("a", "wchar_t", 9), wide("b", "abcdefghi")], reads=["b[0:7]"], writes=["a[0:7]"],
         clean=["a[7:9]", "b[7:9]"])
call("wmemset", "@(a, L'x', 7);", [array("a", "wchar_t", 9)], writes=["a[0:7]"], clean=["a[7:9]"])
call("wcswidth", "@(a, 3);", [wide("a", "abcde", 9)], reads=["a[0:3]"], clean=["a[3:9]"])
call("wcsdup", "free(@(a));", [wide("a", "abcde", 9)], reads=["a[0:6]"], clean=["a[6:9]"])
# conversions; a state that stays initial may be written or not
STATE = array("m", "mbstate_t", 1)
call(["mbrlen", "__mbrlen"], "@(a, 4, m);", [text("a", "abcd", 9), STATE], reads=["a[0:1]"], touches=["m->__count"], clean=["a[4:9]"])
call(["mbrtowc", "__mbrtowc"], "@(w, a, 4, m);", [text("a", "abcd", 9), STATE, array("w", "wchar_t", 2)], reads=["a[0:1]"],
     touches=["m->__count"], writes=["w[0:1]"], clean=["a[4:9]", "w[1:2]"])
call("wcrtomb", "@(a, L'x', m);", [array("a", "char", 9), STATE], writes=["a[0:1]"], touches=["m->__count"], clean=["a[1:9]"])
call("mbsinit", "@(m);", [STATE], reads=["m->__count"])
call("mbsrtowcs", "@(w, p, 9, m);", [text("a", "abcd", 9), STATE, array("w", "wchar_t", 9), array("p", "const char*", 1)],
     setup="p[0] = a;", reads=["a[0:5]"], touches=["m->__count"], writes=["w[0:5]", "p[0:1]"], clean=["w[5:9]", "a[5:9]"])
call("mbsrtowcs", "@(w, p, 3, m);", [text("a", "abcd", 9), STATE, array("w", "wchar_t", 9), array("p", "const char*", 1)],
     setup="p[0] = a;", reads=["a[0:3]"], touches=["m->__count"], writes=["w[0:3]", "p[0:1]"], clean=["w[3:9]", "a[5:9]"], memory=False)
call("mbsnrtowcs", "@(w, p, 3, 9, m);", [text("a", "abcd", 9), STATE, array("w", "wchar_t", 9), array("p", "const char*", 1)],
     setup="p[0] = a;", reads=["a[0:3]"], touches=["m->__count"], writes=["w[0:3]", "p[0:1]"], clean=["w[3:9]", "a[3:9]"])
call("wcsrtombs", "@(a, p, 9, m);", [wide("w", "abcd", 9), STATE, array("a", "char", 9), array("p", "const wchar_t*", 1)],
     setup="p[0] = w;", reads=["w[0:5]"], touches=["m->__count"], writes=["a[0:5]", "p[0:1]"], clean=["w[5:9]", "a[5:9]"])
call("wcsnrtombs", "@(a, p, 3, 9, m);", [wide("w", "abcd", 9), STATE, array("a", "char", 9), array("p", "const wchar_t*", 1)],
     setup="p[0] = w;", reads=["w[0:3]"], touches=["m->__count"], writes=["a[0:3]", "p[0:1]"], clean=["w[3:9]", "a[3:9]"])
call("mblen", "@(a, 4);", [text("a", "abcd", 9)], reads=["a[0:1]"], clean=["a[4:9]"])
call("mbtowc", "@(w, a, 4);", [text("a", "abcd", 9), array("w", "wchar_t", 2)], reads=["a[0:1]"], writes=["w[0:1]"],
     clean=["a[4:9]", "w[1:2]"])
call("wctomb", "@(a, L'x');", [array("a", "char", 9)], writes=["a[0:1]"], clean=["a[1:9]"])
call("mbstowcs", "@(w, a, 9);", [text("a", "abcd", 9), array("w", "wchar_t", 9)], reads=["a[0:5]"], writes=["w[0:5]"],
     clean=["w[5:9]", "a[5:9]"])
call("wcstombs", "@(a, w, 9);", [wide("w", "abcd", 9), array("a", "char", 9)], reads=["w[0:5]"], writes=["a[0:5]"],
     clean=["w[5:9]", "a[5:9]"])
call("mbrtoc16", "@(w, a, 4, m);", [text("a", "abcd", 9), STATE, array("w", "char16_t", 2)], reads=["a[0:1]"], touches=["m->__count"],
     writes=["w[0:1]"], clean=["a[4:9]", "w[1:2]"])
call("mbrtoc32", "@(w, a, 4, m);", [text("a", "abcd", 9), STATE, array("w", "char32_t", 2)], reads=["a[0:1]"], touches=["m->__count"],
     writes=["w[0:1]"], clean=["a[4:9]", "w[1:2]"])
call("c16rtomb", "@(a, u'x', m);", [array("a", "char", 9), STATE], writes=["a[0:1]"], touches=["m->__count"], clean=["a[1:9]"])
call("c32rtomb", "@(a, U'x', m);", [array("a", "char", 9), STATE], writes=["a[0:1]"], touches=["m->__count"], clean=["a[1:9]"])
call("wctype", "@(a);", [text("a", "alpha", 9)], reads=["a[0:6]"], clean=["a[6:9]"])
call("wctrans", "@(a);", [text("a", "toupper", 12)], reads=["a[0:8]"], clean=["a[8:12]"])
for name, base in (("wcstol", ", 10"), ("wcstoul", ", 10"), ("wcstoll", ", 10"), ("wcstoull", ", 10"), ("wcstoimax", ", 10"),
                   ("wcstoumax", ", 10"), ("wcstod", ""), ("wcstof", ""), ("wcstold", "")):
    call(name, f"@(a, p{base});", [wide("a", "123!", 9), array("p", "wchar_t*", 1)], reads=["a[0:4]"], writes=["p[0:1]"], clean=["a[5:9]"],
         memory=False)
    call(name, f"@(a, 0{base});", [wide("a", "45", 9)], reads=["a[0:3]"], clean=["a[3:9]"])
