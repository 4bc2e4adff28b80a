"""The choices that k leaves open: ours, the paper's, and one changed at a time."""

from . import cases, checks
from .markdown import grouped, seconds, table

PAPER = ("--spike-order=newest", "--no-cover", "--no-adaptive", "--no-wide", "--no-meet", "--thread-order=oldest")
CHOICES = [
    ("ours", ()),
    ("newest spike first", ("--spike-order=newest",)),
    ("no cover order", ("--no-cover",)),
    ("exactly k spikes", ("--no-adaptive",)),
    ("wide spikes", ("--wide",)),
    ("no meetings", ("--no-meet",)),
    ("oldest thread first", ("--thread-order=oldest",)),
    ("the paper's", PAPER),
]


def make(runner, options, violated):
    """`violated` gets what does not hold: no policy changes the traces."""
    programs = cases.POLICY_CASES_QUICK if options.quick else cases.POLICY_CASES
    blocked_body, time_body = [], []
    sums = {name: [0, 0.0] for name, _ in CHOICES}
    is_fewest, comparable = {name: 0 for name, _ in CHOICES}, 0
    known = {row.case: row.traces for row in cases.TABLE1}
    for case in programs:
        every = {}
        for k in (1, 2, 3):
            cells = {name: runner.explore(case, f"--k={k}", *words) for name, words in CHOICES}
            every.update({f"(k={k}, {name})": cell for name, cell in cells.items()})
            blocked_body.append([f"{case}, k={k}"] + [
                ("" if cell.is_complete else "> ") + grouped(cell["blocked"]) for cell in cells.values()])
            time_body.append([f"{case}, k={k}"] + [
                ("" if cell.is_complete else "> ") + seconds(cell.exploring) for cell in cells.values()])
            if not all(cell.is_complete for cell in cells.values()):
                continue  # what was stopped cannot be added to what was not
            least = min(cell["blocked"] for cell in cells.values())
            comparable += 1
            for name, cell in cells.items():
                sums[name][0] += cell["blocked"]
                sums[name][1] += cell.exploring
                is_fewest[name] += cell["blocked"] == least
        violated += checks.of_traces(case, every, known.get(case))
    all_of_them = "sum" if comparable == len(blocked_body) else "sum, without lines that have a >"
    blocked_body.append([all_of_them] + [grouped(sums[name][0]) for name, _ in CHOICES])
    time_body.append([all_of_them] + [seconds(sums[name][1]) for name, _ in CHOICES])
    blocked_body.append(["fewest in"] + [f"{is_fewest[name]} of {comparable}" for name, _ in CHOICES])
    ours, theirs = sums["ours"], sums["the paper's"]
    evidence = (f"Over the {comparable} lines in which all came to their end our choices leave {grouped(ours[0])} runs "
                f"blocked and take {seconds(ours[1])} s;\nthe paper's leave {grouped(theirs[0])} and take "
                f"{seconds(theirs[1])} s. ")
    others = [(name, sums[name][0] - ours[0]) for name, _ in CHOICES[1:-1]]
    worse = [f"{name} {grouped(more)} more" for name, more in others if more > 0]
    better = [f"{name} {grouped(-more)} fewer" for name, more in others if more < 0]
    same = [name for name, more in others if more == 0]
    parts = [("; ".join(worse + better))] if worse or better else []
    evidence += "Changed alone: " + "; ".join(parts + ([f"no difference by {', '.join(same)}"] if same else [])) + ".\n"
    head = ["blocked runs"] + [name for name, _ in CHOICES]
    return table(head, blocked_body) + "\n" + table(["seconds"] + head[1:], time_body) + "\n" + evidence
