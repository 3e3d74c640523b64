"""Functions and methods have the parameters of those they follow."""

import inspect
import json
import pathlib

import numpy as np
import pandas as pd
import pytest

import mars.dataframe as md
import mars.tensor as mt

_catalog = json.loads((pathlib.Path(__file__).parents[2] / "ops" / "catalog.json").read_text())
# Parameters that NumPy and pandas have not: ours say how values are cut.
_extra = {"chunk_size", "chunk_bytes"}


def parameters(f):
    return {k: v for k, v in inspect.signature(f).parameters.items() if k not in _extra and k != "self"}


def found(name):
    """The NumPy or pandas object of a dotted name, None where this version has none."""
    at = {"numpy": np, "pandas": pd}.get(name.split(".")[0])  # those of SciPy are compared by their answers alone
    for part in name.split(".")[1:]:
        at = getattr(at, part, None)
    return at


def pairs():
    for e in _catalog:
        like, parts = e.get("like", ""), e["name"].split(".")
        if like.startswith("numpy.") and parts[0] == "tensor" and "random" not in parts:
            ours = mt
            for p in parts[1:]:
                ours = getattr(ours, p, None)
            if callable(ours) and like != "numpy.ndarray.astype":
                yield e["name"], ours, found(like)
        elif (
            like.count(".") == 1
            and parts[0] == "dataframe"
            and parts[-1] == like.split(".")[-1]
            and callable(getattr(md, parts[-1]))
        ):
            yield e["name"], getattr(md, parts[-1]), found(like)
        for m in e.get("methods", ()):
            path = m.split(".")
            if path[-1].startswith("__") or path[0] == "Tensor":
                continue
            if path[0] == "Ufunc":
                yield m, getattr(mt.ufunc, path[1]), getattr(np.ufunc, path[1])
            elif path[1:2] in (["str"], ["dt"]):
                ours = getattr(
                    {"str": type(md.Series.str.fget(None)), "dt": type(md.Series.dt.fget(None))}[path[1]], path[2]
                )
                yield (
                    m,
                    ours,
                    found(f"pandas.{m}") if path[1] == "str" else getattr(pd.Series(dtype="M8[us]").dt, path[2], None),
                )
            else:
                yield m, getattr(getattr(md, path[0]), path[1]), found(f"pandas.{m}")


# What differs, and why.
KNOWN = {
    "Ufunc.reduce": "NumPy hides keepdims, initial and where in kwargs",
    "tensor.array": "ndmax came with NumPy 2.4",
    "tensor.arange": "NumPy's start is the stop where it stands alone",
    "tensor.einsum": "NumPy's takes everything as *operands",
    "tensor.piecewise": "args and kw belong to Python functions",
    "tensor.clip": "NumPy's defaults are sentinels",
    "DataFrame.apply": "pandas' has by_row, engine and engine_kwargs, which belong to Python functions",
    **{
        f"DataFrame.{f}": "pandas' args and kwargs are there for NumPy"
        for f in ("cumsum", "cumprod", "cummin", "cummax")
    },
    "DataFrame.map": "of a Python function",
    **{f"{c}.interpolate": "pandas hides order and s in kwargs" for c in ("DataFrame", "Series")},
    "DataFrame.query": "what is for engines and scopes is kwargs, as in pandas 2",
    "DataFrame.rename_axis": "the names of the levels alone",
    "Series.rename_axis": "the names of the levels alone",
    "DataFrame.to_feather": "of the kwargs for pyarrow, compression",
    "DataFrame.pct_change": "pandas' kwargs belong to shift",
    "Series.pct_change": "pandas' kwargs belong to shift",
    "tensor.matmul": "keepdims, and another order of keywords",
    "Index.droplevel": "as of frames, with axis",
    "Series.reorder_levels": "as of frames, with axis",
    "Series.swaplevel": "as of frames, with axis and without copy",
    "Series.map": "without engine, and with the type of the result",
    "Series.apply": "with the type of the result",
    "Index.map": "the first parameter has the name that it has for series",
    **{
        f"Index.{f}": "pandas' args and kwargs are there for NumPy"
        for f in ("all", "any", "argmax", "argmin", "argsort", "max", "min")
    },
}


@pytest.mark.modern
@pytest.mark.filterwarnings("ignore:Series.dt")
def test_signatures_are_those_of_numpy_and_pandas():
    wrong = []
    for name, ours, theirs in pairs():
        if theirs is None or isinstance(theirs, property) or isinstance(ours, property):
            continue
        try:
            want = list(parameters(theirs))
        except ValueError:
            continue
        got = list(parameters(ours))
        if got != want and name not in KNOWN:
            wrong.append(f"{name}: {got}, not {want}")
    assert not wrong, "\n".join(wrong)


def test_everything_generated_is_documented():
    for module in (mt, mt.linalg, mt.random, md):
        for name in module.__all__:
            f = getattr(module, name)
            if inspect.isfunction(f):
                assert f.__doc__ and len(f.__doc__.splitlines()[0]) < 120, name
    assert "Same as numpy.sum" in mt.sum.__doc__ and "where" in mt.sum.__doc__
    assert "Like pandas.merge" in md.merge.__doc__


def test_stubs_have_what_modules_have():
    import ast

    for path in pathlib.Path(mt.__file__).parents[1].rglob("_gen.py"):
        code, stub = ast.parse(path.read_text()), ast.parse(path.with_suffix(".pyi").read_text())
        want, got = names_of(code), names_of(stub)
        assert want == got, path


def names_of(tree):
    import ast

    out = set()
    for n in tree.body:
        if isinstance(n, (ast.FunctionDef, ast.ClassDef)):
            out.add(n.name)
        if isinstance(n, ast.ClassDef):
            out |= {f"{n.name}.{m.name}" for m in n.body if isinstance(m, ast.FunctionDef)}
    return out
