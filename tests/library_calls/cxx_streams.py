"""Streams on strings ([iostreams.base], [istream], [ostream], [string.streams]), and the standard streams, which many
threads may use at a time; in which order two read from std::cin decides what they get, so that there is no case of that."""

from models import model, op

CONST = [("os->good()", "state"), ("os->fail()", "state"), ("os->bad()", "state"), ("os->eof()", "state"), ("os->rdstate()", "state"),
         ("!*os", "state"), ("bool(*os)", "state"), ("os->width()", "width"), ("os->precision()", "precision"),
         ("os->flags()", "flags"), ("os->fill()", "fill"), ("os->exceptions()", "exceptions"), ("os->tie()", "tie"),
         ("os->getloc()", "locale")]
CHANGES = [("os->clear()", "state"), ("os->setstate(std::ios::failbit)", "state"), ("os->width(5)", "width"),
           ("os->precision(3)", "precision"), ("os->flags(std::ios::hex)", "flags"), ("os->setf(std::ios::hex)", "flags"),
           ("os->unsetf(std::ios::dec)", "flags"), ("os->fill('*')", "fill"), ("os->exceptions(std::ios::badbit)", "exceptions"),
           ("os->tie(nullptr)", "tie"), ("os->imbue(std::locale::classic())", "locale"), ("*os << std::hex", "flags"),
           ("*os << std::setw(4)", "width"), ("*os << std::setprecision(4)", "precision"), ("*os << std::setfill('-')", "fill"),
           ("*os << std::boolalpha", "flags"), ("os->copyfmt(*os2)", "flags")]


def common(ops, name):
    for code, part in CONST:
        ops.append(op(f"use({code.replace('os', name)})", r=f"{name}/{part}"))
    for code, part in CHANGES:
        ops.append(op(code.replace("os2", name + "2").replace("*os <<" if name == "is" else "\0", "*is >>").replace("os->", name + "->")
                      .replace("*os", "*" + name), w=f"{name}/{part}", may_read=name + "2"))


TEXT = "static std::string *s; static char *c; static int *n; static double *d;"
TEXT_SETUP = """
  s = new std::string("a string that is long enough for the heap");
  c = new char[64]();
  for (int i = 0; i < 10; ++i) c[i] = char('a' + i);
  n = new int(5);
  d = new double(2.5);"""
TEXT_OPS = [op("*n = 7", w="n/x"), op("use(*n)", r="n/x"), op("*d = 7", w="d/x"), op("use(*d)", r="d/x"),
            op("(*s)[0] = 'a'", w="s/c0"), op("use((*s)[0])", r="s/c0"), op("*s = \"another text\"", w="s/c0 s/size"),
            op("use(*s)", r="s/c0 s/size"),
            op("c[0] = 'a'", w="c0/x"), op("use(c[0])", r="c0/x"), op("c[2] = 'c'", w="c2/x"), op("c[10] = 0", w="c10/x"),
            op("c[30] = 0", w="c30/x"), op("use(c[30])", r="c30/x")]

output = list(TEXT_OPS)
common(output, "os")
OUT = "os/written"
output += [op("use(os->str())", r=OUT), op("use(os->view().size())", r=OUT), op("use(long(os->tellp()))", r=OUT, may_write="os"),
           op("*os << *s", r="s/c0 s/size", w=OUT), op("*os << c", r="c0/x c2/x c10/x", w=OUT, may_read="c1 c3"),
           op("*os << *n", r="n/x", w=OUT), op("*os << *d", r="d/x", w=OUT), op("*os << 'x'", w=OUT), op("*os << true", w=OUT),
           op("*os << (void*)c", w=OUT), op("*os << 5u", w=OUT), op("*os << 5L", w=OUT), op("*os << 2.5f", w=OUT),
           op("*os << short(3)", w=OUT), op("*os << 5ULL", w=OUT), op("*os << 2.5L", w=OUT),
           op("*os << std::string_view(c, 3)", r="c0/x c2/x", w=OUT, may_read="c1"),
           op("*os << std::endl", w=OUT), op("*os << std::ends", w=OUT), op("*os << std::quoted(*s)", r="s/c0 s/size", w=OUT),
           op("os->put('x')", w=OUT), op("os->write(c, 3)", r="c0/x c2/x", w=OUT, may_read="c1"),
           op("os->flush()", may_write="os"), op("os->seekp(0)", w="os/position", may_write="os"),
           op("os->str(\"new\")", w=OUT), op("os->rdbuf()->sputn(c, 3)", r="c0/x c2/x", w=OUT, may_read="c1"),
           op("os->rdbuf()->sputc('x')", w=OUT), op("*os << os2->rdbuf()", may_write="os os2"),
           op("*os2 << 'y'", w="os2/written"), op("*os2 << *s", r="s/c0 s/size", w="os2/written"), op("use(os2->str())", r="os2/written"),
           op("os->swap(*os2)", w="os/written os2/written"), op("*os = std::move(*os2)", w="os/written", may_write="os2")]
HEADERS = ["sstream", "string", "iomanip", "iostream", "string_view", "locale"]
model("ostringstream", HEADERS, TEXT + "static std::ostringstream *os, *os2;",
      TEXT_SETUP + '\n  os = new std::ostringstream("start", std::ios::ate);\n  os2 = new std::ostringstream("other", std::ios::ate);', output)

inputs = list(TEXT_OPS)
common(inputs, "is")
AT = "is/position"
COUNT = "is/count"
inputs += [op("use(is->str())", may_read="is"), op("use(is->gcount())", r=COUNT),
           op("use(long(is->tellg()))", r=AT, may_write="is"), op("is->seekg(2)", w=AT),
           op("*is >> *n", w="n/x " + AT), op("*is >> *d", w="d/x " + AT), op("*is >> *s", w="s/size s/c0 " + AT),
           op("{ char e; *is >> e; }", w=AT), op("*is >> c[0]", w="c0/x " + AT), op("{ unsigned e; *is >> e; }", w=AT),
           op("{ long e; *is >> e; }", w=AT), op("{ bool e; *is >> e; }", may_write="is", r=AT), op("*is >> std::ws", may_write="is"),
           op("is->get()", w=f"{AT} {COUNT}"), op("is->get(c[0])", w=f"c0/x {AT} {COUNT}"),
           op("is->get(c, 4)", w=f"c0/x c2/x {AT} {COUNT}", may_write="c1 c3"), op("is->peek()", r=AT, w=COUNT),
           op("is->read(c, 3)", w=f"c0/x c2/x {AT} {COUNT}", may_write="c1"),
           op("is->readsome(c, 3)", w=f"c0/x c2/x {AT} {COUNT}", may_write="c1"),
           op("is->getline(c, 4)", w=f"c0/x c2/x {AT} {COUNT}", may_write="c1 c3"),
           op("is->getline(c, 40)", w=f"c0/x c2/x c10/x {AT} {COUNT}", may_write="c1 c3 c4"),
           op("is->ignore()", w=f"{AT} {COUNT}"), op("is->ignore(3)", w=f"{AT} {COUNT}"),
           op("is->unget()", w=COUNT, may_write="is"), op("is->putback('x')", w=COUNT, may_write="is"),
           op("std::getline(*is, *s)", w="s/size s/c0 " + AT), op("is->sync()", may_write="is"),
           op("is->str(\"77 88\")", w=AT), op("is->rdbuf()->sgetn(c, 3)", w=f"c0/x c2/x {AT}", may_write="c1"),
           op("is->rdbuf()->sbumpc()", w=AT), op("is->rdbuf()->sgetc()", r=AT, may_write="is"),
           op("is->rdbuf()->snextc()", w=AT), op("is->rdbuf()->in_avail()", r=AT, may_write="is"),
           op("is->rdbuf()->pubseekpos(1)", w=AT), op("*is2 >> *n", w="n/x is2/position"), op("is2->get()", w="is2/position is2/count"),
           op("is->swap(*is2)", w="is/position is2/position"), op("*is = std::move(*is2)", w=AT, may_write="is2")]
model("istringstream", HEADERS, TEXT + "static std::istringstream *is, *is2;",
      TEXT_SETUP + '\n  is = new std::istringstream("12345678901 3\\nrest of it");\n  is2 = new std::istringstream("21 12 other");', inputs)

model("cout", HEADERS, TEXT, TEXT_SETUP, TEXT_OPS + [
    op("std::cout << *s", r="s/c0 s/size"), op("std::cerr << *s", r="s/c0 s/size"), op("std::clog << *s", r="s/c0 s/size"),
    op("std::cout << c", r="c0/x c2/x c10/x", may_read="c1"), op("std::cout << *n", r="n/x"), op("std::cout << *d", r="d/x"),
    op("std::cout << 'x' << std::endl"), op("std::cout.write(c, 3)", r="c0/x c2/x", may_read="c1"), op("std::cout.put('x')"),
    op("std::cout.flush()"), op("std::cout << std::string_view(c, 3)", r="c0/x c2/x", may_read="c1"),
    op("std::cin >> *n", w="n/x", may_write="cin"), op("std::cin >> *s", w="s/size s/c0", may_write="cin"), op("std::getline(std::cin, *s)", w="s/size s/c0", may_write="cin"),
    op("std::cin.read(c, 3)", w="c0/x c2/x", may_write="c1 cin"), op("std::cin.get(c[0])", w="c0/x", may_write="cin"), op("std::cin.getline(c, 4)", w="c0/x c2/x", may_write="c1 c3 cin"), op("std::cerr << 5"), op("std::clog << 2.5")])
