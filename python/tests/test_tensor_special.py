"""Every function of mars.tensor.special is called, and gives SciPy's answers: those that the tests of package tensor have too."""

import inspect
import json
import pathlib

import numpy as np
import pytest

import mars.tensor as mt
from mars.config import option_context
from mars.tensor import special

GOLDENS = json.loads((pathlib.Path(__file__).parents[2] / "tensor" / "testdata" / "special.json").read_text())


def golden(name):
    g = GOLDENS[name]
    return np.array([float(v) for v in g["data"]], g["dtype"]).reshape(g["shape"])


def close(got, want, **kw):
    got = got.to_numpy()
    assert got.dtype == want.dtype
    np.testing.assert_allclose(got, want, rtol=4e-13, atol=1e-15, **kw)


NAMES = sorted({k[:-2] for k in GOLDENS if k.endswith(" 0")})
OTHERS = {"factorial", "multigammaln", "softmax", "log_softmax", "logsumexp", "softplus", "psi"}


@pytest.mark.parametrize("name", NAMES)
def test_function(session, name):
    args = [golden(f"{name} {k}") for k in range(3) if f"{name} {k}" in GOLDENS]
    close(getattr(special, name)(*(mt.tensor(a, chunk_size=5) for a in args)), golden(name))
    f = getattr(special, name)
    if "out" in inspect.signature(f).parameters:
        out = mt.zeros(args[0].shape)
        assert f(*args, out=out) is out
        close(out, golden(name))


def test_compositions(session):
    x, y, w = golden("x"), golden("y"), golden("w")
    t = mt.tensor(y, chunk_size=2)
    close(special.softmax(t, axis=1), golden("softmax rows"))
    close(special.log_softmax(mt.tensor(x), axis=0), golden("log_softmax columns"))
    close(special.logsumexp(t), golden("logsumexp"))
    close(special.logsumexp(t, 1, mt.tensor(w)), golden("logsumexp weights"))
    close(special.logsumexp(mt.tensor(x), axis=1, keepdims=True), golden("logsumexp keepdims"))
    close(special.softplus(golden("erf 0")), golden("softplus"))
    close(special.psi(golden("digamma 0")), golden("digamma"))
    close(special.factorial(golden("n")), golden("factorial"))
    close(special.multigammaln([2.5, 3, 10.25, 30], 4), golden("multigammaln"))
    close(special.comb([5, 0, 3, 4], [2, 0, 0, 7], repetition=True), golden("comb repeated"))


def test_what_is_refused(session):
    with option_context({"reference": "error"}):
        with pytest.raises(NotImplementedError, match="'exact'"):
            special.comb(5, 2, exact=True)
        with pytest.raises(NotImplementedError, match="'return_sign'"):
            special.logsumexp([1.0], return_sign=True)
    with pytest.raises(TypeError, match=r"not supported for the input types"):
        special.erf(mt.tensor([1j])).execute()
    with pytest.raises(ValueError, match="d should be a positive integer"):
        special.multigammaln([1.0], 0).execute()


def test_every_function_is_called():
    assert set(special.__all__) == {*NAMES, *OTHERS}
