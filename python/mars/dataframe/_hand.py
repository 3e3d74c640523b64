"""Functions whose arguments have another form than the parameters of their operator. Their signatures are in _gen.py."""

import re

import pandas as pd

from .._core import attrs as _a
from .._core.aggregates import spec
from .._core.build import one
from .._core.call import refuse
from ._as import frame, frames, is_scalar
from ._cast import cast
from ._joins import by_values, has_rows
from .local import make_index
from .window import Ewm, Expanding, Rolling  # noqa: F401


def groupby(*args, **kwargs):
    from .groupby import groupby  # whose classes derive from what is generated

    return groupby(*args, **kwargs)


def astype(df, dtype, copy, errors):
    return cast(frame(df), dict(dtype) if isinstance(dtype, (dict, pd.Series)) else dtype)


def apply(df, func):
    raise NotImplementedError("apply of a Python callable is not there yet: functions of Python run in a later version")


def _keys(attrs, **named):
    for name, v in named.items():
        if v is not None:
            attrs[name] = _a.label_list(v)


def _flags(attrs, **named):
    for name, v in named.items():
        if v:
            attrs[name] = _a.boolean(v)


def merge(left, right, how, on, left_on, right_on, left_index, right_index, sort, suffixes, copy, indicator, validate):
    if how in ("left_anti", "right_anti"):  # the rows of a left or right join that have no partner
        side, name = how.removesuffix("_anti"), {False: "_mars_side", True: "_merge"}.get(indicator, indicator)
        rest = (on, left_on, right_on, left_index, right_index, sort, suffixes, copy)
        r = merge(left, right, side, *rest, name, validate)
        r = r[r[name] == side + "_only"]
        return r if indicator else r.drop(columns=name)
    if any(has_rows(k) for ks in (on, left_on, right_on) for k in (ks if isinstance(ks, list) else [ks])):
        if left_index or right_index:
            raise NotImplementedError("merge of values with row labels is not there yet; assign them to a column")
        rest = {"how": how, "sort": sort, "suffixes": suffixes, "indicator": indicator, "validate": validate}
        return by_values(_gen_merge(), *_sides(left, right), on, left_on, right_on, **rest)
    ins, attrs = _sides(left, right), {}
    if how != "inner":
        attrs["how"] = _a.string(how)
    _keys(attrs, on=on, left_on=left_on, right_on=right_on)
    _flags(attrs, left_index=left_index, right_index=right_index, sort=sort)
    _suffixes(attrs, suffixes)
    if indicator is not False:
        attrs["indicator"] = _a.scalar(indicator)
    if validate is not None:
        attrs["validate"] = _a.string(validate)
    return one("dataframe.merge", ins, attrs, "dataframe")


def _gen_merge():
    from ._gen import merge

    return merge


def _sides(left, right):
    ins = frames((left, right))
    return [s.to_frame() if s._kind == "series" else s for s in ins]


def _suffixes(attrs, suffixes):
    if tuple(suffixes) != ("_x", "_y"):
        attrs["suffixes"] = _a.strings(["" if s is None else s for s in suffixes])


def pivot_table(
    data, values, index, columns, aggfunc, fill_value, margins, dropna, margins_name, observed, sort, **kwargs
):
    attrs = {"aggfunc": spec(aggfunc)}
    _keys(attrs, values=values, index=index, columns=columns)
    if values is not None and not isinstance(values, list):
        attrs["single"] = _a.boolean(True)
    if fill_value is not None:
        attrs["fill_value"] = _a.scalar(fill_value)
    if observed is not True:
        attrs["observed"] = _a.boolean(observed)
    return one("dataframe.pivot_table", (frame(data),), attrs, "dataframe")


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
    arg = frame(make_index(arg, None, None, None) if labels else arg)
    if labels:
        given = (errors, dayfirst, yearfirst, utc, format, exact, unit, origin, cache)
        return make_index(to_datetime(arg.to_series().reset_index(drop=True), *given), None, arg.name, None)
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


def str_replace(series, pat, repl, n, case, flags, regex):
    if isinstance(pat, dict):
        raise NotImplementedError("str.replace with a dict is not there yet, replace one pattern at a time")
    if not isinstance(repl, str) and not callable(repl):
        raise TypeError("repl must be a string or callable")
    if isinstance(pat, re.Pattern):
        if not regex:
            raise ValueError("Cannot use a compiled regex as replacement pattern with regex=False")
        if case is not None or flags:
            raise ValueError("case and flags cannot be set when pat is a compiled regex")
        pat, flags = pat.pattern, pat.flags & ~re.UNICODE
    if callable(repl):
        if not regex:
            raise ValueError("Cannot use a callable replacement when regex=False")
        raise NotImplementedError("str.replace with a Python callable is not there yet")
    attrs = {"pat": _a.string(pat), "repl": _a.string(repl)}
    if n != -1:
        attrs["n"] = _a.integer(n)
    if case is not None:
        attrs["case"] = _a.boolean(case)
    if flags:
        attrs["flags"] = _a.integer(flags)
    _flags(attrs, regex=regex)
    return one("dataframe.Series.str.replace", (series,), attrs, "series")


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
