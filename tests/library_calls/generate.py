#!/usr/bin/env python3
"""Writes the sources of the library calls and cases.json, their answers: generate.py FOLDER

  --size=N          at least so many cases where there are enough; 5500 unless told
  --all             every case, some 60 000
  --seed=S          another choice of cases
  --coverage        prints which functions of qpor's tables take pointers and have no case, and writes nothing
  --source=UNIT:N   prints the program of that one case of what the same options write, and writes nothing
"""

import argparse
import importlib
import json
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import calls
import coverage
import models
from c_source import Block, Unit
from cxx_source import CxxBlock, CxxUnit

DESCRIPTIONS = ["c_strings", "c_wide", "c_numbers", "c_format", "c_time", "c_streams", "c_system", "c_threads", "c_aliases",
                "cxx_containers", "cxx_associative", "cxx_string", "cxx_streams", "cxx_others"]
STDIN = "12 34 words of input\nsecond line\nthird\n"
PER_UNIT = 200  # cases of C in a translation unit, at least
FEW = 3000  # cases: with fewer not all models are there
INVOKE = ["-DQPOR_INVOKE", "-fexceptions", "-fno-builtin"]  # calls may throw and become invokes


def sample(block, share, chance):
    """A share of the cases of a block, those first that show something that the ones before do not."""
    count = len(block.cases) if share >= 1 else int(share * len(block.cases) + chance.random())
    order = list(range(len(block.cases)))
    if count < len(order):
        chance.shuffle(order)
        covered, first, rest = set(), [], []
        for i in order:
            new = block.cases[i].covers - covered
            (first if new else rest).append(i)
            covered |= new
        order = (first + rest)[:count]
    return [block.cases[i] for i in sorted(order)]


def units_of(given):
    chance = random.Random(given.seed)
    blocks = [Block(spec, number, function) for number, spec in enumerate(calls.CALLS) for function in spec.names]
    cxx_blocks = [CxxBlock(model) for model in models.MODELS]
    if not given.all and given.size < FEW:  # a translation unit of C++ takes a second, whatever the number of its cases
        count = max(2, len(cxx_blocks) * given.size // FEW)
        cxx_blocks = [cxx_blocks[i] for i in sorted(chance.sample(range(len(cxx_blocks)), count))]
    # half of the cases are calls in C, a tenth of them by invoke; half are pairs of operations in C++
    in_c, in_cxx = sum(len(each.cases) for each in blocks), sum(len(each.cases) for each in cxx_blocks)
    share = 1 if given.all else given.size * 0.5 / in_c
    cxx_share = 1 if given.all else given.size * 0.5 / in_cxx
    units = []
    for letter, flags, of in (("c", [], 1 if given.all else 0.8), ("i", INVOKE, 0.2)):
        chosen = [(block, sample(block, share * of, chance)) for block in blocks]
        if not given.all:
            chosen = [(block, cases) for block, cases in chosen if letter == "c" or chance.random() < 0.5]
        unit = None
        for block, cases in chosen:
            if unit is None or len(unit.cases) >= PER_UNIT:
                unit = Unit(flags)
                units.append((f"{letter}{sum(name[0] == letter for name, _ in units):02}.c", unit))
            if cases:
                unit.add(block, cases)
    for block in cxx_blocks:
        units.append((f"x{sum(name[0] == 'x' for name, _ in units):02}.cc", CxxUnit(block, sample(block, cxx_share, chance))))
    return units


def write(folder, units):
    os.makedirs(folder, exist_ok=True)
    manifest = []
    for name, unit in units:
        source, path = unit.source(), os.path.join(folder, name)
        if not os.path.exists(path) or open(path).read() != source:
            with open(path, "w") as file:
                file.write(source)
        manifest += [{"unit": name, "number": n, "function": c.function, "expected": c.expected, "words": c.words,
                      "flags": unit.flags, "accepts": c.accepts, "native": c.native} for n, c in enumerate(unit.cases)]
    with open(os.path.join(folder, "stdin"), "w") as file:
        file.write(STDIN)
    with open(os.path.join(folder, "cases.json"), "w") as file:
        json.dump(manifest, file, indent=0)
    print(f"{len(manifest)} cases in {len(units)} units, {len({c['function'] for c in manifest})} functions and operations")


def print_source(units, wanted):
    name, number = wanted.split(":")
    unit = dict(units)[name]
    case = unit.cases[int(number)]
    if isinstance(unit, CxxUnit):
        alone = CxxUnit(unit, [case])
    else:
        alone = Unit(unit.flags)
        alone.add(next(block for block, cases in unit.blocks if case in cases), [case])
    print(f"// {case.function}: expected {case.expected}; {case.words}\n// run with the argument 0\n{alone.source()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--size", type=int, default=5500)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--source")
    parser.add_argument("--coverage", action="store_true")
    given = parser.parse_args()
    for name in DESCRIPTIONS:
        if os.path.exists(os.path.join(HERE, name + ".py")):
            importlib.import_module(name)
    if given.coverage:
        names = {name for spec in calls.CALLS for name in spec.names}
        print("\n".join(coverage.report(os.path.dirname(os.path.dirname(HERE)), names)))
        return
    units = units_of(given)
    if given.source:
        print_source(units, given.source)
    else:
        write(given.folder, units)


main()
