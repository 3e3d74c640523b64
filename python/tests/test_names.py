"""Names that are not there yet, parameters that are not there yet, and Python functions: all refused by name."""

import pathlib

import numpy as np
import pytest

import mars.dataframe as md
import mars.tensor as mt
from mars.config import option_context

_api = (pathlib.Path(__file__).parents[2] / "ops" / "api.txt").read_text().split("\n")
API = [n for n in _api if n and not n.startswith("#")]


def holders(name):
    """Where a name of the original may be looked for."""
    domain, *path = name.split(".")
    if domain == "tensor":
        at = mt
        for part in path[:-1]:
            at = getattr(at, part, None)
        return [at]
    frame = md.DataFrame({"x": [1]})
    return [md, frame, frame["x"], frame.index]


@pytest.mark.parametrize("name", API)
def test_names_of_the_original(session, name):
    last = name.rpartition(".")[2]
    for at in holders(name):
        try:
            thing = getattr(at, last)
            break
        except NotImplementedError as e:  # a method that is not there yet: hasattr is False
            assert last in str(e)
            return
        except AttributeError:
            continue
    else:
        raise AssertionError(f"{name} is nowhere")
    if getattr(thing, "__doc__", "") and "is not there yet." in (thing.__doc__ or ""):
        with pytest.raises(NotImplementedError, match=last):
            thing(1)


def test_packages_of_the_original():
    from mars.learn.cluster import KMeans
    from mars.learn.metrics import accuracy_score, pairwise

    import mars

    for f, name in (
        (KMeans, r"mars\.learn\.cluster\.KMeans"),
        (accuracy_score, "accuracy_score"),
        (pairwise.rbf_kernel, r"metrics\.pairwise\.rbf_kernel"),
    ):
        with pytest.raises(NotImplementedError, match=name):
            f(1)
    assert mars.learn.decomposition.PCA.__name__ == "PCA"


@pytest.fixture
def alone():
    """Without the reference: what has no operator is refused by name."""
    with option_context({"reference": "error"}):
        yield


def test_missing_functions_say_so(session, alone):
    for call, name in (
        (lambda: mt.linalg.randomized_svd([[1.0]], 1), r"mars\.tensor\.linalg\.randomized_svd is"),
        (lambda: mt.memmap("x"), r"mars\.tensor\.memmap is"),
        (lambda: md.eval("1"), r"mars\.dataframe\.eval is"),
        (lambda: md.DataFrame({"x": [1]}).set_flags(), r"DataFrame\.set_flags is not there yet; use \.to_pandas"),
        (lambda: md.Series(["a"]).str.get_dummies(), r"Series\.str\.get_dummies is"),
        (lambda: md.DataFrame({"x": [1]}).groupby("x").ngroup(), r"DataFrameGroupBy\.ngroup is"),
        (lambda: md.Series([1.0]).rolling(2).kurt(), r"Rolling\.kurt is"),
        (lambda: mt.ones(3).compress([True]), r"Tensor\.compress is"),
    ):
        with pytest.raises(NotImplementedError, match=name):
            call()
    with pytest.raises(NotImplementedError, match=r"DataFrame\.flags is not there yet"):
        _ = md.DataFrame({"x": [1]}).flags
    assert not hasattr(md.DataFrame({"x": [1]}), "flags")
    for at, name in ((mt, "no_such_function"), (md, "nothing"), (mt.ones(2), "nothing")):
        with pytest.raises(AttributeError, match=name):
            getattr(at, name)
    assert not hasattr(mt, "__wrapped__") and not hasattr(md.Series([1]), "_repr_latex_")


def test_parameters_say_so(session, alone):
    d = md.DataFrame({"x": [1.0, 2.0], "k": ["a", "b"]})
    for call, name in (
        (lambda: mt.sort(mt.ones(3), order="f"), "mars.tensor.sort: parameter 'order'"),
        (lambda: mt.intersect1d([1], [1], return_indices=True), "mars.tensor.intersect1d: parameter 'return_indices'"),
        (lambda: d.diff(axis=1), "mars.dataframe.diff: parameter 'axis'"),
        (lambda: d.index.sort_values(key=abs), "mars.dataframe.Index.sort_values: parameter 'key'"),
        (lambda: d.drop_duplicates().dropna(axis=1), "mars.dataframe.dropna: parameter 'axis'"),
        (lambda: md.merge(d, d, on="x", how="inner").rolling(2, win_type="boxcar"), "parameter 'win_type'"),
    ):
        with pytest.raises(NotImplementedError, match=name):
            call()
    assert d[["x"]].diff(axis="index").shape == (2, 1)
    with pytest.raises(TypeError, match="unexpected keyword argument 'nonsense'"):
        d[["x"]].sum(nonsense=1)


def test_python_functions_say_so(session, alone):
    d = md.DataFrame({"x": [1.0, 2.0], "k": ["a", "b"]})
    for call in (lambda: d["k"].str.replace("a", lambda m: "b", regex=True),):
        with pytest.raises(NotImplementedError, match="callable|Python"):
            call()
    assert d["x"].apply("sum").item() == 3.0
    assert d[["x"]].apply(np.sum).tolist() == [3.0]
