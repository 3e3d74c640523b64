"""Names of SciPy without an operator: SciPy's own functions answer, in a process near the data. Where that has no SciPy it says so."""

import importlib
import inspect
import pathlib
import sys
import warnings

import numpy as np
import pandas as pd
import pytest

import mars
import mars.dataframe as md
import mars.tensor as mt
from mars._client import local
from mars.config import option_context
from mars.errors import SlowPathWarning


@pytest.fixture(scope="module", autouse=True)
def session():
    with mars.new_session(n_cpu=2) as s:
        yield s


a = np.array([[0.5, 1.25, 3.0, 0.75], [2.5, 1.0, 0.25, 1.5], [0.1, 2.0, 1.75, 4.0]])
b = np.array([1.5, 0.25, 2.75, 1.0])
# What a program may ask of mt, of which there is SciPy's here.
CALLS = {
    "special.lambertw": lambda m: m.special.lambertw(m.asarray(a)),
    "special.sici": lambda m: m.special.sici(m.asarray(a)),
    "special.spence": lambda m: m.special.spence(m.asarray(b)),
    "special.owens_t": lambda m: m.special.owens_t(m.asarray(b), 0.5),
    "special.eval_hermite": lambda m: m.special.eval_hermite(3, m.asarray(b)),
    "special.voigt_profile": lambda m: m.special.voigt_profile(m.asarray(b), 2, 1.5),
    "special.of nothing": lambda m: m.special.spence(m.asarray(b[:0])),
    "stats.zscore": lambda m: m.stats.zscore(m.asarray(a), axis=1, ddof=1),
    "stats.rankdata": lambda m: m.stats.rankdata(m.asarray(a), method="min"),
    "stats.skew": lambda m: m.stats.skew(m.asarray(a)),
    "stats.gmean": lambda m: m.stats.gmean(m.asarray(a), axis=1),
    "stats.trim_mean": lambda m: m.stats.trim_mean(m.asarray(a), 0.25, axis=None),
    "stats.pearsonr": lambda m: tuple(m.stats.pearsonr(m.asarray(a[0]), m.asarray(b))),
    "stats.ttest_ind": lambda m: tuple(m.stats.ttest_ind(m.asarray(a), m.asarray(a[::-1] + 0.5))),
    "stats.linregress": lambda m: tuple(m.stats.linregress(m.asarray(a[1]), m.asarray(b))),
    "stats.entropy": lambda m: m.stats.entropy(m.asarray(b), base=2),
}


class SciPy:
    """NumPy with the modules of SciPy where mt has them; the old versions come without."""

    def __init__(self):
        self.asarray = np.asarray
        self.special = importlib.import_module("scipy.special")
        self.stats = importlib.import_module("scipy.stats")


def plain(x):
    if isinstance(x, tuple):
        return tuple(map(plain, x))
    return np.asarray(x.to_numpy() if hasattr(x, "to_numpy") else x)


@pytest.mark.parametrize("name", CALLS)
def test_answers_are_those_of_scipy(name):
    with pytest.warns(SlowPathWarning, match=name.split(".")[0]):
        got = plain(CALLS[name](mt))
    want = plain(CALLS[name](SciPy()))
    for g, w in zip(got, want, strict=True) if isinstance(want, tuple) else [(got, want)]:
        assert g.dtype == w.dtype
        np.testing.assert_array_equal(g, w)


def test_frames_go_the_same_way():
    s = md.from_pandas(pd.Series(b, name="b"))
    with pytest.warns(SlowPathWarning):
        got = mt.stats.zscore(s)
    np.testing.assert_array_equal(plain(got), SciPy().stats.zscore(b))


def test_exceptions_are_those_of_scipy():
    with pytest.raises(ValueError, match="broadcastable"), warnings.catch_warnings():
        warnings.simplefilter("ignore", SlowPathWarning)
        r = mt.stats.pearsonr(mt.tensor(b), mt.tensor(b[:2]))
        [x.to_numpy() for x in r]


def test_what_the_name_shows():
    assert "z score" in mt.stats.zscore.__doc__
    assert list(inspect.signature(mt.stats.zscore).parameters)[:2] == ["a", "axis"]
    with option_context({"reference": "error"}), pytest.raises(NotImplementedError, match=r"stats\.zscore"):
        mt.stats.zscore(mt.tensor(b))
    with pytest.raises(AttributeError):
        mt.stats.nonsense(b)


def without_scipy(folder):
    """An interpreter with all packages of this one but SciPy."""
    site = folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    site.mkdir(parents=True)
    for there in pathlib.Path(np.__file__).parents[1].iterdir():
        if not there.name.startswith("scipy"):
            (site / there.name).symlink_to(there)
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(sys.executable)
    home = pathlib.Path(sys._base_executable).resolve().parent
    (folder / "pyvenv.cfg").write_text(f"home = {home}\ninclude-system-site-packages = false\n")
    return str(folder / "bin" / "python")


def test_workers_without_scipy_say_so(tmp_path):
    server = local.Server(["--n-cpu", "1", "--python", without_scipy(tmp_path)])
    try:
        with mars.new_session(server.url, token=server.token), warnings.catch_warnings():
            warnings.simplefilter("ignore", SlowPathWarning)
            with pytest.raises(ImportError, match=r"scipy\.stats is not there .* install SciPy on the workers"):
                mt.stats.zscore(mt.tensor(b)).to_numpy()
            np.testing.assert_array_equal(plain(mt.diff(mt.tensor(b))), np.diff(b))
    finally:
        server.stop()
