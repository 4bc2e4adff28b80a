"""Descriptions of library calls, and the cases that follow from them.

A description names the bytes that a call must read and must write, by the text of the C and C++ standards, POSIX or the
manual page of the function: never by what qpor knows of it. Bytes that a standard leaves open are named by neither
list. From each description follow cases whose answer is known by construction: thread A calls the function, thread B
reads or writes one place.

  the call reads it    B reads: clean      B writes: race
  the call writes it   B reads: race       B writes: race
  it reads, and may write (`touches`)           B writes: race
  neither (`clean`)    B reads or writes: clean
  under one mutex, or one thread joined before the other begins: clean
  a buffer of exactly the bytes touched: clean; one byte less: out-of-bounds; freed: use-after-free
"""

import re

RACE, CLEAN, OUTSIDE, FREED = "race", "clean", "out-of-bounds", "use-after-free"


class Buffer:
    """An array that a call works on: `name` is a pointer to `count` elements with a spare element on either side."""

    def __init__(self, name, ctype, count, init=None):
        self.name, self.ctype, self.count, self.init = name, ctype, count, init

    def initialiser(self):
        if self.init is None:
            return "{0}"
        if isinstance(self.init, str):
            return self.init if self.init.startswith("{{") else "{" + self.init + "}"
        return "{" + ", ".join(str(each) for each in self.init) + "}"


def text(name, content, count=None):
    """A char array that holds `content` and its terminator."""
    values = list(content.encode("latin-1")) + [0]
    return Buffer(name, "char", count or len(values), values)


def wide(name, content, count=None):
    values = [ord(each) for each in content] + [0]
    return Buffer(name, "wchar_t", count or len(values), values)


def array(name, ctype, count, init=None):
    return Buffer(name, ctype, count, init)


class Call:
    def __init__(self, names, code, buffers, reads=(), writes=(), touches=(), clean=(), setup="", after="", prelude="", pointer=True,
                 memory=True, guards=True, freed=True, native=True, declare=None):
        self.names = [names] if isinstance(names, str) else list(names)  # the first is declared by a header
        self.code = code  # a statement; @ is the function
        self.buffers = buffers
        self.reads, self.writes, self.clean = list(reads), list(writes), list(clean)
        self.touches = list(touches)
        self.setup, self.after, self.prelude = setup, after, prelude
        self.pointer, self.memory, self.guards, self.freed = pointer, memory, guards, freed
        self.native = native
        self.declare = declare


RANGE = re.compile(r"^(\w+)\[(-?\d+):(\d+)\]$")


def places(region, every=False):
    """The places of a region that B tries: all of a short one, otherwise first, last and some between."""
    match = RANGE.match(region)
    if not match:
        return [region]
    name, first, last = match[1], int(match[2]), int(match[3]) - 1
    if last < first:
        raise ValueError(region)
    count = last - first + 1
    chosen = range(first, last + 1) if every or count <= 3 else sorted({first, first + count // 2, last})
    return [f"{name}[{i}]" for i in chosen]


CALLS = []
PRELUDES = []  # declarations that calls need, each once, in the order of the descriptions


def call(*args, **kwargs):
    CALLS.append(Call(*args, **kwargs))
    for each in CALLS[-1].prelude.splitlines():
        if each not in PRELUDES:
            PRELUDES.append(each)
