"""Selection by label and by position: df.loc, df.iloc, df.at, df.iat."""

from operator import index as _index

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.build import one
from .._core.coerce import FUNCTION, LIST, MASK, SCALAR, SLICE, TUPLE, classify, listed
from ._as import constant, is_scalar
from ._dates import dated

_all_places = _a.fields(kind={"s": "slice"})


def places(v):
    """A selection by position, and whether it is one place."""
    kind, v = classify(v)
    if kind == SCALAR and isinstance(v, (int, np.integer)) and not isinstance(v, bool):
        return _a.fields(kind={"s": "int"}, start=_a.integer(v)), True
    if kind == SLICE:
        ends = {
            n: _a.integer(_index(e))
            for n, e in (("start", v.start), ("stop", v.stop), ("step", v.step))
            if e is not None
        }
        return _a.fields(kind={"s": "slice"}, **ends), False
    if hasattr(v, "_kind"):
        v = v._fetched()
    a = np.asarray(v)
    if a.ndim == 0:
        raise TypeError("Cannot index by location index with a non-integer key")
    if a.ndim != 1 or (a.size and a.dtype.kind not in "iub"):
        raise IndexError(f".iloc requires numeric indexers, got {a}")
    if a.dtype.kind == "b":
        return _a.fields(kind={"s": "mask"}, mask=_a.bools(a)), False
    return _a.fields(kind={"s": "list"}, list=_a.ints(a.tolist())), False


def labels(v):
    """A selection by label, and whether it is one label."""
    kind, v = classify(v)
    if kind == SLICE:
        step = None if v.step is None else _a.integer(v.step)
        ends = {n: _a.label(e) for n, e in (("from", v.start), ("to", v.stop)) if e is not None}
        return _a.fields(kind={"s": "slice"}, step=step, **ends), False
    if kind in (LIST, MASK):
        return _a.fields(kind={"s": "list"}, list=_a.items(_a.label(e) for e in listed(v))), False
    if kind == TUPLE and any(classify(e).kind in (SLICE, LIST, MASK) for e in v):
        raise NotImplementedError(
            "loc with a slice or a list among the levels of a label is not there yet; filter by index level"
        )
    return _a.fields(**{"kind": {"s": "label"}, "from": _a.label(v)}), True


def _kind(of, row, col):
    """The kind of a selection: one row, one column, or both."""
    if of._kind == "dataframe":
        return "tensor" if row and col else "series" if row or col else "dataframe"
    return "tensor" if row else of._kind


class Indexer:
    """What stands before the brackets."""

    __slots__ = ("_of",)

    def __init__(self, of):
        self._of = of

    def _pair(self, key):
        """Rows and columns of a key."""
        if (
            isinstance(key, tuple) and self._of._meta and self._of._kind == "dataframe"
        ):  # the kind is that of the description
            if len(key) > 2:
                raise pd.errors.IndexingError("Too many indexers")
            return (*key, slice(None), slice(None))[:2]
        return key, slice(None)


def _true_places(of, mask):
    """The places of the columns for which a condition holds. IndexError for one of another length."""
    mask, n = np.asarray(mask, dtype=bool), len(of._names)
    if len(mask) != n:
        raise IndexError(f"Boolean index has wrong length: {len(mask)} instead of {n}")
    return np.flatnonzero(mask).tolist()


class ILoc(Indexer):
    """Selection by position."""

    __slots__ = ()

    def __getitem__(self, key):
        rows, cols = self._pair(_called(key, self._of))
        r, row = places(rows)
        attrs = {"rows": r}
        c, col = places(cols)
        if c != _all_places:
            self._of._settle()
            attrs["cols"] = c
        return one("dataframe.iloc", (self._of,), attrs, _kind(self._of, row, col))

    def __setitem__(self, key, value):
        of = self._of
        rows, cols = self._pair(_called(key, of))
        chosen = None if _everything(rows) else _chosen(of, "places", _plain_places(rows))
        names = None
        if of._kind == "dataframe":
            one_column = places(cols)[1]
            all_names = of._names
            at = cols if one_column else np.arange(len(all_names))[cols]
            names = [all_names[at]] if one_column else [all_names[i] for i in np.atleast_1d(at)]
        _assign(of, chosen, names, value, isinstance(rows, (int, np.integer)))


class Loc(Indexer):
    """Selection by label, or by a condition on rows."""

    __slots__ = ()

    def __getitem__(self, key):
        of = self._of
        rows, cols = self._rows_and_columns(_called(key, of))
        rows = dated(of, rows)
        if _is_mask(rows):
            of = of._filtered(rows)
            rows = slice(None)
        if of._kind == "dataframe" and not _everything(cols) and _is_mask(cols):
            of = of.iloc[:, _true_places(of, cols)]  # by place: names may come twice
            cols = slice(None)
        if _part(of, cols):  # a label of the first levels selects columns
            of, cols = of[cols], slice(None)
        r, row = labels(rows)
        c, col = labels(cols)
        if row and of._meta.multi:  # a label of the first levels selects rows
            row = isinstance(rows, tuple) and len(rows) >= len(of._meta.levels)
        if _everything(rows) and _everything(cols):
            return type(of)._of(of._ref)
        if _everything(rows) and of._kind == "dataframe":
            if col or isinstance(cols, list):
                return of[cols]
        attrs = {"rows": r}
        if not _everything(cols):
            attrs["cols"] = c
        if row and of._meta.index.get("kind") != "KIND_RANGE":
            return _labeled(of, rows, attrs, col)
        return one("dataframe.loc", (of,), attrs, _kind(of, row, col))

    def _rows_and_columns(self, key):
        """What a key chooses of rows and of columns. Of a frame with a MultiIndex, (a, b) may be a row's label."""
        of = self._of
        rows, cols = self._pair(key)
        rows = _called(rows, of)
        if isinstance(key, tuple) and len(key) == 2 and of._kind == "dataframe" and of._meta.multi:
            if _one_label(rows) and _one_label(cols) and cols not in of._meta.names:
                return key, slice(None)
        return classify(rows).value, _called(cols, of)

    def __setitem__(self, key, value):
        of = self._of
        rows, cols = self._rows_and_columns(_called(key, of))
        rows = dated(of, rows)
        label = False
        if _everything(rows):
            chosen = None
        elif _is_mask(rows):
            chosen = _condition(of, rows)
        else:
            named, label = labels(rows)
            chosen = _chosen(of, "named", named)
        names = None
        if of._kind == "dataframe":
            all_names = of._names
            if _everything(cols):
                names = all_names
            elif isinstance(cols, slice):
                names = pd.Series(index=pd.Index(all_names), dtype=object).loc[cols].index.tolist()
            elif _is_mask(cols):
                names = [all_names[i] for i in _true_places(of, cols)]
            else:
                kind, cols = classify(cols)
                names = listed(cols) if kind == LIST else [cols]
        _assign(of, chosen, names, value, label)


def _labeled(of, label, attrs, col):
    """The row of a label, or the rows where several have it: which it is follows from the data, so these are computed."""
    among = _a.fields(kind={"s": "list"}, list=_a.items([_a.label(label)]))
    rows = one("dataframe.loc", (of,), {**attrs, "rows": among}, _kind(of, False, col))
    try:
        several = len(rows) > 1
    except KeyError:
        raise KeyError(label) from None
    return rows if several else rows.iloc[0]


class At(Indexer):
    """One value by its labels."""

    __slots__ = ()

    def __getitem__(self, key):
        return _cell(Loc, self._of, key)

    def __setitem__(self, key, value):
        Loc(self._of)[key] = value


class IAt(Indexer):
    """One value by its position."""

    __slots__ = ()

    def __getitem__(self, key):
        return _cell(ILoc, self._of, key)

    def __setitem__(self, key, value):
        ILoc(self._of)[key] = value


def _cell(by, of, key):
    """The one value of a selection, as pandas has it."""
    of._settle()
    value = by(of)[key]
    if value._kind in ("series", "dataframe"):  # of several rows
        return value
    if value._kind != "tensor":
        return value.item()
    cell = value.to_numpy()[()]
    if isinstance(cell, np.datetime64):
        return pd.Timestamp(cell)
    return pd.Timedelta(cell) if isinstance(cell, np.timedelta64) else cell


def _plain_places(rows):
    return places(rows)[0]


def _chosen(of, by, selection):
    """Which rows a selection has, as a condition."""
    return one("dataframe.chosen_rows", (of,), {by: selection}, "series")


def _assign(of, chosen, names, value, row):
    """Put a value into the chosen rows, all where that is None, of columns; of a series names is None. row tells that it is one row."""
    if _one_each(value, names, row, chosen is not None):
        if len(value) != len(names):
            raise ValueError("Must have equal len keys and value when setting with an iterable")
        parts = list(value)
    elif isinstance(value, (list, tuple, np.ndarray, pd.Index)):
        if chosen is not None:
            raise NotImplementedError(
                "assignment of a list to some rows is not there yet; give a value, or a series whose labels are those of the rows"
            )
        if names is None:
            of._move(of.to_frame(0)._with(0, value)[0].rename(of.name)._ref)
            return
        parts = [value] * len(names)
    elif row and names is not None and len(names) > 1 and (_kind_of(value) == "series" or isinstance(value, pd.Series)):
        local = value.to_pandas() if hasattr(value, "_kind") else value
        parts = [local.get(n, np.nan) for n in names]
    elif names is not None and (_kind_of(value) == "dataframe" or isinstance(value, pd.DataFrame)):
        parts = [value[n] if n in value.columns else np.nan for n in names]
    else:
        parts = [value] * (1 if names is None else len(names))
    if names is None:
        of._move(_put(of, _all_rows(of) if chosen is None else chosen, parts[0])._ref)
        return
    out = of
    for name, v in zip(names, parts):
        if chosen is None and not (is_scalar(v) and name in out._names):
            out = out._with(name, v)
        elif chosen is None:  # the column keeps its dtype
            out = out._with(name, _put(out[name], _all_rows(out), v))
        elif name in out._names:
            out = out._with(name, _put(out[name], chosen, v))
        else:
            out = out._with(name, v)
            out = out._with(name, _missing_elsewhere(out[name], chosen))
    of._move(out._ref)


def _missing_elsewhere(column, chosen):
    """A new column, which the other rows do not have: its dtype holds a missing value, if all rows are chosen too."""
    of = column.dtype
    if of == bool:
        column = column.astype("object")
    elif isinstance(of, np.dtype) and of.kind in "iu":
        column = column.astype("float64")
    return column.where(chosen)


def _one_each(value, names, row, some):
    """Whether a list holds a value for each of the columns: of one row, or of some rows and several columns."""
    listed = isinstance(value, (list, tuple, np.ndarray, pd.Index))
    return listed and names is not None and np.ndim(value) == 1 and (row or (some and len(names) > 1))


def _all_rows(of):
    """A condition that every row meets."""
    return _chosen(of, "places", _all_places)


def _kind_of(v):
    return getattr(v, "_kind", None)


def _put(of, cond, value):
    """A frame or series with a value where a condition is true; the engine refuses one that the dtype does not hold."""
    if isinstance(value, (pd.Series, pd.DataFrame)):
        value = constant(value)
    if _kind_of(value) in ("series", "dataframe"):
        return one("dataframe.choose", (of, cond, value), {"set": _a.boolean(True)}, of._kind)
    if hasattr(value, "_kind"):
        value = value._fetched()
        value = value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value
    if not is_scalar(value):
        raise NotImplementedError(
            f"assignment of a {type(value).__name__} to some rows is not there yet; give a value or a series"
        )
    attrs = {"set": _a.boolean(True), **({} if value is None else {"other": _a.scalar(value)})}
    return one("dataframe.mask_value", (of, cond), attrs, of._kind)


def _called(key, of):
    """A key, what it gives of the frame where it is a function."""
    return key(of) if classify(key).kind == FUNCTION else key


def _everything(v):
    return isinstance(v, slice) and v.start is None and v.stop is None and v.step is None


def _one_label(v):
    return classify(v).kind in (SCALAR, TUPLE)


def _part(of, cols):
    """Whether a label of columns is the beginning of such of several levels."""
    if of._kind != "dataframe" or _everything(cols) or not _one_label(cols):
        return False
    names = of._names
    n = len(cols) if isinstance(cols, tuple) else 1
    return bool(names) and all(isinstance(e, tuple) and len(e) > n for e in names)


def _is_mask(v):
    """Whether a selection is a condition: a series, tensor or list of bools."""
    return classify(v).kind == MASK


def _condition(of, mask):
    """A condition as a series with the rows of a frame. A missing one is false."""
    if isinstance(mask, pd.Series):
        mask = constant(mask)
    if _kind_of(mask) == "series":
        return mask if mask.dtype == bool else mask.fillna(False)
    if hasattr(mask, "_kind"):
        mask = mask._fetched()
    return _chosen(of, "places", places(np.asarray(mask, dtype=bool))[0])
