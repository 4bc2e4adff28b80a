"""Steps for functions that take numbers only: by their prototypes in the headers of the C library, and helpers of the
compiler by the modes in their names."""

import re
import subprocess

import steps
from c_source import PRELUDE

HEADERS = PRELUDE.split("enum {")[0] + """
#include <complex.h>
#include <err.h>
#include <fenv.h>
#include <malloc.h>
#include <semaphore.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <gnu/libc-version.h>
"""

INT, LONG, REAL, COMPLEX = "(int)(2 + me)", "(66 + me)", "(0.25 + 0.125 * me)", "(0.25 + 0.125 * me + 0.5 * I)"
ARGUMENTS = {
    "int": INT, "unsigned int": INT, "unsigned": INT, "short": INT, "uint16_t": INT, "uint32_t": INT, "time_t": "(time_t)(1000 + me)",
    "long": LONG, "unsigned long": LONG, "long int": LONG, "unsigned long int": LONG, "long long int": LONG, "unsigned long long int": LONG,
    "long long": LONG, "intmax_t": LONG, "size_t": "(size_t)(64 + me)", "wint_t": LONG, "wchar_t": LONG, "dev_t": LONG,
    "wctype_t": 'wctype("alpha")', "nl_item": "CODESET", "double": REAL, "float": REAL, "long double": REAL,
    "double _Complex": COMPLEX, "float _Complex": COMPLEX, "long double _Complex": COMPLEX, "useconds_t": LONG, "pid_t": "(pid_t)0",
    "__time_t": "(time_t)(1000 + me)", "__pid_t": "(pid_t)0", "__useconds_t": LONG, "__dev_t": LONG, "__uint32_t": INT, "__uint16_t": INT,
}
TYPES = {"si": "int", "di": "long", "ti": "__int128", "hf": "_Float16", "sf": "float", "df": "double", "xf": "long double", "tf": "__float128"}
SCALAR_OF = {"hc": "hf", "sc": "sf", "dc": "df", "xc": "xf", "tc": "tf"}


def prototypes():
    """Name -> its parameters' types, for functions declared in the headers."""
    text = subprocess.run(["clang-19", "-E", "-P", "-xc", "-"], input=HEADERS, capture_output=True, text=True, check=True).stdout
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)|__asm__\s*\([^)]*\)|__extension__|__restrict|__inline", " ", text)
    found = {}
    for name, parameters in re.findall(r"\b(\w+)\s*\(((?:[^();{}]|\([^()]*\)|\([^()]*\([^()]*\)[^()]*\))*)\)\s*;", text):
        found.setdefault(name, [] if parameters.strip() == "void" else [" ".join(each.split()) for each in parameters.split(",")])
    return found


def argument_of(parameter):
    """A value for the parameter, another one in each thread; None where its type has none."""
    words = parameter.split()
    for count in (len(words), len(words) - 1):  # with and without a name
        if count and " ".join(words[:count]) in ARGUMENTS:
            return ARGUMENTS[" ".join(words[:count])]
    return None


def helper_signature(name):
    """Result and parameters of a helper of the compiler, as modes; None where there is no rule."""
    rules = [
        (r"__(?:add|sub|mul|div)(tf)3", lambda m: (m[0], [m[0]] * 2)), (r"__neg(tf)2", lambda m: (m[0], [m[0]])),
        (r"__(?:eq|ne|ge|gt|le|lt|unord)(hf|tf)2", lambda m: ("si", [m[0]] * 2)),
        (r"__(?:extend|trunc)(..)(..)2", lambda m: (m[1], [m[0]])), (r"__fix(?:uns)?(.f)(.i)", lambda m: (m[1], [m[0]])),
        (r"__float(?:un)?(.i)(.f)", lambda m: (m[1], [m[0]])), (r"__(?:abs|neg)v?(.i)2", lambda m: (m[0], [m[0]])),
        (r"__(?:add|sub|mul)v(.i)3", lambda m: (m[0], [m[0]] * 2)), (r"__(?:ashl|ashr|lshr)(ti)3", lambda m: (m[0], [m[0], "si"])),
        (r"__(?:mul|div|mod|udiv|umod)(ti)3", lambda m: (m[0], [m[0]] * 2)), (r"__u?cmp(ti)2", lambda m: ("si", [m[0]] * 2)),
        (r"__bswap(.i)2", lambda m: (m[0], [m[0]])), (r"__(?:clrsb|clz|ctz|ffs|parity|popcount)(.i)2", lambda m: ("si", [m[0]])),
        (r"__powi(.f)2", lambda m: (m[0], [m[0], "si"])), (r"__(?:mul|div)(.c)3", lambda m: (m[0], [SCALAR_OF[m[0]]] * 4)),
    ]
    for pattern, signature in rules:
        match = re.fullmatch(pattern, name)
        if match:
            return signature(match.groups())
    return None


def c_type(mode):
    return TYPES[mode] if mode in TYPES else f"{TYPES[SCALAR_OF[mode]]} _Complex"


def add_all(names):
    """A step for each of the names that has numbers as its parameters."""
    declared = prototypes()
    for name in names:
        if name in declared:
            arguments = [argument_of(each) for each in declared[name]]
            if None not in arguments:
                steps.step(name, f"@({', '.join(arguments)});", group="scalars")
            continue
        signature = helper_signature(name)
        if signature:
            result, parameters = signature
            arguments = [f"({TYPES[mode]})({3 + i} + me)" for i, mode in enumerate(parameters)]
            prelude = f"extern {c_type(result)} {name}({', '.join(map(c_type, parameters))});"
            steps.step(name, f"@({', '.join(arguments)});", prelude=prelude, group="helpers")
