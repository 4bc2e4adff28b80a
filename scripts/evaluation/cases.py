"""What is evaluated: programs with the sizes of [QPOR Table 1], and what is known of them.

A case is written as the benches write it, "pol N=7 K=3"; the file is bench/programs/pol.c or
examples/evaluation/pol.c.
"""

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Row:
    """A row of [QPOR Table 1]. None: the table has no figure there (TO or N/A)."""

    case: str
    name: str
    traces: int  # maximal configurations, exactly; they do not depend on the algorithm
    ssb: tuple  # sleep-set-blocked runs of the paper's tool at k = 1, 2, 3
    seconds: Optional[float]  # of the paper's tool under optimal; None: more than 480
    megabytes: int  # likewise
    is_quick: bool = False


# Exact numbers of traces: the formulas in the programs' top comments, and the paper's where it gives all digits. The
# paper prints MPAT and PI at k = 1 only: no blocked run there, so none was looked for at 2 and 3.
TABLE1 = [
    Row("disp S=5 R=2", "DISP(5,2)", 137, (1039, 43, 0), 0.4, 37, True),
    Row("disp S=5 R=3", "DISP(5,3)", 1482, (11167, 595, 1), 1.0, 37, True),
    Row("disp S=5 R=4", "DISP(5,4)", 15282, (105971, 6353, 213), 10.3, 87),
    Row("disp S=5 R=5", "DISP(5,5)", 151032, (None, 53658, 2378), 257, 729),
    Row("mpat K=4", "MPAT(4)", 384, (0, 0, 0), 0.5, 37, True),
    Row("mpat K=5", "MPAT(5)", 3840, (0, 0, 0), 2.7, 37),
    Row("mpat K=6", "MPAT(6)", 46080, (0, 0, 0), 73.2, 214),
    Row("mpat K=7", "MPAT(7)", 645120, (0, 0, 0), None, 660),
    Row("mpc P=2 W=5", "MPC(2,5)", 60, (560, 0, 0), 0.4, 38, True),
    Row("mpc P=3 W=5", "MPC(3,5)", 2958, (50664, 2578, 0), 1.7, 38),
    Row("mpc P=4 W=5", "MPC(4,5)", 314064, (None, None, 29597), 296, 239),
    Row("pi T=5", "PI(5)", 120, (0, 0, 0), 0.5, 39, True),
    Row("pi T=6", "PI(6)", 720, (0, 0, 0), 0.7, 39),
    Row("pi T=7", "PI(7)", 5040, (0, 0, 0), 4.0, 45),
    Row("pi T=8", "PI(8)", 40320, (0, 0, 0), 42.9, 246),
    Row("pol N=7 K=3", "POL(7,3)", 2440, (72022, 1271, 6), 1.9, 39, True),
    Row("pol N=8 K=3", "POL(8,3)", 3700, (214737, 2771, 10), 3.0, 52),
    Row("pol N=9 K=3", "POL(9,3)", 5332, (592219, 4659, 15), 4.8, 73),
    Row("pol N=10 K=3", "POL(10,3)", 7384, (None, 8518, 21), 7.1, 99),
    Row("pol N=11 K=3", "POL(11,3)", 9904, (None, 12461, 28), 10.6, 138),
    Row("pol N=12 K=3", "POL(12,3)", 12940, (None, 20441, 36), 16.4, 184),
]

def family(case):
    return case.split()[0]


def aim(case):
    """What is aimed at: ("traces/s", 100000) or ("seconds", 10), or None."""
    if case == "mpc P=4 W=5":
        return ("seconds", 10)
    rates = {"pol": 100_000, "disp": 100_000, "mpat": 150_000, "pi": 150_000}
    return ("traces/s", rates[family(case)]) if family(case) in rates else None


def rows(quick):
    return [row for row in TABLE1 if row.is_quick or not quick]


# Fifteen programs, as in [QPOR 6.2]; which ones the paper took it does not say.
TREES = [
    "disp S=5 R=2", "disp S=5 R=3", "disp S=5 R=4", "mpat K=4", "mpat K=5", "mpat K=6", "mpc P=2 W=5", "mpc P=3 W=5",
    "pi T=5", "pi T=6", "pi T=7", "pol N=7 K=3", "pol N=8 K=3", "pol N=9 K=3", "pol N=10 K=3",
]
TREES_QUICK = ["disp S=5 R=2", "mpat K=4", "mpc P=2 W=5"]

# Seven programs, as in [QPOR 6.4].
PROFILE = ["disp S=5 R=4", "mpat K=6", "mpc P=3 W=5", "pi T=7", "pol N=8 K=3", "pol N=12 K=3", "ssbexp N=100"]
PROFILE_QUICK = ["disp S=5 R=2", "pol N=7 K=3"]

# Steps of the skip pointers. The last two programs have the deepest trees.
SKIP_STEPS = [2, 3, 4, 6, 8, 16, 32]
SKIP_CASES = ["disp S=5 R=4", "mpat K=5", "mpc P=3 W=5", "pi T=7", "pol N=9 K=3", "ssbexp N=200",
              "long_trace EVENTS=100000"]
SKIP_CASES_QUICK = ["disp S=5 R=2"]

POLICY_CASES = ["disp S=5 R=3", "disp S=5 R=4", "mpc P=3 W=5", "pol N=7 K=3", "pol N=8 K=3", "lastzero N=10", "fig10 N=5",
                "ssbexp N=12"]
POLICY_CASES_QUICK = ["disp S=5 R=2", "lastzero N=5"]


@dataclass(frozen=True)
class Series:
    program: str
    sizes: tuple  # values of the last macro
    pattern: str  # with {} for the size


def series(quick):
    every = [
        Series("ssbexp", (10, 20, 40, 80, 160, 320), "ssbexp N={}"),
        Series("pol", (7, 8, 9, 10, 11, 12), "pol N={} K=3"),
        Series("readers", (8, 9, 10, 11, 12, 13, 14), "readers N={}"),
        Series("lastzero", (7, 8, 9, 10, 11, 12, 13), "lastzero N={}"),
        Series("mpat", (2, 3, 4, 5, 6), "mpat K={}"),
        Series("pi", (3, 4, 5, 6, 7, 8), "pi T={}"),
        Series("wakeup_stress", (3, 4, 5, 6, 7), "wakeup_stress N={}"),
    ]
    if not quick:
        return every
    return [Series("ssbexp", (10, 20, 40), "ssbexp N={}"), Series("lastzero", (5, 6, 7), "lastzero N={}")]


@dataclass(frozen=True)
class Scale:
    program: str
    macro: str
    sizes: tuple
    most_traces: int
    what: str


def scale(quick):
    every = [
        Scale("many_threads", "THREADS", (50, 100, 200), 1000, "threads"),
        Scale("many_locks", "LOCKS", (1250, 2500, 5000), 100, "locks"),
        Scale("long_trace", "EVENTS", (250_000, 500_000, 1_000_000), 1, "events"),
    ]
    if not quick:
        return every
    return [Scale(each.program, each.macro, tuple(size // 25 for size in each.sizes), 20, each.what) for each in every]
