"""The Python of the page about other libraries runs as it stands there."""

import pathlib
import re


def test_code_of_the_page_runs(two_workers):
    text = (pathlib.Path(__file__).parents[3] / "docs" / "contrib.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text.replace("mars.new_session()", ""), re.DOTALL)
    assert len(blocks) == 6
    there: dict = {}
    for block in blocks:
        exec(compile(block, "contrib.md", "exec"), there)
