"""Selection by label and by position: df.loc, df.iloc, df.at, df.iat. What a key means is read by the engine."""

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.build import described, one
from .._core.coerce import FRAME, FUNCTION, LIST, MASK, SCALAR, SLICE, TUPLE, answer, classify, evaluated, local
from .._core.present import as_label, has_label, same_rows
from .._core.written import cells, keyed
from .._functions.reference import Path, instead

_brackets = type(pd.Series([0]).loc).__getitem__


class Indexer:
    """What stands before the brackets: keys are read as loc or iloc does; alone says that one value is wanted."""

    __slots__ = ("_alone", "_before", "_by", "_of")

    def __init__(self, of, by, alone=False, before=()):
        self._of, self._by, self._alone, self._before = of, by, alone, before

    def __call__(self, axis=None):
        """The rows with axis=0, the columns with axis=1, as a key alone."""
        before = (slice(None),) * self._of._like._get_axis_number(axis or 0)
        return Indexer(self._of, self._by, self._alone, before)

    def _whole(self, key):
        return (*self._before, key) if self._before else key

    def __getitem__(self, key):
        key = self._whole(key)
        try:
            found = located(self._of, self._by, key)
        except NotImplementedError as e:
            path, what = Path(self._of).then(self._by), f"{type(self._of).__name__}.{self._by}[]"
            return instead(e, path, "__getitem__", (key,), {}, what, _brackets)
        return answer(found) if self._alone and found._kind in ("tensor", "object") else found

    def __setitem__(self, key, value):
        put(self._of, self._by, self._whole(key), value)


def located(of, by, key):
    """What a key selects of the rows and columns of a frame or series. A label selects one row, or several where they have it: they are computed."""
    of._settle()
    rows, key = _read(of, by, key)
    ins, one_label = [of], by == "loc" and _is_label(of, rows)
    attrs = {"by": _a.string(by), "key": keyed(key, ins)}
    if by == "loc" and _spans(of, rows):
        one_label, attrs["span"] = False, _a.boolean(True)
    if not one_label:
        return described("dataframe.located", ins, attrs)
    found = described("dataframe.located", ins, {**attrs, "every": _a.boolean(True)})
    try:
        several = len(found) > 1
    except KeyError:
        raise KeyError(rows) from None
    return found if several else found.iloc[0]


def _read(of, by, key):
    """The rows of a key, and the key, both with what functions give of the frame, and texts of times as these."""
    key = evaluated(key, of) if callable(key) else key
    pair = isinstance(key, tuple) and of._kind == "dataframe" and len(key) > 0
    if pair and by == "loc" and of._meta.multi and 1 < len(key) <= len(of._meta.levels):
        label = all(classify(e).kind == SCALAR for e in key)
        if label and (len(key) > 2 or key[1] not in of._meta.names):  # (a, b) is a row, unless b is a column
            return key, (key, slice(None))
    rows = key[0] if pair else key
    rows = evaluated(rows, of) if callable(rows) else rows
    return (rows, (rows, *key[1:])) if pair else (rows, rows)


def _is_label(of, rows):
    """Whether rows are one label of an index that is no range, of all its levels."""
    meta, kind = of._meta, classify(rows).kind
    whole = kind in (SCALAR, TUPLE) and (not meta.multi or (kind == TUPLE and len(rows) >= len(meta.levels)))
    return whole and meta.index.get("kind") != "KIND_RANGE"


def _spans(of, rows):
    """Whether a text is coarser than the times that label the rows: it selects all in it. KeyError where none are near."""
    levels = of._meta.levels
    times = isinstance(rows, str) and len(levels) == 1 and str(levels[0][1]).startswith("datetime64")
    return times and bool(one("dataframe.spans", (of,), {"text": _a.string(rows)})._fetched())


def put(of, by, key, value, **more):
    """Move a handle to its value after an assignment to what a key selects."""
    of._move(after(of, by, key, value, **more)._ref)


def after(of, by, key, value, **more):
    """A frame or series after an assignment to what a key selects."""
    cellwise, of_frame = by in ("loc", "iloc"), of._kind == "dataframe"
    if by == "brackets":
        kind, key = classify(key)
        if kind == FUNCTION:
            return after(of, by, key(of), value)
        if kind == FRAME:
            return of.mask(key, value)
        cellwise = kind in (MASK, SLICE)
    rows, key = _read(of, by, key) if cellwise else (key, key)
    kind = classify(rows).kind
    label, table = kind in (SCALAR, TUPLE), False
    if isinstance(value, (set, frozenset)):
        raise TypeError(f"'{type(value).__name__}' type is unordered")
    if isinstance(value, dict) and not (cellwise and label):
        value = pd.Series(value)
    for one_of in (of if of_frame and (by not in ("brackets", "with") or not label) else None, value):
        if getattr(one_of, "_kind", None) == "dataframe":
            one_of._names  # noqa: B018 - they are known from here on
    if getattr(value, "_kind", None) == "object" or cellwise or not label:
        value = local(value)
    if kind == LIST and not cellwise and isinstance(value, (list, tuple)) and np.ndim(value) == 2:
        value = np.asarray(value)
    if cellwise and of_frame and not label and _is_table(value):
        value = [list(column) for column in zip(*value)]
        table = True
    ins = [of]
    attrs = {"by": _a.string(by), "key": keyed(key, ins), **more}
    if by == "loc" and _spans(of, rows):
        attrs["span"] = _a.boolean(True)
    elif by == "loc" and of_frame and label and _is_cell(key) and not has_label(of, rows):
        attrs["new"] = _a.boolean(True)
        attrs["key"] = keyed((as_label(of, rows), key[1]), [of])
    if table:
        attrs["value"] = _a.items(cells(column, ins, False, False) for column in value)
    else:
        attrs["value"] = cells(value, ins, cellwise or kind == LIST, of_frame and label and cellwise)
    out = one("dataframe.put", ins, attrs, of._kind)
    if of_frame and "new" not in attrs and (by == "iloc" or (by == "loc" and _is_cell(key))):
        same_rows(out, of)
    return out


def _is_table(v):
    """Whether a list has lists of one length."""
    rows = isinstance(v, (list, tuple)) and len(v) > 0 and all(isinstance(r, (list, tuple, np.ndarray)) for r in v)
    return rows and len({np.shape(r)[:1] for r in v}) == 1


def _is_cell(key):
    """Whether a key of loc names columns beside a row."""
    return isinstance(key, tuple) and len(key) == 2 and not (isinstance(key[1], slice) and key[1] == slice(None))
