"""The rows of qpor's tables of library functions, from frontend/native/library/functions.def by the preprocessor."""

import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KINDS = ["MODELLED", "MODELLED_CHECKED", "SELF_CHECKED", "CHECKED", "REPLACED", "PURE", "DATA", "REFUSED"]


def rows():
    """Name -> kind of row, without refused functions."""
    source = "".join(f"#define QPOR_{kind}(name, ...) ROW {kind} name END\n" for kind in KINDS)
    source += '#include "frontend/native/library/functions.def"\n'
    text = subprocess.run(["clang-19", "-E", "-P", "-xc", f"-I{ROOT}", "-"], input=source, capture_output=True, text=True, check=True).stdout
    found = {}
    for kind, name in re.findall(r"ROW (\w+) (.*?) END", text, re.S):
        if kind != "REFUSED":
            found["".join(re.findall(r'"([^"]*)"', name))] = kind
    return found
