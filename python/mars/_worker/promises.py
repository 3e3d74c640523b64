"""What a function gave, brought to what was promised of it: the kind, the columns in their order, and their dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from .._core.dtypes import from_name, name_of

_kinds = {"dataframe": pd.DataFrame, "series": pd.Series, "index": pd.Index}


class _Other(Exception):
    """A column cannot become what was promised."""


def kept(result: Any, promise: dict[str, Any], rows: int, at: int) -> Any:
    """The result with the dtypes that were promised, as far as that loses nothing: rows and at are those of its chunk.
    TypeError: it is something else."""
    what, kind = promise["what"], promise["kind"]
    of = "annotated" if promise.get("annotated") else "inferred from a sample" if promise["guessed"] else "declared"

    def fail(said: str, got: str, hint: str, first: str = "") -> TypeError:
        return TypeError(f"{what} promised {said} ({of}) and returned {got} in chunk {at}{first}; pass {hint}")

    if not isinstance(result, _kinds[kind]):
        raise fail(f"a {_kinds[kind].__name__}", f"a {type(result).__name__}", "output_type= and dtypes=")
    if promise["aligned"] and len(result) != rows:
        raise fail(f"{rows} rows", f"{len(result)}", "what gives a row for each")
    if kind == "index":
        return _labels(result, promise, fail)
    if kind == "series":
        columns = [result]
    else:
        want, labels = [label for label, _ in promise["columns"]], list(result.columns)
        if not _same(labels, want):
            raise fail(f"columns {want}", f"{labels}", "dtypes=")
        columns = [column for _, column in result.items()]
    others: dict[int, pd.Series] = {}
    for i, (label, dtype) in enumerate(promise["columns"]):
        column = columns[i]
        if column.dtype != object and name_of(column.dtype) == dtype:
            continue
        try:
            cast = _cast(column, dtype, promise["guessed"])
        except _Other:
            name = f'column "{label}" ' if kind == "dataframe" else ""
            hint = "dtypes=" if name or what == "map_chunk" else "dtype="
            raise fail(f"{name}{dtype}", name_of(column.dtype), hint, _seen(column, dtype)) from None
        if cast is not column:
            others[i] = cast
    out = result
    if kind == "series":
        name = promise["columns"][0][0]
        out = others.get(0, result)
        out = out.rename(name) if out.name != name else out
    elif others:
        out = pd.DataFrame({i: others.get(i, column) for i, column in enumerate(columns)}, index=result.index)
        out.columns = result.columns
    labels = None if promise["aligned"] else _labels(out.index, promise, fail)
    if labels is not None and labels is out.index:
        return out
    return out.set_axis(pd.RangeIndex(len(out)) if labels is None else labels)


def _same(have: list[Any], want: list[Any]) -> bool:
    return len(have) == len(want) and all(a is b or a == b or (a != a and b != b) for a, b in zip(have, want))


def _labels(labels: pd.Index, promise: dict[str, Any], fail: Any) -> pd.Index:
    """The labels of rows as promised."""
    want = promise["levels"]
    if len(want) == 1 and not promise["multi"] and type(labels) in (pd.RangeIndex, pd.Index):
        name, dtype = want[0]
        if labels.dtype != object and name_of(labels.dtype) == dtype and _same([labels.name], [name]):
            return labels
    if labels.nlevels != len(want):
        raise fail(f"labels of {len(want)} levels", f"{labels.nlevels}", "index=")
    levels = []
    for i, (_, dtype) in enumerate(want):
        values = labels.get_level_values(i)
        try:
            levels.append(_cast(values.to_series(index=range(len(values))), dtype, False))
        except _Other:
            raise fail(
                f"labels of {dtype}", name_of(values.dtype), "index=", _seen(values.to_series(), dtype)
            ) from None
    names = [name for name, _ in want]
    if promise["multi"]:
        return pd.MultiIndex.from_arrays(levels, names=names)
    return pd.Index(levels[0], name=names[0], dtype=levels[0].dtype, tupleize_cols=False)


def _cast(column: pd.Series, to: str, guessed: bool) -> pd.Series:
    have = name_of(column.dtype)
    if have == to or to == "object":
        return column if have == to else column.astype(object)
    if have == "object":  # the cells may have one dtype
        plain = column.infer_objects()
        if guessed and to == "bool" and set(map(type, column.dropna())) <= {bool, np.bool_}:
            return column
        if plain.dtype != object:
            return _cast(plain, to, guessed)
        if set(map(type, column.dropna())) <= {str} and to in ("str", "string"):
            return column.astype(from_name(to))
    if guessed and (to, have) == ("int64", "float64"):
        return column  # then all of it is
    if len(column) == 0 or column.isna().all():
        if to == "int64" and guessed:
            return pd.Series(np.nan, index=column.index, dtype="float64")
        if to == "bool" and guessed:
            return column.astype(object)
        if to[0] in "iu" or to == "bool":
            if len(column):
                raise _Other
        return pd.Series([None] * len(column), index=column.index).astype(from_name(to))
    if not _safe(have, to):
        raise _Other
    return column.astype(from_name(to))


def _safe(have: str, to: str) -> bool:
    """Whether all values of a dtype are values of the other."""
    if {have, to} <= {"str", "string"}:
        return True
    if "category" in have or "category" in to:
        return have == "category" == to
    a, b = from_name(have), from_name(to)
    if getattr(a, "tz", None) or getattr(b, "tz", None):
        return have.partition(",")[2] == to.partition(",")[2] and _safe(
            have.partition(",")[0] + "]", to.partition(",")[0] + "]"
        )
    a, b = getattr(a, "numpy_dtype", a), getattr(b, "numpy_dtype", b)
    nullable = have[0].isupper() or have == "boolean"
    if not (isinstance(a, np.dtype) and isinstance(b, np.dtype)) or (nullable and to[0].islower() and to != "boolean"):
        return False
    return a.kind != "b" or b.kind == "b" if np.can_cast(a, b, "safe") else False


def _seen(column: pd.Series, to: str) -> str:
    """The first value of a column that does not fit."""
    for value in column.dropna():
        try:
            _cast(pd.Series([value]), to, False)
        except (_Other, TypeError, ValueError):
            return f" (first value {value!r})"
    return " (with missing values)" if column.isna().any() else ""
