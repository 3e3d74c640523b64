"""Functions of mars.tensor.special and mars.tensor.stats give what those of SciPy give, on what goes wrong first."""

import warnings

import numpy as np
import pytest
import scipy.special
import scipy.stats

import mars.tensor as mt
from mars.tensor import special

# What goes wrong first: ends of the range, zeros of both signs, poles, halves, nothing.
NASTY = np.array([-np.inf, -1e300, -170.5, -2.5, -2.0, -1.0, -0.5, -1e-300, -0.0, 0.0, 1e-300, 1e-8, 0.3, 0.5, 1.0, 1.5, 2.0, 3.7, 10.0, 25.0, 170.5, 1e5, np.inf, np.nan])
GRID = np.array([0.0, 0.25, 0.5, 1.0, 2.0, 5.5, 40.0])
INPUTS = {
    "nasty": NASTY,
    "float32": NASTY.astype("f4"),
    "ints": np.array([-3, 0, 1, 2, 20]),
    "none": np.empty(0),
    "one": np.array(0.75),
    "rows": np.linspace(-2.0, 3.0, 12).reshape(3, 4),
}
_names = {k.rpartition(".")[2]: f for k, f in special.LIKE.items() if k.startswith("scipy.special.")}
UFUNCS = sorted(n for n in _names if isinstance(getattr(scipy.special, n, None), np.ufunc))
OTHERS = {
    "comb": [([5, 0, 3, 4.5], [2, 0, 7, 1.5]), (10, 3)],
    "factorial": [([0, 1, 5, 20.0, -1],)],
    "log_softmax": [(NASTY[3:7],), (INPUTS["rows"], 1)],
    "logsumexp": [(NASTY[3:7],), (INPUTS["rows"], 0)],
    "multigammaln": [([2.5, 3.0, 30.0], 4)],
    "perm": [([5, 3, 0], [2, 7, 0])],
    "softmax": [(NASTY[3:7],), (INPUTS["rows"], 0)],
}


def same(got, want):
    got, want = np.asarray(got), np.asarray(want)
    assert got.shape == want.shape and got.dtype == want.dtype
    tol = 2e-5 if want.dtype.itemsize in (4, 2) else 1e-10
    np.testing.assert_allclose(got, want, rtol=tol, atol=1e-300 if tol < 1e-6 else 1e-36)


def run(f, *args):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return f(*args)


@pytest.mark.parametrize("name", UFUNCS)
@pytest.mark.parametrize("kind", INPUTS)
def test_ufuncs(session, name, kind):
    x, theirs = INPUTS[kind], getattr(scipy.special, name)
    rest = [GRID[(slice(None), *(None,) * (x.ndim + k))].astype(x.dtype) for k in range(theirs.nin - 1)]
    try:
        want = run(theirs, x, *rest)
    except TypeError:
        with pytest.raises(TypeError):
            getattr(special, name)(x, *rest).execute()
        return
    same(run(getattr(special, name), mt.tensor(x, chunk_size=5), *rest).to_numpy(), want)


@pytest.mark.parametrize("name", sorted(set(_names) - set(UFUNCS)))
def test_others(session, name):
    for args in OTHERS[name]:
        ours = [mt.tensor(a, chunk_size=3) if isinstance(a, (list, np.ndarray)) else a for a in args]
        same(getattr(special, name)(*ours).to_numpy(), run(getattr(scipy.special, name), *args))


@pytest.mark.parametrize(
    ("name", "args"),
    [("jv", (1.5, GRID)), ("ellipk", (GRID[:3],)), ("zeta", (GRID[4:],)), ("hyp2f1", (1.0, 2.0, 3.0, GRID[:3])), ("lambertw", (GRID,))],
)
def test_special_by_reference(session, name, args):
    ours = [mt.tensor(a, chunk_size=2) if isinstance(a, np.ndarray) else a for a in args]
    same(getattr(special, name)(*ours).to_numpy(), getattr(scipy.special, name)(*args))


_x = np.random.default_rng(3).normal(size=(20, 3))
_y = np.random.default_rng(4).normal(1.0, 2.0, size=20)
_counts = np.array([[10, 20, 30], [6, 9, 17]])
STATS = {
    "zscore": (_x,),
    "skew": (_x,),
    "kurtosis": (_x,),
    "sem": (_x,),
    "gmean": (np.abs(_y),),
    "hmean": (np.abs(_y),),
    "iqr": (_x,),
    "entropy": (np.abs(_y),),
    "trim_mean": (_x, 0.1),
    "rankdata": (_y,),
    "moment": (_x, 3),
    "percentileofscore": (_y, 0.5),
    "ttest_1samp": (_y, 0.0),
    "ttest_ind": (_x[:, 0], _y),
    "ttest_rel": (_x[:, 0], _y),
    "pearsonr": (_x[:, 0], _y),
    "spearmanr": (_x[:, 0], _y),
    "kendalltau": (_x[:, 0], _y),
    "mannwhitneyu": (_x[:, 0], _y),
    "wilcoxon": (_x[:, 0], _y),
    "ks_2samp": (_x[:, 0], _y),
    "f_oneway": (_x[:, 0], _x[:, 1], _y),
    "linregress": (_x[:, 0], _y),
    "chisquare": (_counts[0],),
    "chi2_contingency": (_counts,),
    "describe": (_x,),
    "mode": (_counts,),
    "normaltest": (_y,),
    "shapiro": (_y,),
}


@pytest.mark.parametrize("name", STATS)
def test_stats(session, name):
    args = STATS[name]
    ours = [mt.tensor(a, chunk_size=7) if isinstance(a, np.ndarray) else a for a in args]
    got, want = run(getattr(mt.stats, name), *ours), run(getattr(scipy.stats, name), *args)
    parts = lambda v: list(v) if isinstance(v, tuple) or hasattr(v, "_fields") else [getattr(v, k) for k in ("statistic", "pvalue") if hasattr(v, k)] or [v]  # noqa: E731
    got, want = parts(got), parts(want)
    assert len(got) == len(want)
    for a, b in zip(got, want):
        a = a.to_numpy() if hasattr(a, "to_numpy") else a.fetch() if hasattr(a, "fetch") else a
        for p, q in zip(parts(a), parts(b)):
            np.testing.assert_allclose(np.asarray(p, dtype=float), np.asarray(q, dtype=float), rtol=1e-10, atol=1e-14)


def test_names_that_scipy_has_not(session):
    for module in (special, mt.stats):
        with pytest.raises(AttributeError):
            module.no_such_function  # noqa: B018
