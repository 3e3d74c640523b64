"""The search: programs by number from a seed. What differs is made small and reported once."""

import hashlib
import random
import re
from collections import Counter

from . import known
from .case import random_case
from .script import Refused, check
from .shrink import Shrinker, signature


class Found:
    """A difference: the case that showed it first, made small, and how often it was met."""

    def __init__(self, number, case, text):
        self.number, self.case, self.text, self.times = number, case, text, 1


class Hunt:
    """Programs seed/0, seed/1, ... ; found holds what differs by kind."""

    def __init__(self, seed, shrink=True):
        self.seed, self.shrink = seed, shrink
        self.run = self.refused = 0
        self.found, self.words, self.known = {}, Counter(), Counter()
        self.seen = hashlib.sha256()

    def first(self, n):
        """The programs 0 to n-1."""
        for number in range(n):
            self.one(number)
        return self

    def one(self, number):
        """The program of that number."""
        case = random_case(random.Random(f"{self.seed}/{number}"))
        while case.steps:
            self.run += 1
            try:
                text = check(case.text(), case.chunk)
            except Refused as e:  # the rest of the program is still worth a look
                self.refused += 1
                self._saw(case, "refused")
                self.words[re.sub(r"['\"].*?['\"]", "_", str(e).splitlines()[0])[:90]] += 1
                at = max(e.at - len(case.inputs), 0)
                at = min(at, len(case.steps) - 1)
                case.steps = case.steps[:at]
                continue
            reason = text and known.why(text, case.text())
            self._saw(case, "the same" if text is None else reason or "differs")
            if reason:
                self.known[reason] += 1
            elif text is not None:
                self._report(number, case, text)
            return

    def _saw(self, case, outcome):
        self.seen.update(f"{case.text()}\n{case.chunk} {outcome}\n".encode())

    def digest(self):
        """What stands for the programs and their outcomes: it follows from the seed and the number of programs alone."""
        return self.seen.hexdigest()[:16]

    def _report(self, number, case, text):
        kind = signature(text)
        rough = kind + " | " + operators(case.steps[-1:])
        if rough in self.found:
            self.found[rough].times += 1
            return
        if self.shrink:
            case = Shrinker(case, kind).run()
            text = check(case.text(), case.chunk) or text
        self.found[rough] = Found(number, case, text)

    def report(self):
        """Every difference, most frequent first, one a cause as far as its text tells."""
        out = [
            f"seed {self.seed}: {self.run} programs, {self.refused} asked for what is not there yet, {sum(self.known.values())} differ as known, {len(self.found)} kinds of differences, digest {self.digest()}"
        ]
        for f in sorted(self.found.values(), key=lambda f: -f.times):
            out += [
                f"\n# {self.seed}/{f.number}, met {f.times} times, chunk_size={f.case.chunk}: {f.text}",
                f.case.text(),
            ]
        return "\n".join(out)


def operators(steps):
    """The names of what steps call."""
    return " ".join(
        sorted(
            {
                w
                for _, line, _ in steps
                for w in re.findall(r"\.([a-z_]+)|(==|\*\*|//|[-+*/%<>&|^]) ", line)
                for w in w
                if w
            }
        )
    )
