"""The grammar of aggregates, as agg, pivot_table and their kin take it: a name, a list of names, a dict by column, or name=(column, aggregate)."""

import numpy as np

from . import attrs as _a
from .lazily import pandas as pd

_names = {f: f.__name__ for f in (sum, min, max, any, all)} | {len: "size"}
_names |= {getattr(np, n): n for n in "sum mean min max std var median prod any all".split()}


def is_named(func):
    """Whether a function has a name here."""
    try:
        return func in _names
    except TypeError:
        return False


def name_of(func):
    """The name of an aggregate. NotImplementedError for a Python callable that is none of NumPy's."""
    if isinstance(func, str):
        return func
    if is_named(func):
        return _names[func]
    if callable(func):
        raise NotImplementedError("agg with a Python callable is not there yet; name an aggregate, such as 'sum'")
    raise TypeError(f"a {type(func).__name__} names no aggregate")


def several(func):
    """Whether more is asked for than one aggregate by name."""
    return func is None or isinstance(func, (dict, list, tuple, pd.Series))


def spec(func, named=None):
    """What agg was asked for, as operators take it."""
    if func is None and not named:
        raise TypeError("Must provide 'func' or tuples of '(column, aggfunc).")
    if func is None:
        pairs = {n: pair_of(v) for n, v in named.items()}
        return _spec("named", [_item(f, column, n) for n, (column, f) in pairs.items()])
    if named:
        raise NotImplementedError(f"agg: arguments for the aggregate are not there yet: {', '.join(named)}")
    if isinstance(func, (dict, pd.Series)):
        by = dict(func)
        lists = any(isinstance(f, (list, tuple)) for f in by.values())
        return _spec("dicts" if lists else "dict", [_item(f, c) for c, fs in by.items() for f in _each(fs)])
    if isinstance(func, (list, tuple)):
        return _spec("list", [_item(f) for f in _each(func)])
    return _spec("one", [_item(func)])


def pair_of(v):
    """A column and its aggregate."""
    if isinstance(v, pd.NamedAgg):
        return v.column, v.aggfunc
    return v if isinstance(v, tuple) else (None, v)


def _each(funcs):
    """Aggregates that make a column each, named as they are; len has another name than what it stands for."""
    if not isinstance(funcs, (list, tuple)):
        return [funcs]
    if any(f is len for f in funcs):
        raise NotImplementedError("agg with len in a list is not there yet; give 'size', or name=(column, len)")
    return funcs


def _item(func, column=None, name=None):
    labels = {"column": column, "name": name}
    return _a.fields(
        func=_a.string(name_of(func)), **{k: None if v is None else _a.label(v) for k, v in labels.items()}
    )


def _spec(form, made):
    return _a.fields(form=_a.string(form), items=_a.items(made))
