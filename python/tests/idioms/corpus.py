"""The files. A block, up to an empty line, is a title "# WORDS", lines that set names up, and lines that give a value:

    # counting
    s = pd.Series(list("abca"))
    s.value_counts()
    s.value_counts(bins=2)  #! refused: NotImplementedError: parameter 'bins'

Lines below a title that ends in "(eager)" run in eager mode. A line that gives a value may have statements before it: `s[0] = 'z'; s`. It starts from fresh names. Where its answer is not the
reference's, a mark behind it says what comes instead:
    refused: CLASS: WORDS   what is asked for is not there, and the error says so in these words
    differs: WHY            another answer, on purpose
    wrong: CAUSE            another answer, a fault that is still to be mended
"""

import ast
import pathlib
from dataclasses import dataclass, field

FOLDER = pathlib.Path(__file__).parent
_marks = ("refused: ", "differs: ", "wrong: ")


@dataclass
class Line:
    """One line that gives a value: its code, its number in the file, and its mark."""

    number: int
    code: str
    mark: str = ""


@dataclass
class Block:
    """Lines below a title, and those that set their names up."""

    path: pathlib.Path
    title: str
    setup: list = field(default_factory=list)
    lines: list = field(default_factory=list)

    @property
    def reference(self):
        """What the block is evaluated beside: numpy or pandas."""
        return self.path.stem.partition("_")[0]

    @property
    def eager(self):
        """Whether every value is computed when it is built, as in a session that shows them."""
        return self.title.endswith("(eager)")


def read(path):
    """The blocks of a file."""
    blocks, block = [], None
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        at = f"{path.name}:{number}"
        if not text.strip():
            block = None
        elif text.startswith("# "):
            assert block is None, f"{at}: a title stands behind an empty line"
            block = Block(path, text[2:])
            blocks.append(block)
        else:
            assert block is not None, f"{at}: a block starts with a title"
            code, mark = parts(text)
            assert not mark or mark.startswith(_marks), f"{at}: a mark starts with one of {_marks}"
            if isinstance(ast.parse(code).body[-1], ast.Expr):
                block.lines.append(Line(number, code, mark))
            else:
                assert not block.lines and not mark, f"{at}: what sets names up comes first, and has no mark"
                block.setup.append(code)
    return blocks


def parts(text):
    """The code of a line, and its mark."""
    code, _, mark = text.partition("  #! ")
    return code.rstrip(), mark.strip()


def files():
    """The files of the corpus."""
    return sorted(FOLDER.glob("*.txt"))
