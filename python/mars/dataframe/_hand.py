"""Functions whose arguments have another form than the parameters of their operator. Their signatures are in _gen.py."""

import pandas as pd

from .._core import attrs as _a
from .._core.build import one
from .._core.call import refuse
from ._as import frame, frames, is_scalar
from .local import make


def __getattr__(name):
    """Groupby, Resample, Rolling, Expanding and Ewm, whose classes derive from what is generated."""
    if name.startswith("_"):
        raise AttributeError(name)
    from . import groupby, window

    return getattr(groupby, name.lower()) if name in ("Groupby", "Resample") else getattr(window, name)


def apply(df, func):
    raise NotImplementedError("apply of a Python callable is not there yet: functions of Python run in a later version")


def _flags(attrs, **named):
    for name, v in named.items():
        if v:
            attrs[name] = _a.boolean(v)


def concat(objs, *, axis, join, ignore_index, keys, levels, names, verify_integrity, sort, copy, union_categories):
    if isinstance(objs, dict):
        keys = list(objs) if keys is None else list(keys)
        objs = [objs[k] for k in keys]
    elif hasattr(objs, "_kind") or isinstance(objs, (str, pd.DataFrame, pd.Series)):
        raise TypeError(
            f'first argument must be an iterable of pandas objects, you passed an object of type "{type(objs).__name__}"'
        )
    ins = frames([o for o in objs if o is not None])
    if not ins:
        raise ValueError("No objects to concatenate")
    attrs = {"objs": _a.refs(len(ins))}
    side = _a.axis(axis)
    if side["i"]:
        attrs["axis"] = side
    if join != "outer":
        attrs["join"] = _a.string(join)
    if keys is not None:
        attrs["keys"] = _a.items(_a.label(k) for k in keys)
    if names is not None:
        attrs["names"] = _a.items(_a.label(n) for n in names)
    _flags(attrs, ignore_index=ignore_index, sort=sort)
    series = not side["i"] and all(x._kind == "series" for x in ins)
    return one("dataframe.concat", ins, attrs, "series" if series else "dataframe")


def to_datetime(arg, errors, dayfirst, yearfirst, utc, format, exact, unit, origin, cache):
    if is_scalar(arg):
        return pd.to_datetime(arg, errors=errors, dayfirst=dayfirst, utc=utc, format=format, unit=unit)
    labels = not isinstance(arg, (pd.Series, pd.DataFrame)) and getattr(arg, "_kind", "") not in ("series", "dataframe")
    arg = frame(make("index", arg, None) if labels else arg)
    if labels:
        given = (errors, dayfirst, yearfirst, utc, format, exact, unit, origin, cache)
        return make("index", to_datetime(arg.to_series().reset_index(drop=True), *given), None, name=arg.name)
    attrs = {}
    if errors != "raise":
        attrs["errors"] = _a.string(errors)
    _flags(attrs, utc=utc)
    if arg._kind == "dataframe":
        return one("dataframe.assemble_datetimes", (arg,), attrs, "series")
    _flags(attrs, dayfirst=dayfirst)
    if format is not None:
        attrs["format"] = _a.string(format)
    if unit is not None:
        attrs["unit"] = _a.string(unit)
    return one("dataframe.to_datetime", (arg,), attrs, "series")


def str_cat(series, others, sep, na_rep, join):
    attrs, ins = {}, [series]
    if sep is not None:
        attrs["sep"] = _a.string(sep)
    if na_rep is not None:
        attrs["na_rep"] = _a.string(na_rep)
    if others is None:
        return one("dataframe.Series.str.cat", ins, attrs, "tensor")
    if join != "left":
        refuse("mars.dataframe.Series.str.cat", "join")
    attrs["others"] = _a.ref(1)
    return one("dataframe.Series.str.cat", [series, frame(others)], attrs, "series")
