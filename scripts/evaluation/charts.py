"""Charts as SVG that can be read on light and on dark pages: one colour per series from the middle of the scale of
brightness, grey for everything else, no background."""

import math

COLOURS = ["#3b82c4", "#d9822b", "#2e9e6b", "#c2534f", "#8f6bc4", "#9a7b4f", "#c46aa5", "#5f8f9f"]
GREY = "#888888"


def escape(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Canvas:
    def __init__(self, width, height, title):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="sans-serif" font-size="12" role="img">', f"<title>{escape(title)}</title>"]
        self.text(width / 2, 18, title, anchor="middle", size=14)

    def text(self, x, y, text, anchor="start", size=12, colour=GREY, turn=0):
        transform = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}"{transform}>'
                          f"{escape(text)}</text>")

    def line(self, x1, y1, x2, y2, colour=GREY, width=1.0, opacity=1.0):
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
                          f'stroke-width="{width}" stroke-opacity="{opacity}"/>')

    def polyline(self, points, colour):
        inside = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{inside}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for x, y in points:
            self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')

    def bar(self, x, y, width, height, colour):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>')

    def done(self):
        return "\n".join(self.parts + ["</svg>"]) + "\n"


def ticks(low, high):
    """1, 2, 5 times powers of ten within [low, high], or only the powers where these are many."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    steps = (1, 2, 5) if last - first <= 3 else (1,)
    return [step * 10.0**power for power in range(first, last + 1) for step in steps if low <= step * 10.0**power <= high]


def number(value):
    if value >= 1e6:
        return f"{value / 1e6:g}M"
    return f"{value / 1e3:g}k" if value >= 1e3 else f"{value:g}"


def log_log(title, x_title, y_title, series):
    """series: [(name, [(x, y), ...])]"""
    width, height, left, top, right, bottom = 720, 420, 70, 34, 150, 50
    canvas = Canvas(width, height, title)
    xs = [x for _, points in series for x, _ in points] or [1]  # without any point there are axes
    ys = [y for _, points in series for _, y in points] or [1]
    x_low, x_high, y_low, y_high = min(xs) / 1.15, max(xs) * 1.15, min(ys) / 1.3, max(ys) * 1.3

    def place(x, y):
        across = (math.log(x) - math.log(x_low)) / (math.log(x_high) - math.log(x_low))
        up = (math.log(y) - math.log(y_low)) / (math.log(y_high) - math.log(y_low))
        return left + across * (width - left - right), height - bottom - up * (height - top - bottom)

    for x in ticks(x_low, x_high):
        at, _ = place(x, y_low)
        canvas.line(at, top, at, height - bottom, opacity=0.3)
        canvas.text(at, height - bottom + 16, number(x), anchor="middle")
    for y in ticks(y_low, y_high):
        _, at = place(x_low, y)
        canvas.line(left, at, width - right, at, opacity=0.3)
        canvas.text(left - 6, at + 4, number(y), anchor="end")
    canvas.line(left, height - bottom, width - right, height - bottom)
    canvas.line(left, top, left, height - bottom)
    canvas.text((left + width - right) / 2, height - 10, x_title, anchor="middle")
    canvas.text(16, (top + height - bottom) / 2, y_title, anchor="middle", turn=-90)
    for i, (name, points) in enumerate(series):
        colour = COLOURS[i % len(COLOURS)]
        canvas.polyline([place(x, y) for x, y in points], colour)
        canvas.bar(width - right + 14, top + 20 * i + 2, 12, 12, colour)
        canvas.text(width - right + 32, top + 20 * i + 12, name, colour=colour)
    return canvas.done()


def histogram(title, x_title, names, groups):
    """Shares in per cent side by side. names: of the classes; groups: [(name, [share, ...])]"""
    width, height, left, top, right, bottom = 720, 320, 60, 34, 20, 50
    canvas = Canvas(width, height, title)
    highest = max(max(shares) for _, shares in groups) or 1
    most = math.ceil(highest * 10) / 10
    for tenth in range(0, round(most * 10) + 1):
        at = height - bottom - tenth / (most * 10) * (height - top - bottom)
        canvas.line(left, at, width - right, at, opacity=0.3)
        canvas.text(left - 6, at + 4, f"{10 * tenth} %", anchor="end")
    room = (width - left - right) / len(names)
    each = room * 0.8 / len(groups)
    for i, name in enumerate(names):
        canvas.text(left + (i + 0.5) * room, height - bottom + 16, name, anchor="middle", size=10)
        for j, (_, shares) in enumerate(groups):
            tall = shares[i] / most * (height - top - bottom)
            canvas.bar(left + i * room + room * 0.1 + j * each, height - bottom - tall, each, tall, COLOURS[j])
    canvas.text((left + width - right) / 2, height - 12, x_title, anchor="middle")
    for j, (name, _) in enumerate(groups):
        canvas.bar(width - right - 180, top + 20 * j + 2, 12, 12, COLOURS[j])
        canvas.text(width - right - 162, top + 20 * j + 12, name, colour=COLOURS[j])
    return canvas.done()


def dots(title, y_title, groups):
    """A dot per tree, sorted, on a logarithmic scale. groups: [(name, [value, ...])]"""
    width, height, left, top, right, bottom = 720, 320, 60, 34, 20, 40
    canvas = Canvas(width, height, title)
    high = max(max(values) for _, values in groups) * 1.3
    low = 0.8

    def up(value):
        return height - bottom - math.log(max(value, low) / low) / math.log(high / low) * (height - top - bottom)

    for y in ticks(low, high):
        canvas.line(left, up(y), width - right, up(y), opacity=0.3)
        canvas.text(left - 6, up(y) + 4, number(y), anchor="end")
    for j, (name, values) in enumerate(groups):
        ordered = sorted(values)
        for i, value in enumerate(ordered):
            x = left + (i + 0.5) / len(ordered) * (width - left - right)
            canvas.parts.append(f'<circle cx="{x:.1f}" cy="{up(value):.1f}" r="2.5" fill="{COLOURS[j]}"/>')
        canvas.bar(left + 14, top + 20 * j + 2, 12, 12, COLOURS[j])
        canvas.text(left + 32, top + 20 * j + 12, f"{name} ({len(values)})", colour=COLOURS[j])
    canvas.text((left + width - right) / 2, height - 12, "trees, sorted", anchor="middle")
    canvas.text(16, (top + height - bottom) / 2, y_title, anchor="middle", turn=-90)
    return canvas.done()
