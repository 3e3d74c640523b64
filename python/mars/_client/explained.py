"""How a value would be made, as people read it."""

from __future__ import annotations


class Explanation(str):
    """A text whose repr is the text itself, so that a prompt shows the tree."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)
