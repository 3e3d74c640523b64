"""Rows that a function is called with, one after the other: pandas' own, with values that are near by label."""

from __future__ import annotations

from typing import Any, Callable

import pandas as pd


class Row(pd.Series):
    """A row. While it has the labels that it came with, a value by a text is found without asking an index.

    What is made of it is a pandas.Series, and what is said of it speaks of one.
    """

    _labels: Any = None  # the index that it came with
    _at: dict[str, int] = {}  # where the value of a label is

    @property
    def _constructor(self) -> Callable[..., pd.Series]:
        return pd.Series

    def _constructor_from_mgr(self, mgr: Any, axes: Any) -> pd.Series:
        return pd.Series._from_mgr(mgr, axes=axes)

    def __getitem__(self, key: Any) -> Any:
        if type(key) is str and (at := self._at.get(key)) is not None and self._mgr.axes[0] is self._labels:
            return self._values[at]
        return super().__getitem__(key)

    def __getattr__(self, name: str) -> Any:
        if (at := self._at.get(name)) is not None and self._mgr.axes[0] is self._labels and name[0] != "_":
            return self._values[at]
        return super().__getattr__(name)

    def __reduce_ex__(self, _protocol: Any) -> Any:
        return pd.Series, (pd.Series(self),)


Row.__name__ = Row.__qualname__ = "Series"


class Rows(pd.DataFrame):
    """A frame whose rows are Rows."""

    @property
    def _constructor(self) -> Callable[..., pd.DataFrame]:
        return pd.DataFrame

    def _ixs(self, i: int, axis: int = 0) -> pd.Series:
        made = super()._ixs(i, axis)
        if axis == 0 and type(made) is pd.Series and made.index.is_unique:
            made.__class__ = Row
            at = {label: i for i, label in enumerate(made.index) if type(label) is str}
            object.__setattr__(made, "_labels", made._mgr.axes[0])
            object.__setattr__(made, "_at", at)
        return made


def apply(
    chunk: pd.DataFrame, function: Callable[..., Any], args: tuple[Any, ...], how: dict[str, Any], kwargs: Any
) -> Any:
    """What pandas' apply makes of the rows of a frame."""
    return Rows(chunk).apply(function, args=args, **how, **kwargs)
