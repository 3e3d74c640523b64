"""Functions of pandas, NumPy and SciPy called by their names: those of a closed list, and no others."""

from __future__ import annotations

import datetime
import importlib
from typing import Any

import numpy as np
import pandas as pd

from .._core.lazily import pandas3
from .._functions._gen_reference import NAMES

# A step from one value to the next: a name, and what is called with; arguments that are None make it an attribute.
Step = tuple[str, Any, Any]

_groups = (
    "GroupBy",
    "Groupby",
    "Resampler",
    "Rolling",
    "Expanding",
    "ExponentialMovingWindow",
    "Window",
    "LocIndexer",
)
_plain = ("string", "boolean", "integer", "floating", "empty")  # cells of one type
_kinds = {pd.DataFrame: "dataframe", pd.Series: "series", pd.Index: "index"}
# Operators of Python that are methods of pandas too.
_operators = frozenset(
    f"__{r}{n}__" for r in ("", "r") for n in "add sub mul truediv floordiv mod pow and or xor".split()
) | {"__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__", "__divmod__", "__invert__", "__neg__"}


def place_of(cls: type) -> str:
    """The place of a class in the list."""
    return f"{cls.__module__.partition('.')[0]}.{cls.__name__}"


def offers(x: Any, name: str) -> bool:
    """Whether the list has a name of a place, or of the class of a value."""
    if isinstance(x, str):
        return name in NAMES.get(x, ())
    if name == "__getitem__" and type(x).__name__.endswith(_groups):
        return True
    if name in _operators and isinstance(x, (pd.DataFrame, pd.Series, pd.Index)):
        return True
    return any(name in NAMES.get(place_of(c), ()) for c in type(x).__mro__)


def follow(x: Any, steps: list[Step]) -> Any:
    """Where steps lead from a value, or from a place by its name. PermissionError: a step that the list has not."""
    if isinstance(x, (pd.DataFrame, pd.Series)):
        x = x.copy(deep=not pandas3())  # what is changed is its own
    for name, args, kwargs in steps:
        if not offers(x, name):
            raise PermissionError(
                f"{name!r} of {x if isinstance(x, str) else type(x).__name__} is not in the list of names"
            )
        x = getattr(_module(x) if isinstance(x, str) else x, name)
        if args is not None:
            x = x(*args, **kwargs)
    return x


def _module(place: str) -> Any:
    """A module by its name. ImportError: it is not installed here."""
    try:
        return importlib.import_module(place)
    except ImportError as e:
        whole = {"scipy": "SciPy"}.get(place.partition(".")[0], place)
        raise ImportError(
            f"{place} is not there where the function runs: install {whole} on the workers ({e})", name=e.name
        ) from None


def call(x: Any, steps: list[Step]) -> Any:
    """What steps give, in a process."""
    return travelling(follow(x, steps))


def travelling(made: Any) -> Any:
    """A result as frames and tensors have it. TypeError: it has cells that they have not."""
    if isinstance(made, tuple):
        return tuple(map(travelling, made))
    if kind_of(made) in ("dataframe", "series", "index") and not held(made):
        raise TypeError(
            f"the {type(made).__name__} has cells that frames of mars do not hold; ask for it of .to_pandas()"
        )
    return made


def kind_of(made: Any) -> str | None:
    """What a value is to the cluster: "dataframe", "series", "index", "tensor"; "object" of one that is a text or a time; None of others."""
    for cls, kind in _kinds.items():
        if isinstance(made, cls):
            return kind
    if isinstance(made, (bool, int, float, complex, np.generic)) or isinstance(made, np.ndarray):
        return "tensor" if np.asarray(made).dtype.kind in "biufcmM" else None
    return "object" if isinstance(made, (str, pd.Timestamp, pd.Timedelta)) and made is not pd.NaT else None


def held(made: Any) -> bool:
    """Whether the cluster holds what a DataFrame, Series or Index has in it."""
    from .._core import arrow
    from .._core.dtypes import name_of

    if isinstance(made, pd.DataFrame):
        columns = [made.iloc[:, i] for i in range(made.shape[1])]
    else:
        columns = [made] if isinstance(made, pd.Series) else []
    index = made if isinstance(made, pd.Index) else made.index
    columns += [index.get_level_values(k) for k in range(index.nlevels)]
    for c in columns:
        if c.dtype == object and pd.api.types.infer_dtype(c) not in _plain and not all(map(_is_cell, c)):
            return False
        if isinstance(c.dtype, (pd.IntervalDtype, pd.SparseDtype, pd.PeriodDtype)):
            return False
    try:
        if isinstance(made, pd.DataFrame):
            list(map(name_of, made.dtypes))
        arrow.write(made[:2])
    except (TypeError, ValueError, NotImplementedError):
        return False
    return True


def _is_cell(v: Any) -> bool:
    """Whether a cell of objects comes back as it was sent."""
    if isinstance(v, (pd.Timestamp, pd.Timedelta)) or type(v) is datetime.date or v is pd.NaT or v is None:
        return True
    if isinstance(
        v,
        (
            datetime.date,
            datetime.time,
            datetime.timedelta,
            np.ndarray,
            set,
            frozenset,
            pd.Series,
            pd.DataFrame,
            pd.Index,
        ),
    ):
        return False
    if isinstance(v, (list, tuple)):
        return all(map(_is_cell, v))
    return isinstance(v, (str, bytes, bool, int, float, complex, np.generic, type(pd.NA))) or (
        type(v) is dict and all(type(k) is str for k in v) and all(map(_is_cell, v.values()))
    )


def look(made: Any) -> Any:
    """What a value is that a call gave: ("kind", kind), ("several", kinds), or ("value",) of one that no handle can hold."""
    if isinstance(made, tuple) and type(made) is tuple and made:
        kinds = [_of_handle(x) for x in made]
        return ("several", kinds) if all(kinds) else ("value",)
    kind = _of_handle(made)
    return ("kind", kind) if kind else ("value",)


def _of_handle(made: Any) -> str | None:
    kind = kind_of(made)
    if kind in ("dataframe", "series", "index"):
        return kind if held(made) else None
    return kind if isinstance(made, (np.ndarray, np.generic)) else None


def same(made: Any, i: int | None = None) -> Any:
    """A value that a call gave, or part i of it."""
    return made if i is None else made[i]


def nothing() -> None:
    """What asks whether functions run at all."""
