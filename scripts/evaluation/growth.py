"""How the cost grows: fitted exponents along series of programs, and programs that are large in one way."""

import math

from . import cases, charts
from .markdown import grouped, table, three_digits

ROUNDS = 3
SHORT = 0.002  # seconds; below, what every exploration costs once is a good part of it


def best_of(runner, case, *options):
    """Others on the machine can only slow an exploration down. One that takes long is its own best."""
    best = runner.explore(case, "--k=optimal", *options)
    for _ in range(ROUNDS - 1 if best.exploring < 30 else 0):
        again = runner.explore(case, "--k=optimal", *options, fresh=True)
        best = min(best, again, key=lambda cell: (cell.is_cut_short, cell.exploring))
    return best


def fit(xs, ys):
    """y ~ x^a by least squares on the logarithms: (a, R^2), or None where x does not vary."""
    u, v = [math.log(x) for x in xs], [math.log(y) for y in ys]
    n = len(u)
    if n < 2:
        return None
    mean_u, mean_v = sum(u) / n, sum(v) / n
    across = sum((x - mean_u)**2 for x in u)
    if across == 0:
        return None
    along = sum((x - mean_u) * (y - mean_v) for x, y in zip(u, v))
    up = sum((y - mean_v)**2 for y in v)
    return along / across, along * along / (across * up) if up > 0 else 1.0


def fit_text(found):
    return ["-", "-"] if found is None else [f"{found[0]:.2f}", f"{found[1]:.2f}"]


def make(runner, options, images):
    body, by_length, by_traces = [], [], []
    details = []
    for each in cases.series(options.quick):
        points = []
        for size in each.sizes:
            case = each.pattern.format(size)
            cell = best_of(runner, case)
            time = cell.exploring
            if cell.is_cut_short:  # the traces until there are not those of the program
                details.append([case, cell["threads"], grouped(cell["longest_trace"]), "> " + grouped(cell["traces"]), "TO", "TO"])
                continue
            points.append((size, time, (cell["threads"], cell["longest_trace"], cell["traces"], time / cell["traces"],
                                        time / cell["steps"])))
            details.append([case, cell["threads"], grouped(cell["longest_trace"]), grouped(cell["traces"]),
                            three_digits(1e6 * time / cell["traces"]), three_digits(1e9 * time / cell["steps"])])
        long_enough = [point for point in points if point[1] >= SHORT]
        if len(long_enough) >= 3:
            points = long_enough
        if not points:
            body.append([each.program] + ["-"] * 8)
            continue
        sizes, _, points = zip(*points)
        threads, lengths, traces, per_trace, per_step = zip(*points)
        body.append([f"{each.program}({sizes[0]}..{sizes[-1]})", *fit_text(fit(threads, per_trace)),
                     *fit_text(fit(lengths, per_trace)), *fit_text(fit(traces, per_trace)), *fit_text(fit(traces, per_step))])
        by_length.append((each.program, [(x, 1e6 * y) for x, y in zip(lengths, per_trace)]))
        by_traces.append((each.program, [(x, 1e9 * y) for x, y in zip(traces, per_step)]))
    (images / "evaluation-growth-events.svg").write_text(
        charts.log_log("Time per trace by the length of traces", "events per trace", "us per trace", by_length))
    (images / "evaluation-growth-traces.svg").write_text(
        charts.log_log("Time per executed operation by the number of traces", "traces", "ns per operation", by_traces))
    return (table(["series", "time per trace ~ threads^a: a", "R^2", "~ (events per trace)^b: b", "R^2", "~ traces^c: c",
                   "R^2", "time per operation ~ traces^d: d", "R^2"], body) +
            "\n![Time per trace by the length of traces](images/evaluation-growth-events.svg)\n"
            "\n![Time per operation by the number of traces](images/evaluation-growth-traces.svg)\n\n" +
            table(["program", "threads", "events per trace", "traces", "us per trace", "ns per operation"], details))


def scale(runner, options):
    """Per event, and per trace: an order of the threads that makes traces longer has more events to share the time."""
    body = []
    for each in cases.scale(options.quick):
        first = None
        for size in each.sizes:
            cell = best_of(runner, f"{each.program} {each.macro}={size}", f"--max-traces={each.most_traces}")
            # Operations and the events that extensions discover are both work that has to be done.
            events = cell["steps"] + cell["extensions"]
            nanoseconds = 1e9 * cell.exploring / events
            first = first or nanoseconds
            traces = cell["traces"]
            per_trace = ["-", "-"] if traces == 0 else [
                three_digits(cell["steps"] / traces), three_digits(1e6 * cell.exploring / traces)]
            body.append([f"{each.program} {each.macro}={size}", grouped(cell["threads"]), grouped(cell["objects"]),
                         ("> " if cell.is_cut_short else "") + grouped(traces), grouped(cell["longest_trace"]),
                         grouped(cell["steps"]), grouped(cell["extensions"]), three_digits(cell.exploring), *per_trace,
                         three_digits(nanoseconds), f"{nanoseconds / first:.2f}", three_digits(cell["peak_memory_bytes"] / 1e6)])
    return table(["program", "threads", "objects", "traces", "longest trace", "operations", "extensions", "seconds",
                  "operations per trace", "us per trace", "ns per event", "ratio to the smallest", "MB"], body)
