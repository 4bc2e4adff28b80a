"""[QPOR Table 1] again, and what must hold of it."""

from . import cases, checks, tools
from .markdown import grouped, megabytes, seconds, table

SETTINGS = ("--k=1", "--k=2", "--k=3", "--k=optimal")


def explore_row(runner, row, skips_clean):
    """The cells of a row; with --skip-clean None where a smaller k had no blocked run, as in the paper."""
    cells = []
    for setting in SETTINGS:
        smaller_is_enough = skips_clean and setting != "--k=optimal" and any(
            cell is not None and cell.is_complete and cell["blocked"] == 0 for cell in cells)
        cells.append(None if smaller_is_enough else runner.explore(row.case, setting))
    return cells


def violations(row, cells):
    """Sentences about what does not hold."""
    found = []
    for setting, cell in zip(SETTINGS, cells):
        if cell is not None and not cell.is_complete and not cell.is_timeout:
            found.append(f"{row.name} {setting}: incomplete: {'; '.join(cell.reasons)}")
    found += checks.of_traces(row.name, dict(zip(SETTINGS, cells)), row.traces)
    for k, (theirs, cell) in enumerate(zip(row.ssb, cells), start=1):
        if theirs is not None and cell is not None and cell["blocked"] > theirs:
            found.append(f"{row.name} --k={k}: {cell['blocked']} blocked runs, and the paper has {theirs}")
    if cells[3]["blocked"] != 0:
        found.append(f"{row.name}: {cells[3]['blocked']} blocked runs under optimal")
    return found


def time_text(cell):
    if cell is None:
        return "N/A"
    if cell.is_complete:
        return seconds(cell.wall)
    return "TO" if cell.is_timeout else "-"


def blocked_text(cell):
    if cell is None:
        return "-"
    return ("" if cell.is_complete else "> ") + grouped(cell["blocked"])


def paper_text(row, k):
    return "-" if row.ssb[k - 1] is None else grouped(row.ssb[k - 1])


def tool_cells(runner, row, others):
    file, macros = runner.file_and_macros(row.case)
    texts = []
    for tool in others:
        outcome = tools.run(tool, runner.root, file, macros, runner.timeout)
        if outcome.traces is None:
            texts += ["TO" if outcome.is_timeout else "failed", "-", "-"]
        else:
            texts += [seconds(outcome.seconds) + (" (failed)" if outcome.is_failed else ""), grouped(outcome.traces),
                      "-" if outcome.blocked is None else grouped(outcome.blocked)]
    return texts


def make(runner, options, others, violated):
    """`violated` gets what does not hold, row by row."""
    body, found, counted = [], [], [0, 0]  # counted: explorations that came to their end, and the others
    for row in cases.rows(options.quick):
        cells = explore_row(runner, row, options.skip_clean)
        for cell in cells:
            if cell is not None:
                counted[0 if cell.is_complete else 1] += 1
        found += violations(row, cells)
        violated += violations(row, cells)
        optimal = cells[3]
        line = [row.name, grouped(optimal["threads"]), grouped(row.traces)]
        for k in (1, 2, 3):
            line += [time_text(cells[k - 1]), blocked_text(cells[k - 1]), paper_text(row, k)]
        line += [time_text(optimal), megabytes(optimal["peak_memory_bytes"]),
                 "TO" if row.seconds is None else f"{row.seconds:g}", str(row.megabytes)]
        body.append(line + tool_cells(runner, row, others))
    head = ["name", "Th", "Confs"]
    for k in (1, 2, 3):
        head += [f"k={k}: time", "SSB", "paper's SSB"]
    head += ["optimal: time", "MB", "paper's time", "MB"]
    for tool in others:
        head += [f"{tool.name}: time", "traces", "blocked"]
    text = table(head, body)
    text += f"\n{counted[0]} of {sum(counted)} explorations came to their end. "
    if options.skip_clean:
        text += "N/A: not run, for a smaller k had no blocked run.\n"
    if found:
        text += "**Violated:**\n\n" + "\n".join(f"- {each}" for each in found) + "\n"
    else:
        text += ("Checked of them: numbers of traces as they must be, and the same\nset of traces under every setting of a "
                 "row. Checked of all: no more blocked runs than the paper has, and none under optimal.\n")
    return text
