"""A bad call fails at the call, with the exception of NumPy or pandas and the user's line."""

import inspect
import os

import numpy as np
import pytest

import mars.dataframe as md
import mars.tensor as mt
from mars.config import options


def line():
    return inspect.currentframe().f_back.f_lineno


def notes(e):
    return " ".join(getattr(e.value, "__notes__", ())) or str(e.value)


@pytest.mark.parametrize(
    "kind, call, text",
    [
        (ValueError, lambda: mt.ones((3, 4)) + mt.ones((2,)), "could not be broadcast together"),
        (ValueError, lambda: mt.ones((3, 4)).reshape(5), "cannot reshape array of size 12 into shape"),
        (IndexError, lambda: mt.ones(3)[5], "index 5 is out of bounds for axis 0 with size 3"),
        (IndexError, lambda: mt.ones(3)[0, 0], "too many indices"),
        (np.exceptions.AxisError, lambda: mt.sum(mt.ones(3), axis=2), "axis 2 is out of bounds"),
        (TypeError, lambda: mt.ones(3, dtype="nonsense"), "not understood"),
        (ValueError, lambda: mt.matmul(mt.ones((2, 3)), mt.ones((2, 3))), "mismatch"),
        (np.linalg.LinAlgError, lambda: mt.linalg.qr(mt.ones(3)), "two-dimensional"),
        (KeyError, lambda: md.DataFrame({"a": [1]})["b"], "b"),
        (ValueError, lambda: md.DataFrame({"a": [1]}).merge(md.DataFrame({"b": [1]})), "No common columns"),
        (TypeError, lambda: md.DataFrame({"a": ["x"]}).mean(), "mean"),
        (ValueError, lambda: md.Series([1, 2]).rolling(-1).sum(), "window"),
        (TypeError, lambda: md.DataFrame({"a": [1]}).groupby(), "by"),
        (TypeError, lambda: md.DataFrame({"a": [1]}) + None, "unsupported operand"),
        (TypeError, lambda: mt.ones(3) + None, "unsupported operand"),
        (TypeError, lambda: mt.tensor(["a"]), "cannot be a tensor"),
        (IndexError, lambda: mt.ones(3)[1.0], "only integers"),
        (ValueError, lambda: mt.ones((2, -1)), "negative dimensions"),
        (KeyError, lambda: md.DataFrame({"a": [1]}).groupby("z").sum(), "z"),
        (KeyError, lambda: md.DataFrame({"a": [1]}).sort_values("z"), "no column z; the columns are a"),
        (
            KeyError,
            lambda: md.DataFrame({"a": [1]}).merge(md.DataFrame({"b": [1]}), on="a"),
            "the right side: no column a; .* b",
        ),
    ],
)
def test_bad_calls_raise_at_the_call(session, kind, call, text):
    with pytest.raises(kind, match=text):
        call()


def test_the_line_is_the_users(session):
    x = mt.ones((3, 4))
    with pytest.raises(ValueError) as e:
        at = line() + 1
        np.concatenate([x, mt.ones(2)])
    assert f"{__file__}:{at}" in notes(e)


def test_not_strict_calls_raise_later(session):
    options.strict = False
    at = line() + 1
    x = mt.ones((3, 4)) + mt.ones(2)
    y = x * 2
    for use in (lambda: y.shape, lambda: y.execute()):
        with pytest.raises(ValueError) as e:
            use()
        assert f"{os.path.basename(__file__)}:{at}" in notes(e)


def test_errors_of_data_name_the_line(session):
    d = md.Series(["1", "x"])
    at = line() + 1
    bad = md.to_numeric(d)
    with pytest.raises(ValueError) as e:
        bad.execute()
    assert f":{at}" in notes(e)
