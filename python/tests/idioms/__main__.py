"""python -m idioms [-w] [FILE...]: run the corpus. The last line counts it as JSON; the status says whether every mark is right.

-w writes the marks of lines that are refused and takes those of lines that are equal away.
"""

import json
import pathlib
import sys

import mars

from . import corpus
from .line import outcome


def verdict(line, word, says):
    """What is wrong with the mark of a line, None where nothing is."""
    kind, _, words = line.mark.partition(": ")
    if word == "equal":
        return f"is equal; take the mark away: {line.mark}" if line.mark else None
    if word == "refused":
        name, _, more = words.partition(": ")
        if kind == "refused" and says.startswith(name + ": ") and more in says:
            return None
        return f"is refused: {says}"
    return None if kind in ("differs", "wrong") else says


def mark(says):
    """The mark of a line that is refused."""
    return "refused: " + says.partition("; ")[0][:100].rstrip()


def run(path, write=False):
    """Counts of a file's lines, and what is wrong with their marks."""
    counts, faults, marks = dict.fromkeys(("lines", "equal", "refused", "differs", "wrong"), 0), [], {}
    for block in corpus.read(path):
        for line in block.lines:
            word, says = outcome(block, line)
            counts["lines"] += 1
            counts["differs" if word == "wrong" and line.mark.startswith("differs: ") else word] += 1
            if fault := verdict(line, word, says):
                if write and word != "wrong":
                    marks[line.number] = mark(says) if word == "refused" else ""
                else:
                    faults.append(f"{path.name}:{line.number}: {line.code}\n    {fault}")
    if marks:
        rows = path.read_text(encoding="utf-8").splitlines()
        for number, text in marks.items():
            code = corpus.parts(rows[number - 1])[0]
            rows[number - 1] = f"{code}  #! {text}" if text else code
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return counts, faults


def main(args):
    write = "-w" in args
    paths = [pathlib.Path(a) for a in args if a != "-w"] or corpus.files()
    total, bad = {}, 0
    mars.new_session()
    for path in paths:
        counts, faults = run(path, write)
        sum_ = total.setdefault(path.stem.partition("_")[0], dict.fromkeys(counts, 0))
        for k, n in counts.items():
            sum_[k] += n
        bad += len(faults)
        print(f"{path.stem}: " + ", ".join(f"{n} {k}" for k, n in counts.items()), *faults, sep="\n", flush=True)
    print(json.dumps(total))
    return bad > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
