"""What a step of the sweep is: a call of a library function on data of the calling thread.

  step(names, code)     every name once, in code with @ for it; together with other steps in one execution
  together(names, code) one step that calls all of the names
  alone(names, code)    in an execution of its own, since its calls are operations that do not commute, or exit handlers
  unsafe(names, code)   state of the process that has no lock (`MT-Unsafe race` in the manual of glibc): a data race
                        between two threads that nothing orders, and none under a mutex
  no_call(reason, names)

In code, `me` is the number of the thread, and SEE(call) makes the call, lets other threads run, and stores its result;
a call of @ is wrapped in SEE by itself. `own_input(me)` is a stream and `own_file(me)` a descriptor, both of a small
file; `own_output(me)` is a stream to write to; `entries` is the path of a folder.
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "library_calls"))

TOGETHER, ALONE, UNSAFE = "together", "alone", "unsafe"


class Step:
    def __init__(self, language, kind, names, code, buffers=(), prelude="", group=""):
        self.language, self.kind, self.names, self.code, self.buffers = language, kind, names, code, list(buffers)
        self.prelude = prelude
        self.group = group  # steps of a group come into one translation unit


STEPS = []
NO_CALL = {}


def end_of_call(code, start):
    """The index after the parenthesis that closes the first one at or after `start`, outside of quotes."""
    depth, i, quote = 0, start, None
    while True:
        c = code[i]
        if quote:
            if c == "\\":
                i += 1
            elif c == quote:
                quote = None
        elif c in "\"'":
            quote = c
        elif c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
            if depth == 0:
                return i + 1
        i += 1


def with_name(code, name, sees=True):
    """`code` with the name for @, its calls wrapped in SEE; in parentheses, so that no macro is taken for the function."""
    while "@" in code:
        i = code.index("@")
        if code[i + 1:i + 2] == "(" and sees:
            end = end_of_call(code, i)
            code = f"{code[:i]}SEE(({name}){code[i + 1:end]}){code[end:]}"
        else:
            code = code.replace("@", name, 1)
    return code


def add(language, kind, names, code, each, **more):
    names = names.split()
    if each:
        for name in names:
            STEPS.append(Step(language, kind, [name], with_name(code, name), **more))
    else:
        for name in names:
            if not name.startswith("_Z") and not re.search(rf"\b{name}\b", code) and language == "c":
                raise ValueError(f"{name} is not in {code}")
        STEPS.append(Step(language, kind, names, code, **more))


def step(names, code, **more):
    add("c", TOGETHER, names, code, True, **more)


def together(names, code, **more):
    add("c", TOGETHER, names, code, False, **more)


def alone(names, code, each=True, **more):
    add("c", ALONE, names, code, each, **more)


def unsafe(names, code, each=True, **more):
    add("c", UNSAFE, names, code, each, **more)


def no_call(reason, names):
    for name in names.split():
        NO_CALL[name] = reason
