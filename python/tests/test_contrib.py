"""mars.learn.contrib where the other libraries are not there: names can be imported, their use says what is missing, and where."""

import importlib
import sys

import pytest

import mars
import mars.remote as mr
from mars.learn import contrib
from mars.learn.contrib import _library


@pytest.mark.parametrize(
    "library, names",
    [
        ("joblib", "register_mars_backend"),
        ("lightgbm", "LGBMClassifier LGBMRegressor LGBMRanker"),
        ("xgboost", "XGBClassifier XGBRegressor"),
        ("statsmodels", "MarsDistributedModel"),
        ("tsfresh", "MarsDistributor"),
        ("pytorch", "MarsDataset SequentialSampler RandomSampler SubsetRandomSampler DistributedSampler"),
        ("tensorflow", "gen_tensorflow_dataset"),
    ],
)
def test_what_this_program_lacks(session, library, names):
    package = {"pytorch": "torch"}.get(library, library)
    module = importlib.import_module(f"mars.learn.contrib.{library}")
    assert getattr(contrib, library) is module
    for name in names.split():
        with pytest.raises(
            ImportError, match=f"{name} needs {package}, which this program has not: pip install {package}"
        ):
            getattr(module, name)(*([1.0],) * (library == "tensorflow"))


def test_modules_are_there():
    assert "lightgbm" in dir(contrib) and mars.learn.contrib is contrib
    with pytest.raises(AttributeError, match="nothing"):
        contrib.nothing  # noqa: B018


def test_what_a_worker_lacks(session):
    with pytest.raises(ImportError) as e:
        mr.spawn(_library.need, args=("no_such_library.deep", "no-such-package")).execute()
    (worker,) = (n["address"] for n in session.nodes() if n.get("role") == "ROLE_WORKER")
    words = str(e.value)
    assert f"has no no_such_library in its Python {sys.version_info[0]}.{sys.version_info[1]} (" in words
    assert "pip install no-such-package" in words and "mars worker --python PATH" in words
    assert words.startswith("worker ") and not words.startswith("worker  ") and worker


def test_a_library_that_does_not_come_is_no_missing_one(tmp_path, monkeypatch):
    """What a library needs is missing: that is told as it is."""
    (tmp_path / "broken_library.py").write_text("import what_it_needs")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModuleNotFoundError, match="what_it_needs"):
        _library.there("broken_library")
    assert _library.there("no_such_library") is None
