"""Input from streams and descriptors; the standard input is "12 34 words of input", a new line, "second line", ..."""

from calls import array, call, text

PASSWD = "static int file(void) { static int fd = -1; if (fd < 0) fd = open(\"/etc/passwd\", O_RDONLY); return fd; }"
for name in ("fgets", "fgets_unlocked"):
    call(name, "@(a, 5, stdin);", [array("a", "char", 9)], writes=["a[0:5]"], clean=["a[5:9]"])
    call(name, "@(a, 40, stdin);", [array("a", "char", 48)], writes=["a[0:22]"], clean=["a[40:48]"], memory=False)
for name in ("fread", "fread_unlocked"):
    call(name, "@(a, 2, 2, stdin);", [array("a", "char", 9)], writes=["a[0:4]"], clean=["a[4:9]"])
call("gets", "@(a);", [array("a", "char", 48)], writes=["a[0:21]"], clean=["a[21:48]"], prelude="extern char* gets(char* to);")
call(["read", "__read"], "@(0, a, 4);", [array("a", "char", 9)], writes=["a[0:4]"], clean=["a[4:9]"], native=False)
call("pread", "@(file(), a, 4, 0);", [array("a", "char", 9)], writes=["a[0:4]"], clean=["a[4:9]"], prelude=PASSWD, setup="file();")
call("pread64", "@(file(), a, 4, 0);", [array("a", "char", 9)], writes=["a[0:4]"], clean=["a[4:9]"], setup="file();")
call("read", "@(file(), a, 4);", [array("a", "char", 9)], writes=["a[0:4]"], clean=["a[4:9]"], setup="file();")
call("readv", "@(0, v, 2);", [array("v", "struct iovec", 3), array("a", "char", 6), array("b", "char", 6)],
     setup="v[0] = (struct iovec){a, 4}; v[1] = (struct iovec){b, 2}; v[2] = v[0];",
     reads=["v[0].iov_base", "v[1].iov_len"], writes=["a[0:4]", "b[0:2]"], clean=["a[4:6]", "b[2:6]", "v[2].iov_base"], memory=False)
for name, code in (("getline", "@(p, n, stdin);"), ("getdelim", "@(p, n, '\\n', stdin);"), ("__getdelim", "@(p, n, '\\n', stdin);")):
    call(name, code, [array("p", "char*", 1), array("n", "size_t", 1)], reads=["p[0:1]"], writes=["p[0:1]", "n[0:1]"],
         prelude="extern ssize_t __getdelim(char** to, size_t* size, int end, FILE* from);" if name[0] == "_" else "", after="free(p[0]);")
call("getline", "@(p, n, stdin);", [array("p", "char*", 1), array("n", "size_t", 1, [40]), array("a", "char", 40)],
     setup="p[0] = malloc(40); free(0); a = p[0];", touches=["p[0:1]", "n[0:1]"], writes=["a[0:22]"], guards=False, memory=False)
SCAN = [("scanf", "@("), ("__isoc99_scanf", "@("), ("__isoc23_scanf", "@("), ("fscanf", "@(stdin, "), ("__isoc99_fscanf", "@(stdin, "),
        ("__isoc23_fscanf", "@(stdin, "), ("vscanf", "via_vscanf("), ("vfscanf", "via_vfscanf(")]
for name, before in SCAN:
    p = not name.startswith("v")
    prelude = ""
    if name.startswith("_"):
        prelude = f"extern int {name}({'FILE* from, ' if 'fs' in name else ''}const char* form, ...) __attribute__((weak));"
    if not p:
        prelude = (f"static int via_{name}(const char* form, ...) {{ va_list list; va_start(list, form); "
                   f"int n = {name}({'stdin, ' if 'vf' in name else ''}form, list); va_end(list); return n; }}")
    call(name, f'{before}f, n, m);', [text("f", "%d %d", 9), array("n", "int", 2), array("m", "int", 2)], reads=["f[0:6]"],
         writes=["n[0:1]", "m[0:1]"], clean=["n[1:2]", "m[1:2]", "f[6:9]"], pointer=p, prelude=prelude, native="23" not in name)
    call(name, f'{before}"%d,%d", n, m);', [array("n", "int", 2), array("m", "int", 2)], writes=["n[0:1]"], clean=["n[1:2]", "m[0:2]"], pointer=p,
         native="23" not in name)
    call(name, f'{before}"%*d %*d %4s", a);', [array("a", "char", 9)], writes=["a[0:5]"], clean=["a[5:9]"], pointer=p, native="23" not in name)
    call(name, f'{before}"%3c", a);', [array("a", "char", 9)], writes=["a[0:3]"], clean=["a[3:9]"], pointer=p, native="23" not in name)
call("fgetpos", "@(stdin, p);", [array("p", "fpos_t", 2)], writes=["p->__pos"], clean=["p[1].__pos"])
call("fsetpos", "@(stdin, p);", [array("p", "fpos_t", 2)], setup="fgetpos(stdin, p);", reads=["p->__pos"], clean=["p[1].__pos"], freed=False)
for name in ("fopen", "fopen64", "_IO_fopen"):
    call(name, "FILE* s = @(a, b); if (s) fclose(s);", [text("a", "/dev/null", 12), text("b", "r", 6)], reads=["a[0:10]", "b[0:2]"],
         clean=["a[10:12]", "b[2:6]"], prelude="extern __typeof__(fopen) _IO_fopen;" if name[0] == "_" else "", memory=False)
call("fmemopen", "FILE* s = @(a, 6, b); if (s) fclose(s);", [text("a", "text", 12), text("b", "r", 6)], reads=["b[0:2]"],
     clean=["a[6:12]", "b[2:6]"], memory=False)
call("fdopen", "FILE* s = @(file(), b); if (s) fflush(s);", [text("b", "r", 6)], reads=["b[0:2]"], clean=["b[2:6]"], setup="file();", memory=False)
call("opendir", "DIR* s = @(a); if (s) closedir(s);", [text("a", "/dev", 12)], reads=["a[0:5]"], clean=["a[5:12]"], memory=False)
for name in ("open", "open64", "__open", "__open64"):
    call(name, "@(a, O_RDONLY);", [text("a", "/dev/null", 12)], reads=["a[0:10]"], clean=["a[10:12]"], memory=False,
         prelude="extern __typeof__(open) __open, __open64;" if name == "__open" else "")
for name in ("openat", "openat64"):
    call(name, "@(AT_FDCWD, a, O_RDONLY);", [text("a", "/dev/null", 12)], reads=["a[0:10]"], clean=["a[10:12]"], memory=False)
