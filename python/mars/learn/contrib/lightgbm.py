"""LightGBM on a cluster: its estimators, trained by a process on each worker, which talk to each other with LightGBM's own protocol.

from mars.learn.contrib.lightgbm import LGBMClassifier

model = LGBMClassifier(n_estimators=50).fit(X, y)  # tensors or frames
model.predict(X)
"""

from __future__ import annotations

import functools
import inspect
import socket
from typing import Any

import numpy as np

from . import _library, _members

__all__ = ["LGBMClassifier", "LGBMRanker", "LGBMRegressor", "predict", "predict_proba"]

_lightgbm = _library.there("lightgbm")


def predict(
    model: Any, data: Any, session: Any = None, run_kwargs: dict[str, Any] | None = None, run: bool = True, **kw: Any
) -> Any:
    """What a fitted model of this module or of lightgbm predicts for the rows of data: a tensor for a tensor, for a frame a series with its labels,
    or a DataFrame where a row has several values. It is computed at once, with run=False later. TypeError: model is none.
    """
    return _predicted(model, "predict", data, session, run_kwargs, run, kw)


def predict_proba(
    model: Any, data: Any, session: Any = None, run_kwargs: dict[str, Any] | None = None, run: bool = True, **kw: Any
) -> Any:
    """The probabilities of classes, one column each; see predict."""
    return _predicted(model, "predict_proba", data, session, run_kwargs, run, kw)


def _predicted(model: Any, method: str, data: Any, session: Any, run_kwargs: Any, run: bool, kw: dict[str, Any]) -> Any:
    base = _base(model)
    if base is None or not hasattr(base, method):
        raise TypeError(f"{method} takes a model of lightgbm, not a {type(model).__name__}")
    own = _local(model)
    if not _members.handle(data):
        return getattr(own, method)(data, **kw)
    sample = np.asarray(getattr(own, method)(_members.sample(data), **kw))
    columns = None
    if sample.ndim == 2:
        named = sample.shape[1] == getattr(own, "_n_classes", -1)
        columns = list(own.classes_) if named and method == "predict_proba" else list(range(sample.shape[1]))
    args = (_members.packed((own, method, kw)),)
    made = _members.mapped(data, _chunk, args, columns, sample.dtype)
    return made.execute(session=session, **(run_kwargs or {})) if run else made


def _base(model: Any) -> Any:
    """LightGBM's own class of a model."""
    for cls in type(model).__mro__:
        if cls.__module__ == "lightgbm.sklearn":
            return cls
    return None


@functools.lru_cache(maxsize=4)
def _loaded(data: bytes) -> Any:
    _library.need("lightgbm")
    return _members.unpacked(data)


def _chunk(chunk: Any, packed: bytes) -> Any:
    """What a worker calls for a chunk."""
    model, method, kw = _loaded(packed)
    return getattr(model, method)(chunk, **kw)


def _fit(
    base: Any,
    self: Any,
    data: dict[str, Any],
    evals: dict[str, Any],
    fit: dict[str, Any],
    session: Any,
    run_kwargs: Any,
) -> Any:
    """Trains, and makes self the fitted model."""
    data = {k: _members.value(v, k) for k, v in data.items()}
    evals = {
        k: None
        if v is None
        else [tuple(_members.value(x, k) for x in e) if k == "eval_set" else _members.value(e, k) for e in v]
        for k, v in evals.items()
    }
    _members.computed(list(data.values()), session, run_kwargs)
    rows = _members.equally_long({k: v for k, v in data.items() if k != "group"})
    params, labels = self.get_params(), None
    if hasattr(base, "classes_"):
        labels, counts = _members.classes(data["y"], session, run_kwargs)
        if params.get("class_weight") == "balanced":  # of all rows, not of those of one member
            params["class_weight"] = dict(zip(labels.tolist(), rows / (len(labels) * counts)))
    cuts, units = None, rows
    if data.get("group") is not None:
        groups = _members.vector(data.pop("group").fetch(session=session)).astype(np.int64)
        if groups.sum() != rows:
            raise ValueError(f"group has {groups.sum()} rows in all, and X has {rows}")
        cuts, units = groups, len(groups)
    how = _members.packed((base.__name__, params, labels, cuts, fit))
    state = _members.trained(_train, (how, data, evals), units, session, run_kwargs)
    for k, v in _members.unpacked(state).items():
        setattr(self, k, v)
    return self


def _train(how: bytes, data: dict[str, Any], evals: dict[str, Any]) -> bytes | None:
    """What each member calls. Rank 0 gives what fitting has made of its model."""
    lightgbm = _library.need("lightgbm")
    name, params, labels, cuts, fit = _members.unpacked(how)
    rank, places = _members.rank(), _members.places()
    size, threads = len(places), _members.threads()
    own = dict(params)
    own["n_jobs"] = min(n, threads) if (n := params.get("n_jobs") or 0) > 0 else threads
    if size > 1:
        own.update(
            machines=",".join(f"{socket.gethostbyname(p['host'])}:{p['ports'][0]}" for p in places),
            num_machines=size, local_listen_port=places[rank]["ports"][0], tree_learner=params.get("tree_learner", "data"),
        )  # fmt: skip
    fit = dict(fit)
    if cuts is None:
        rows = _members.share(_members.length(data["X"]), rank, size)
    else:
        mine, ends = _members.share(len(cuts), rank, size), np.concatenate([[0], np.cumsum(cuts)])
        fit["group"] = cuts[mine]
        rows = slice(int(ends[mine.start]), int(ends[mine.stop]))
    read = {k: _members.read(v, rows) for k, v in data.items()}
    model = getattr(lightgbm, name)(**own)
    sets = evals.pop("eval_set")
    if sets:  # all of them: LightGBM does not put together what members say of their parts
        seen = [(_members.read(x), _members.vector(_members.read(y))) for x, y in sets]
        if "eval_X" in inspect.signature(model.fit).parameters:
            fit["eval_X"], fit["eval_y"] = (tuple(part) for part in zip(*seen))
        else:
            fit["eval_set"] = seen
        fit.update({k: [_members.vector(_members.read(e)) for e in v] for k, v in evals.items() if v is not None})
    encoder = lightgbm.sklearn._LGBMLabelEncoder
    if labels is not None:  # a member's rows may lack some of the labels

        class Known(encoder):  # type: ignore[misc, valid-type]
            def fit(self, y: Any) -> Any:
                return super().fit(labels)

        lightgbm.sklearn._LGBMLabelEncoder = Known
    try:
        model.fit(
            read.pop("X"),
            _members.vector(read.pop("y")),
            **{k: _members.vector(v) for k, v in read.items() if v is not None},
            **fit,
        )
    finally:
        lightgbm.sklearn._LGBMLabelEncoder = encoder
        if size > 1 and getattr(model, "fitted_", False):
            model.booster_.free_network()
    if rank != 0:
        return None
    if labels is not None:
        model._le = encoder().fit(labels)
    made = {k: v for k, v in vars(model).items() if k not in own and k != "_other_params"}
    return _members.packed(made)


if _lightgbm is None:
    LGBMClassifier = _library.lacking("lightgbm", "LGBMClassifier")
    LGBMRanker = _library.lacking("lightgbm", "LGBMRanker")
    LGBMRegressor = _library.lacking("lightgbm", "LGBMRegressor")
else:

    class LGBMClassifier(_lightgbm.LGBMClassifier):  # type: ignore[no-redef, name-defined, misc]
        """lightgbm.LGBMClassifier that is trained on all workers of a cluster; its parameters are those there.

        tree_learner is "data", or "voting", with which members tell each other less. LightGBM's library has no "feature".
        """

        def fit(
            self, X: Any, y: Any, sample_weight: Any = None, init_score: Any = None, eval_set: Any = None, eval_sample_weight: Any = None,
            eval_init_score: Any = None, session: Any = None, run_kwargs: dict[str, Any] | None = None, **kw: Any,
        ) -> Any:  # fmt: skip
            """Trains with tensors or frames, X of (rows, columns), y, sample_weight and init_score of (rows,). Evaluation sets are read whole by each
            member. Other parameters are those of lightgbm. ValueError: rows are not equally many. ImportError: a worker lacks lightgbm.
            """
            data = {"X": X, "y": y, "sample_weight": sample_weight, "init_score": init_score}
            evals = {"eval_set": eval_set, "eval_sample_weight": eval_sample_weight, "eval_init_score": eval_init_score}
            return _fit(_lightgbm.LGBMClassifier, self, data, evals, kw, session, run_kwargs)

        def predict(self, X: Any, **kw: Any) -> Any:
            """The labels of rows; see mars.learn.contrib.lightgbm.predict."""
            return predict(self, X, **kw)

        def predict_proba(self, X: Any, **kw: Any) -> Any:
            """The probabilities of classes, one column each."""
            return predict_proba(self, X, **kw)

        def to_local(self) -> Any:
            """The model as lightgbm's own class."""
            return _local(self)

    class LGBMRegressor(_lightgbm.LGBMRegressor):  # type: ignore[no-redef, name-defined, misc]
        """lightgbm.LGBMRegressor that is trained on all workers of a cluster; see LGBMClassifier."""

        def fit(
            self, X: Any, y: Any, sample_weight: Any = None, init_score: Any = None, eval_set: Any = None, eval_sample_weight: Any = None,
            eval_init_score: Any = None, session: Any = None, run_kwargs: dict[str, Any] | None = None, **kw: Any,
        ) -> Any:  # fmt: skip
            """Trains with tensors or frames; see LGBMClassifier.fit."""
            data = {"X": X, "y": y, "sample_weight": sample_weight, "init_score": init_score}
            evals = {"eval_set": eval_set, "eval_sample_weight": eval_sample_weight, "eval_init_score": eval_init_score}
            return _fit(_lightgbm.LGBMRegressor, self, data, evals, kw, session, run_kwargs)

        def predict(self, X: Any, **kw: Any) -> Any:
            """The values of rows; see mars.learn.contrib.lightgbm.predict."""
            return predict(self, X, **kw)

        def to_local(self) -> Any:
            """The model as lightgbm's own class."""
            return _local(self)

    class LGBMRanker(_lightgbm.LGBMRanker):  # type: ignore[no-redef, name-defined, misc]
        """lightgbm.LGBMRanker that is trained on all workers of a cluster; see LGBMClassifier. No group is cut."""

        def fit(
            self, X: Any, y: Any, sample_weight: Any = None, init_score: Any = None, group: Any = None, eval_set: Any = None,
            eval_sample_weight: Any = None, eval_init_score: Any = None, eval_group: Any = None, session: Any = None,
            run_kwargs: dict[str, Any] | None = None, **kw: Any,
        ) -> Any:  # fmt: skip
            """Trains with tensors or frames; group says how many rows each query has, in their order. See LGBMClassifier.fit."""
            if group is None:
                raise ValueError("Should set group for ranking task")
            data = {"X": X, "y": y, "sample_weight": sample_weight, "init_score": init_score, "group": group}
            evals = {
                "eval_set": eval_set, "eval_sample_weight": eval_sample_weight, "eval_init_score": eval_init_score, "eval_group": eval_group,
            }  # fmt: skip
            return _fit(_lightgbm.LGBMRanker, self, data, evals, kw, session, run_kwargs)

        def predict(self, X: Any, **kw: Any) -> Any:
            """The relevance of rows; see mars.learn.contrib.lightgbm.predict."""
            return predict(self, X, **kw)

        def to_local(self) -> Any:
            """The model as lightgbm's own class."""
            return _local(self)


def _local(model: Any) -> Any:
    base = _base(model)
    own = base.__new__(base)
    own.__dict__.update(model.__dict__)
    return own
