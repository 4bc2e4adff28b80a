"""std::string ([basic.string]): as a container, its characters are its elements."""

from models import model, op


def strings(content, name):
    """s holds `content`, of which c0 and cl point to the first and the last character; t holds another text."""
    size = len(content)
    ops = []

    def add(code, **sets):
        each = op(code, **sets)
        for root, es in (("s", "c0 cl"), ("t", "d0")):
            if root in each.may_write and "kills" not in sets:
                each.kills |= set(es.split())
        ops.append(each)

    chars, all_t = "c0/x cl/x", "d0/x"
    # of a string no number of bytes can be said to be left alone by a function that changes it
    changed = dict(may_write="c0 cl")
    add("use(*c0)", r="c0/x")
    add("*c0 = 'x'", w="c0/x")
    add("use(*cl)", r="cl/x")
    add("*cl = 'x'", w="cl/x")
    add("*d0 = 'y'", w="d0/x")
    for member in ("size", "length", "empty"):
        add(f"use(s->{member}())", r="s/size")
    add("use(t->size())", r="t/size")
    add("use(s->capacity())", may_read="s")
    add("use(s->max_size())", may_read="s")
    add("use((*s)[0])", r="s/data c0/x")
    add("(*s)[0] = 'x'", r="s/data", w="c0/x")
    add("use(s->at(0))", r="s/data s/size c0/x")
    add(f"s->at({size - 1}) = 'z'", r="s/data s/size", w="cl/x")
    add("use(s->front())", r="s/data c0/x")
    add("s->front() = 'q'", r="s/data", w="c0/x")
    add("use(s->back())", r="s/data s/size cl/x")
    add("s->back() = 'q'", r="s/data s/size", w="cl/x")
    add("use(s->c_str()[0])", r="s/data c0/x")
    add("use(s->data()[0])", r="s/data c0/x")
    add("use(*s->begin())", r="s/data c0/x")
    add("*s->begin() = 'w'", r="s/data", w="c0/x")
    add("use(*s->rbegin())", r="s/data s/size cl/x")
    add("use(s->begin() == s->end())", r="s/data s/size")
    add("for (char each : *s) use(each)", r=f"s/data s/size {chars}")
    add("{ std::string u(*s); use(u.size()); }", r=f"s/data s/size {chars}")
    add("use(s->substr(1))", r="s/data s/size cl/x", may_read="c0")
    add("{ char b[50]; s->copy(b, 50); }", r=f"s/data s/size {chars}")
    add("use(*s == std::string(s->size(), '!'))", r="s/size c0/x", may_read="cl")
    add("use(*s == *s)", r=f"s/size {chars}")
    add('use(*s < "!")', r="s/size c0/x", may_read="cl")
    add("use(*s + *t)", r=f"s/size t/size {chars} {all_t}")
    add('use(*s + "!")', r=f"s/size {chars}")
    add("use('!' + *s)", r=f"s/size {chars}")
    add("use(s->compare(*s))", r=f"s/size {chars}")
    add('use(s->starts_with("!!"))', r="s/size c0/x", may_read="cl")
    add("use(s->ends_with('!'))", r="s/size cl/x", may_read="c0")
    add("use(s->find('!'))", r=f"s/size {chars}")
    add('use(s->find("!!"))', r="s/size c0/x", may_read="cl")
    add("use(s->rfind('!'))", r=f"s/size {chars}")
    add('use(s->find_first_of("!?"))', r=f"s/size {chars}")
    add('use(s->find_last_of("!?"))', r=f"s/size {chars}")
    add(f'use(s->find_first_not_of("{"".join(sorted(set(content)))}"))', r=f"s/size {chars}")
    add(f'use(s->find_last_not_of("{"".join(sorted(set(content)))}"))', r=f"s/size {chars}")
    add("use(std::hash<std::string>()(*s))", r=f"s/size {chars}")
    add("use(std::string_view(*s).size())", r="s/size")
    add("use(std::string_view(*s).find('!'))", r=f"s/size {chars}")
    add("{ std::ostringstream o; o << *s; }", r=f"s/size {chars}")
    add("{ std::istringstream i(*s); use(i.get()); }", r=f"s/size {chars}")
    add("s->push_back('n')", w="s/size", **changed)
    add("s->pop_back()", w="s/size cl/x", may_write="c0")
    for code in ('s->append("more")', "s->append(*t)", "s->append(3, 'n')", "*s += 'n'", '*s += "more"', "*s += *t",
                 "s->append(t->begin(), t->end())", "s->append({'n', 'm'})", 's->insert(s->size(), "x")'):
        add(code, w="s/size", r="t/size d0/x" if "t" in code.replace("s->", "").replace("insert", "") and "*t" in code or "t->" in code else "",
            **changed)
    for code in ('s->insert(0, "n")', "s->insert(0, *t)", "s->insert(s->begin(), 'n')", "s->insert(0, 2, 'n')"):
        add(code, w="s/size c0/x", r="cl/x" + (" t/size d0/x" if "*t" in code else ""), **changed)
    add("s->erase(0, 1)", w="s/size c0/x", r="cl/x", may_write="cl")
    add("s->erase(s->begin())", w="s/size c0/x", r="cl/x", may_write="cl")
    add("s->erase()", w="s/size c0/x", may_write="cl")
    add('s->replace(0, 1, "nm")', w="s/size c0/x", r="cl/x", may_write="cl")
    add("s->replace(0, 1, *t)", w="s/size c0/x", r="cl/x t/size d0/x", may_write="cl")
    add("s->replace(s->begin(), s->begin() + 1, 3, 'n')", w="s/size c0/x", r="cl/x", may_write="cl")
    add('s->assign("n")', w="s/size c0/x", may_write="cl")
    add("s->assign(*t)", w="s/size c0/x", r="t/size d0/x", may_write="cl")
    add("s->assign(2, 'n')", w="s/size c0/x", may_write="cl")
    add("s->assign(t->begin(), t->end())", w="s/size c0/x", r="t/size d0/x", may_write="cl")
    add("*s = *t", w="s/size c0/x", r="t/size d0/x", may_write="cl")
    add('*s = "n"', w="s/size c0/x", may_write="cl")
    add("*s = 'n'", w="s/size c0/x", may_write="cl")
    add("*s = std::move(*t)", w="s/size t/size", may_write="c0 cl d0")
    add("{ std::string u(std::move(*s)); use(u.size()); }", w="s/size", may_write="c0 cl")
    add("s->clear()", w="s/size c0/x", may_write="cl")
    add("s->resize(1)", w="s/size", may_write="c0 cl")
    add("s->resize(100)", w="s/size s/data", r=chars, may_write="c0 cl")
    add("s->reserve(100)", w="s/data", r=chars, may_write="s c0 cl")
    add("s->shrink_to_fit()", may_write="s c0 cl")
    add("s->swap(*t)", w="s/size t/size", may_write="c0 cl d0")
    add("std::swap(*s, *t)", w="s/size t/size", may_write="c0 cl d0")
    add("std::erase(*s, 'h')", w="s/size c0/x", r=chars, may_write="cl")
    add("{ std::istringstream i(\"word\"); i >> *s; }", w="s/size", may_write="c0 cl")
    add("{ std::istringstream i(\"word\\n\"); std::getline(i, *s); }", w="s/size", may_write="c0 cl")
    add("delete s", w="s/size s/data", may_write="c0 cl", kills="s c0 cl")
    setup = f'\n  s = new std::string("{content}");\n  t = new std::string("tt");\n  c0 = &(*s)[0]; cl = &(*s)[{size - 1}]; d0 = &(*t)[0];'
    model(f"string({name})", ["string", "sstream", "string_view", "functional"],
          "static std::string *s, *t;\nstatic char *c0, *cl, *d0;", setup, ops)

    def number(code, **sets):
        ops.append(op(code, **sets))


strings("hello", "short")
strings("h" + "ello" * 12, "long")

model("string(numbers)", ["string", "charconv"],
      "static std::string* s; static char *c0, *c1, *c3; static char b[8]; static std::size_t at;",
      '\n  s = new std::string("12 4");\n  c0 = &(*s)[0]; c1 = &(*s)[1]; c3 = &(*s)[3];',
      [op("*c0 = '1'", w="c0/x"), op("*c1 = '2'", w="c1/x"), op("*c3 = '4'", w="c3/x"), op("use(*c0)", r="c0/x"),
       op("use(*c1)", r="c1/x"), op("use(at)", r="at/x"), op("at = 0", w="at/x"), op("use(b[0])", r="b0/x"),
       op("b[0] = 'x'", w="b0/x"), op("b[7] = 'x'", w="b7/x"), op("b[1] = 'x'", w="b1/x")] +
      [op(f"use(std::{f}(*s))", r="c0/x c1/x", may_read="s c3") for f in
       ("stoi", "stol", "stoll", "stoul", "stoull", "stof", "stod", "stold")] +
      [op(f"use(std::{f}(*s, &at))", r="c0/x c1/x", w="at/x", may_read="s c3") for f in
       ("stoi", "stol", "stoll", "stoul", "stoull", "stof", "stod", "stold")] +
      [op("{ int n; std::from_chars(c0, c0 + 4, n); }", r="c0/x c1/x", may_read="c3"),
       op("std::to_chars(b, b + 7, 25)", w="b0/x b1/x", may_write="b2"),
       op("std::to_chars(b, b + 7, 2.5)", w="b0/x b1/x", may_write="b2"),
       op("use(std::to_string(25))")])
