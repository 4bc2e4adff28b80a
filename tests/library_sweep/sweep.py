#!/usr/bin/env python3
"""Writes the units of the sweep and cases.json: sweep.py FOLDER. Fails when a row of the tables has neither a call nor a
reason.

  --rows      prints the calls and the reasons as well
  --symbols   fails when a row that is called is no symbol of the compiled units
  --planted   writes one step only, with a state that qpor does not see
"""

import argparse
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import steps
import tables
import c_steps  # noqa: F401, adds its steps
import cxx_steps
import described
import scalars
from source import C_COMMON, C_HELPERS, Unit, c_step

STDIN = "12 34 words of input\nsecond line\nthird\n"
NO_BUILTIN = ["-fno-builtin"]  # a call stays a call
# Called by code that the compiler or qpor adds: when an exception goes on, and in the code of facets.
IMPLIED = {"_Unwind_Resume", *(f"_ZNKSt7__cxx117collateI{each}E{name}" for each, name in (
    ("c", "10_M_compareEPKcS3_"), ("c", "12_M_transformEPcPKcm"), ("w", "10_M_compareEPKwS3_"), ("w", "12_M_transformEPwPKwm")))}


def units():
    by_group = {}
    in_cxx = [each for each in steps.STEPS if each.language == "cc"]
    for each in steps.STEPS:
        if each.language == "c":
            by_group.setdefault({"scalars": "c1.c", "helpers": "c1.c", "atomics": "c1.c", "described": "c2.c"}.get(each.group, "c0.c"), []).append(each)
    headers = "\n".join([scalars.HEADERS, *described.preludes()])
    return [(Unit(name, members, NO_BUILTIN, headers, C_COMMON, C_HELPERS), c_step) for name, members in sorted(by_group.items())] + [
        (Unit("x0.cc", in_cxx, NO_BUILTIN, cxx_steps.HEADERS, C_COMMON, cxx_steps.HELPERS), cxx_steps.cxx_step)]


def symbols(path, flags):
    """Those of the bitcode, compiled as frontend/native/build/compile.cc has it."""
    of_cxx = ["-D_GLIBCXX_ALWAYS_INLINE=inline __attribute__((__noinline__))", "-std=gnu++20", "-D_GLIBCXX_ASSERTIONS"]
    words = ["clang++-19", *of_cxx] if path.endswith(".cc") else ["clang-19"]
    words += ["-w", *flags, "-O0", "-c", "-emit-llvm", "-o", "-", path]
    bitcode = subprocess.run(words, capture_output=True, check=True).stdout
    text = subprocess.run(["llvm-nm-19", "-j", "-"], input=bitcode, capture_output=True, check=True).stdout.decode()
    return text.split()


def planted():
    hidden = steps.Step("c", steps.TOGETHER, ["hidden"], 'long old = 1; __asm__ volatile("1: lock xaddq %0, %1" : "+r"(old), "+m"(hidden)); SEE(old);', prelude="static long hidden;")
    return Unit("p0.c", [hidden], NO_BUILTIN, scalars.HEADERS, C_COMMON, C_HELPERS, ["--allow-asm"]), c_step


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    for option in ("--rows", "--symbols", "--planted"):
        parser.add_argument(option, action="store_true")
    given = parser.parse_args()
    rows = tables.rows()
    described.add_all()
    called = lambda: {name for each in steps.STEPS for name in each.names}
    scalars.add_all(sorted(set(rows) - called() - set(steps.NO_CALL)))
    missing = sorted(set(rows) - called() - set(steps.NO_CALL))
    superfluous = sorted((called() | set(steps.NO_CALL)) - set(rows)) + sorted(called() & set(steps.NO_CALL))
    print(f"{len(called())} of {len(rows)} rows are called, {len(steps.NO_CALL)} have a reason why not")
    if given.rows:
        print("called:", *sorted(called()))
        for name, reason in steps.NO_CALL.items():
            print(f"{name}: {reason}")
    os.makedirs(given.folder, exist_ok=True)
    manifest = []
    written = [planted()] if given.planted else units()
    for unit, text in written:
        with open(os.path.join(given.folder, unit.name), "w") as file:
            file.write(unit.source(text))
        manifest += unit.cases()
    entries = os.path.join(given.folder, "entries")
    os.makedirs(entries, exist_ok=True)
    for each in "abc":
        open(os.path.join(entries, each), "w").close()
    with open(os.path.join(given.folder, "stdin"), "w") as file:
        file.write(STDIN)
    with open(os.path.join(given.folder, "cases.json"), "w") as file:
        json.dump(manifest, file, indent=0)
    if given.symbols:
        absent = sorted(called() - IMPLIED - {name for unit, _ in written for name in symbols(os.path.join(given.folder, unit.name), unit.flags)})
        if absent:
            sys.exit(f"called by name, but not by the compiled programs: {' '.join(absent)}")
        print("all of them in the compiled programs")
    if missing or superfluous:
        sys.exit(f"rows without a call or a reason: {' '.join(missing)}\nnot rows, or with both: {' '.join(superfluous)}")


main()
