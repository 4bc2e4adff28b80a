"""Steps from the descriptions of tests/library_calls: each of their calls, on buffers of the thread."""

import importlib
import re

import calls
import steps

for each in ("c_strings", "c_wide", "c_numbers", "c_format", "c_time", "c_streams", "c_system", "c_threads", "c_aliases"):
    importlib.import_module(each)

# c_steps.py has them, because their state is of the process, they do not lock it, or they return twice
ELSEWHERE = set("scanf fscanf sscanf vscanf vfscanf vsscanf strtok gmtime localtime ctime asctime getopt getopt_long mblen mbtowc wctomb __wctomb_chk erand48 nrand48 jrand48 readdir_r opendir setjmp _setjmp __sigsetjmp longjmp fputs_unlocked fwrite_unlocked".split())
SHARED = ("static int file(void)", "static DIR* dir;")
STANDARD_INPUT = re.compile(r"\b(gets|vfscanf|v?scanf|__isoc\d\d_(v?|vf)scanf)$")


def preludes():
    return ["static void nothing(void) {}"] + [each for each in calls.PRELUDES if not each.startswith(SHARED)]


def add_all():
    for spec in calls.CALLS:
        for name in spec.names:
            if name in ELSEWHERE:
                continue
            code = spec.code.replace("file()", "own_file(me)")
            reads_input = STANDARD_INPUT.search(name) or re.search(r"@\(0, [av],? ", code) and "read" in name
            if not reads_input:
                code = code.replace("stdin", "own_input(me)")
            code = steps.with_name(code, name)
            match = re.match(r"(via_\w+)\(", code)
            if match:
                end = steps.end_of_call(code, 0)
                code = f"SEE({code[:end]}){code[end:]}"
            setup = spec.setup.replace("file();", "").replace("stdin", "own_input(me)")
            alias = f"extern __typeof__({spec.names[0]}) {name};" if name != spec.names[0] else ""
            steps.STEPS.append(steps.Step("c", steps.ALONE if reads_input else steps.TOGETHER, [name], f"{setup} {code} {spec.after}",
                                          spec.buffers, alias, "described"))
