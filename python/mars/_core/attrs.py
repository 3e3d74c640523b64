"""Parameters as attributes: protojson of the contract's Attr, one encoder for each type that an operator's parameter may have.

An encoder takes what a NumPy or pandas user gives and raises TypeError or ValueError where it does not fit.
"""

import base64
import datetime
import math
import os
from decimal import Decimal
from operator import index as _index

import numpy as np

from . import labels
from .call import no_default
from .coerce import is_lazy_scalar, local
from .dtypes import is_pandas, name_of

NONE = {"singleton": "SINGLETON_NONE"}
NA = {"singleton": "SINGLETON_NA"}
NAT = {"singleton": "SINGLETON_NAT"}
ELLIPSIS = {"singleton": "SINGLETON_ELLIPSIS"}
NO_DEFAULT = {"singleton": "SINGLETON_NO_DEFAULT"}

_exact = 1 << 53  # integers beyond are text in JSON
_low, _high, _top = -(1 << 63), 1 << 63, 1 << 64


def whole(v):
    """A 64-bit integer as JSON."""
    return v if -_exact < v < _exact else str(v)


def real(v):
    """A float as JSON."""
    if v - v == 0:
        return v
    return "NaN" if math.isnan(v) else ("Infinity" if v > 0 else "-Infinity")


def integer(v):
    """An int, or None; bools and NumPy's integers are ints too."""
    if v is None:
        return NONE
    v = _index(local(v))
    if _low <= v < _high:
        return {"i": whole(v)}
    if 0 <= v < _top:
        return {"u": str(v)}
    return {"big": str(v)}


def floating(v):
    """A float, or None."""
    return NONE if v is None else {"f": real(float(local(v)))}


def boolean(v):
    """A bool; None, and what is missing as NaN and NA are, is None. What has no truth value is refused."""
    v = local(v)
    if v is None or (isinstance(v, float) and v != v) or (is_pandas(v) and type(v).__name__ == "NAType"):
        return NONE
    return {"b": bool(v)}


def is_set(attrs, name):
    """Whether a flag among parameters is there and true."""
    return attrs.get(name) == {"b": True}


def count(attrs, name):
    """How many entries a list among parameters has."""
    return len(decode(attrs[name]))


def string(v):
    """A str, or None. TypeError for anything else."""
    v = local(v)
    if v is None:
        return NONE
    if not isinstance(v, str):
        raise TypeError(f"expected a string, got {type(v).__name__}")
    return {"s": str(v)}


def mode(v):
    """The name of a way to do it. Functions in its place are refused."""
    if callable(v):
        raise NotImplementedError("a function as mode is not there yet, give its name")
    return string(v)


def dtype(v):
    """A dtype by its name, None for the default."""
    return NONE if v is None else {"dtype": name_of(v)}


def label(v):
    """A label: a string, number, bool, time, None, or a tuple of these."""
    v = labels.plain(local(v))
    if isinstance(v, tuple):
        return {"list": {"items": [label(e) for e in v], "kind": "SEQUENCE_TUPLE"}}
    if isinstance(v, (list, dict, set)):
        raise TypeError(f"unhashable type: '{type(v).__name__}'")
    return scalar(v)


def scalar(v):
    """One value without a length, weak where NumPy has weak ones; a handle of a single value is one. TypeError for others."""
    t = type(v)
    if t is int:
        return {"i": v} if -_exact < v < _exact else integer(v)
    if t is float:
        return {"f": real(v)}
    v = local(v)
    t = type(v)
    if t is int:
        return integer(v)
    if t is float:
        return {"f": real(v)}
    if t is bool:
        return {"b": v}
    if t is str:
        return {"s": v}
    if v is None:
        return NONE
    if t is complex:
        return {"c": {"re": real(v.real), "im": real(v.imag)}}
    if isinstance(v, np.generic):
        return _strong(v)
    if isinstance(v, (bytes, bytearray, memoryview)):
        return {"raw": base64.b64encode(bytes(v)).decode()}
    if isinstance(v, Decimal):
        return {"decimal": str(v)}
    if is_pandas(v):
        import pandas as pd

        if isinstance(v, pd.Interval):
            return fields(left=scalar(v.left), right=scalar(v.right), closed=string(v.closed))
        if v is pd.NA:
            return NA
        if v is pd.NaT:
            return NAT
    time = labels.ticks(v)
    if time is not None:
        if time[2] is None:
            return {"timedelta": {"value": whole(time[0]), "unit": time[1]}}
        return {"time": {"value": whole(time[0]), "unit": time[1], "zone": time[2]}}
    if isinstance(v, bool):
        return {"b": bool(v)}
    if isinstance(v, int):
        return integer(int(v))
    if isinstance(v, float):
        return {"f": real(float(v))}
    if isinstance(v, str):
        return {"s": str(v)}
    if is_pandas(v) and hasattr(v, "rollforward"):
        raise NotImplementedError(f"arithmetic with a {type(v).__name__} is not there yet; a Timedelta is")
    raise TypeError(f"{v!r} cannot be a parameter: a {type(v).__name__} is no number, text, bool or time")


def _strong(v):
    """A NumPy scalar where the parameter has no dtype of its own: its value; times keep their unit."""
    if isinstance(v, (np.datetime64, np.timedelta64)):
        if np.isnat(v):
            return NAT
        n, unit, zone = labels.ticks(v)
        kind = "timedelta" if zone is None else "time"
        return {kind: {"value": whole(n), "unit": unit}}
    return scalar(v.item())


def typed(v):
    """A NumPy scalar with its dtype."""
    data = np.asarray(v).astype(np.asarray(v).dtype.newbyteorder("<")).tobytes()
    return {"np": {"dtype": name_of(v.dtype), "data": base64.b64encode(data).decode()}}


def natural(v):
    """An integer that is not negative, also as a float."""
    if isinstance(v, bool) or v != int(v) or v < 0:
        raise ValueError(f"{v!r} is no count: give an integer >=0, such as nrows=5")
    return integer(int(v))


def or_none(v):
    """A value in whose place None means the word "none"."""
    return anything("none" if v is None else v)


def text(v):
    """A text. NotImplementedError for None, which asks to guess it."""
    if v is None:
        raise NotImplementedError("sep=None, which guesses the separator, is not there yet")
    return string(v)


def frequency(v):
    """A frequency of pandas by its text: an offset, a length of time, or a text of one."""
    from pandas.tseries.frequencies import to_offset

    return string(to_offset(v).freqstr)


def character(v):
    """A text of one character."""
    if not isinstance(v, str) or len(v) != 1:
        raise TypeError('"delimiter" must be a 1-character string')
    return string(v)


def path(v):
    """A path as workers may open it: what lies on this host by its full name."""
    v = os.fspath(v)
    return string(v if "://" in v else os.path.abspath(os.path.expanduser(v)))


def paths(v):
    """One path or a list of them."""
    if isinstance(v, (str, os.PathLike)):
        v = [v]
    elif not isinstance(v, (list, tuple)):
        raise TypeError(f"Invalid file path or buffer object type: {type(v)}")
    return strings([path(p)["s"] for p in v])


def ints(v):
    """A list of ints; one int stands for itself."""
    if v is None:
        return NONE
    if isinstance(v, (int, np.integer)):
        return {"ints": {"v": [whole(_index(v))]}}
    if isinstance(v, tuple) and len(v) < 8:  # shapes
        return {"ints": {"v": [whole(_index(e)) for e in v], "kind": "SEQUENCE_TUPLE"}}
    return {"ints": {"v": [whole(_index(e)) for e in _items(v)]}}


def floats(v):
    """A list of floats."""
    if v is None:
        return NONE
    if isinstance(v, (int, float, np.number)):
        v = (v,)
    return {"floats": {"v": [real(float(e)) for e in _items(v)]}}


def flat_floats(v):
    """The floats of nested lists, in order."""
    return floats(np.ravel(v).tolist())


def numbers(v):
    """A float, or a list of floats."""
    if np.ndim(v) == 0:
        return floating(v.item() if hasattr(v, "item") else v)
    return floats(np.asarray(v, dtype=np.float64).ravel())


def bools(v):
    """A list of bools; one bool stands for itself."""
    if v is None:
        return NONE
    if isinstance(v, (bool, np.bool_, int)):
        v = (v,)
    return {"bools": {"v": [bool(e) for e in _items(v)]}}


def strings(v):
    """A list of strings; one string stands for itself."""
    if v is None:
        return NONE
    if isinstance(v, str):
        v = (v,)
    return {"strings": {"v": [string(e)["s"] for e in _items(v)]}}


def label_list(v):
    """A list of labels; one label, tuples too, stands for itself."""
    if v is None:
        return NONE
    if getattr(v, "_kind", None) == "series" or (is_pandas(v) and hasattr(v, "name") and hasattr(v, "iloc")):
        raise NotImplementedError("a series in place of labels of columns is not there yet")
    if isinstance(v, (str, bytes, tuple)) or not hasattr(v, "__iter__"):
        v = (v,)
    return {"list": {"items": [label(e) for e in v]}}


def members(v):
    """A label, tuples too, or labels in a list, set, range, array, series or index."""
    if hasattr(v, "to_pandas"):
        v = v.to_pandas()
    listed = isinstance(v, (list, set, range)) or (
        hasattr(v, "tolist") and hasattr(v, "__len__") and not isinstance(v, np.generic)
    )
    return items(label(e) for e in (v if listed else [v]))


def columns_of(v):
    """Labels of columns, one each; one label stands for itself."""
    return NONE if v is no_default else label_list([None] if v is None else v)


def some(v):
    """A list of labels, which means all where it is empty."""
    return columns(v) if len(v) else NONE


def names(v):
    """A list of labels in which None is one: it takes a name away."""
    return label_list([None] if v is None else v)


def columns(v):
    """A list of labels, which a tuple is too."""
    return NONE if v is None else items(label(e) for e in v)


def suffixes(v):
    """A pair of suffixes, which become text; None is an empty one, and so are two that are false. TypeError for what is no sequence."""
    if isinstance(v, (str, set, dict)):
        raise TypeError(f"Passing 'suffixes' as a {type(v)}, is not supported. Provide 'suffixes' as a tuple instead.")
    return strings(["" if s is None or not any(v) else str(s) for s in v])


def classes(v):
    """Classes of dtypes, as select_dtypes takes them: one, or a list of them."""
    if v is None:
        return NONE
    return strings([_class_of(c) for c in ((v,) if isinstance(v, (str, type)) or not hasattr(v, "__iter__") else v)])


_classes = {int: "int", float: "floating", "datetime64": "datetime", "timedelta64": "timedelta"}
_abstract = (
    "number integer signedinteger unsignedinteger floating complexfloating inexact generic datetime64 timedelta64"
)
_named = frozenset(_abstract.split()) | {"int", "float", "datetime", "datetimetz", "timedelta", "all"}


def _class_of(c):
    """The engine's name of a class of dtypes."""
    name = c.__name__ if isinstance(c, type) and issubclass(c, np.generic) else c
    if isinstance(name, str) and name in _named:
        return _classes.get(name, name)
    return _classes[c] if c in (int, float) else name_of(c)


def zone(v):
    """A time zone by its name, or as pandas takes it; None is none."""
    if v is None or isinstance(v, str):
        return string(v or "")
    import pandas as pd

    return string(labels.zone_of(pd.DatetimeTZDtype(tz=v).tz))


def times(v):
    """How many times, for all rows. NotImplementedError for a number for each row, which the reference knows."""
    if hasattr(v, "__len__") and not isinstance(v, str):
        raise NotImplementedError("a number for each row is not there yet: give one for all rows")
    return integer(v)


def ambiguous(v):
    """What becomes of wall times that a zone has twice. NotImplementedError for what looks at rows, which the reference knows."""
    if isinstance(v, (bool, np.bool_)):
        return string(str(bool(v)))
    if v == "infer" if isinstance(v, str) else hasattr(v, "__len__"):
        raise NotImplementedError(
            "ambiguous='infer' and bools for each row are not there yet: give raise, NaT or a bool"
        )
    return string(v)


def nonexistent(v):
    """What becomes of wall times that a zone lacks; a timedelta moves them."""
    if not isinstance(v, datetime.timedelta):
        return string(v)
    value, unit, _ = labels.ticks(v)
    return string(f"{value}{unit}")


def clock(v):
    """A time of day, or its text, in microseconds."""
    import pandas as pd

    return integer((pd.Timestamp(f"2000-01-01 {v}") - pd.Timestamp("2000-01-01")) // pd.Timedelta(1, "us"))


def axis(v):
    """The axis of a frame, 0 or 1, by number or name. ValueError for other axes."""
    try:
        return {"i": _axes[v]}
    except (KeyError, TypeError):
        raise ValueError(f"No axis named {v} for object type DataFrame") from None


def one_axis(v):
    """The axis of a series, which has one. ValueError for others."""
    if v not in (None, 0, "index", "rows"):
        raise ValueError(f"No axis named {v} for object type Series")
    return 0


def axis_name(v):
    """The axis of a frame by its name, "index" or "columns". ValueError for other axes."""
    return {"s": ("index", "columns")[axis(v)["i"]]}


_axes = {0: 0, 1: 1, "index": 0, "rows": 0, "columns": 1}


def anything(v):
    """A parameter without a type: a value, or a list of values. Arrays are lists here."""
    if isinstance(v, np.ndarray):
        v = v.tolist()
    elif is_pandas(v) and hasattr(v, "tolist"):
        v = v.tolist()
    if isinstance(v, np.generic):
        return _strong(v)
    if isinstance(v, range):
        v = list(v)
    return encode(v)


def items(encoded):
    """A list of attributes."""
    return {"list": {"items": list(encoded)}}


def fields(**encoded):
    """A struct; None leaves a field out."""
    return {"fields": {"fields": {k: v for k, v in encoded.items() if v is not None}}}


def mapping(v, encode):
    """A map of string keys."""
    return {"fields": {"fields": {string(k)["s"]: encode(e) for k, e in dict(v).items()}}}


def ref(i):
    """An operand inside a structure: input i."""
    return {"input": i}


def refs(n, first=0):
    """The inputs from first on, n of them, as a list."""
    return {"list": {"items": [{"input": i} for i in range(first, first + n)]}}


def array(v):
    """An array in the graph, as .npy."""
    from .npy import dumps

    return {"literal": {"mediaType": "application/x-npy", "data": base64.b64encode(dumps(v)).decode()}}


def table(v):
    """A frame, series or index in the graph, as an Arrow IPC stream."""
    from .arrow import write

    return {
        "literal": {"mediaType": "application/vnd.apache.arrow.stream", "data": base64.b64encode(write(v)).decode()}
    }


def encode(v, inputs=None):
    """Any value by its own type. Handles are appended to inputs, where it is given, and become references to it."""
    if isinstance(v, (list, tuple, set, frozenset)):
        return _sequence(v, inputs)
    if isinstance(v, dict):
        entries = [{"key": encode(k, inputs), "value": encode(e, inputs)} for k, e in v.items()]
        return {"dict": {"entries": entries}}
    if v is Ellipsis:
        return ELLIPSIS
    if isinstance(v, slice):
        ends = {"start": v.start, "stop": v.stop, "step": v.step}
        return {"slice": {k: encode(e, inputs) for k, e in ends.items() if e is not None}}
    if isinstance(v, np.generic):
        return _strong(v) if isinstance(v, (np.datetime64, np.timedelta64)) else typed(v)
    if isinstance(v, np.dtype):
        return dtype(v)
    if isinstance(v, np.ndarray):
        return array(v)
    if getattr(v, "_is_entity", False):
        if inputs is None and is_lazy_scalar(v):
            return scalar(v)
        if inputs is None:
            raise TypeError(f"a {type(v).__name__} cannot be a parameter here; fetch it first")
        inputs.append(v._ref)
        return ref(len(inputs) - 1)
    if is_pandas(v) and hasattr(v, "to_numpy") and hasattr(v, "iloc" if hasattr(v, "columns") else "name"):
        return table(v)
    return scalar(v)


_kinds = {list: None, tuple: "SEQUENCE_TUPLE", set: "SEQUENCE_SET", frozenset: "SEQUENCE_SET"}
_short = {int: ("ints", whole), float: ("floats", real), str: ("strings", str), bool: ("bools", bool)}


def _sequence(v, inputs):
    """A sequence: of one plain type in short."""
    kind = next(k for t, k in _kinds.items() if isinstance(v, t))
    kinds = {type(e) for e in v}
    short = _short.get(next(iter(kinds))) if len(kinds) == 1 else None
    if short and not (short[0] == "ints" and any(not _low <= e < _high for e in v)):
        name, how = short
        out = {name: {"v": [how(e) for e in v]}}
    else:
        name = "list"
        out = {name: {"items": [encode(e, inputs) for e in v]}}
    if kind:
        out[name]["kind"] = kind
    return out


def _items(v):
    """The items of a list-like of scalars."""
    if hasattr(v, "tolist"):
        v = v.tolist()
    if isinstance(v, (str, bytes, dict)) or not hasattr(v, "__iter__"):
        raise TypeError(f"{v!r} is no list of values: expected a list, tuple or array, got {type(v).__name__}")
    return v


def decode(a):
    """The Python value of a simple attribute, as it stands in descriptions: labels and scalars."""
    if not a:
        return None
    ((kind, v),) = a.items()
    if kind == "singleton":
        return _singleton(v)
    if kind in ("i", "u", "big"):
        return int(v)
    if kind == "f":
        return float(v) if not isinstance(v, str) else math.nan if v == "NaN" else float(v.replace("Infinity", "inf"))
    if kind == "c":
        return complex(decode({"f": v.get("re", 0.0)}), decode({"f": v.get("im", 0.0)}))
    if kind == "raw":
        return base64.b64decode(v)
    if kind == "decimal":
        return Decimal(v)
    if kind == "time":
        return labels.time_of(v.get("value", 0), v["unit"], v.get("zone", ""))
    if kind == "timedelta":
        return labels.delta_of(v.get("value", 0), v["unit"])
    if kind == "list":
        seq = [decode(e) for e in v.get("items", ())]
        return tuple(seq) if v.get("kind") == "SEQUENCE_TUPLE" else seq
    if kind in ("ints", "floats", "strings", "bools"):
        seq = [decode({kind[0]: e}) for e in v.get("v", ())]
        return tuple(seq) if v.get("kind") == "SEQUENCE_TUPLE" else seq
    if kind == "fields":
        import pandas as pd

        return pd.Interval(**{k: decode(e) for k, e in v["fields"].items()})
    if kind in ("b", "s", "dtype", "key"):
        return v
    raise TypeError(f"an attribute of type {kind} is not a plain value")


def _singleton(name):
    if name in ("SINGLETON_NONE", 0):
        return None
    import pandas as pd

    return {"SINGLETON_NAT": pd.NaT, "SINGLETON_NA": pd.NA, "SINGLETON_ELLIPSIS": Ellipsis}[name]
