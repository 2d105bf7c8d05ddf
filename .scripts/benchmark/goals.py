"""What the numbers must show: each goal with its ratio in this run."""


class Goals:
    """Rows of the summary: what, must, aim, reached; larger is better unless told otherwise."""

    def __init__(self):
        self.rows = []

    def ratio(self, name, must, aim, values):
        """The worst of several ratios counts."""
        values = [value for value in values if value is not None]
        if values:
            worst, best = min(values), max(values)
            span = f"{worst:.2f}x" if len(values) == 1 else f"{worst:.2f}x ({worst:.1f} to {best:.1f})"
            self.add(name, f"{must}x", f"{aim}x", span, worst >= must, worst >= aim)

    def at_most(self, name, must, aim, value, unit):
        self.add(name, f"{must:g} {unit}", f"{aim:g} {unit}", f"{value:.2f} {unit}", value <= must, value <= aim)

    def add(self, name, must, aim, reached, meets_must, meets_aim):
        verdict = "aim" if meets_aim else "must" if meets_must else "MISSED"
        self.rows.append({"name": name, "must": must, "aim": aim, "reached": reached, "verdict": verdict})


def table(headings, rows):
    """Columns as wide as their widest cell, the first to the left."""
    cells = [headings] + [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(headings))]
    lines = []
    for row in cells:
        lines.append("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                               for i, (cell, width) in enumerate(zip(row, widths))).rstrip())
    return "\n".join(lines[:1] + ["-" * len(lines[0])] + lines[1:])
