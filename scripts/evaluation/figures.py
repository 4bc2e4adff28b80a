"""Speed against the ceiling, memory, profile: a line per program, from runs under optimal."""

from . import cases
from .markdown import grouped, megabytes, percent, seconds, table, three_digits


def reached_text(case, rate, complete_seconds):
    wanted = cases.aim(case)
    if wanted is None:
        return "", ""
    unit, value = wanted
    if unit == "seconds":
        return f"below {value} s", "yes" if complete_seconds is not None and complete_seconds < value else "no"
    return grouped(value), "yes" if rate >= value else "no"


def speed(runner, options, violated):
    """Explorations against random runs of the same program in the same process (bench/native_bench.cc). `violated` gets
    what does not hold."""
    body = []
    for row in cases.rows(options.quick):
        found = runner.bench("native_bench", "--json", f"--timeout={runner.timeout}", *row.case.split())
        if found["complete"] and found["traces"] != row.traces:
            violated.append(f"{row.name} in native_bench: {found['traces']} traces, and there are {row.traces}")
        rate = found["traces"] / found["seconds"]
        wanted, reached = reached_text(row.case, rate, found["seconds"] if found["complete"] else None)
        body.append([row.name, grouped(found["traces"]) + ("" if found["complete"] else " (TO)"), seconds(found["seconds"]),
                     three_digits(rate), three_digits(found["random_runs_per_second"]),
                     f"{rate / found['random_runs_per_second']:.2f}", wanted, reached])
    return table(["name", "traces", "seconds", "traces/s", "random runs/s", "ratio", "aim: traces/s", "reached"], body)


def memory(runner, options):
    body = []
    for row in cases.rows(options.quick):
        pruned = runner.explore(row.case, "--k=optimal")
        whole = runner.explore(row.case, "--k=optimal", "--no-prune", "--max-memory=3G")

        def cells(cell):
            mark = "" if cell.is_complete else "> "
            return [mark + megabytes(cell["peak_memory_bytes"]), mark + grouped(cell["peak_events"]),
                    mark + megabytes(cell["peak_structure_bytes"])]

        body.append([row.name, *cells(pruned), *cells(whole), str(row.megabytes)])
    return table(["name", "MB", "peak events", "U, MB", "not pruned: MB", "peak events", "U, MB", "paper's MB"], body)


PHASES = ("execute", "extend", "alternative", "prune")


def profile(runner, options):
    body, averaged = [], []
    programs = cases.PROFILE_QUICK if options.quick else cases.PROFILE
    for case in programs:
        cell = runner.explore(case, "--k=optimal")
        phases = cell["phases"]
        all_of_it = sum(phases[name] for name in PHASES)
        shares = {name: phases[name] / all_of_it for name in PHASES}
        if not cell.is_cut_short:
            averaged.append(shares)
        body.append([case, seconds(cell.exploring) + (" (TO)" if cell.is_cut_short else ""), *(percent(shares[name]) for name in PHASES),
                     three_digits(1e9 * cell.exploring / cell["steps"])])
    body.append(["average", "", *(percent(sum(shares[name] for shares in averaged) / len(averaged)) if averaged else "-"
                                  for name in PHASES), ""])
    return table(["program", "seconds", *PHASES, "ns per step"], body)
