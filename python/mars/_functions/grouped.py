"""Functions of users on groups: rows of a group meet in one chunk, and a function is called with the groups of a chunk in one call of its process."""

import functools

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.aggregates import is_named, pair_of
from .._core.build import one
from .._core.call import no_default
from . import functions, recorded_groups
from .functions import Types

_KEY = "__mars_key_{}__"  # columns of keys that are none of the frame
_SETTINGS = ("as_index", "sort", "group_keys", "observed", "dropna")


def _call(groups, what, func, args, kwargs, types, aligned=False, several=False, steps=None):
    """What a function gives for groups, under their keys, or with aligned for the rows of the input. several: it is one of those among the arguments.

    With steps it is what these lead to from groups. NotImplementedError: all rows would have to come together for them.
    """
    _no_bins(groups, what)
    of, by, own = _grouped(groups, what, several)
    settings = own["settings"]
    if steps is not None:
        own["steps"] = steps
    columns = [label for label, _ in by]

    def laid(schema):
        """Whether rows are sent by their keys, else all of them come to one process."""
        meta = dict(of._meta.columns)
        met = by and not any(isinstance(meta.get(c), pd.CategoricalDtype) for c in columns)
        if met and not aligned:
            met = settings.get("sort", True) and settings.get("as_index", True) and settings.get("group_keys", True)
            met = met and not isinstance(schema, pd.Index) and list(schema.index.names[: len(by)]) == [n for _, n in by]
        floats = aligned and any(d in "iub" for d in _kinds(schema))  # rows without a group make them of integers
        if steps is not None and (floats or not met):
            raise NotImplementedError(f"{what} of these groups")
        return {"by": columns} if met else {"whole": True}

    return functions.call(of, what, func, "groups", args, kwargs, own, types, aligned=aligned, laid=laid)


def _grouped(groups, what, several):
    """The rows of groups, their keys as columns of these, with the names that they have, and what the process is told of it."""
    attrs, of = groups._attrs, groups._ins[0]
    if of._kind == "series":
        of = of.to_frame()
    keys, by = [], []
    for item in _a_items(attrs):
        if "label" in item:
            keys.append(_a.decode(item["label"]))
            by.append((keys[-1], keys[-1]))
        else:
            key = groups._ins[item["in"]["input"]]
            of = of.assign(**{_KEY.format(len(by)): key})
            by.append((_KEY.format(len(by)), key.name))
    settings = {k: attrs[k]["b"] for k in _SETTINGS if k in attrs}
    level = _a.decode(attrs["level"]) if "level" in attrs else None
    own = {
        "by": by, "level": level, "listed": groups._listed, "chosen": groups._chosen, "series": groups._series,
        "single": groups._ins[0]._kind == "series", "unnamed": groups._ins[0]._kind == "series" and groups._ins[0].name is None,
        "settings": settings, "method": what, "several": several,
    }  # fmt: skip
    return of, by, own


def _no_bins(groups, what):
    if hasattr(groups, "_times"):
        raise NotImplementedError(f"{what} of bins of time with a Python callable is not there yet; name an aggregate")


def _kinds(schema):
    return [getattr(d, "kind", "O") for d in ([schema.dtype] if isinstance(schema, pd.Series) else schema.dtypes)]


def _a_items(attrs):
    return [i["fields"]["fields"] for i in attrs["by"]["list"]["items"]] if "by" in attrs else []


def _key_dtypes(groups, of):
    """The dtypes of what rows are grouped by; None for a column that of does not have."""
    dtypes = dict(of._meta.columns) if of._kind == "dataframe" else {}
    for item in _a_items(groups._attrs):
        yield dtypes.get(_a.decode(item["label"])) if "label" in item else groups._ins[item["in"]["input"]].dtype


def followed(groups, what, steps, aligned):
    """What pandas' own steps from groups lead to, group by group; None where all rows have to come together."""
    from .._worker import reference

    of, items = groups._ins[0], _a_items(groups._attrs)
    if hasattr(groups, "_times") or not items or of._kind == "index":
        return None
    if not aligned and not all(groups._attrs.get(k, {"b": True})["b"] for k in ("sort", "as_index", "group_keys")):
        return None
    if any(d is None or isinstance(d, pd.CategoricalDtype) for d in _key_dtypes(groups, of)):
        return None
    return _call(groups, what, reference.follow, (), {}, Types(), aligned, steps=steps)


def apply(
    self, func, *args, output_type=None, dtypes=None, dtype=None, name=None, index=None, skip_infer=False, **kwargs
):
    """What a function gives for each group, under the keys, or an aggregate by name.

    Rows of a group meet in one process. Where the result is not in the order of its keys (sort=False, as_index=False, group_keys=False), and for groups
    of categories and of levels, all rows come to one process. What comes out is inferred by a call here with made-up groups; output_type, dtypes,
    dtype, name and index say it instead; with skip_infer=True the first rows are tried, which are computed.
    """
    if isinstance(func, str):
        return getattr(self, func)(*args, **kwargs)
    types = Types(output_type, dtypes if dtype is None else dtype, name, index, skip_infer)
    native = _native_apply(self, func) if types.untold and not args and not kwargs else None
    return native if native is not None else _call(self, "apply", func, args, kwargs, types)


def agg(self, func, args, kwargs):
    """Aggregates that functions, some of them perhaps, make of each column of a group.

    Functions of which it is known what they do are operators; others get the columns of a group.
    """
    _no_bins(self, "agg")
    called = next((f for f in functions_in(func, kwargs) if not is_named(f)), func)
    if func is not called:
        _check(self, func, args, kwargs)
    native = _native(self, func, kwargs, called) if not args else None
    if native is not None:
        return native
    if func is called:
        return _call(self, "agg", func, args, kwargs, Types())
    return _call(self, "agg", called, () if func is None else (func, *args), kwargs, Types(), several=True)


def _check(groups, func, args, named):
    """Whatever pandas raises of what is asked for, apart from the functions."""
    from .._worker import groups as calls

    def none(v):
        if isinstance(v, pd.NamedAgg):
            return pd.NamedAgg(v.column, none(v.aggfunc))
        if isinstance(v, (list, tuple)):
            return type(v)(map(none, v))
        if isinstance(v, dict):
            return {k: none(e) for k, e in v.items()}
        return (lambda *_args, **_kwargs: 0) if callable(v) else v

    of, _, own = _grouped(groups, "agg", True)
    rows = functions.sampled(of).iloc[[0, 1, 0, 1]]
    calls.run(none, rows, own, () if func is None else (none(func), *args), none(named))


def functions_in(func, named=None):
    """The functions that an argument of agg has."""
    if isinstance(func, (dict, pd.Series)):
        func = list(func.values) if isinstance(func, pd.Series) else list(func.values())
    elif func is None:
        func = [pair_of(v)[1] for v in (named or {}).values()]
    if isinstance(func, (list, tuple)):
        return [f for fs in func for f in functions_in(fs)]
    return [func] if callable(func) else []


def _native(groups, func, named, called):
    """What operators make of aggregates; None where a function is to be called."""
    met = _met(groups)
    if met is None:
        return None
    of, keys, columns, settings = met
    pairs = recorded_groups.items_of(func, named, columns, groups._series)
    found = recorded_groups.of_groups(of, keys, settings, pairs) if pairs else None
    if found is None:
        return None
    made = _sampled(groups, "agg", func, named, called)
    if isinstance(made, pd.Series):
        return found.iloc[:, 0].rename(made.name) if made.index.nlevels == len(keys) else None
    return found.set_axis(made.columns, axis=1) if made.shape[1] == len(pairs) else None


def _native_apply(groups, func):
    """What aggregates make of a function of the rows of a group that gives a number; None where it is to be called."""
    met = _met(groups)
    if met is None or any(isinstance(d, pd.CategoricalDtype) for d in _key_dtypes(groups, met[0])):
        return None
    of, keys, columns, settings = met
    if hasattr(groups, "_times") or not settings.get("group_keys", True) or not keys or not columns:
        return None
    single = groups._series or groups._ins[0]._kind == "series"
    found = recorded_groups.of_each(of, keys, settings, columns, single, func)
    if found is None:
        return None
    made = _sampled(groups, "apply", func, {}, func)
    if not isinstance(made, pd.Series) or made.index.nlevels != len(keys):
        return None
    found = found.iloc[:, 0].rename(made.name)
    return found if found.dtype == made.dtype else None


def _met(groups):
    """The rows of groups, their keys, the columns that functions get, and settings; None where aggregates by name do not do for a function."""
    attrs, of = groups._attrs, groups._ins[0]
    if "level" in attrs or attrs.get("as_index") == {"b": False}:
        return None
    of = of.to_frame() if of._kind == "series" else of
    if of._meta.open:
        return None
    items = _a_items(attrs)
    labels = [_a.decode(i["label"]) for i in items if "label" in i]
    keys = [_a.decode(i["label"]) if "label" in i else groups._ins[i["in"]["input"]] for i in items]
    columns = list(groups._chosen or [c for c in of._meta.names if c not in labels])
    return of, keys, columns, {k: attrs[k]["b"] for k in _SETTINGS if k in attrs}


def _sampled(groups, what, func, named, called):
    """What pandas gives of aggregates of two made-up groups: its labels are those of the result."""
    of, _, own = _grouped(groups, what, func is not called)
    args = (func,) if func is not None and func is not called else ()
    return functions.inferred(of, what, called, "groups", args, named, own, Types(), False)


def transform(self, func, args, kwargs):
    """What a function gives for each column of a group, in the rows of the input."""
    return _call(self, "transform", func, args, kwargs, Types(), aligned=True)


def transforms(groups, func, args, kwargs):
    """What several functions give for columns of a frame's groups, side by side: a list of them for all columns, a dict, or name=(column, function).

    NotImplementedError for a list with a function, which would be a label, and for a dict of lists.
    """
    if func is None:
        by, kwargs = {n: _pair(n, v) for n, v in kwargs.items()}, {}
    elif hasattr(func, "items"):
        if any(isinstance(f, (list, tuple)) for _, f in func.items()):
            raise NotImplementedError(
                "groupby.transform of a dict of lists is not there yet; give name=(column, function)"
            )
        by = {n: _pair(n, v) for n, v in func.items()}
    else:
        if any(callable(f) for f in func):
            raise NotImplementedError(
                "groupby.transform of a list with a function is not there yet; give name=(column, function)"
            )
        keys = [_a.decode(i["label"]) for i in _a_items(groups._attrs) if "label" in i]
        columns = groups._chosen or [c for c in groups._ins[0]._names if c not in keys]
        by = {(c, f): (c, f) for c in columns for f in func}
        if len(by) < len(columns) * len(func):
            raise NotImplementedError("groupby.transform of a list that names a function twice is not there yet")
    return _beside([groups[c].transform(f, *args, **kwargs).rename(n) for n, (c, f) in by.items()])


def _pair(name, v):
    """The column and the function of name=v, which is both, or the function of the column of that name."""
    return pair_of(v) if isinstance(v, (pd.NamedAgg, tuple)) else (name, v)


def _beside(parts):
    from ..dataframe._gen import concat

    return concat(parts, axis=1)


def shifted(method):
    """shift of groups, also by several numbers of rows, side by side."""

    @functools.wraps(method)
    def shift(self, periods=1, freq=None, fill_value=no_default, suffix=None):
        if not hasattr(periods, "__iter__"):
            if suffix:
                raise ValueError("Cannot specify `suffix` if `periods` is an int.")
            return method(self, periods, freq, fill_value)
        parts = []
        for k in periods:
            if not pd.api.types.is_integer(k):
                raise TypeError(f"Periods must be integer, but {k} is {type(k)}.")
            part = method(self, int(k), freq, fill_value)
            part = part.to_frame() if part._kind == "series" else part
            parts.append(part.add_suffix(f"{suffix}_{k}" if suffix else f"_{k}"))
        if not parts:
            raise ValueError("If `periods` is an iterable, it cannot be empty.")
        return parts[0] if len(parts) == 1 else _beside(parts)

    return shift


def filter(self, func, dropna=True, *args, **kwargs):
    """The rows of the groups for which a function is true."""
    if not dropna:
        raise NotImplementedError("groupby.filter: parameter 'dropna' is not there yet, leave it at its default")
    stay = _call(self, "filter", func, args, kwargs, Types(dtypes=np.dtype(bool)), aligned=True)
    of = self._ins[0]
    if self._chosen is not None:
        of = of[self._chosen[0] if self._series else self._chosen]
    return one("dataframe.filter", (of, stay), None, of._kind)
