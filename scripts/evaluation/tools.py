"""Other tools for the same question, run on the same files if the user has them.

    NIDHUGG=/path/to/nidhuggc   nidhuggc -DN=7 -- -sc -optimal FILE
    GENMC=/path/to/genmc        genmc --sc -- -DN=7 FILE

Both are compared by time, complete executions and blocked ones. They count other things than qpor does: accesses of
plain memory are events for them, so their executions may be more than our traces.
"""

import os
import re
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from typing import Optional


@dataclass
class Tool:
    name: str
    path: str
    words: callable  # (path, macros, file) -> command line
    complete: str  # patterns in what it prints
    blocked: str


@dataclass
class Outcome:
    seconds: float
    traces: Optional[int]  # None: TO, or it did not say
    blocked: Optional[int]  # None: it did not say
    is_timeout: bool
    is_failed: bool


def nidhugg_words(path, macros, file):
    return [path, *macros, "--", "-sc", "-optimal", file]


def genmc_words(path, macros, file):
    return [path, "--sc", "--", *macros, file]


def from_environment(environment):
    """The tools that the user has. Raises ValueError with a sentence when one is named that cannot be run."""
    found = []
    for variable, name, words, complete, blocked in (
            ("NIDHUGG", "Nidhugg", nidhugg_words, r"^Trace count: (\d+)",
             r"^Sleepset-blocked trace count: (\d+)|\(also (\d+) sleepset blocked\)"),  # until 2019 the latter
            ("GENMC", "GenMC", genmc_words, r"^Number of complete executions explored: (\d+)",
             r"^Number of blocked executions seen: (\d+)")):
        given = environment.get(variable, "")
        if not given:
            continue
        path = shutil.which(given)
        if path is None:
            raise ValueError(f"{variable}={given} is not an executable")
        found.append(Tool(name, os.path.abspath(path), words, complete, blocked))
    return found


def run(tool, root, file, macros, timeout):
    """Ends the whole group of processes at the timeout: nidhuggc is a script that starts others."""
    begin = time.monotonic()
    process = subprocess.Popen(tool.words(tool.path, macros, file), cwd=root, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    is_timeout = False
    try:
        output, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        is_timeout = True
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
    seconds = time.monotonic() - begin
    complete = re.search(tool.complete, output, re.MULTILINE)
    blocked = re.search(tool.blocked, output, re.MULTILINE)
    if is_timeout or complete is None:
        return Outcome(seconds, None, None, is_timeout, not is_timeout)
    in_vain = int(next(filter(None, blocked.groups()))) if blocked else None
    return Outcome(seconds, int(complete.group(1)), in_vain, False, process.returncode != 0)
