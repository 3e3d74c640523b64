"""Programs of cases/*.txt give with Mars what they give with pandas: values, dtypes, labels, names, order, and kinds of errors.

A line "#! WORDS" in a program says what else happens: what is not there yet is refused in these words, or the answer is another on purpose.
"""

import pathlib
import re

import pytest
from fuzz.script import Refused, check

_folder = pathlib.Path(__file__).parent / "cases"


def _blocks():
    for path in sorted(_folder.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
            title, _, text = block.partition("\n")
            assert title.startswith("# "), block
            yield path.stem, title[2:], text


@pytest.mark.parametrize("text", [pytest.param(text, id=f"{stem}: {title}") for stem, title, text in _blocks()])
def test_case(session, text):
    otherwise = [line[3:] for line in text.splitlines() if line.startswith("#! ")] or [None]
    for chunk in (None, 1, 2):
        try:
            found = check(text, chunk)
        except Refused as e:
            found = f"refused: {e}"
        assert found == otherwise[0], f"in chunks of {chunk} rows: {found}"


def test_every_rule_has_a_case():
    """The 133 rules of pandas that an engine gets wrong first have their number in a title: (93)."""
    numbers = {int(n) for _, title, _ in _blocks() for n in re.findall(r"\((\d+)\)", title)}
    assert numbers == set(range(1, 134))
