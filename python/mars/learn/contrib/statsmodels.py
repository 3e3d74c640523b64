"""statsmodels' distributed estimation on a cluster: each partition is estimated where its rows are, and what comes is joined.

from mars.learn.contrib.statsmodels import MarsDistributedModel

results = MarsDistributedModel(num_partitions=4).fit(y, X)  # tensors or frames
results.predict(X)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._core import hooks
from ...remote import spawn
from . import _library, _members

__all__ = ["MarsDistributedModel", "MarsResults"]

_statsmodels = _library.there("statsmodels.base.distributed_estimation")


def _part(packed: bytes, number: int, endog: Any, exog: Any, init_kwds: bytes) -> Any:
    """What a worker calls for a partition: the estimate of a model of its rows."""
    _library.need("statsmodels.base.distributed_estimation", "statsmodels")
    model, fit_kwds = _members.unpacked(packed)
    of = model.model_class(_members.vector(endog), exog, **{**model.init_kwds, **_members.unpacked(init_kwds)})
    return model.estimation_method(of, number, model.partitions, fit_kwds=fit_kwds, **model.estimation_kwds)


def _join(packed: bytes, parts: list[Any]) -> Any:
    """What a worker calls with all estimates: the results."""
    _library.need("statsmodels.base.distributed_estimation", "statsmodels")
    model, _ = _members.unpacked(packed)
    params = model.join_method(parts, **model.join_kwds)
    return model.results_class(model.model_class([0], [0], **model.init_kwds), params, **model.results_kwds)


def _predict(chunk: Any, packed: bytes) -> Any:
    """What a worker calls for a chunk."""
    _library.need("statsmodels")
    results, args, kwargs = _members.unpacked(packed)
    return np.asarray(results.predict(chunk, *args, **kwargs))


class MarsDistributedModel:
    """statsmodels.base.distributed_estimation.DistributedModel whose partitions are estimated on the workers of a cluster.

    num_partitions is how many there are; or factor: so many for each slot of the workers, 1 by default. Other parameters are those of statsmodels.
    ImportError: this program lacks statsmodels.
    """

    def __init__(
        self,
        factor: float | None = None,
        num_partitions: int | None = None,
        model_class: Any = None,
        init_kwds: dict[str, Any] | None = None,
        estimation_method: Any = None,
        estimation_kwds: dict[str, Any] | None = None,
        join_method: Any = None,
        join_kwds: dict[str, Any] | None = None,
        results_class: Any = None,
        results_kwds: dict[str, Any] | None = None,
    ) -> None:
        if _statsmodels is None:
            _library.lacking("statsmodels", "MarsDistributedModel")()
        if factor is not None and num_partitions is not None:
            raise ValueError("factor and num_partitions both say how many partitions there are: give one of them")
        for name, n in (("factor", factor), ("num_partitions", num_partitions)):
            if n is not None and not n > 0:
                raise ValueError(f"{name} must be positive, not {n!r}")
        self._factor, self._n = factor, num_partitions
        self._how = (
            model_class, init_kwds, estimation_method, estimation_kwds, join_method, join_kwds, results_class, results_kwds
        )  # fmt: skip

    def fit(self, endog: Any, exog: Any, session: Any = None, run_kwargs: Any = None, **kwargs: Any) -> MarsResults:
        """Estimates with endog of (rows,) and exog of (rows, columns), tensors or frames or what becomes them.

        fit_kwds are those of estimation, init_kwds_generator gives those of each partition's model. ValueError: rows are not equally many, or fewer than
        partitions.
        """
        fit_kwds, more = kwargs.pop("fit_kwds", None) or {}, kwargs.pop("init_kwds_generator", None)
        fit_kwds = {**fit_kwds, **kwargs}
        session = session or hooks.ensure()
        y, X = _members.value(endog, "endog"), _members.value(exog, "exog")
        _members.computed([y, X], session, run_kwargs)
        rows = _members.equally_long({"endog": y, "exog": X})
        n = self._n or max(1, round(sum(_members.nodes(session)) * (self._factor or 1)))
        if n > rows:
            raise ValueError(f"{n} partitions were asked for, and there are {rows} rows")
        model = _statsmodels.DistributedModel(n, *self._how)
        each = [{}] * n if more is None else list(more)
        if len(each) != n:
            raise ValueError(f"init_kwds_generator gave {len(each)} of what {n} partitions need")
        packed, parts = _members.packed((model, fit_kwds)), []
        for i in range(n):
            s = _members.share(rows, i, n)
            part = (packed, i, _rows(y, s), _rows(X, s), _members.packed(each[i]))
            parts.append(spawn(_part, args=part, resolve_tileable_input=True))
        made = spawn(_join, args=(packed, parts)).execute(session=session, **(run_kwargs or {}))
        return MarsResults(made.fetch(session=session))


def _rows(x: Any, rows: slice) -> Any:
    return x.iloc[rows] if _members.frame_of(x) else x[rows]


class MarsResults:
    """What MarsDistributedModel.fit gives: the results of statsmodels, in model, and predictions for tensors and frames."""

    def __init__(self, model: Any) -> None:
        self._model = model

    @property
    def model(self) -> Any:
        """The results of statsmodels: params and what else their class has."""
        return self._model

    @property
    def params(self) -> Any:
        """The joined parameters."""
        return self._model.params

    def predict(self, exog: Any, *args: Any, **kwargs: Any) -> Any:
        """Predictions for the rows of exog: a tensor for a tensor, a series with its labels for a frame. It is computed at once, with run=False later;
        what is no value of Mars is predicted here.
        """
        session, run_kwargs, run = kwargs.pop("session", None), kwargs.pop("run_kwargs", None), kwargs.pop("run", True)
        if not _members.handle(exog):
            return self._model.predict(exog, *args, **kwargs)
        packed = _members.packed((self._model, args, kwargs))
        sample = _predict(_members.sample(exog), packed)
        made = _members.mapped(exog, _predict, (packed,), None, sample.dtype)
        return made.execute(session=session, **(run_kwargs or {})) if run else made

    def __repr__(self) -> str:
        return f"<MarsResults of {self._model!r}>"
