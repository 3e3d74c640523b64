"""XGBoost on a cluster: trained by a process on each worker, which talk to each other with XGBoost's own collective.

from mars.learn.contrib import xgboost as xgb

booster = xgb.train({"objective": "binary:logistic"}, xgb.MarsDMatrix(X, y))  # tensors or frames
xgb.predict(booster, X)
"""

from __future__ import annotations

import contextlib
import functools
import socket
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from . import _library, _members

__all__ = ["MarsDMatrix", "XGBClassifier", "XGBRegressor", "predict", "to_dmatrix", "train"]

_xgboost = _library.there("xgboost")
_PARTS = ("data", "label", "weight", "base_margin")


class MarsDMatrix:
    """Rows to train with, in the cluster: data of (rows, columns), label and weight of (rows,), tensors or frames or what becomes them.

    missing, feature_names and feature_types are those of xgboost.DMatrix. Each member of the training makes a DMatrix of its rows.
    """

    def __init__(
        self,
        data: Any,
        label: Any = None,
        missing: float | None = None,
        weight: Any = None,
        base_margin: Any = None,
        feature_names: Sequence[str] | None = None,
        feature_types: Sequence[str] | None = None,
        enable_categorical: bool = False,
    ) -> None:
        given = {"data": data, "label": label, "weight": weight, "base_margin": base_margin}
        self._parts = {k: _members.value(v, k) for k, v in given.items()}
        self._about: dict[str, Any] = {"missing": np.nan if missing is None else missing}
        if feature_names is not None:
            self._about["feature_names"] = list(feature_names)
        if feature_types is not None:
            self._about["feature_types"] = list(feature_types)
        if enable_categorical:
            self._about["enable_categorical"] = True

    def __repr__(self) -> str:
        return f"<MarsDMatrix of {self._parts['data']!r}>"


to_dmatrix = MarsDMatrix


def train(
    params: dict[str, Any],
    dtrain: MarsDMatrix,
    num_boost_round: int = 10,
    evals: Sequence[tuple[MarsDMatrix, str]] = (),
    evals_result: dict[str, Any] | None = None,
    xgb_model: Any = None,
    session: Any = None,
    run_kwargs: dict[str, Any] | None = None,
    **kwargs: Any,
) -> Any:
    """A Booster that is trained on all workers of a cluster. Other parameters are those of xgboost.train.

    Rows of dtrain and of evals are shared among the members, and XGBoost puts together what these say of metrics. TypeError: a matrix is none.
    ValueError: its parts have not equally many rows. ImportError: a worker lacks xgboost.
    """
    if _xgboost is None:
        _library.lacking("xgboost", "train")()
    for m in (dtrain, *(e for e, _ in evals)):
        if not isinstance(m, MarsDMatrix):
            raise TypeError(f"train takes a MarsDMatrix, not a {type(m).__name__}")
    many = [dtrain, *(m for m, _ in evals if m is not dtrain)]
    _members.computed([v for m in many for v in m._parts.values()], session, run_kwargs)
    rows = [_members.equally_long(m._parts) for m in many]
    if xgb_model is not None:
        kwargs["xgb_model"] = _raw(xgb_model)
    watched = [(None if m is dtrain else many.index(m), name) for m, name in evals]
    how = _members.packed((dict(params), num_boost_round, [m._about for m in many], watched, kwargs))
    raw, history = _members.trained(_train, (how, [m._parts for m in many]), rows[0], session, run_kwargs, ports=2)
    if evals_result is not None:
        evals_result.clear()
        evals_result.update(history)
    return _booster(_xgboost, raw)


def _raw(model: Any) -> bytes:
    """A model as XGBoost itself writes it. It takes a Booster, an estimator, or such bytes."""
    if isinstance(model, (bytes, bytearray)):
        return bytes(model)
    if hasattr(model, "get_booster"):
        model = model.get_booster()
    return bytes(model.save_raw("ubj"))


def _booster(xgboost: Any, raw: bytes) -> Any:
    booster = xgboost.Booster()
    booster.load_model(bytearray(raw))
    return booster


def _matrix(xgboost: Any, parts: dict[str, Any], about: dict[str, Any]) -> Any:
    """A DMatrix of a member's rows."""
    rank, size = _members.rank(), len(_members.places())
    mine = _members.share(_members.length(parts["data"]), rank, size)
    data, *others = (_members.read(parts[k], mine) for k in _PARTS)
    named = {k: np.asarray(v) for k, v in zip(_PARTS[1:], others) if v is not None}
    return xgboost.DMatrix(
        data, **{k: v if k == "base_margin" else _members.vector(v) for k, v in named.items()}, **about
    )


def _train(how: bytes, parts: list[dict[str, Any]]) -> Any:
    """What each member calls. Rank 0 gives the model, as XGBoost writes it, and what the metrics were."""
    xgboost = _library.need("xgboost")
    params, rounds, about, watched, kw = _members.unpacked(how)
    threads = _members.threads()
    asked = params.get("nthread") or params.pop("n_jobs", None) or 0
    params["nthread"] = min(asked, threads) if asked > 0 else threads
    if "xgb_model" in kw:
        kw["xgb_model"] = _booster(xgboost, kw["xgb_model"])
    history: dict[str, Any] = {}
    with _together(xgboost):
        made = [_matrix(xgboost, p, a) for p, a in zip(parts, about)]
        evals = [(made[i or 0], name) for i, name in watched]
        booster = xgboost.train(params, made[0], rounds, evals=evals, evals_result=history, **kw)
        raw = _raw(booster)
    return (raw, history) if _members.rank() == 0 else None


@contextlib.contextmanager
def _together(xgboost: Any) -> Iterator[None]:
    """While members are one for XGBoost. The tracker, at which they meet, is in the process of rank 0."""
    places, rank = _members.places(), _members.rank()
    size, tracker = len(places), None
    if size == 1:
        yield
        return

    def start() -> dict[str, Any]:
        nonlocal tracker
        cls = _library.need("xgboost.tracker").RabitTracker
        host, port = socket.gethostbyname(places[0]["host"]), places[0]["ports"][0]
        if hasattr(cls, "worker_args"):
            tracker = cls(n_workers=size, host_ip=host, port=port, sortby="task")
            tracker.start()
            return dict(tracker.worker_args())
        tracker = cls(host_ip=host, n_workers=size)  # before 2.1: a thread, at a port of its own
        args = {"DMLC_NUM_WORKER": size, **tracker.worker_envs()}
        tracker.start(size)
        return args

    args = _members.told(start)
    args["dmlc_task_id" if "dmlc_tracker_uri" in args else "DMLC_TASK_ID"] = f"{rank:05d}"
    collective = _library.there("xgboost.collective")
    if collective is not None:
        with collective.CommunicatorContext(**args):
            yield
    else:  # before 1.7
        rabit = _library.need("xgboost.rabit")
        rabit.init([f"{k}={v}".encode() for k, v in args.items()])
        try:
            yield
        finally:
            rabit.finalize()
    if tracker is not None and hasattr(tracker, "wait_for"):
        tracker.wait_for()


def predict(
    model: Any,
    data: Any,
    output_margin: bool = False,
    ntree_limit: int | None = None,
    validate_features: bool = True,
    base_margin: Any = None,
    session: Any = None,
    run_kwargs: dict[str, Any] | None = None,
    run: bool = True,
    **kwargs: Any,
) -> Any:
    """What a Booster, or an estimator's, predicts for the rows of data: a tensor for a tensor, for a frame a series with its labels, or a DataFrame
    where a row has several values. It is computed at once, with run=False later. Other parameters are those of xgboost.Booster.predict.

    TypeError: model is none of xgboost. NotImplementedError: base_margin, which would have to be cut as data is.
    """
    if _xgboost is None:
        _library.lacking("xgboost", "predict")()
    if base_margin is not None:
        raise NotImplementedError("predict: parameter 'base_margin' is not there yet, leave it at its default")
    booster = model.get_booster() if isinstance(model, _xgboost.XGBModel) else model
    if not isinstance(booster, _xgboost.Booster):
        raise TypeError(f"predict takes a model of xgboost, not a {type(model).__name__}")
    about: dict[str, Any] = {"missing": np.nan}
    if isinstance(data, MarsDMatrix):
        data, about = data._parts["data"], data._about
    if ntree_limit:
        kwargs["iteration_range"] = (0, ntree_limit)
    kwargs.update(output_margin=output_margin, validate_features=validate_features)
    return _mapped(_raw(booster), None, "predict", about, kwargs, data, session, run_kwargs, run)


def _mapped(
    raw: bytes, of: Any, method: str, about: Any, kw: Any, data: Any, session: Any, run_kwargs: Any, run: bool
) -> Any:
    """What a method of a Booster, or of an estimator that of tells, gives for the rows of data."""
    how = _members.packed((raw, of, method, about, kw))
    if not _members.handle(data):
        return _chunk(data, how)
    sample = np.asarray(_chunk(_members.sample(data), how))
    columns = list(range(sample.shape[1])) if sample.ndim == 2 else None
    made = _members.mapped(data, _chunk, (how,), columns, sample.dtype)
    return made.execute(session=session, **(run_kwargs or {})) if run else made


@functools.lru_cache(maxsize=4)
def _loaded(how: bytes) -> Any:
    xgboost = _library.need("xgboost")
    raw, of, method, about, kw = _members.unpacked(how)
    booster = _booster(xgboost, raw)
    booster.set_param({"nthread": _members.threads()})
    if of is None:
        return lambda chunk: booster.predict(xgboost.DMatrix(chunk, **about), **kw)
    name, params, fitted = of
    model = getattr(xgboost, name)(**params)
    model.__dict__.update(fitted, _Booster=booster)
    return functools.partial(getattr(model, method), **kw)


def _chunk(chunk: Any, how: bytes) -> Any:
    """What a worker calls for a chunk."""
    return _loaded(how)(chunk)


def _fit(self: Any, params: dict[str, Any], data: MarsDMatrix, evals: list[MarsDMatrix], kw: dict[str, Any]) -> Any:
    """Trains an estimator, as its own class would."""
    if callable(self.objective):
        objective = self.objective
        kw["obj"] = lambda predicted, matrix: objective(matrix.get_label(), predicted)
        params.pop("objective", None)
    metric = params.get("eval_metric")
    if callable(metric):
        del params["eval_metric"]
        name = getattr(metric, "__name__", "metric")
        kw["custom_metric"] = lambda predicted, matrix: (name, float(metric(matrix.get_label(), predicted)))
    history: dict[str, Any] = {}
    self._Booster = train(
        params,
        data,
        self.get_num_boosting_rounds(),
        evals=[(m, f"validation_{i}") for i, m in enumerate(evals)],
        evals_result=history,
        early_stopping_rounds=self.early_stopping_rounds,
        callbacks=self.callbacks,
        **kw,
    )
    if not callable(self.objective):
        self.objective = params.get("objective", self.objective)
    if history:
        self.evals_result_ = history
    return self


def _matrices(self: Any, X: Any, y: Any, kw: dict[str, Any]) -> tuple[MarsDMatrix, list[MarsDMatrix]]:
    """The matrices of what fit was given."""
    about = {
        "missing": self.missing,
        "feature_types": self.feature_types,
        "enable_categorical": bool(self.enable_categorical),
    }
    sets = kw.pop("eval_set", None) or ()
    weights, margins = (
        kw.pop(k, None) or [None] * len(sets) for k in ("sample_weight_eval_set", "base_margin_eval_set")
    )
    data = MarsDMatrix(X, y, weight=kw.pop("sample_weight", None), base_margin=kw.pop("base_margin", None), **about)
    evals = [
        data if a is X and b is y else MarsDMatrix(a, b, weight=w, base_margin=m, **about)
        for (a, b), w, m in zip(sets, weights, margins)
    ]
    return data, evals


def _predicted(self: Any, method: str, X: Any, kw: dict[str, Any]) -> Any:
    own = {k: kw.pop(k) for k in ("session", "run_kwargs", "run") if k in kw}
    base = next(c for c in type(self).__mro__ if c.__module__ == "xgboost.sklearn")
    params = {"missing": self.missing, "enable_categorical": self.enable_categorical}
    fitted = {k: v for k, v in vars(self).items() if k in ("n_classes_", "objective") and not callable(v)}
    of = base.__name__, params, fitted
    return _mapped(_raw(self), of, method, None, kw, X, own.get("session"), own.get("run_kwargs"), own.get("run", True))


if _xgboost is None:
    XGBClassifier = _library.lacking("xgboost", "XGBClassifier")
    XGBRegressor = _library.lacking("xgboost", "XGBRegressor")
else:

    class XGBClassifier(_xgboost.XGBClassifier):  # type: ignore[no-redef, name-defined, misc]
        """xgboost.XGBClassifier that is trained on all workers of a cluster; its parameters are those there."""

        def fit(
            self, X: Any, y: Any, *, session: Any = None, run_kwargs: dict[str, Any] | None = None, **kw: Any
        ) -> Any:
            """Trains with tensors or frames, X of (rows, columns), y of (rows,) with labels 0, 1, ... sample_weight, base_margin, eval_set,
            sample_weight_eval_set, base_margin_eval_set, verbose and xgb_model are those of xgboost. ValueError: other labels, or rows that are not
            equally many. ImportError: a worker lacks xgboost.
            """
            y = _members.value(y, "y")
            labels, _ = _members.classes(y, session, run_kwargs)
            if labels.tolist() != list(range(len(labels))):
                raise ValueError(
                    f"Invalid classes inferred from unique values of `y`.  Expected: {np.arange(len(labels))}, got {labels}"
                )
            params = self.get_xgb_params()
            if callable(self.objective):
                params["objective"] = "binary:logistic"
            if len(labels) > 2:
                if params.get("objective") != "multi:softmax":
                    params["objective"] = "multi:softprob"
                params["num_class"] = len(labels)
            self.n_classes_ = len(labels)
            data, evals = _matrices(self, X, y, kw)
            return _fit(self, params, data, evals, {"session": session, "run_kwargs": run_kwargs, **_passed(kw)})

        def predict(self, X: Any, **kw: Any) -> Any:
            """The labels of rows; see mars.learn.contrib.xgboost.predict."""
            return _predicted(self, "predict", X, kw)

        def predict_proba(self, X: Any, **kw: Any) -> Any:
            """The probabilities of classes, one column each."""
            return _predicted(self, "predict_proba", X, kw)

    class XGBRegressor(_xgboost.XGBRegressor):  # type: ignore[no-redef, name-defined, misc]
        """xgboost.XGBRegressor that is trained on all workers of a cluster; see XGBClassifier."""

        def fit(
            self, X: Any, y: Any, *, session: Any = None, run_kwargs: dict[str, Any] | None = None, **kw: Any
        ) -> Any:
            """Trains with tensors or frames; see XGBClassifier.fit."""
            data, evals = _matrices(self, X, y, kw)
            return _fit(
                self, self.get_xgb_params(), data, evals, {"session": session, "run_kwargs": run_kwargs, **_passed(kw)}
            )

        def predict(self, X: Any, **kw: Any) -> Any:
            """The values of rows; see mars.learn.contrib.xgboost.predict."""
            return _predicted(self, "predict", X, kw)


def _passed(kw: dict[str, Any]) -> dict[str, Any]:
    """What fit passes on to train. TypeError: a parameter that it does not have."""
    out = {"verbose_eval": kw.pop("verbose", True), "xgb_model": kw.pop("xgb_model", None)}
    if kw:
        raise TypeError(f"fit() got an unexpected keyword argument {next(iter(kw))!r}")
    return out
