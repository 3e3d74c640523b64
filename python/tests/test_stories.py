"""The stories of views and assignment that NumPy has played: those of the Go side, from the same file."""

import json
import pathlib

import numpy as np
import pytest

import mars.tensor as mt

_file = pathlib.Path(__file__).parents[2] / "tensor" / "testdata" / "stories" / "index.json"
_stories = json.loads(_file.read_text())
_errors = {e.__name__: e for e in (IndexError, OverflowError, TypeError, ValueError)}


def literal(g):
    data = [np.nan if v == "nan" else v for v in g["data"]]
    return np.array(data, dtype=g["dtype"]).reshape(g["shape"])


def entry(i):
    if i is None:
        return None
    if i == "...":
        return Ellipsis
    if isinstance(i, int):
        return i
    if "array" in i:
        return mt.array(literal(i["array"]))
    return slice(*i["slice"])


def shown(a, call, args):
    """What a method or a function shows of a tensor."""
    attr = getattr(a, call, None)
    if call in ("moveaxis", "expand_dims", "flip", "rollaxis", "atleast_3d"):
        return getattr(mt, call)(a, *args)
    return attr(*args) if callable(attr) else attr


def value(v, names):
    if "name" in v:
        return names[v["name"]]
    if "array" in v:
        return literal(v["array"])
    return np.nan if v["number"] == "nan" else v["number"]


def play(steps):
    names = {}
    for k, s in enumerate(steps):
        fails = steps[k + 1] if k + 1 < len(steps) and "fail" in steps[k + 1] else None
        if fails is not None:
            with pytest.raises(_errors[fails["fail"]]) as e:
                step(s, names)
                names[s.get("get") or s["set"]].execute()  # what depends on data fails there
            assert fails.get("text", "").strip() in str(e.value)
            return
        step(s, names)


def step(s, names):
    if "let" in s:
        names[s["let"]] = mt.array(literal(s["array"]))
    elif "get" in s:
        names[s["get"]] = names[s["of"]][tuple(entry(i) for i in s["index"])]
    elif "show" in s:
        names[s["show"]] = shown(names[s["of"]], s["call"], s["args"])
    elif "set" in s:
        names[s["set"]][tuple(entry(i) for i in s["index"])] = value(s["value"], names)
    elif "want" in s:
        want = literal(s["array"])
        got = names[s["want"]].to_numpy()
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("name", sorted(_stories))
def test_story(session, name):
    play(_stories[name])
