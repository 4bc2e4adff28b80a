"""Runs of qpor, the benches and other tools, each with a limit on its time; what has been run once is not run again."""

import json
import os
import pathlib
import subprocess
import sys
import time


class Failed(Exception):
    """qpor or a bench did something that is no result: one sentence for a person."""


def say(text):
    print(f"scripts/evaluate: {text}", file=sys.stderr, flush=True)


class Cell:
    """One exploration."""

    def __init__(self, report, seconds):
        self.report = report
        self.statistics = report["statistics"]
        self.wall = seconds  # of the whole command
        self.reasons = report["incomplete_reasons"]
        self.is_complete = report["complete"]
        self.is_timeout = any("--timeout" in reason for reason in self.reasons)
        self.is_out_of_memory = any("memory" in reason for reason in self.reasons)

    @property
    def is_cut_short(self):
        """By what has nothing to do with the question; --max-traces has."""
        return self.is_timeout or self.is_out_of_memory

    def __getitem__(self, name):
        return self.statistics[name]

    @property
    def exploring(self):
        """Seconds of the processor, so that others on the machine disturb little."""
        return self.statistics["processor_seconds"]


class Runner:
    def __init__(self, root: pathlib.Path, qpor, counted, benches, timeout):
        self.root = root
        self.qpor = qpor
        self.counted = counted
        self.benches = benches
        self.timeout = timeout
        self.cells = {}

    def file_and_macros(self, case):
        """A case that begins with `models/` is one of examples/models, all others are programs in C."""
        name, *macros = case.split()
        if name.startswith("models/"):
            return f"examples/{name}.model", [f"-D{macro}" for macro in macros]
        for folder in ("bench/programs", "examples/evaluation"):
            if (self.root / folder / f"{name}.c").exists():
                return f"{folder}/{name}.c", [f"-D{macro}" for macro in macros]
        raise Failed(f"there is no program '{name}' in bench/programs or examples/evaluation")

    def explore(self, case, *options, counted=False, fresh=False):
        """One exploration; `fresh`: also if it has been run before."""
        key = (case, options, counted)
        if key in self.cells and not fresh:
            return self.cells[key]
        file, macros = self.file_and_macros(case)
        binary = self.counted if counted else self.qpor
        words = [binary, "--json=-", "--quiet", "--no-save-schedule", f"--timeout={self.timeout}", *options, *macros, file]
        begin = time.monotonic()
        ran = subprocess.run(words, cwd=self.root, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        wall = time.monotonic() - begin
        if ran.returncode not in (0, 3):
            raise Failed(f"'{' '.join(map(str, words[1:]))}' ended with {ran.returncode}: {ran.stderr.strip()[-500:]}")
        cell = Cell(json.loads(ran.stdout), wall)
        if not fresh:
            self.cells[key] = cell
            say(f"{case} {' '.join(options)}: {cell['traces']} traces, {cell['blocked']} blocked, {wall:.1f} s"
                + ("" if cell.is_complete else f" ({'; '.join(cell.reasons)})"))
        return cell

    def bench(self, name, *arguments):
        """What a bench prints as JSON."""
        words = [str(self.benches / name), *arguments]
        ran = subprocess.run(words, cwd=self.root, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if ran.returncode != 0:
            raise Failed(f"{name} {' '.join(arguments)} ended with {ran.returncode}: {ran.stderr.strip()[-500:]}")
        say(f"{name} {' '.join(arguments)}")
        return json.loads(ran.stdout)


def machine(root):
    """As scripts/bench says it."""
    processor = "an unknown processor"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            processor = line.split(":", 1)[1].strip()
            break
    compiler = subprocess.run(["g++", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    load = pathlib.Path("/proc/loadavg").read_text().split()[0]
    return processor, os.cpu_count(), compiler, load


def version(root):
    """Of the tree, "-dirty" when its sources differ from the commit (docs and the baseline are made by measuring); ""
    where git does not answer."""
    def git(*words):
        return subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True)

    try:
        commit = git("describe", "--always")
        changed = git("diff", "--quiet", "HEAD", "--", ".", ":!docs", ":!bench/baseline.json")
    except OSError:
        return ""
    if commit.returncode != 0:
        return ""
    return commit.stdout.strip() + ("-dirty" if changed.returncode != 0 else "")


def median(values):
    ordered = sorted(values)
    return ordered[len(ordered) // 2]
