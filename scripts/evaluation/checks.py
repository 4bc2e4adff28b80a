"""What must hold of explorations of one program: a sentence for each thing that does not."""


def of_traces(name, cells, traces=None):
    """The same traces under every setting, as many as there are. `cells`: by setting; those that were stopped, or that
    there are not, say nothing."""
    found, sets = [], {}
    for setting, cell in cells.items():
        if cell is None or not cell.is_complete:
            continue
        if traces is not None and cell["traces"] != traces:
            found.append(f"{name} {setting}: {cell['traces']} traces, and there are {traces}")
        sets.setdefault((cell["trace_set_hash"], cell["traces"]), []).append(setting)
    if len(sets) > 1:
        found.append(f"{name}: different sets of traces under " + " and ".join(" ".join(each) for each in sets.values()))
    return found
