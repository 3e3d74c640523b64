"""The lines: from the catalogue of operators and the signatures of the client's functions and methods."""

import inspect
import json
import pathlib
import zlib
from types import SimpleNamespace

import numpy as np
import pandas as pd
from counts.client import NATIVE, Client
from idioms.corpus import Line

import mars.tensor as mt

from . import inputs
from .forms import AFTER, BEFORE, GIVEN, OF, PANDAS, TRIED

_catalog = pathlib.Path(__file__).parents[3] / "ops" / "catalog.json"
# They draw, leave elements as they are, have an order that nobody promises, or write files: other tests call them.
_not_here = set(
    "random empty empty_like sample partition argpartition to_csv to_json to_parquet to_feather to_tensor".split()
)
_classes = {
    "DataFrame": ("DataFrame", "x", inputs.FRAMES),
    "Series": ("Series", "x", inputs.SERIES),
    "Index": ("Index", "x.index", inputs.FRAMES),
    "Series.str": ("str", "x.str", inputs.TEXTS),
    "Series.dt": ("dt", "x.dt", inputs.TIMES),
}


class Call(SimpleNamespace):
    """A line with its set-up, as idioms.line.outcome takes them: block and line are the same thing."""

    eager, path = False, pathlib.Path("seams")


def functions():
    """(reference, how it is called, function, method or None, inputs) of everything generated that NumPy or pandas has."""
    return (f for _, there, *f in _generated() if there)


def lost():
    """The names of what is generated that NumPy and pandas have no longer."""
    return {name for name, there, *_ in _generated() if not there}


def _in(module, name):
    """Whether a module has a name, with dots."""
    for part in name.split("."):
        module = getattr(module, part, None)
    return module is not None


def _in_pandas(place, method):
    """Whether a class of pandas has a method; of an index, of one level or of several."""
    classes = {
        "str": (pd.Series.str,),
        "dt": (pd.Series.dt,),
        "Index": (pd.Index, pd.MultiIndex, pd.DatetimeIndex, pd.TimedeltaIndex),
    }
    return any(hasattr(c, method) for c in classes.get(place) or (getattr(pd, place),))


def _generated():
    """A name, whether the reference has it, and the rest as functions gives it."""
    client, seen = Client(), set()
    for e in json.loads(_catalog.read_text(encoding="utf-8")):
        domain, _, name = e["name"].partition(".")
        if domain == "tensor" and e.get("like", "").startswith("numpy.") and not _not_here & set(name.split(".")):
            f = mt
            for part in name.split("."):
                f = getattr(f, part, None)
            if inspect.isfunction(f):
                yield name, _in(np, name), "numpy", f"np.{name}", f, None, inputs.ARRAYS
        for full in e.get("methods", ()):
            cls, _, method = full.rpartition(".")
            if cls not in _classes or method in _not_here or method.startswith("_") or full in seen:
                continue
            seen.add(full)
            place, start, values = _classes[cls]
            values = inputs.OF.get(method, {}).get(place, values)
            start += BEFORE.get(method, "")
            word, f = client.look(place, method)
            if word == NATIVE:
                yield (
                    full,
                    _in_pandas(place, method),
                    "pandas",
                    f"{start}.{method}",
                    f if inspect.isfunction(f) else None,
                    method,
                    values,
                )


def forms(called, f, method):
    """The forms of one call; none where a parameter must be given that forms.py does not know."""
    if f is None:  # a property
        return [called]
    name = called.rpartition(".")[2]
    given, tried = [], []
    own = OF.get(name, {})
    for i, p in enumerate(inspect.signature(f).parameters.values()):
        if (method and i == 0) or p.kind is p.VAR_KEYWORD or (p.kind is p.VAR_POSITIONAL and p.name not in GIVEN):
            continue
        if p.name in own:
            given.append((p, own[p.name]))
        elif p.default is not p.empty:
            values = PANDAS if method and p.name in PANDAS else TRIED
            tried += [(p, v) for v in values.get(p.name, ())]
        elif p.name in GIVEN:
            given.append((p, GIVEN[p.name]))
        else:
            return []

    def text(args):
        first = [v for p, v in args if p.default is p.empty]
        rest = [f"{p.name}={v}" for p, v in args if p.default is not p.empty]
        return f"{called}({', '.join(first + rest)}){AFTER.get(name, '')}"

    return [text(given)] + [text([*given, t]) for t in tried]


def calls(every=1):
    """Every form with every input, or one of so many: always the same ones."""
    for reference, called, f, method, values in functions():
        for form in forms(called, f, method):
            if "inplace=True" in form:
                form += "; x"
            for kind, setup in values.items():
                if zlib.crc32(f"{form} {kind}".encode()) % every == 0:
                    yield Call(reference=reference, setup=setup, kind=kind, line=Line(0, form))
