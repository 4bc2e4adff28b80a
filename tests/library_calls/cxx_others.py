"""optional, function, and other classes of the library that hold values."""

from models import model, op

for element, make, header in (("int", "{0}", "utility"), ("std::string", "std::string(40, char('a' + {0}))", "string")):
    E = make.format
    kind = "optional<%s>" % element
    destroyed = "ox/x" if element != "int" else ""
    model(kind, ["optional", header], f"using O = std::optional<{element}>; static O *o, *q, *none; static {element} *x;",
          f"\n  o = new O({E(1)});\n  q = new O({E(2)});\n  none = new O();\n  x = new {element}({E(3)});",
          [op("use(o->has_value())", r="o/engaged"), op("use(bool(*o))", r="o/engaged"), op("use(**o)", r="ox/x"),
           op("use(o->value())", r="o/engaged ox/x"), op(f"use(o->value_or({E(5)}))", r="o/engaged ox/x"),
           op(f"**o = {E(6)}", w="ox/x"), op(f"o->value() = {E(6)}", w="ox/x", r="o/engaged"),
           op(f"*o = {E(7)}", w="ox/x", r="o/engaged", may_write="o"), op("*o = *x", w="ox/x", r="o/engaged x/x", may_write="o"),
           op(f"o->emplace({E(7)})", w="ox/x o/engaged"), op("o->reset()", w="o/engaged " + destroyed, may_write="ox", kills="ox"),
           op("*o = std::nullopt", w="o/engaged " + destroyed, may_write="ox", kills="ox"), op("*o = *q", w="ox/x", r="o/engaged q/engaged qx/x", may_write="o"),
           op("*o = *none", w="o/engaged " + destroyed, r="none/engaged", may_write="ox", kills="ox"),
           op("*o = std::move(*q)", w="ox/x", r="q/engaged", may_write="o q qx"), op("o->swap(*q)", w="ox/x qx/x", r="o/engaged q/engaged", may_write="o q"),
           op("o->swap(*none)", w="o/engaged none/engaged", may_write="ox", kills="ox"), op("std::swap(*o, *q)", w="ox/x qx/x", may_write="o q"),
           op("use(*o == *q)", r="o/engaged q/engaged ox/x qx/x"), op("use(*o < *q)", r="o/engaged q/engaged ox/x qx/x"),
           op("use(*o == std::nullopt)", r="o/engaged"), op("use(*o)", r="o/engaged ox/x"),
           op("use(*none)", r="none/engaged"), op("use(none->has_value())", r="none/engaged"), op(f"none->emplace({E(1)})", w="none/engaged"),
           op("*none = *o", w="none/engaged", r="o/engaged ox/x"), op(f"*none = {E(3)}", w="none/engaged"),
           op("none->reset()", r="none/engaged", may_write="none"), op(f"*x = {E(4)}", w="x/x"), op("use(*x)", r="x/x"),
           op("use(std::hash<O>()(*o))", r="o/engaged ox/x"), op("{ O u(std::move(*o)); }", r="o/engaged", may_write="o ox"),
           op(f"use(*o == {E(1)})", r="o/engaged ox/x"), op("delete o", w="o/engaged ox/x", kills="o ox")])

for name, target, wrote in (("small", "[p = x](int n) { return *p + n; }", ""), ("large", "[p = x, more = Big()](int n) { return *p + n + more.values[0]; }", "")):
    model(f"function({name})", ["functional"],
          "struct Big { int values[20] = {}; };\nstatic int times(int n) { return 2 * n; }\n"
          "using F = std::function<int(int)>; static F *f, *g, *none; static int* x;",
          f"\n  x = new int(3);\n  f = new F({target});\n  g = new F(times);\n  none = new F();",
          [op("use((*f)(1))", r="f/target x/x"), op("use(bool(*f))", r="f/target"), op("use(*f == nullptr)", r="f/target"),
           op("use(*f)", r="f/target"), op("use(f->target_type().hash_code())", r="f/target"),
           op("use(f->target<int (*)(int)>())", r="f/target"), op("*f = times", w="f/target"), op("*f = nullptr", w="f/target"),
           op("*f = *g", w="f/target", r="g/target"), op("*f = std::move(*g)", w="f/target g/target"),
           op("f->swap(*g)", w="f/target g/target"), op("std::swap(*f, *g)", w="f/target g/target"),
           op("use((*g)(1))", r="g/target"), op("*g = [](int n) { return n; }", w="g/target"), op("use(bool(*g))", r="g/target"),
           op("*none = *f", w="none/target", r="f/target"), op("use(bool(*none))", r="none/target"),
           op("*f = *none", w="f/target", r="none/target"), op("{ F u(std::move(*f)); }", w="f/target"), op("{ F u(*f); use(u(2)); }", r="f/target x/x"),
           op("*x = 1", w="x/x"), op("use(*x)", r="x/x"), op("delete f", w="f/target", kills="f")])

model("vector<bool>", ["vector"], "static std::vector<bool> *v, *w;", "\n  v = new std::vector<bool>(70); w = new std::vector<bool>(3);",
      [op("use(bool((*v)[0]))", r="v/word v/begin"), op("(*v)[0] = true", w="v/word", r="v/begin"), op("(*v)[1] = true", w="v/word", r="v/begin"),
       op("v->flip()", w="v/word", r="v/begin"), op("(*v)[1].flip()", w="v/word", r="v/begin"), op("use(v->size())", r="v/size"),
       op("v->push_back(true)", w="v/size"), op("use(w->size())", r="w/size"), op("(*w)[0] = true", w="w/word"),
       op("use(bool(v->front()))", r="v/word"), op("v->swap(*w)", w="v/size w/size v/begin"), op("v->resize(3)", w="v/size"), op("v->clear()", w="v/size"),
       op("use(*v)", r="v/word v/size"), op("v->assign(70, true)", w="v/word", may_write="v"), op("v->pop_back()", w="v/size"), op("v->at(2) = true", w="v/word", r="v/size")])

model("array<int, 3>", ["array"], "using A = std::array<int, 3>; static A *v, *w;", "\n  v = new A{1, 2, 3}; w = new A{4, 5, 6};",
      [op("use((*v)[0])", r="a0/x"), op("(*v)[0] = 4", w="a0/x"), op("use(v->at(1))", r="a1/x"), op("v->at(1) = 3", w="a1/x"),
       op("use(v->front())", r="a0/x"), op("v->back() = 3", w="a2/x"), op("use(v->back())", r="a2/x"), op("v->fill(7)", w="a0/x a1/x a2/x"),
       op("v->swap(*w)", w="a0/x a1/x a2/x b0/x"), op("use(*v)", r="a0/x a1/x a2/x"), op("*v = *w", w="a0/x a1/x a2/x", r="b0/x"),
       op("use(v->size())"), op("use(v->empty())"), op("use(*v == *v)", r="a0/x a1/x a2/x"), op("use((*w)[0])", r="b0/x"), op("(*w)[0] = 3", w="b0/x"),
       op("for (int each : *v) use(each)", r="a0/x a1/x a2/x"), op("use(v->data()[1])", r="a1/x"), op("*v->begin() = 6", w="a0/x"), op("use(std::get<2>(*v))", r="a2/x")])
