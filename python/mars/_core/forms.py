"""Forms in which users give parameters, beyond one encoder for one type: what the documentation of operators names.

A form of several parameters gets the attributes that it sets, the name of its own, the value, and the name of the other one.
"""

import re
import secrets
import warnings

import numpy as np

from . import attrs as _a
from .aggregates import spec
from .call import no_default
from .expressions import expression  # noqa: F401
from .lazily import pandas3
from .written import listed, plain, written  # noqa: F401


def aggregates(func):
    """What agg and its kin were asked for: a name, a list of names, a dict by column."""
    return spec(func)


def floats(attrs, name, value, several):
    """A number, or a list of numbers, which gives a row each: several says which it was."""
    attrs[name] = _a.floats(np.atleast_1d(value))
    if np.ndim(value) > 0:
        attrs[several] = _a.boolean(True)


def labels(attrs, name, value, single):
    """A label, or a list, array or index of labels, each of which gives a level or column.

    single says which it was.
    """
    if value is None or value is no_default:
        return
    attrs[name] = _a.label_list(value)
    if not isinstance(value, (list, np.ndarray)) and not hasattr(value, "nlevels"):
        attrs[single] = _a.boolean(True)


def dtypes(attrs, name, value, columns):
    """A dtype, or a mapping of dtypes by column. One of categories may say which these are."""
    if not hasattr(value, "items"):
        attrs |= _typed(name, value)
        return
    rows = [_a.fields(column=_a.label(k), **_typed("d_type", v)) for k, v in value.items()]
    attrs[columns] = _a.items(sorted(rows, key=repr))


def _typed(name, dtype):
    categories = getattr(dtype, "categories", None)
    known = {} if categories is None else {"categories": _a.label_list(list(categories)), "given": _a.boolean(True)}
    return {name: _a.dtype(dtype)} | known


def by_column(attrs, name, value, by):
    """A text for all columns, a list of one for each, or a mapping of them by column."""
    if isinstance(value, dict):
        attrs[by] = _a.items(_a.fields(column=_a.label(c), text=_a.string(v)) for c, v in value.items())
    elif value is not None:
        attrs[name] = _a.strings(value)


def name(attrs, name, value, given):
    """A name that may be left out, and may be None as well."""
    if value is not no_default and value is not None:
        attrs[name] = _a.label(value)
        attrs[given] = _a.boolean(True)


def level_names(attrs, name, value, one):
    """Names of levels, of which None is one: one says that it is a name, not a list of them."""
    attrs[name] = _a.names(value)
    if isinstance(value, (str, bytes, tuple)) or not hasattr(value, "__iter__"):
        attrs[one] = _a.boolean(True)


def label_or_none(attrs, name, value, given):
    """A label that may be left out; None is a label."""
    if value is not no_default:
        attrs[given] = _a.boolean(True)
        if value is not None:
            attrs[name] = _a.label(value)


def spread(values):
    """Arguments that are given one by one, or as one sequence; None without any."""
    return values[0] if len(values) == 1 else values or None


def among(attrs, name, value, names):
    """One of some names. NotImplementedError for another, which the reference may know."""
    if value not in names.split(","):
        raise NotImplementedError(f"{name}={value!r} is not there yet: give one of {names}")
    attrs[name] = _a.string(value)


def inverse(attrs, name, value, opposite):
    """A switch whose field has the opposite meaning."""
    if not value:
        attrs[opposite] = _a.boolean(True)


def mixed(v, ins):
    """What a user wrote, as it stands: numbers, times and text, slices and lists of these. Arrays, NumPy's numbers and handles become inputs."""
    if hasattr(v, "_kind") or isinstance(v, (np.ndarray, np.generic)):
        ins.append(tensor(v))
        return _a.ref(len(ins) - 1)
    if isinstance(v, slice):
        return plain(v)
    if isinstance(v, (list, tuple, range)):
        kind = {"kind": "SEQUENCE_TUPLE"} if isinstance(v, tuple) else {}
        return {"list": {"items": [mixed(e, ins) for e in v], **kind}}
    return _a.ELLIPSIS if v is Ellipsis else _a.scalar(v)


def short(v, ins):
    """As mixed, but an array here that is short is a list, whose values the operator checks."""
    return mixed(v.tolist() if isinstance(v, np.ndarray) and v.size <= 1000 else v, ins)


_entries = (slice, str, bytes, int, float, complex, type(None), type(Ellipsis))


def brackets(key, ins):
    """An index: what stands between brackets. Lists and arrays of places become inputs."""
    if isinstance(key, tuple):
        entries = [brackets(list(k) if isinstance(k, tuple) else k, ins) for k in key]
        return {"list": {"items": entries, "kind": "SEQUENCE_TUPLE"}}
    if isinstance(key, np.integer):
        key = int(key)
    elif isinstance(key, bool) or not isinstance(key, _entries):
        key = tensor(np.empty(0, np.intp) if isinstance(key, list) and not key else key)
    return mixed(key, ins)


def filling(v, ins):
    """What elements are filled with. Text is refused as what no tensor holds."""
    return mixed(np.asarray(v) if isinstance(v, (str, bytes)) else v, ins)


def relabeling(v, ins, axis=0, level=None):
    """Old labels to new ones, or the name of a series. A function is called with the labels of the axis, of rows with those of each level, which are fetched."""
    if not callable(v) or hasattr(v, "_kind"):
        return plain(v)
    if axis in (1, "columns"):
        return plain({e: v(e) for n in ins[0]._names for e in (n if isinstance(n, tuple) else (n,))})
    index = ins[0].index
    levels = [
        [] if level not in (None, k, k - index.nlevels, n) else _distinct(index, k) for k, n in enumerate(index.names)
    ]
    return _a.items(plain({e: v(e) for e in labels}) for labels in levels)


def _distinct(index, k):
    """The labels of a level, each once."""
    return index.get_level_values(k).drop_duplicates().tolist()


def periods(v, ins):
    """A number of rows; of several, which make columns, a series is moved as a frame."""
    if hasattr(v, "__iter__") and ins[0]._kind == "series":
        ins[0] = ins[0].to_frame()
    return plain(v)


def replacement(v, ins, regex):
    """What a pattern is replaced by. A function is for regular expressions alone."""
    if callable(v) and not regex:
        raise ValueError("Cannot use a callable replacement when regex=False")
    return plain(v)


def drawn(v, ins, n, frac, replace, weights, axis):
    """The seed of a draw, a fresh one for None; of another generator of NumPy, of columns, and by weights before pandas 3, the places that it draws here."""
    across = axis in (1, "columns") and ins[0]._kind == "dataframe"
    if not across and v is None:
        return _a.integer(1 << 32 | secrets.randbits(62))  # beyond NumPy's seeds: draws of chunks
    if (
        not across
        and isinstance(v, (int, np.integer))
        and v is not True
        and v is not False
        and (weights is None or replace or pandas3())
    ):
        if not 0 <= v < 1 << 32:
            raise ValueError("Seed must be between 0 and 2**32 - 1")
        return _a.integer(v)
    import pandas as pd

    named = isinstance(weights, str) and ins[0]._kind == "dataframe" and not across
    weights = ins[0][weights] if named else weights
    labels = ins[0].columns if across else ins[0] if ins[0]._kind == "index" else ins[0].index
    labels, weights = (x.to_pandas() if hasattr(x, "_kind") and x._kind != "tensor" else x for x in (labels, weights))
    at = pd.Series(range(len(labels)), index=labels).sample(n, frac, replace, weights, v)
    if across:
        return plain(at.tolist())
    ins.append(tensor(at.to_numpy()))
    return _a.ref(len(ins) - 1)


def categories(v, ins):
    """New categories. A function is called with each old one."""
    return plain([v(c) for c in ins[0].dtype.categories] if callable(v) else v)


def pattern(attrs, name, value, compiled):
    """A text or pattern; of a compiled one its flags stand beside it."""
    if isinstance(value, re.Pattern):
        attrs[compiled] = _a.integer(value.flags & ~re.UNICODE)
        value = value.pattern
    attrs[name] = _a.string(value)


def naming(v, ins, axis):
    """Names of the levels of an axis; a function is called with those that they have."""
    if not callable(v):
        return plain(v)
    if axis is None:
        raise ValueError("Use `.rename` to alter labels with a mapper.")
    return plain([v(n) for n in (ins[0].columns if axis else ins[0].index).names])


def axis_labels(v, ins, axis=0):
    """Labels of an axis: of rows an index, alone in a list where a list was given, which has no name; of columns a list, beside its names where it may
    have some. A list of lists has a level each.
    """
    import pandas as pd

    if isinstance(v, list) and v and all(isinstance(e, (list, np.ndarray, pd.Series, pd.Index)) for e in v):
        v = pd.MultiIndex.from_arrays(v)
    if axis not in (1, "columns"):
        ins.append(index(v))
        return _a.ref(len(ins) - 1) if hasattr(v, "name") else _a.items([_a.ref(len(ins) - 1)])
    v = v.to_pandas() if hasattr(v, "_kind") else v
    several = hasattr(v, "__iter__") and not isinstance(v, (str, bytes))
    labels = _a.items(_a.label(e) for e in (v if several else [v]))
    if not hasattr(v, "name"):
        return labels
    entries = {"labels": labels, "names": _a.items(_a.label(n) for n in getattr(v, "names", [v.name]))}
    return {"dict": {"entries": [{"key": _a.string(k), "value": e} for k, e in entries.items()]}}


def either(name, value, default, other, given):
    """The value of a parameter that has another name too. ValueError where both are given."""
    if value != default:
        raise ValueError(f"{name} and {other} can't be provided simultaneously.")
    return given


def beside(attrs, name, value, lengths):
    """Axes of a transform. Lengths without them are deprecated, as in NumPy."""
    if value is not None:
        attrs[name] = _a.ints(value)
    elif lengths in attrs:
        warnings.warn(
            "`axes` should not be `None` if `s` is not `None` (Deprecated in NumPy 2.0). "
            "Pass [0, ..., k-1] to `axes` for a tensor of dimension k.",
            DeprecationWarning,
            stacklevel=3,
        )


def masked(name, attrs, ins, where=None, initial=None, mean=None):
    """The operator of a reduction: its own, or that of those which count some elements, begin with a number or are told the mean."""
    more = {"where": None if where is True else where, "mean": mean}
    if initial is None and not any(v is not None for v in more.values()):
        return name
    attrs["reduce"] = _a.string(name.rpartition(".")[2])
    if initial is not None:
        attrs["initial"] = _a.scalar(initial.item() if hasattr(initial, "item") else initial)
    for key, v in more.items():
        if v is not None:
            attrs[key] = _a.ref(len(ins))
            ins.append(tensor(v))
    return "tensor.reduction"


def other(name, attrs, ins, op, value):
    """The operator of a function: its own, or where a value is given op, which gets it as an input and is told the name."""
    if value is None:
        return name
    attrs["of"] = _a.string(name.rpartition(".")[2])
    ins.append(tensor(value))
    return op


def theirs(x):
    """Whose function answers for what is neither frame, series nor index; None for all else.

    Of what is here it is pandas' own, of a handle that of module missing.
    """
    import pandas as pd

    if getattr(x, "_kind", None) in ("tensor", "object"):
        from . import missing

        return missing
    return None if hasattr(x, "_kind") or isinstance(x, (pd.DataFrame, pd.Series)) else pd


def table(x):
    """A frame, or a series as a frame of one column."""
    from ..dataframe._as import frame

    x = frame(x)
    return x.to_frame() if x._kind == "series" else x


def settled(x):
    """A frame or series whose columns are known: where they follow from the data, it is computed."""
    from ..dataframe._as import frame

    x = frame(x)
    if x._meta.open:
        x.execute()
    return x


def counted(x):
    """A frame or series whose columns and number of rows are known: where they follow from the data, it is computed."""
    x = settled(x)
    len(x)
    return x


def tensor(x):
    """A tensor, or what becomes one."""
    from ..tensor._as import tensor as made

    return made(x)


def index(x):
    """An index, or what becomes one: a series, labels in memory here, or a frame, of which pandas makes what it does."""
    from ..dataframe.local import make

    return make("index", x.to_pandas() if getattr(x, "_kind", None) == "dataframe" else x, None)


def line(x):
    """A series, or a frame; what else has values one after the other is an index."""
    from ..dataframe._as import frame

    labels = not hasattr(x, "columns") and not hasattr(x, "iloc") and getattr(x, "_kind", None) != "tensor"
    return index(x) if labels else frame(x)


def single(x):
    """Whether x is one value, which pandas deals with here."""
    from ..dataframe._as import is_scalar

    return is_scalar(x)


def bare(x):
    """Whether x has values alone, and no labels."""
    return getattr(x, "_kind", "tensor") == "tensor" and not hasattr(x, "iloc")


def here(name, given):
    """What pandas' own function gives."""
    import pandas as pd

    return getattr(pd, name)(**{k: v for k, v in given.items() if v is not no_default})


def several(xs):
    """A frame or series, or a list of them."""
    from ..dataframe._as import frame

    return [frame(x) for x in (xs if isinstance(xs, (list, tuple)) else [xs])]


def indexes(xs):
    """An index, or a list of them."""
    return [index(x) for x in (xs if isinstance(xs, (list, tuple)) else [xs])]


def conditions(xs):
    """A list of conditions, or a single one."""
    first = xs[0] if isinstance(xs, (list, tuple)) and xs else xs
    alone = np.ndim(first) < (1 if first is not xs else 2)
    return [tensor(x) for x in ([xs] if alone else xs)]


def places(x):
    """Places along an axis: a number, a list, bools or a tensor. NotImplementedError for a slice, which needs the axis' length."""
    if isinstance(x, slice):
        raise NotImplementedError("a slice as places is not there yet, give numpy.arange of its bounds")
    return tensor(np.empty(0, np.int64) if isinstance(x, (list, tuple)) and not len(x) else x)
