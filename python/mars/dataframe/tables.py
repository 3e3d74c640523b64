"""Functions of the module that are compositions: crosstab, unique, factorize; constructors of labels."""

import pandas as pd

from ._as import constant, frame
from .labels import Index
from .rowlabels import listed


def crosstab(
    index,
    columns,
    values=None,
    rownames=None,
    colnames=None,
    aggfunc=None,
    margins=False,
    margins_name="All",
    dropna=True,
    normalize=False,
):
    """How often values of one series meet those of another, as a table; with values an aggregate of those."""
    if (values is None) != (aggfunc is None):
        raise ValueError(
            "aggfunc cannot be used without values." if values is None else "values cannot be used without an aggfunc."
        )
    rows, cols = _series(index), _series(columns)
    rownames = rownames or _names(rows, "row")
    colnames = colnames or _names(cols, "col")
    names = [*rownames, *colnames]
    d = rows[0].rename(names[0]).to_frame()
    for n, s in zip(names[1:], [*rows[1:], *cols]):
        d = d._with(n, s)
    if values is not None:
        d = d._with(_CELLS, frame(values))
    d = d.dropna(subset=names)
    groups = d.groupby(names)
    if values is None:
        table = groups.size().unstack(list(range(-len(cols), 0)) if len(cols) > 1 else -1, fill_value=0)
    else:
        table = getattr(groups[_CELLS], aggfunc if isinstance(aggfunc, str) else aggfunc.__name__)()
        table = table.unstack(list(range(-len(cols), 0)) if len(cols) > 1 else -1)
    if margins or normalize is not False:
        if values is not None or len(rows) > 1 or len(cols) > 1:
            raise NotImplementedError("crosstab: margins and normalize of values or several keys are not there yet")
        if margins and normalize is not False:
            raise NotImplementedError("crosstab: margins and normalize together are not there yet")
        table = _share(table, normalize) if normalize is not False else _with_margins(table, margins_name)
    return table


_CELLS = ("cells", "of", "table")


def _share(table, normalize):
    if normalize in (True, "all"):
        return table / table.sum().sum()
    if normalize in ("index", 0):
        return table.div(table.sum(axis=1), axis=0)
    if normalize in ("columns", 1):
        return table / table.sum()
    raise ValueError("Not a valid normalize argument")


def _with_margins(table, name):
    from ._gen import concat

    axis = table.to_pandas().columns.name
    table = table._with(name, table.sum(axis=1))
    total = table.sum().to_frame(name).T
    total = total.rename_axis(table.index.name)
    out = concat([table, total])
    out = out.astype("int64")
    return _axis_named(out, axis)


def _axis_named(table, name):
    return table


def _series(v):
    if isinstance(v, (list, tuple)) and v and not isinstance(v[0], (int, float, str)):
        return [frame(e) for e in v]
    return [frame(v)]


def _names(series, what):
    return [f"{what}_{i}" if s.name is None or isinstance(s.name, tuple) else s.name for i, s in enumerate(series)]


def unique(values):
    """The distinct values, in order of appearance."""
    return frame(values).unique()


def factorize(values, sort=False, use_na_sentinel=True, size_hint=None):
    """Numbers of the distinct values by first appearance, and these values."""
    return frame(values).factorize(sort, use_na_sentinel)


class MultiIndex(Index):
    """Labels of several levels, made of what is in memory here, or of a frame."""

    __slots__ = ()

    def __new__(cls, levels=None, codes=None, sortorder=None, names=None):
        return constant(pd.MultiIndex(levels=levels, codes=codes, sortorder=sortorder, names=names))

    @staticmethod
    def from_arrays(arrays, sortorder=None, names=None):
        """Labels of arrays, one for each level."""
        if any(hasattr(a, "_kind") for a in arrays):
            d = frame(arrays[0]).rename(0).to_frame()
            for i, a in enumerate(arrays[1:], 1):
                d = d._with(i, a)
            given = [getattr(a, "name", None) for a in arrays] if names is None else listed(names)
            return d.set_index(list(range(len(arrays)))).rename_axis(given).index
        return constant(pd.MultiIndex.from_arrays(arrays, sortorder=sortorder, names=names))

    @staticmethod
    def from_tuples(tuples, sortorder=None, names=None):
        """Labels of tuples."""
        return constant(pd.MultiIndex.from_tuples(tuples, sortorder=sortorder, names=names))

    @staticmethod
    def from_product(iterables, sortorder=None, names=None):
        """All tuples of an element of each."""
        return constant(pd.MultiIndex.from_product(iterables, sortorder=sortorder, names=names))

    @staticmethod
    def from_frame(df, sortorder=None, names=None):
        """The rows of a frame as labels."""
        df = frame(df)
        index = df.set_index(df._names).index
        return index if names is None else index.rename(listed(names))
