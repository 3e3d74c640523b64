"""Programs of cases/*.txt give with Mars what they give with pandas: values, dtypes, labels, names, order, and kinds of errors."""

import pathlib

import pytest
from fuzz.script import check

_folder = pathlib.Path(__file__).parent / "cases"


def _cases():
    for path in sorted(_folder.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
            title, _, text = block.partition("\n")
            assert title.startswith("# "), block
            yield pytest.param(text, id=f"{path.stem}: {title[2:]}")


@pytest.mark.parametrize("text", list(_cases()))
def test_case(session, text):
    for chunk in (None, 1, 2):
        found = check(text, chunk)
        assert found is None, f"in chunks of {chunk} rows: {found}"
