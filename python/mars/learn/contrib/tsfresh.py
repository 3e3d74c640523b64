"""tsfresh on a cluster: features of time series are calculated by workers.

from mars.learn.contrib.tsfresh import MarsDistributor

extract_features(df, column_id="id", distributor=MarsDistributor())
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Callable

from ..._core import hooks
from ...remote import spawn
from . import _library, _members

__all__ = ["MarsDistributor"]

_distribution = _library.there("tsfresh.utilities.distribution")


def _call(packed: bytes, chunk: list[Any]) -> Any:
    """What a worker calls for a chunk of series."""
    _library.need("tsfresh")
    func, kwargs = _members.unpacked(packed)
    return func(chunk, **kwargs)


if _distribution is None:
    MarsDistributor = _library.lacking("tsfresh", "MarsDistributor")
else:

    class MarsDistributor(_distribution.IterableDistributorBaseClass):  # type: ignore[no-redef, name-defined, misc]
        """A distributor of tsfresh, for extract_features and extract_relevant_features: each chunk of series is a call on the cluster.

        session is that of the calls; without it the default one.
        """

        def __init__(self, session: Any = None) -> None:
            self._session = session

        def calculate_best_chunk_size(self, data_length: int) -> int:
            """Four chunks for each slot of the workers."""
            slots = sum(_members.nodes(self._session or hooks.ensure()))
            return max(1, -(-data_length // (4 * slots)))

        def distribute(
            self, func: Callable[..., Any], partitioned_chunks: Iterable[Any], kwargs: dict[str, Any]
        ) -> list[Any]:
            """What func gives for all chunks, one after the other. What it raises is raised."""
            session = self._session or hooks.ensure()
            packed = _members.packed((func, kwargs))
            calls = [spawn(_call, args=(packed, list(chunk))) for chunk in partitioned_chunks]
            if not calls:
                return []
            session.execute(*calls)
            return [item for made in session.fetch(calls) for item in made]
