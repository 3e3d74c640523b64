"""Functions whose arguments have another form than the parameters of their operator. Their signatures are in _gen.py."""

import re

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.aggregates import spec
from .._core.build import one
from .._core.call import no_default, refuse
from .._core.coerce import each_local, local
from ._as import constant, frame, frames, in_place, is_scalar
from ._cast import cast
from ._joins import by_values, has_rows
from .local import make_index
from .window import Ewm, Expanding, Rolling  # noqa: F401


def _column_fields(pairs, name, encode):
    """A list of {column, ...}, ordered so that equal calls are equal."""
    rows = [_a.fields(column=_a.label(k), **{name: encode(v)}) for k, v in pairs]
    return _a.items(sorted(rows, key=repr))


def groupby(*args, **kwargs):
    from .groupby import groupby  # whose classes derive from what is generated

    return groupby(*args, **kwargs)


def astype(df, dtype, copy, errors):
    return cast(frame(df), dict(dtype) if isinstance(dtype, (dict, pd.Series)) else dtype)


def apply(df, func):
    raise NotImplementedError("apply of a Python callable is not there yet: functions of Python run in a later version")


def fillna(df, value, *, axis, inplace, limit):
    df = frame(df)
    kind = getattr(value, "_kind", None)
    if df._kind == "series" and (kind == "series" or isinstance(value, (dict, pd.Series))):
        r = df.where(df.notna(), value if kind else pd.Series(value))
        return in_place(df, r, "_fillna") if inplace else r
    if kind == "series":
        value = value._fetched()
    value = local(value)
    if isinstance(value, np.ndarray) and not value.ndim:
        value = value[()]
    if isinstance(value, (dict, pd.Series)):
        attrs = {"columns": _column_fields(dict(value).items(), "value", _a.scalar)}
    elif value is None:  # the missing cells of objects become None, all others stay
        attrs = {}
    elif not is_scalar(value):
        raise NotImplementedError(f"fillna with a {type(value).__name__} is not there yet, give a value or a dict")
    else:
        attrs = {"value": _a.scalar(value)}
    _flags(attrs, set=inplace)
    r = one("dataframe.fillna", (df,), attrs, df._kind)
    return in_place(df, r, "_fillna") if inplace else r


def clip(df, lower, upper, *, axis, inplace, **kwargs):
    df = out = frame(df)
    scalars = is_scalar(lower) and is_scalar(upper)
    if scalars:
        bounds = {n: _a.scalar(b) for n, b in (("lower", lower), ("upper", upper)) if b is not None}
        out = one("dataframe.clip", (df,), bounds, df._kind)
    for name, bound in () if scalars else (("lower", lower), ("upper", upper)):
        if bound is None:
            continue
        if is_scalar(bound):
            out = one("dataframe.clip", (out,), {name: _a.scalar(bound)}, df._kind)
            continue
        if df._kind == "dataframe" and not (axis in (0, "index") or getattr(bound, "ndim", 1) == 2):
            raise NotImplementedError("clip: bounds by column are not there yet; clip each column")
        if isinstance(bound, (list, np.ndarray)):
            raise NotImplementedError("clip: a list of bounds is not there yet; give a series")
        attrs = {"upper": _a.boolean(True)} if name == "upper" else {}
        out = one("dataframe.clip_by", (out, frame(bound)), attrs, df._kind)
    return in_place(df, out, "_fillna") if inplace else out


def isin(df, values):
    df = frame(df)
    by_column = isinstance(values, dict) and df._kind == "dataframe"
    for v in [values, *(values.values() if by_column else ())]:
        if isinstance(v, str) or not hasattr(v, "__iter__"):
            raise TypeError(
                f"only list-like objects are allowed to be passed to isin(), you passed a `{type(v).__name__}`"
            )
    if by_column:
        by = _column_fields(values.items(), "values", lambda v: _a.label_list(list(v)))
        return one("dataframe.isin", (df,), {"columns": by, "each": _a.boolean(True)}, "dataframe")
    if getattr(values, "_kind", None) == "dataframe" or isinstance(values, pd.DataFrame):
        raise NotImplementedError(f"isin with a {type(values).__name__} is not there yet, give a list")
    many = isinstance(values, (pd.Series, pd.Index, np.ndarray)) and values.ndim == 1 and len(values) > _MANY
    if many:
        values = constant(pd.Series(values).reset_index(drop=True))
    if hasattr(values, "_kind"):
        return one("dataframe.isin_of", (df, values), {}, df._kind)
    values = values.tolist() if hasattr(values, "tolist") else each_local(values)
    if None in values and df._kind == "series" and _masked(df.dtype):  # None is not what nullable numbers miss
        values = [v for v in values if v is not None]
    return one("dataframe.isin", (df,), {"values": _a.items(_a.label(v) for v in values)}, df._kind)


def _masked(dtype):
    """Whether a dtype is a nullable one of numbers or bools."""
    return hasattr(dtype, "na_value") and dtype.na_value is pd.NA and not isinstance(dtype, pd.StringDtype)


_MANY = 10_000  # so many values are no parameter: they are stored, and met by a join


def map(series, arg):
    series = frame(series)
    if callable(arg):
        raise NotImplementedError(
            "map of a Python callable is not there yet: functions of Python run in a later version"
        )
    if getattr(arg, "_kind", None) == "series":
        arg = arg._fetched()
    rows = [_a.fields(key=_a.label(k), value=_a.scalar(v)) for k, v in dict(arg).items()]
    return one("dataframe.map", (series,), {"arg": _a.items(sorted(rows, key=repr))}, series._kind)


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


def where(df, cond, other, *, inplace, axis, level):
    return _chosen("where", df, cond, other, inplace)


def mask(df, cond, other, *, inplace, axis, level):
    return _chosen("mask", df, cond, other, inplace)


def _by_place(df, cond):
    """A condition; what has no labels gets those of the rows and columns that it is of."""
    if hasattr(cond, "columns") or getattr(cond, "_kind", None) == "series" or isinstance(cond, pd.Series):
        return cond
    cond = cond if hasattr(cond, "ndim") else np.asarray(cond)
    out = (df if df._kind == "dataframe" else df.to_frame(0)).iloc[:, []]
    if cond.ndim == 1 and df._kind == "series":
        return out._with(0, cond)[0]
    if cond.shape[1:] != (len(df.columns),):
        raise ValueError("Array conditional must be same shape as self")
    for i, n in enumerate(df._names):
        out = out._with(n, cond[:, i])
    return out


def _chosen(name, df, cond, other, inplace):
    df = frame(df)
    if callable(cond) and not hasattr(cond, "_kind"):
        cond = cond(df)
    cond = _by_place(df, cond)
    if hasattr(cond, "columns") and df._kind == "dataframe" and list(cond.columns) != list(df.columns):
        cond = frame(cond).reindex(columns=df._names, fill_value=name == "mask")
    if callable(other) and not hasattr(other, "_kind"):
        other = other(df)
    other = local(other)
    if not is_scalar(other) and other is not no_default:
        if not (
            getattr(other, "_kind", None) in ("series", "dataframe") or isinstance(other, (pd.Series, pd.DataFrame))
        ):
            raise NotImplementedError(
                f"{name} with a {type(other).__name__} is not there yet, give a value, series or frame"
            )
        attrs = {"keep": _a.boolean(True)} if name == "where" else None
        r = one("dataframe.choose", (df, frame(cond), frame(other)), attrs, df._kind)
        return in_place(df, r, f"_{name}") if inplace else r
    attrs = {"none": _a.boolean(True)} if other is None else None
    if other is not None and other is not no_default:
        attrs = {"other": _a.scalar(other)}
    r = one(f"dataframe.{name}", (df, frame(cond)), attrs, df._kind)
    return in_place(df, r, f"_{name}") if inplace else r


def round(df, decimals, *args, **kwargs):
    df = frame(df)
    if not isinstance(decimals, (int, np.integer)):
        raise NotImplementedError("round with decimals by column is not there yet, give an int")
    return one("dataframe.round", (df,), {"decimals": _a.integer(decimals)}, df._kind)


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
