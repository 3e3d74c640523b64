"""What the client has under a name: by looking at its modules, classes and handles, not at operators."""

import inspect

import numpy as np
import pandas as pd

import mars.dataframe as md
import mars.tensor as mt
from mars._functions.reference import listed

NATIVE, REFERENCE, REFUSED, MISSING = "native", "reference", "refused", "missing"
_nothing = object()


def _examples():
    """A handle or a class for each class of the references; None where the client has none of the kind."""
    s = md.Series([1.0, 2.0], name="x")
    text, times = md.Series(["a"]), md.from_pandas(pd.Series(pd.to_datetime(["2024-01-01"])))
    timed = md.from_pandas(pd.Series([1.0], index=pd.to_datetime(["2024-01-01"])))
    df = md.DataFrame({"x": [1.0, 2.0], "k": ["a", "b"]})
    rolling, groups = df[["x"]].rolling(2), df.groupby("k")
    return {
        "DataFrame": df,
        "Series": s,
        "Index": df.index,
        "DataFrameGroupBy": groups,
        "GroupBy": groups,
        "SeriesGroupBy": groups["x"],
        "Rolling": rolling,
        "Expanding": _given(df[["x"]], "expanding"),
        "EWM": _given(df[["x"]], "ewm", span=2),
        "Resampler": _given(timed, "resample", rule="D"),
        "str": text.str,
        "dt": times.dt,
        "cat": _given(md.Series(["a"]).astype("category"), "cat"),
        "Tensor": mt.ones(2),
        "Generator": mt.random.default_rng(1),
    }


def _given(value, name, **kwargs):
    """An attribute, called where there are arguments; None where it is not there."""
    try:
        at = getattr(value, name)
        if is_absent(at):
            return None
        return at(**kwargs) if kwargs or inspect.ismethod(at) else at
    except NotImplementedError:
        return None


def is_absent(thing):
    """Whether something stands for what is not there yet."""
    return (getattr(thing, "__doc__", None) or "").rstrip().endswith("is not there yet.")


class Client:
    """The client's modules and an example of each class, looked at by name."""

    def __init__(self):
        self.at = {
            "tensor": mt,
            "tensor.random": mt.random,
            "tensor.linalg": mt.linalg,
            "tensor.fft": mt.fft,
            "tensor.special": mt.special,
            "tensor.stats": mt.stats,
            "tensor.spatial.distance": mt.spatial.distance,
            "dataframe": md,
            **_examples(),
        }

    def look(self, where, name):
        """NATIVE, REFERENCE, REFUSED or MISSING, and what is there."""
        at = self.at[where]
        if at is None:
            return REFUSED, None
        cls = at if inspect.ismodule(at) else type(at)
        found = inspect.getattr_static(cls, name, _nothing)
        like = getattr(at, "_like", np.ndarray if where == "Tensor" else None)
        if found is _nothing and like is not None and listed(like, name):
            return REFERENCE, None
        if found is _nothing and (inspect.ismodule(at) or not _reaches_out(at, name)):
            try:
                found = getattr(at, name)
            except NotImplementedError:
                return REFUSED, None
            except AttributeError:
                return MISSING, None
        if found is _nothing:
            return MISSING, None
        if is_absent(found):
            return REFUSED, None
        return REFERENCE if hasattr(found, "_reference") else NATIVE, found


def _reaches_out(at, name):
    """Whether a name of a handle is one of its columns, which is not an attribute of its class."""
    return name in getattr(at, "columns", ())


def parameters(thing):
    """The parameters of a function that are taken at any value, None where they cannot be told."""
    try:
        given = inspect.signature(thing).parameters
    except (TypeError, ValueError):
        return None
    if thing.__name__.startswith("__") and any(p.kind is p.VAR_KEYWORD for p in given.values()):
        return None  # all are passed on to NumPy
    refused = set()
    for line in (thing.__doc__ or "").splitlines():
        if line.strip().startswith("Taken at their defaults only: "):
            refused |= set(line.partition(": ")[2].rstrip(".").split(", "))
    return set(given) - refused
