"""A failing case made small: steps, rows, columns, labels and cells that the failure does not need go."""

import re
from dataclasses import replace

from .script import check


def signature(found):
    """What two failures of one cause have in common."""
    if found is None:
        return None
    words = re.sub(r"'[^']*'|\"[^\"]*\"|\d+", "_", found)
    if found.startswith("raises"):
        ours, _, theirs = words.partition("; pandas raises ")
        return "raises " + ours[7:47] + " / " + theirs.partition(":")[0]
    if found.startswith("gives"):
        return "gives / " + words.partition("; pandas raises ")[2][:40]
    if "dtype" in found:
        return re.sub(r"column '[^']*'", "column", found)
    return words.partition(":")[0] + (
        " " + " ".join(words.partition(":")[2].split()[:1]) if "levels" in found or "names" in found else ""
    )


def failing(case):
    """The signature of what Mars does otherwise, None where it does the same or cannot do it."""
    from .script import Refused

    try:
        return signature(check(case.text(), case.chunk))
    except (Refused, SyntaxError):
        return None
    except Exception:  # a program that makes no sense any more
        return None


class Shrinker:
    """Makes a case small while it fails the same way."""

    def __init__(self, case, want, tries=140):
        self.case, self.want, self.left = case, want, tries

    def _try(self, case):
        if self.left <= 0:
            return False
        self.left -= 1
        if failing(case) == self.want:
            self.case = case
            return True
        return False

    def run(self):
        while self.left > 0:
            before = self.case.text(), self.case.chunk
            self._steps()
            self._inputs()
            for chunk in (None, 1, 2):
                if self.case.chunk is None or self.case.chunk == chunk or self._try(replace(self.case, chunk=chunk)):
                    break
            if (self.case.text(), self.case.chunk) == before:
                break
        return self.case

    def _steps(self):
        at = len(self.case.steps) - 1
        while at >= 0 and len(self.case.steps) > 1:
            if at < len(self.case.steps):
                self._try(self.case.without_step(at))
            at -= 1

    def _with(self, k, changed):
        inputs = list(self.case.inputs)
        inputs[k] = changed
        return self._try(replace(self.case, inputs=inputs))

    def _inputs(self):
        for k in range(len(self.case.inputs) - 1, -1, -1):
            if len(self.case.inputs) > 1:
                self._try(replace(self.case, inputs=self.case.inputs[:k] + self.case.inputs[k + 1 :]))
        for k in range(len(self.case.inputs)):
            self._columns(k)
            self._rows(k)
            self._labels(k)
            self._cells(k)

    def _columns(self, k):
        i = len(self.case.inputs[k].columns) - 1
        while i >= 0 and len(self.case.inputs[k].columns) > 1:
            self._with(k, self.case.inputs[k].without_column(i))
            i -= 1

    def _rows(self, k):
        n = self.case.inputs[k].rows // 2
        while n > 0:
            first = 0
            while first + n <= self.case.inputs[k].rows:
                last = n == self.case.inputs[k].rows  # what has no rows is another case: it comes of its own
                if last or not self._with(k, self.case.inputs[k].without_rows(first, n)):
                    first += n
            n //= 2

    def _labels(self, k):
        of = self.case.inputs[k]
        if of.levels or of.start or of.step != 1:
            if self._with(k, of.with_index([])) or not of.levels:
                return
            if len(of.levels) > 1:
                for i in range(len(of.levels)):
                    if self._with(k, of.with_index([of.levels[i]])):
                        return

    def _cells(self, k):
        of = self.case.inputs[k]
        if of.rows > 12:
            return
        for i, (_, _, cells) in enumerate(of.columns):
            there = sorted({c for c in cells if c != "None"})
            for a in there[1:]:
                now = self.case.inputs[k].columns[i][2]
                self._with(k, self.case.inputs[k].with_cells(i, [there[0] if c == a else c for c in now]))
