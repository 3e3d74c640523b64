"""What the server has said of calls, so that a program that builds the same expression again asks once less for each of its operators."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Callable

from .._core.meta import Meta
from .._core.node import Node, Ref

# Answers that are kept, and the characters of a question that is worth keeping.
_MOST = 1024
_LONGEST = 8 << 10


class Described:
    """Answers to questions what a call makes of its inputs.

    An answer is believed when it was given twice: what a call makes follows from its operator, its attributes and what is known of its
    inputs, but for operators for which the server draws a number. Their answers differ in the keys of the values, which are hashes
    of all that a value is computed from. What is wrong with a call is never kept: the exception names the line of the call.
    """

    def __init__(self) -> None:
        self._said: dict[str, tuple[list[Meta], bool]] = {}

    def question(self, nodes: Sequence[Node], cut: Callable[[Ref], str | None]) -> str | None:
        """What is asked of a call whose inputs are all described; None for all else, as for calls that read files."""
        if len(nodes) != 1 or not nodes[0].inputs:
            return None
        node = nodes[0]
        order: dict[int, int] = {}
        inputs: list[Any] = []
        for ref in node.inputs:
            known = cut(ref) or [m.raw for m in ref.node.metas or ()]
            inputs.append([order.setdefault(id(ref.node), len(order)), ref.output, known])
        asked = json.dumps([node.op, node.attrs, node.n_outputs, inputs], separators=(",", ":"))
        return asked if len(asked) <= _LONGEST else None

    def answer(self, question: str | None) -> list[Meta] | None:
        """The descriptions of the outputs, None where the server is to be asked."""
        if question is None:
            return None
        metas, twice = self._said.get(question, ((), False))
        return list(metas) if twice else None

    def said(self, question: str | None, metas: list[Meta] | None) -> None:
        """Takes what the server said. Any thread may: an answer that is lost is asked for again."""
        if question is None or not metas or not all(m.key for m in metas):
            return
        said = self._said
        before = said.get(question)
        if before is None and len(said) >= _MOST:
            self._said = said = {}
        twice = before is not None and [m.raw for m in before[0]] == [m.raw for m in metas]
        said[question] = (list(metas), twice)
