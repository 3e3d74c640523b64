"""joblib on a cluster: batches of its calls are functions that workers call.

from mars.learn.contrib.joblib import register_mars_backend

register_mars_backend()
with joblib.parallel_config("mars"):
    joblib.Parallel()(joblib.delayed(f)(i) for i in range(100))
"""

from __future__ import annotations

import threading
from typing import Any, Callable

from ..._core import hooks
from ...remote import spawn
from . import _library, _members

__all__ = ["MarsDistributedBackend", "register_mars_backend"]

_parallel = _library.there("joblib.parallel")


def _run(batch: Callable[[], Any]) -> Any:
    """What a worker calls."""
    _library.need("joblib")
    return batch()


if _parallel is None:
    MarsDistributedBackend = _library.lacking("joblib", "MarsDistributedBackend")
    register_mars_backend = _library.lacking("joblib", "register_mars_backend")
else:
    from joblib._parallel_backends import SequentialBackend

    class MarsDistributedBackend(_parallel.AutoBatchingMixin, _parallel.ParallelBackendBase):  # type: ignore[no-redef, name-defined, misc]
        """The backend "mars" of joblib.

        service is the address of a cluster, session the session on one; without both it is the default session. n_parallel is how many batches
        run at a time, instead of what n_jobs says; n_jobs=-1, the default, is as many as workers have slots. backend is that of joblib's own
        arguments, and taken for programs of the original.

        A batch is a task, and what its functions raise is raised as it was. Large arrays among arguments are sent once, however many batches have
        them. A Parallel within a function runs in its process, one after the other: it has one core.
        """

        supports_retrieve_callback = True
        supports_sharedmem = False
        uses_threads = False
        default_n_jobs = -1

        def __init__(
            self,
            service: Any = None,
            session: Any = None,
            backend: Any = None,
            n_parallel: int | None = None,
            nesting_level: int | None = None,
            inner_max_num_threads: int | None = None,
            **backend_kwargs: Any,
        ) -> None:
            super().__init__(nesting_level=nesting_level, inner_max_num_threads=inner_max_num_threads, **backend_kwargs)
            if n_parallel is not None and (isinstance(n_parallel, bool) or n_parallel < 1):
                raise ValueError(f"n_parallel must be a positive int, not {n_parallel!r}")
            self._service, self._given, self._n_parallel = service, session, n_parallel
            self._running: set[Any] = set()
            self._sent: set[Any] = set()  # nodes of arrays that later batches may have too
            self._lock = threading.Lock()
            self._sending = threading.Lock()  # batches begin in several threads, and each finds what others have sent

        def _session(self) -> Any:
            if self._given is None and self._service is not None:
                from ...session import new_session

                self._given = new_session(self._service, default=False)
            return self._given or hooks.ensure()

        def effective_n_jobs(self, n_jobs: int | None) -> int:
            """How many batches run at a time: n_parallel, or n_jobs, of which negative ones count from the slots of all workers."""
            if n_jobs == 0:
                raise ValueError("n_jobs == 0 in Parallel has no meaning")
            if self._n_parallel is not None:
                return self._n_parallel
            if n_jobs is not None and n_jobs > 0:
                return int(n_jobs)
            return max(sum(_members.nodes(self._session())) + 1 + (-1 if n_jobs is None else n_jobs), 1)

        def submit(self, func: Any, callback: Callable[[Any], Any] | None = None) -> Any:
            """Begins a batch, as a task that the session follows with the one thread that it has for all. callback gets it at its end."""
            with self._sending:
                made = spawn(_run, args=(func,))
                # before it begins: a value that is computed has no inputs any more
                inputs = [r.node for r in made._ref.node.inputs if r.node.op == "core.put"]
                info = made.execute(session=self._session(), wait=False)
            with self._lock:
                self._running.add(info)
                self._sent.update(n for n in inputs if n.metas and n.metas[0].kind == "tensor")
            info.add_done_callback(self._ended)
            if callback is not None:
                info.add_done_callback(callback)
            return info

        apply_async = submit  # joblib before 1.5

        def _ended(self, info: Any) -> None:
            with self._lock:
                self._running.discard(info)

        def stop_call(self) -> None:
            """The end of a Parallel call: its arrays may go."""
            with self._lock:
                self._sent.clear()

        def retrieve_result_callback(self, out: Any) -> Any:
            """The results of a batch; what one of its functions has raised is raised."""
            return out.result().fetch(session=self._session())

        def abort_everything(self, ensure_ready: bool = True) -> None:
            """Cancels the batches that run."""
            with self._lock:
                running, self._running = self._running, set()
            for info in running:
                info.cancel()

        def get_nested_backend(self) -> Any:
            return SequentialBackend(nesting_level=(self.nesting_level or 0) + 1), None

    def register_mars_backend() -> None:  # type: ignore[no-redef]
        """Makes "mars" a name that joblib.parallel_config and joblib.parallel_backend take."""
        _parallel.register_parallel_backend("mars", MarsDistributedBackend)
