"""Algorithms that think in sequences against the figures of their papers, and against unfoldings."""

from dataclasses import dataclass
from typing import Optional

from . import checks
from .markdown import grouped, table, three_digits
from .runs import median

SEQUENCES = ["dpor", "dpor-no-sleep", "source-dpor", "optimal-dpor", "observers"]
ORDERS = ["meet", "run-on", "first", "last"]


@dataclass(frozen=True)
class Paper:
    """A row of a table of [Source-DPOR]: executions of each algorithm, blocked ones included. None: no figure."""

    case: str
    name: str
    traces: int
    classic: Optional[int] = None
    source: Optional[int] = None
    nodes: Optional[int] = None  # of the largest wakeup tree
    is_quick: bool = False


TABLE1 = [Paper(f"models/fig10 N={n}", str(n), 4 * n + 1, source=source, is_quick=n <= 3)
          for n, source in enumerate((8, 20, 41, 78, 145, 268, 373, 674, 1222), start=1)]
TABLE2 = [Paper(f"models/wakeup_stress N={n}", str(n), traces, source=traces, nodes=nodes, is_quick=n <= 3)
          for n, traces, nodes in ((1, 2, 7), (2, 4, 21), (3, 12, 79), (4, 48, 374), (5, 240, 2159), (6, 1440, 14698),
                                   (7, 10080, 115091))]
TABLE34 = [
    Paper("models/filesystem T=14", "filesystem(14)", 2, 4, 2, is_quick=True),
    Paper("models/filesystem T=16", "filesystem(16)", 8, 64, 8),
    Paper("models/filesystem T=18", "filesystem(18)", 32, 1024, 32),
    Paper("models/filesystem T=19", "filesystem(19)", 64, 4096, 64),
    Paper("models/indexer T=12", "indexer(12)", 8, 78, 8, is_quick=True),
    Paper("models/indexer T=15", "indexer(15)", 4096, 341832, 4096),
    Paper("models/readers N=2", "readers(2)", 4, 5, 4, is_quick=True),
    Paper("models/readers N=8", "readers(8)", 256, 3281, 256),
    Paper("models/readers N=13", "readers(13)", 8192, 797162, 8192),
    Paper("models/lastzero N=5", "lastzero(5)", 64, 241, 79, is_quick=True),
    Paper("models/lastzero N=10", "lastzero(10)", 3328, 53198, 7204),
    Paper("models/lastzero N=15", "lastzero(15)", 147456, 9378091, 302587),
]


@dataclass(frozen=True)
class Observed:
    """A row of [Observers Table 1]: sequences of ODPOR^ob; None: the table rounds."""

    case: str
    name: str
    traces: int
    classes: int
    paper: Optional[int]
    is_quick: bool = False


def _factorial(n):
    return 1 if n < 2 else n * _factorial(n - 1)


def _floating(n):
    return n * 2 ** (n - 1) + 1


OBSERVERS = [
    *(Observed(f"models/floating_read N={n}", f"FR({n})", _factorial(n + 1), _floating(n), paper, n <= 5)
      for n, paper in ((3, 13), (5, 81), (7, 449))),
    *(Observed(f"models/floating_read N={n} ASSERTS=1", f"FR-a({n})", _factorial(n + 1), _floating(n), paper, n <= 4)
      for n, paper in ((4, 33), (6, 193))),
    *(Observed(f"models/last_write N={n}", f"LW({n})", _factorial(n), n, n, n <= 5) for n in (3, 5, 7)),
]

# The families of [QPOR Table 1] and programs of the other papers, in C.
FAMILIES = ["disp S=5 R=2", "disp S=5 R=3", "mpat K=4", "mpat K=5", "mpc P=2 W=5", "mpc P=3 W=5", "pi T=6", "pi T=7",
            "pol N=7 K=3", "pol N=8 K=3", "ssbexp N=12", "readers N=8", "lastzero N=10", "fig10 N=5", "wakeup_stress N=5",
            "indexer T=15", "filesystem T=19", "floating_read N=5", "last_write N=6"]
FAMILIES_QUICK = ["disp S=5 R=2", "mpat K=4", "mpc P=2 W=5", "pi T=6", "readers N=8", "lastzero N=5", "floating_read N=3"]


def shown(cell, name):
    return ("" if cell.is_complete else "> ") + grouped(cell[name])


def figure(number):
    return "-" if number is None else grouped(number)


class Judge:
    """Explores, and notes what must hold and does not."""

    def __init__(self, runner, violated):
        self.runner = runner
        self.violated = violated
        self.cells = {}

    def explore(self, case, algorithm, order=None, traces=None):
        words = [f"--algorithm={algorithm}"] + ([] if order is None else [f"--sequence-order={order}"])
        cell = self.runner.explore(case, *words)
        if algorithm == "optimal-dpor" and (cell["blocked"] or cell["redundant"]):
            self.violated.append(f"{case}: {cell['blocked']} blocked and {cell['redundant']} redundant executions of "
                                 "optimal-dpor")
        if algorithm != "observers":
            self.cells.setdefault(case, ({}, traces))[0][" ".join(words)] = cell
        return cell

    def settle(self):
        for case, (cells, traces) in self.cells.items():
            self.violated += checks.of_traces(case, cells, traces)


def by_order(judge, row, algorithm):
    """Executions in each order of the threads."""
    return [shown(judge.explore(row.case, algorithm, order, row.traces), "executions") for order in ORDERS]


def papers(runner, options, violated):
    judge = Judge(runner, violated)

    def rows(every):
        return [row for row in every if row.is_quick or not options.quick]

    parts = []
    body = []
    for row in rows(TABLE1):
        judge.explore(row.case, "qpor", traces=row.traces)
        body.append([row.name, grouped(row.traces), shown(judge.explore(row.case, "optimal-dpor", traces=row.traces),
                                                         "executions"),
                     *by_order(judge, row, "source-dpor"), figure(row.source), *by_order(judge, row, "dpor")])
    parts.append("### Table 1 of [Source-DPOR]: executions of Fig. 10\n\n" + table(
        ["n", "traces", "optimal", *(f"source, {order}" for order in ORDERS), "paper's source",
         *(f"classic, {order}" for order in ORDERS)], body))
    body = []
    for row in rows(TABLE2):
        optimal = judge.explore(row.case, "optimal-dpor", traces=row.traces)
        source = judge.explore(row.case, "source-dpor", traces=row.traces)
        unfolding = judge.explore(row.case, "qpor", traces=row.traces)
        body.append([row.name, grouped(row.traces), shown(source, "executions"), shown(optimal, "executions"),
                     shown(optimal, "peak_wakeup_nodes"), figure(row.nodes), shown(unfolding, "peak_events")])
    parts.append("### Table 2 of [Source-DPOR]: wakeup_stress\n\n" + table(
        ["n", "traces", "source", "optimal", "largest wakeup tree", "paper's", "largest U of qpor"], body))
    body = []
    for row in rows(TABLE34):
        optimal = judge.explore(row.case, "optimal-dpor", traces=row.traces)
        body.append([row.name, grouped(row.traces), shown(optimal, "executions"),
                     *(shown(judge.explore(row.case, "source-dpor", order, row.traces), "executions")
                       for order in ("meet", "run-on")), figure(row.source),
                     *(shown(judge.explore(row.case, "dpor", order, row.traces), "executions")
                       for order in ("meet", "run-on")),
                     shown(judge.explore(row.case, "dpor-no-sleep", "first", row.traces), "executions"),
                     figure(row.classic)])
    parts.append("### Tables 3 and 4 of [Source-DPOR]: executions\n\n" + table(
        ["program", "traces", "optimal", "source, meet", "source, run-on", "paper's source", "classic, meet",
         "classic, run-on", "no sleep sets, first", "paper's classic"], body))
    body = []
    for row in rows(OBSERVERS):
        optimal = judge.explore(row.case, "optimal-dpor", traces=row.traces)
        cell = judge.explore(row.case, "observers")
        if cell.is_complete and cell["executions"] != row.classes:
            violated.append(f"{row.name}: {cell['executions']} executions of observers, and there are {row.classes} classes")
        body.append([row.name, shown(optimal, "executions"), shown(cell, "executions"), figure(row.paper)])
    parts.append("### Table 1 of [Observers]: sequences\n\n" + table(
        ["program", "optimal", "observers", "paper's observers"], body))
    judge.settle()
    return "\n".join(parts)


def time_of(runner, case, algorithm, most=3):
    """Microseconds per trace: the median of several runs where one is short."""
    cell = runner.explore(case, f"--algorithm={algorithm}")
    seconds = [cell.exploring]
    while cell.exploring < 0.5 and len(seconds) < most:
        seconds.append(runner.explore(case, f"--algorithm={algorithm}", fresh=True).exploring)
    return cell, 1e6 * median(seconds) / max(cell["traces"], 1)


def families(runner, options, violated):
    judge = Judge(runner, violated)
    ratios = {name: [] for name in SEQUENCES}
    times, wasted = [], []
    for case in FAMILIES_QUICK if options.quick else FAMILIES:
        base, ours = time_of(runner, case, "qpor")
        judge.explore(case, "qpor")
        time_row, waste_row = [case, grouped(base["traces"]), three_digits(ours)], [case, grouped(base["traces"])]
        for name in SEQUENCES:
            cell, theirs = time_of(runner, case, name)
            judge.explore(case, name)
            if cell.is_complete and name != "observers":
                ratios[name].append(theirs / ours)
            bound = "" if cell.is_complete else "> "
            time_row.append(f"{bound}{three_digits(theirs)}")
            waste_row.append(bound + grouped(cell["executions"] - cell["traces"]))
        times.append(time_row)
        wasted.append(waste_row)
    judge.settle()
    means = ["geometric mean of the ratio to qpor", "", "1"]
    for name in SEQUENCES:
        product = 1.0
        for ratio in ratios[name]:
            product *= ratio
        means.append(f"{product ** (1 / len(ratios[name])):.2f}" if ratios[name] else "-")
    times.append(means)
    head = ["program", "traces", "qpor", *SEQUENCES]
    return ("Microseconds per trace; of `observers` per class of traces.\n\n" + table(head, times)
            + "\nExecutions that are no new trace; of `observers` no new class.\n\n" + table(["program", "traces", *SEQUENCES], wasted))
