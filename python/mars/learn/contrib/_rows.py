"""Rows of values in the cluster, read one by one by what trains with them: they are brought in blocks."""

from __future__ import annotations

import collections
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..._core import hooks
from . import _members

BLOCK = 1024  # rows that are brought at a time
_KEPT = 4  # blocks


class Rows:
    """Tensors and frames with equally many rows, as a sequence of tuples: a row of each. What is local goes to the cluster first.

    Neighbours come together, so reading in order is cheap. Who reads in another order says it before, with announce. A worker process of a
    reader has a copy of its own. ValueError: rows are not equally many.
    """

    def __init__(self, values: Sequence[Any], run_kwargs: dict[str, Any] | None = None) -> None:
        self.values = [_members.value(v, "a value of a dataset") for v in values]
        _members.computed(self.values, None, run_kwargs)
        self._n = _members.equally_long({f"value {i}": v for i, v in enumerate(self.values)})
        self._blocks: collections.OrderedDict[int, list[Any]] = collections.OrderedDict()
        self._order: list[int] = []
        self._drawn: dict[int, tuple[Any, ...]] = {}

    def __len__(self) -> int:
        return self._n

    def announce(self, order: Iterable[int]) -> None:
        """Says in which order rows will be read."""
        self._order, self._drawn = [int(i) for i in order][::-1], {}

    def __getitem__(self, i: int) -> tuple[Any, ...]:
        i = int(i)
        if not -self._n <= i < self._n:
            raise IndexError(f"row {i} of {self._n}")
        i %= self._n
        if i not in self._drawn and self._order and self._order[-1] % self._n == i:
            window = [self._order.pop() % self._n for _ in range(min(BLOCK, len(self._order)))]
            self._drawn = dict(zip(window, self.take(window)))
        if i in self._drawn:
            return self._drawn[i]
        return tuple(_row(part, i % BLOCK) for part in self._block(i // BLOCK))

    def take(self, indices: Sequence[int]) -> list[tuple[Any, ...]]:
        """Some rows, brought with one task."""
        at = np.asarray(indices, dtype=np.int64)
        session = hooks.ensure()
        some = [v.iloc[at.tolist()] if _members.frame_of(v) else v[at] for v in self.values]
        session.execute(*some)
        parts = session.fetch(some)
        return [tuple(_row(p, k) for p in parts) for k in range(len(at))]

    def _block(self, number: int) -> list[Any]:
        found = self._blocks.get(number)
        if found is None:
            rows = slice(number * BLOCK, min((number + 1) * BLOCK, self._n))
            found = self._blocks[number] = [_members.read(v, rows) for v in self.values]
            if len(self._blocks) > _KEPT:
                self._blocks.popitem(last=False)
        return found


def _row(part: Any, i: int) -> Any:
    """A row of what was fetched: of a frame an array of its cells."""
    if hasattr(part, "iloc"):
        return part.iloc[i].to_numpy() if part.ndim == 2 else part.iloc[i]
    return part[i]
