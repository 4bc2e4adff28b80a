"""Sequences and associative containers ([sequences], [associative], [unord])."""

from models import model, op

ELEMENTS = {
    "int": ("", "static int E(int n) { return n; }"),
    "std::string": ("string", "static std::string E(int n) { return std::string(1, char('a' + n)); }"),
    "Long": ("string", "using Long = std::string; static Long E(int n) { return Long(40, char('a' + n)); }"),
}


def sequence(kind, element):
    """A sequence v of three elements and w of two; e0 .. e2 point to the elements of v, f0 and f1 to those of w."""
    header, maker = ELEMENTS[element]
    is_vector, is_deque, is_list = kind == "vector", kind == "deque", kind in ("list", "forward_list")
    is_forward = kind == "forward_list"
    all_v, all_w = "e0 e1 e2", "f0 f1"
    ops = []

    def add(code, **sets):
        if is_deque:  # its size is the distance of two positions
            for names in ("r", "w"):
                sets[names] = sets.get(names, "").replace("/size", "/size~").replace("/empty", "/size~")
        each = op(code, **sets)
        each.kills |= {e for root, es in (("v", all_v), ("w", all_w)) if root in each.may_write for e in es.split()}
        ops.append(each)

    def destroyed(*elements):
        """What is written where elements are destroyed: nothing, unless that frees memory."""
        return " ".join(f"{e}/x" for e in elements) if is_list or element == "Long" else ""

    # elements through pointers taken before: the container is not involved
    add("use(*e0)", r="e0/x")
    add("*e0 = E(7)", w="e0/x")
    add("use(*e1)", r="e1/x")
    add("*e1 = E(8)", w="e1/x")
    add("*e2 = E(8)", w="e2/x")
    add("use(*f0)", r="f0/x")
    add("*f1 = E(5)", w="f1/x")
    # members that are const or count as const
    if not is_forward:
        add("use(v->size())", r="v/size")
        add("use(v->back())", r="v/end e2/x")
        add("v->back() = E(3)", r="v/end", w="e2/x")
        add("use(w->size())", r="w/size")
        add("use(*v->rbegin())", r="v/end e2/x")
        add("use(v->rbegin() == v->rend())", r="v")
    add("use(v->empty())", r="v/empty")
    add("use(v->max_size())", may_read="v")
    add("use(v->front())", r="v/begin e0/x")
    add("v->front() = E(3)", r="v/begin", w="e0/x")
    add("use(*v->begin())", r="v/begin e0/x")
    add("use(*v->cbegin())", r="v/begin e0/x")
    add("*v->begin() = E(4)", r="v/begin", w="e0/x")
    add("use(v->begin() == v->end())", r="v/begin")
    add("use(*std::next(v->begin()))", r="v/begin e1/x", may_read="e0")
    add("for (const auto& each : *v) use(each)", r=f"v/begin v/size e0/x e1/x e2/x")
    add("use(*v == *w)", r="v w", may_read=f"{all_v} {all_w}")
    add("use(*v)", r="v/begin v/size e0/x e1/x e2/x")  # copies it
    add("use(*v < *w)", r="v/begin w/begin e0/x f0/x", may_read=f"{all_v} {all_w}")
    if is_vector or is_deque:
        add("use((*v)[1])", r="v/begin e1/x")
        add("(*v)[1] = E(6)", r="v/begin", w="e1/x")
        add("(*v)[2] = E(6)", r="v/begin", w="e2/x")
        add("use(v->at(1))", r="v/begin v/size e1/x")
        add("v->at(0) = E(6)", r="v/begin v/size", w="e0/x")
    if is_vector:
        add("use(v->capacity())", r="v/capacity")
        add("use(v->data()[0])", r="v/begin e0/x")
        add("v->data()[2] = E(3)", r="v/begin", w="e2/x")
    # members that change the container; those of a vector reallocate where the number of elements grows
    moved = "v/begin v/capacity e0/x e1/x e2/x" if is_vector else ""
    grown = f"v/size v/end {moved}"
    touched = dict(may_write=all_v) if is_vector or is_deque else {}
    if not is_forward:
        add("v->push_back(E(9))", w=grown, **(dict(may_write=all_v) if is_vector else {}))
        add("v->emplace_back(E(9))", w=grown, **(dict(may_write=all_v) if is_vector else {}))
        add("v->pop_back()", w="v/size v/end " + destroyed("e2"), may_write="e2")
        add("v->insert(v->begin(), E(9))", w=f"v/size v/begin {moved}", r="v/begin", **touched)
        add("v->insert(v->end(), E(9))", w=grown, **touched)
        add("v->emplace(v->begin(), E(9))", w=f"v/size v/begin {moved}", r="v/begin", **touched)
        add("v->insert(v->end(), 2, E(9))", w=grown, **touched)
        add("v->insert(v->end(), {E(8), E(9)})", w=grown, **touched)
        add("v->insert(v->end(), w->begin(), w->end())", w=grown, r="w/begin w/size f0/x f1/x", **touched)
        if is_vector or is_deque:
            add("v->erase(v->begin())", w="v/size", r="v/begin", may_write=all_v)
        else:
            add("v->erase(v->begin())", w="v/size v/begin e0/x")
        add("v->erase(v->begin(), v->end())", w="v/size v/empty e0/x" if is_list else "v/size v/empty", may_write=all_v)
        add("v->assign(3, E(5))", w="e0/x e1/x e2/x", r="v/begin v/size", may_write="v")
        add("v->assign(w->begin(), w->end())", w="v/size e0/x e1/x", r="w/begin w/size f0/x f1/x", may_write=all_v)
        add("v->assign({E(5)})", w="v/size e0/x", may_write=all_v)
        add("std::erase(*v, E(1))", w="v/size", r="e0/x e1/x e2/x", may_write=all_v)
    if is_deque or is_list:
        add("v->push_front(E(9))", w="v/begin" if is_forward else "v/begin v/size")
        add("v->emplace_front(E(9))", w="v/begin" if is_forward else "v/begin v/size")
        add("v->pop_front()", w="v/begin " + ("" if is_forward else "v/size ") + destroyed("e0"), may_write="e0")
    if is_forward:
        add("v->insert_after(v->before_begin(), E(9))", w="v/begin")
        add("v->emplace_after(v->before_begin(), E(9))", w="v/begin")
        add("v->erase_after(v->before_begin())", w="v/begin e0/x")
        add("v->assign(3, E(5))", w="e0/x e1/x e2/x", r="v/begin", may_write="v")
        add("v->splice_after(v->before_begin(), *w)", w="v/begin w/begin w/empty")
        add("v->splice_after(v->before_begin(), *w, w->before_begin())", w="v/begin w/begin")
    add("v->clear()", w="v/empty " + destroyed(*all_v.split()) + ("" if is_forward else " v/size"), may_write=all_v)
    add("v->resize(5)", w=(grown if not is_forward else "v/length"), **touched)
    add("v->resize(1)", w=destroyed("e1", "e2") + (" v/length" if is_forward else " v/size v/end"), may_write=all_v)
    add("*v = *w", w="e0/x" + ("" if is_forward else " v/size"), r=f"w/begin f0/x f1/x" + ("" if is_forward else " w/size"),
        may_write=f"v {all_v}")
    add("*v = std::move(*w)", w="v/begin w/empty " + ("" if is_forward else " v/size w/size ") + ("" if is_deque else "e0/x"), may_write=f"{all_v} {all_w}")
    add("*v = {E(5)}", w="e0/x" + ("" if is_forward else " v/size"), may_write=f"v {all_v}")
    add("v->swap(*w)", w="v/begin w/begin" + ("" if is_forward else " v/size w/size"))
    add("std::swap(*v, *w)", w="v/begin w/begin" + ("" if is_forward else " v/size w/size"))
    if is_vector:
        add("v->reserve(100)", w="v/begin v/capacity e0/x e1/x e2/x")
        add("v->shrink_to_fit()", may_write=f"v {all_v}")
    if is_list:
        add("v->reverse()", w="v/begin")
        add("v->sort()", r="e0/x e1/x e2/x", w="v/begin")  # 2 1 0: the last becomes the first
        add("v->unique()", r="e0/x e1/x e2/x v/begin", may_write="v")
        add("v->remove(E(1))", r="e0/x e2/x", w="e1/x" + ("" if is_forward else " v/size"), may_write="v")
        add("v->remove_if([](const auto& each) { return each == E(2); })", r="e1/x e2/x",
            w="e0/x v/begin" + ("" if is_forward else " v/size"))
        add("v->merge(*w)", w="w/begin w/empty" + ("" if is_forward else " v/size w/size"), r="e0/x f0/x", may_write="v w",
            may_read=f"{all_v} {all_w}")
    if kind == "list":
        add("v->splice(v->begin(), *w)", w="v/begin v/size w/size w/begin w/empty")
        add("v->splice(v->end(), *w, w->begin())", w="v/size v/end w/size w/begin")
        add("v->splice(v->end(), *w, w->begin(), w->end())", w="v/size v/end w/size w/begin w/empty")
    add("{ auto u = std::move(*v); use(u); }", w="v/begin v/empty" + ("" if is_forward else " v/size"), r="e0/x e1/x e2/x",
        may_write=all_v)
    add("delete v", w="v/begin v/size v/end v/empty v/capacity e0/x e1/x e2/x", kills="v")
    next_of = "std::next(v->begin(), %d)"
    setup = f"""
  v = new V{{E(2), E(1), E(0)}};
  w = new V{{E(0), E(4)}};
  e0 = &*v->begin(); e1 = &*{next_of % 1}; e2 = &*{next_of % 2};
  f0 = &*w->begin(); f1 = &*std::next(w->begin());"""
    if is_vector:
        setup += "\n  v->shrink_to_fit();\n  e0 = &(*v)[0]; e1 = &(*v)[1]; e2 = &(*v)[2];"
    declarations = f"{maker}\nusing T = {element};\nusing V = std::{kind}<T>;\nstatic V *v, *w;\nstatic T *e0, *e1, *e2, *f0, *f1;"
    model(f"{kind}<{element}>", [kind, "iterator", "utility"] + ([header] if header else []), declarations, setup, ops)


for kind in ("vector", "deque", "list", "forward_list"):
    for element in ELEMENTS:
        sequence(kind, element)
