"""[QPOR 6.2]: how deep the trees are, how far queries go, and what the step of the skip pointers does."""

from . import cases, charts
from .markdown import grouped, percent, table
from .runs import median

ROUNDS = 5


def make(runner, options, images):
    programs = cases.TREES_QUICK if options.quick else cases.TREES
    body, shapes, queries = [], {"threads": [], "objects": []}, {"causality_queries": {}, "conflict_queries": {}}
    for case in programs:
        cell = runner.explore(case, "--k=optimal", "--tree-stats", counted=True)
        trees = cell.report["trees"]
        both = trees["threads"] + trees["objects"]
        nodes = sum(tree["nodes"] for tree in both)
        for kind in shapes:
            shapes[kind] += trees[kind]
        for kind, counts in queries.items():
            for each in trees.get(kind, []):
                key = (each["from"], each["to"])
                counts[key] = counts.get(key, 0) + each["queries"]
        body.append([case, grouped(cell["traces"]), len(trees["threads"]), len(trees["objects"]), grouped(nodes),
                     f"{sum(tree['nodes'] * tree['average_depth'] for tree in both) / nodes:.1f}",
                     max(tree["maximal_depth"] for tree in both)])
    text = table(["program", "traces", "thread trees", "object trees", "nodes", "average depth", "maximal depth"], body)
    return text + "\n" + summary(shapes) + "\n" + distances(queries, images) + depths(shapes, images)


def summary(shapes):
    both = shapes["threads"] + shapes["objects"]
    nodes = sum(tree["nodes"] for tree in both)
    average = sum(tree["nodes"] * tree["average_depth"] for tree in both) / nodes
    body = []
    for name, trees in (("thread trees", shapes["threads"]), ("object trees", shapes["objects"]), ("all trees", both)):
        below = [sum(tree["maximal_depth"] < limit for tree in trees) / len(trees) for limit in (8, 16)]
        body.append([name, len(trees), grouped(sum(tree["nodes"] for tree in trees)), percent(below[0]), percent(below[1]),
                     min(tree["maximal_depth"] for tree in trees), max(tree["maximal_depth"] for tree in trees)])
    body.append(["paper", 246, "5.2M", "80 %", "90 %", 3, 77])
    return (table(["", "trees", "nodes", "maximal depth below 8", "below 16", "smallest maximum", "largest"], body) +
            f"\nThe average depth of a node is {average:.1f}; the paper has 22.7.\n")


def class_name(key):
    return str(key[0]) if key[0] == key[1] else f"{key[0]}-{key[1]}"


def distances(queries, images):
    """Differences of depths. A test for conflict asks for the ancestor one below the shallower event (tree_shape.h), so
    one is added to the distance there."""
    if not all(queries.values()):
        return ("Queries are not counted in this build.\n\n" if not any(queries.values()) else "")
    causality = queries["causality_queries"]
    conflict = {}
    for (first, last), count in queries["conflict_queries"].items():
        # The classes above 15 are powers of two wide; one more is the same class but for its last member.
        key = (first + 1, last + 1) if last < 15 else (16, 31) if last == 15 else (first, last)
        conflict[key] = conflict.get(key, 0) + count
    keys = sorted(set(causality) | set(conflict))
    totals = sum(causality.values()), sum(conflict.values())
    body = [[class_name(key), grouped(causality.get(key, 0)), f"{100 * causality.get(key, 0) / totals[0]:.1f} %",
             grouped(conflict.get(key, 0)), f"{100 * conflict.get(key, 0) / totals[1]:.1f} %"] for key in keys]
    image = charts.histogram("Differences of depths in queries", "difference of depths", [class_name(key) for key in keys],
                             [("causality", [causality.get(key, 0) / totals[0] for key in keys]),
                              ("conflict", [conflict.get(key, 0) / totals[1] for key in keys])])
    (images / "evaluation-distances.svg").write_text(image)

    def up_to(counts, total, low, high):
        return percent(sum(count for (first, last), count in counts.items() if low <= first and last <= high) / total)

    return (table(["difference", "causality queries", "share", "conflict queries", "share"], body) +
            f"\nBetween 1 and 4: {up_to(causality, totals[0], 1, 4)} of the causality queries (paper: 92 %), "
            f"{up_to(conflict, totals[1], 1, 4)} of the conflict\nqueries (paper: 82 %); 0 to 4: "
            f"{up_to(causality, totals[0], 0, 4)} and {up_to(conflict, totals[1], 0, 4)}.\n\n"
            "![Differences of depths](images/evaluation-distances.svg)\n")


def depths(shapes, images):
    image = charts.dots("Maximal depth of each tree", "maximal depth",
                        [(name, [tree["maximal_depth"] for tree in shapes[name]]) for name in ("threads", "objects")])
    (images / "evaluation-depths.svg").write_text(image)
    return "\n![Depths of the trees](images/evaluation-depths.svg)\n"


def steps(runner, options):
    """Each round runs all steps of a program one after the other; ratios are taken within a round."""
    programs = cases.SKIP_CASES_QUICK if options.quick else cases.SKIP_CASES
    rounds = 1 if options.quick else ROUNDS
    times, sizes = [], []
    for case in programs:
        ratios = {step: [] for step in cases.SKIP_STEPS}
        memory = {}
        for _ in range(rounds):
            found = {step: runner.explore(case, "--k=optimal", f"--skip-step={step}", "--max-traces=20000", fresh=True)
                     for step in cases.SKIP_STEPS}
            for step, cell in found.items():
                ratios[step].append(cell.exploring / found[4].exploring)
                memory[step] = cell["peak_structure_bytes"] / found[4]["peak_structure_bytes"]
        times.append([case, *(f"{median(ratios[step]):.2f}" for step in cases.SKIP_STEPS)])
        sizes.append([case, *(f"{memory[step]:.2f}" for step in cases.SKIP_STEPS)])
    head = [f"step {step}" for step in cases.SKIP_STEPS]
    return (f"Time, as a ratio to step 4 of the same round (median of {rounds}):\n\n" + table(["program", *head], times) +
            "\nMemory of U, likewise:\n\n" + table(["program", *head], sizes))
