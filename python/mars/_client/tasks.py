"""The tasks of a session: graphs that are submitted, waited for and canceled, and results that are hung at their nodes."""

from __future__ import annotations

import queue
import threading
import weakref
from typing import TYPE_CHECKING, Any

from .._core import garbage
from .._core.meta import Meta
from .._core.node import Node, Ref
from . import errors
from .calls import Calls
from .future import OVER, ExecutionInfo, Follower
from .held import Held, held, keep
from .progress import Bar

if TYPE_CHECKING:
    from .session import Session

# Seconds of one long poll for the end of a task.
_POLL = 20.0


class Tasks:
    """What a session executes. nodes gets those whose values the session keeps, drops the keys of values that nobody needs."""

    def __init__(
        self, calls: Calls, nodes: weakref.WeakSet[Node], drops: queue.SimpleQueue[str], follower: Follower
    ) -> None:
        self._calls, self._nodes, self._drops = calls, nodes, drops
        self.follower = follower
        self._lock = threading.Lock()

    def after_fork(self, follower: Follower) -> None:
        """Makes anew in a child what another thread of the parent may have held."""
        self._lock = threading.Lock()
        self.follower = follower

    def start(self, session: Session, submit: dict[str, Any], refs: list[Ref], result: Any) -> ExecutionInfo:
        """Submits a graph; a future of result, which ends with its task."""
        said = self._calls.call("TaskService/Submit", submit)
        info = ExecutionInfo(session, said["taskId"], result, refs)
        if not self._settle(info, said) and not self.follower.add(info):
            self.finish(info)
        return info

    def run(self, submit: dict[str, Any], refs: list[Ref], show: bool, interval: float) -> None:
        """Submits a graph and waits for the end of its task, with a bar that is drawn each interval seconds where show is set."""
        bar = Bar(show)
        step = interval if show else _POLL
        failed = True
        try:
            said = self._calls.patiently("TaskService/Submit", {**submit, "waitMs": int(1000 * step)}, step)
            while said.get("task", {}).get("state") not in OVER:
                bar.update(said.get("task", {}))
                task_id = said.get("taskId") or said["task"]["taskId"]
                said = self._calls.patiently("TaskService/GetTask", self._ask(task_id, step), step)
            self._store(refs, said)
            failed = False
        except KeyboardInterrupt:
            self._interrupted(submit)
            raise
        finally:
            bar.close(failed)

    def _interrupted(self, submit: dict[str, Any]) -> None:
        """Cancels the task of an interrupted run and waits until nothing of it runs. Another interrupt ends the waiting."""
        try:
            self._calls.call(
                "TaskService/CancelTask", {"sessionId": self._calls.session_id, "tag": submit["requestId"]}
            )
            said = self._calls.call("TaskService/Submit", {**submit, "waitMs": 0})  # the same request: the same task
            self.get(said["taskId"], wait=10.0)
        except KeyboardInterrupt:
            pass
        except (errors.Unreachable, errors.SessionLost, errors.SessionClosed, KeyError, ValueError):
            pass  # there is nothing left to cancel

    def get(self, task_id: str, wait: float) -> dict[str, Any]:
        """What the server says of a task, after its end or wait seconds."""
        return self._calls.call("TaskService/GetTask", self._ask(task_id, wait), wait=wait)

    def _ask(self, task_id: str, wait: float) -> dict[str, Any]:
        return {
            "sessionId": self._calls.session_id,
            "taskId": task_id,
            "waitMs": int(1000 * wait),
            "manifests": True,
            "noResults": True,
        }

    def cancel(self, task_id: str) -> None:
        """Asks for the end of a task; it may have ended before."""
        self._calls.call("TaskService/CancelTask", {"sessionId": self._calls.session_id, "taskId": task_id})

    def finish(self, info: ExecutionInfo, wait: float = 0.0) -> None:
        """Ends a future if its task has ended, or ends within wait seconds."""
        if not info._future.done():
            self._settle(info, self.get(info.task_id, wait))

    def _settle(self, info: ExecutionInfo, said: dict[str, Any]) -> bool:
        if said.get("task", {}).get("state") not in OVER:
            return False
        outcome: Any = info._result
        try:
            self._store(info._refs, said)
        except BaseException as e:
            outcome = e
        info._end(outcome)
        self.follower.drop(info.task_id)
        return True

    def _store(self, refs: list[Ref], said: dict[str, Any]) -> None:
        """Hangs the results of a task that has ended at their nodes; raises what it ended with otherwise."""
        task = said["task"]
        if task["state"] != "STATE_SUCCEEDED":
            problem = errors.Problem.from_json(
                task.get("problem", {"kind": "ERROR_KIND_CANCELED", "message": f"task {task['taskId']} was canceled"})
            )
            raise problem.exception()
        with garbage.rest():
            self._hang(refs, said.get("manifests", ()))

    def _hang(self, refs: list[Ref], manifests: Any) -> None:
        for ref, manifest in zip(refs, manifests):
            meta = Meta.from_json(manifest["meta"])
            node = ref.node
            with self._lock:
                if node.n_outputs == 1:
                    node.metas = [meta]
                else:
                    metas = list(node.metas) if node.metas is not None else [None] * node.n_outputs
                    metas[ref.output] = meta
                    if all(m is not None for m in metas):
                        node.metas = metas
                parts = manifest.get("parts", ())
                small = "inline" in parts[0] if len(parts) == 1 else all("inline" in p for p in parts)
                self._hold(ref, meta.key or "", meta, manifest if small else None)

    def _hold(self, ref: Ref, key: str, meta: Meta, manifest: dict[str, Any] | None) -> None:
        if held(ref, self._calls.session_id) is None:
            keep(ref, Held(self._calls.session_id, key, meta, self._drops, manifest))
            self._nodes.add(ref.node)
        else:
            self._drops.put(key)  # another thread executed it too: one handle is enough
