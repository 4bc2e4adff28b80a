"""Models of C++ objects: an initial state and operations on it; a case is a pair of operations, one in each thread.

Every operation says what it must read and must write of an abstract state, and what it may by the text of the standard
([res.on.data.races], [container.requirements.dataraces], [res.on.objects]). A name before a slash is an object (a
container, an element, a stream, a variable): `v/size` is a part of the object `v` whose value the operation observes or
changes in every implementation; `v` alone stands for the object as far as the standard goes.

A name that ends in ~ is a value that follows from others: two operations that change it need not write the same bytes.

  race   one must write what the other must read or write
  clean  neither may write an object that the other may access
  open   otherwise: no case

An operation may end the life of objects, or move them (`kills`); where the other one needs these, no order of the two
makes a correct program, and the pair has only the case without order.
"""


class Operation:
    def __init__(self, code, r="", w="", may_read="", may_write="", kills=""):
        self.code = code
        self.kills = set(kills.split())
        self.must_read, self.must_write = set(r.split()), set(w.split())
        roots = lambda names: {name.split("/")[0] for name in names}
        self.may_write = roots(self.must_write) | set(may_write.split())
        self.may_read = roots(self.must_read) | set(may_read.split()) | self.may_write

    def may_come_after(self, other):
        return not other.kills & self.may_read

    def races_with(self, other):
        def one_way(a, b):
            return bool(a.must_write & (b.must_read | {name for name in b.must_write if not name.endswith("~")}))
        return one_way(self, other) or one_way(other, self)

    def is_clean_with(self, other):
        def one_way(a, b):
            return bool(a.may_write & b.may_read)
        return not one_way(self, other) and not one_way(other, self)


def op(code, r="", w="", may_read="", may_write="", kills=""):
    return Operation(code, r, w, may_read, may_write, kills)


class Model:
    def __init__(self, name, includes, declarations, setup, operations):
        self.name, self.includes, self.declarations, self.setup = name, includes, declarations, setup
        self.operations = operations


MODELS = []


def model(name, includes, declarations, setup, operations):
    MODELS.append(Model(name, includes, declarations, setup, operations))
