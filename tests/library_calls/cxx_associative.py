"""Associative containers ([associative.reqmts], [unord.req]): only members that the standard names count as const, and
operator[] is not among them."""

from models import model, op


def associative(kind, key):
    """m has the keys 2, 4, 6, and n has 6 and 8; e2 .. e6, f8 point to their values (of a set: to the keys)."""
    is_set, is_hashed, is_multi = "set" in kind, "unordered" in kind, "multi" in kind
    ops = []
    every, others = "e2 e4 e6", "f6 f8"

    def add(code, **sets):
        each = op(code, **sets)
        each.kills |= {e for root, es in (("m", every), ("n", others)) if root in each.may_write for e in es.split()}
        ops.append(each)

    value = (lambda k: f"K({k})") if is_set else (lambda k: f"{{K({k}), {k}}}")
    pair = (lambda k: f"K({k})") if is_set else (lambda k: f"K({k}), {k}")
    read = lambda k: f"e{k}/x"
    first = "" if is_hashed else "m/first "
    last = "" if is_hashed else "m/last "
    for k in (2, 4, 6):
        add(f"use(*e{k})", r=read(k))
        if not is_set:
            add(f"*e{k} = 7", w=read(k))
    if not is_set:
        add("*f8 = 7", w="f8/x")
    add("use(n->size())", r="n/size")
    add("use(m->size())", r="m/size")
    add("use(m->empty())", r="m/size")
    add("use(m->max_size())", may_read="m")
    if not is_hashed:
        add("use(*m->begin())", r="m/first e2/x")
        add("use(*m->rbegin())", r="m/last e6/x")
        add("use(*m->cbegin())", r="m/first e2/x")
        add("(void)m->key_comp()", may_read="m")
        add("use(m->lower_bound(K(3)) == m->end())", r="m/has3~", may_read=f"m {every}")
        add("use(m->upper_bound(K(9)) == m->end())", r="m/root", may_read=f"m {every}")
        add("use(*m == *n)", r="m/size n/size", may_read=f"{every} {others}")
    add("use(m->begin() == m->end())", may_read="m")
    add("use(m->find(K(3)) == m->end())", r="m/has3~", may_read=every)
    add("use(*m->find(K(4)))", r="e4/x", may_read=f"m {every}")
    add("use(m->count(K(3)))", r="m/has3~", may_read=every)
    add("use(m->contains(K(3)))", r="m/has3~", may_read=every)
    add("use(m->equal_range(K(4)).first == m->end())", may_read=f"m {every}")
    add("for (const auto& each : *m) use(each)", r="m/size~ e2/x e4/x e6/x", may_read="m")
    add("use(*m)", r="m/size e2/x e4/x e6/x")
    if not is_set and not is_multi:
        add("use(m->at(K(4)))", r="e4/x", may_read=f"m {every}")
        add("m->at(K(4)) = 1", w="e4/x", may_read=f"m {every}")
        add("m->find(K(4))->second = 1", w="e4/x", may_read=f"m {every}")
        add("(*m)[K(4)] = 1", w="e4/x", may_write="m", may_read=every)
        add("(*m)[K(3)] = 1", w="m/size m/has3~", may_read=every)
        add("m->insert_or_assign(K(4), 5)", w="e4/x", may_write="m", may_read=every)
        add("m->insert_or_assign(K(3), 5)", w="m/size m/has3~", may_read=every)
        add("m->try_emplace(K(3), 5)", w="m/size m/has3~", may_read=every)
        add("m->try_emplace(K(4), 5)", may_write="m", may_read=every)
    add(f"m->insert({value(3)})", w="m/size m/has3~", may_read=every)
    add(f"m->insert({value(9)})", w=f"m/size {last}", may_read=every)
    add(f"m->insert({value(1)})", w=f"m/size {first}", may_read=every)
    add(f"m->emplace({pair(3)})", w="m/size m/has3~", may_read=every)
    add(f"m->emplace_hint(m->end(), {pair(9)})", w=f"m/size {last}", may_read=every)
    add(f"m->insert({{{value(3)}, {value(9)}}})", w=f"m/size m/has3~ {last}", may_read=every)
    add("m->insert(n->begin(), n->end())", w=f"m/size {last}", r="f8/x", may_read=f"n {every} {others}")
    add("m->erase(K(4))", w="m/size e4/x", may_read=every)
    add("m->erase(K(3))", r="m/has3~", may_read=every, may_write="m")
    add("m->erase(m->find(K(2)))", w=f"m/size e2/x {first}", may_read=every)
    add("m->erase(m->begin(), m->end())", w="m/size e2/x e4/x e6/x")
    add("m->extract(K(6))", w=f"m/size e6/x {last}", may_read=every)
    add("{ auto node = m->extract(K(2)); n->insert(std::move(node)); }", w="m/size n/size" + ("" if is_hashed else " m/first n/first"),
        may_read=f"{every} {others}")
    add("m->merge(*n)", w="m/size n/size", may_write=f"{every} {others}")
    add("m->clear()", w="m/size e2/x e4/x e6/x")
    add("m->swap(*n)", w="m/size n/size" + ("" if is_hashed else " m/first m/last n/first n/last m/root n/root"))
    add("*m = *n", w="m/size e2/x", r="n/size f6/x f8/x", may_write=every)
    add("*m = std::move(*n)", w="m/size n/size e2/x e4/x e6/x", may_write=others)
    add(f"*m = {{{value(3)}}}", w="m/size e2/x", may_write=every)
    add("std::erase_if(*m, [](const auto&) { return true; })", w="m/size e2/x e4/x e6/x")
    add("{ auto u = std::move(*m); use(u.size()); }", w="m/size", may_write=every)
    add("delete m", w="m/size m/first m/last m/root m/buckets m/factor e2/x e4/x e6/x", kills="m")
    if is_hashed:
        add("use(m->bucket_count())", r="m/buckets")
        add("use(m->load_factor())", r="m/size m/buckets")
        add("use(m->max_load_factor())", r="m/factor")
        add("use(m->bucket(K(4)))", r="m/buckets", may_read=every)
        add("use(m->bucket_size(0))", r="m/buckets", may_read=every)
        add("(void)m->hash_function()", may_read="m")
        add("m->max_load_factor(2)", w="m/factor")
        add("m->rehash(100)", w="m/buckets", may_write=every)
        add("m->reserve(100)", w="m/buckets", may_write=every)
    get = "*m->find(K(%d))" if is_set else "m->find(K(%d))->second"
    other = get.replace("m->", "n->")
    setup = f"""
  m = new M{{{value(2)}, {value(4)}, {value(6)}}};
  n = new M{{{value(6)}, {value(8)}}};
  e2 = &{get % 2}; e4 = &{get % 4}; e6 = &{get % 6};
  f6 = &{other % 6}; f8 = &{other % 8};"""
    maker = ("static int K(int n) { return n; }" if key == "int" else
             "static std::string K(int n) { return std::string(%d, char('a' + n)); }" % (1 if key == "short" else 40))
    key_type = "int" if key == "int" else "std::string"
    values = f"const {key_type}" if is_set else "int"
    declarations = (f"{maker}\nusing M = std::{kind}<{key_type}{'' if is_set else ', int'}>;\nstatic M *m, *n;\n"
                    f"static {values} *e2, *e4, *e6, *f6, *f8;")
    header = kind.replace("multi", "")
    model(f"{kind}<{key}>", [header, "string", "utility"], declarations, setup, ops)


for key in ("int", "long"):
    associative("map", key)
    associative("unordered_map", key)
associative("set", "short")
associative("unordered_set", "int")
associative("multimap", "int")
associative("unordered_multimap", "int")
associative("multiset", "int")
