"""What a user wrote, as it stands: parameters of which the operator itself reads what kind of thing they are."""

import re

import numpy as np

from . import attrs as _a
from .call import no_default
from .coerce import FUNCTION, LIST, MASK, classify, is_lazy_scalar, local
from .coerce import listed as list_of
from .dtypes import is_pandas


def written(v, ins):
    """Any value, list or mapping. What has rows becomes an input, labels that are here too; a function is called with the first input."""
    return _word(v, ins)


def plain(v):
    """Any value, list or mapping, where arrays and labels are lists and a series is a mapping; what the cluster has is fetched."""
    if callable(v) and getattr(v, "_is_entity", False) is not True:  # a class too
        raise NotImplementedError(_FUNCTION)
    return _word(v, None)


def listed(v, ins):
    """As written, but what is in memory here is a list, unless it is long."""
    here = (
        hasattr(v, "dtype") and not getattr(v, "_is_entity", False) and getattr(v, "ndim", 0) == 1 and len(v) <= _MANY
    )
    return _word(v.tolist() if here else v, ins)


def keyed(v, ins, rows=True):
    """A key as written: labels and places are a list, and so are bools but for those that are many, have labels, or are on the cluster."""
    if isinstance(v, tuple) and not hasattr(v, "_kind"):
        entries = [keyed(e, ins, rows and not i) for i, e in enumerate(v)]
        return {"list": {"items": entries, "kind": "SEQUENCE_TUPLE"}}
    kind, v = classify(v)
    if kind == FUNCTION:
        return keyed(v(ins[0]), ins, rows)
    if kind == MASK and not (rows and (hasattr(v, "_kind") or (hasattr(v, "index") and hasattr(v, "iloc")))):
        if hasattr(v, "_kind"):
            v = v._fetched()
        is_true = np.asarray(v.fillna(False) if hasattr(v, "fillna") else v, dtype=bool)
        return _a.bools(is_true) if len(is_true) <= _MANY or not rows else _word(is_true, ins)
    if kind != LIST:
        return _word(v, ins)
    entries = list_of(v)
    return _a.ints(entries) if all(type(e) is int for e in entries) else _a.items(_word(e, None) for e in entries)


def cells(v, ins, each, by_label):
    """What is put into cells: as written, but of a list a series whose rows are met by place, of an array of two axes a list of these.

    With each a list comes one by one as well, with by_label a series also as a mapping, and a mapping as one of values apart.
    """
    import pandas as pd

    from ..dataframe._as import LISTED, constant, is_scalar

    if isinstance(v, pd.Series) or getattr(v, "_kind", None) == "series":
        if not by_label:
            return _word(v, ins)
        here = v._fetched() if hasattr(v, "_kind") else v
        return _both(_word(here.to_dict(), None), _word(v, ins))
    if isinstance(v, dict) and by_label:
        return {"dict": {"entries": [{"key": _a.string("apart"), "value": _word(v, None)}]}}
    if hasattr(v, "_kind") or hasattr(v, "columns") or is_scalar(v):
        return _word(v, ins)
    if isinstance(v, np.ndarray) and v.ndim == 2:
        return _a.items(_input(constant(pd.Series(v[:, i], name=LISTED)), ins) for i in range(v.shape[1]))
    plain_list = not isinstance(v, (np.ndarray, pd.Index, pd.api.extensions.ExtensionArray))
    v = [local(e) if is_lazy_scalar(e) else e for e in v] if plain_list else v
    if plain_list and not v:
        v = np.array([])
    column = _input(constant(pd.Series(v, name=LISTED)), ins)
    return _both(_a.items(_word(e, ins) for e in v), column) if each and len(v) <= _MANY else column


def _both(each, column):
    entries = [{"key": _a.string(k), "value": e} for k, e in (("each", each), ("column", column))]
    return {"dict": {"entries": entries}}


_FUNCTION = "a function of Python is not there yet: give a value, a list or a dict"
_MANY = 10_000  # so many values are no parameter: they are stored


def _word(v, ins):
    if v is no_default:
        return _a.NO_DEFAULT
    if is_lazy_scalar(v):
        v = local(v)
    if getattr(v, "_is_entity", False):
        if ins is None:
            return _word(v._fetched(), None)
        return _input(v, ins)
    if isinstance(v, dict):
        return {"dict": {"entries": [{"key": _word(k, None), "value": _word(e, ins)} for k, e in v.items()]}}
    if isinstance(v, slice):
        ends = {"start": v.start, "stop": v.stop, "step": v.step}
        return {"slice": {k: _word(e, ins) for k, e in ends.items() if e is not None}}
    if isinstance(v, re.Pattern):
        return _a.fields(pattern=_a.string(v.pattern), flags=_a.integer(v.flags & ~re.UNICODE))
    if hasattr(v, "dtype") and not isinstance(v, (np.generic, type)) and getattr(v, "ndim", 1):
        return _with_rows(v, ins)
    if isinstance(v, np.ndarray):
        v = v[()]
    if isinstance(v, tuple):
        return {"list": {"items": [_word(e, ins) for e in v], "kind": "SEQUENCE_TUPLE"}}
    if isinstance(v, (np.dtype, type)) or (is_pandas(v) and hasattr(v, "na_value")):
        return _a.dtype(v)
    if callable(v):
        if not ins:
            raise NotImplementedError(_FUNCTION)
        return _word(v(ins[0]), ins)
    if hasattr(v, "columns"):
        return _with_rows(v, ins)
    if hasattr(v, "__iter__") and not isinstance(v, (str, bytes)):
        return _a.items(_word(e, ins) for e in v)
    return _a.scalar(v)


def _with_rows(v, ins):
    """An array, or what pandas has, in memory here."""
    if ins is not None:
        from ..dataframe._as import by_rows

        return _input(by_rows(v), ins)
    if hasattr(v, "index") and hasattr(v, "to_dict"):
        return _word(v.to_dict(), None)
    return _a.items(_word(e, None) for e in (v if is_pandas(v) else v.tolist()))


def _input(handle, ins):
    ins.append(handle)
    return _a.ref(len(ins) - 1)
