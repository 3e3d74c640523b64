"""The Python of the pages for users runs as it stands there."""

import pathlib
import re

import pytest

_docs = pathlib.Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["functions.md"])
def test_code_of_a_page_runs(session, page):
    text = (_docs / page).read_text(encoding="utf-8").replace("mars.new_session()", "")  # that of the tests is there
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert blocks
    there: dict = {}
    for block in blocks:
        for line in re.split(r"\n(?=\S)", block):
            made = line.startswith(("df.", "mt.", "a.")) and not line.rstrip().endswith(".execute()")
            exec(compile(f"({line.rstrip()}).execute()" if made else line, page, "exec"), there)
