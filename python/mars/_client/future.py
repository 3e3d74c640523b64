"""Tasks that run while the program goes on: ExecutionInfo, and the thread of a session that learns when they end."""

from __future__ import annotations

import asyncio
import collections
import concurrent.futures
import threading
import time
import weakref
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Callable

from .._core import hooks
from . import errors

if TYPE_CHECKING:
    from .session import Session

OVER = frozenset(("STATE_SUCCEEDED", "STATE_FAILED", "STATE_CANCELED"))

# Seconds of one long poll where the event stream cannot be read.
_POLL = 0.5

# How many tasks that have ended are remembered, for those whose submit has not returned yet.
_EARLY = 1024


class ExecutionInfo:
    """An execute(wait=False) that goes on. It may be awaited.

    result() is what execute would have returned: the value itself, whose repr shows the numbers.
    """

    def __init__(self, session: Session, task_id: str, result: Any, refs: list[Any]) -> None:
        self._session = session
        self._refs = refs
        self._result = result
        self._future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        self._fraction = 0.0
        self.task_id = task_id
        self.to_execute_tileables = list(result) if isinstance(result, tuple) else [result]

    @classmethod
    def ended(cls, session: Session, result: Any) -> ExecutionInfo:
        """One that had nothing to compute."""
        info = cls(session, "", result, [])
        info._end(result)
        return info

    def _end(self, outcome: Any) -> None:
        """Ends with a result or an exception, unless it has ended."""
        _set(self._future, outcome)

    def done(self) -> bool:
        """Whether the task has ended, whatever its end."""
        if not self._future.done():
            with hooks.blocking():  # a function that asks again and again lets the task run meanwhile
                pass
        return self._future.done()

    def running(self) -> bool:
        return not self.done()

    def cancelled(self) -> bool:
        """Whether the task was canceled."""
        return self._future.done() and isinstance(self._future.exception(), errors.Canceled)

    def result(self, timeout: float | None = None) -> Any:
        """Waits for the end; the value or values, or the exception of the task. TimeoutError after timeout seconds; the task goes on then."""
        try:
            with hooks.blocking():
                return self._future.result(timeout)
        except concurrent.futures.TimeoutError:
            if self._future.done():
                raise
            raise TimeoutError(f"task {self.task_id} has not ended after {timeout} s") from None

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Waits for the end; the exception of the task, None where it succeeded."""
        with hooks.blocking():
            return self._future.exception(timeout)

    def progress(self) -> float:
        """How far the task is, from 0 to 1."""
        if not self._future.done():
            task = self._session._tasks.get(self.task_id, wait=0.0).get("task", {})
            self._fraction = max(self._fraction, float(task.get("progress", 0.0)))
            if task.get("state") in OVER:
                self._session._tasks.finish(self)
        return 1.0 if self._future.done() and self._future.exception() is None else self._fraction

    def cancel(self) -> bool:
        """Cancels the task. False when it has ended before."""
        if self._future.done():
            return False
        self._session._tasks.cancel(self.task_id)
        self._session._tasks.finish(self, wait=10.0)
        return self.cancelled()

    def add_done_callback(self, f: Callable[[ExecutionInfo], Any]) -> None:
        """Calls f with this object once the task has ended, in another thread, or at once if it has."""
        self._future.add_done_callback(lambda _: f(self))

    def __await__(self) -> Generator[Any, None, Any]:
        with hooks.blocking():
            return (yield from asyncio.wrap_future(self._future).__await__())

    def __repr__(self) -> str:
        if not self._future.done():
            return f"<ExecutionInfo {self.task_id}: running>"
        e = self._future.exception()
        return f"<ExecutionInfo {self.task_id}: {'done' if e is None else type(e).__name__}>"


class Follower:
    """The daemon thread of a session that reads its events and ends futures. Where there are no events, it polls."""

    def __init__(self, session: Session) -> None:
        self._session = weakref.ref(session)
        self._pending: dict[str, ExecutionInfo] = {}
        self._early: collections.deque[str] = collections.deque(maxlen=_EARLY)  # that ended before they were followed
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._broken = 0  # streams that failed one after the other

    def add(self, info: ExecutionInfo) -> bool:
        """Follows a task until its end. False: it has ended, and nothing will say so."""
        with self._lock:
            if info.task_id in self._early:
                return False
            self._pending[info.task_id] = info
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="mars-follower", daemon=True)
                self._thread.start()
        return True

    def drop(self, task_id: str) -> None:
        """Follows a task no more."""
        with self._lock:
            self._pending.pop(task_id, None)

    def _waiting(self) -> list[ExecutionInfo]:
        with self._lock:
            waiting = list(self._pending.values())
            if not waiting:
                self._thread = None  # add starts another one
            return waiting

    def _run(self) -> None:
        while self._waiting():
            session = self._session()
            if session is None or session.closed:
                self.fail(errors.SessionClosed("the session is closed"))
                return
            try:
                if self._broken < 2:
                    self._watch(session)
                else:
                    self._poll(session)
            except errors.SessionLost as e:
                self.fail(e)
                return
            except Exception as e:
                self._broken += 1
                if self._broken > 8 or isinstance(e, (errors.SessionClosed, PermissionError)):
                    self.fail(e)
                    return
                time.sleep(0.1 * self._broken)
            del session

    def _watch(self, session: Session) -> None:
        """Reads events until nothing is pending."""
        events = session._transport.stream("EventService/Watch", {"sessionId": session.session_id})
        try:
            swept = False
            for message in events:
                event = message.get("event", {})
                task = event.get("task")
                if task is not None and task.get("state") in OVER:
                    with self._lock:
                        info = self._pending.get(task["taskId"])
                        if info is None:
                            self._early.append(task["taskId"])
                    if info is not None:
                        session._tasks.finish(info)
                if not swept or "gap" in event or "heartbeat" in event:
                    swept = True  # what ended before the stream began is not in it
                    self._sweep(session)
                self._broken = 0
                if not self._waiting():
                    return
        finally:
            events.close()  # type: ignore[attr-defined]
        raise ConnectionResetError("the event stream ended")

    def _sweep(self, session: Session) -> None:
        for info in self._waiting():
            session._tasks.finish(info)

    def _poll(self, session: Session) -> None:
        waiting = self._waiting()
        if waiting:
            session._tasks.finish(waiting[0], wait=_POLL)
        for info in waiting[1:]:
            session._tasks.finish(info)
        self._broken = 2

    def fail(self, e: BaseException) -> None:
        """Ends all futures with e."""
        with self._lock:
            waiting, self._thread = list(self._pending.values()), None
            self._pending.clear()
        for info in waiting:
            info._end(e)


def _set(f: concurrent.futures.Future[Any], outcome: Any) -> None:
    """Ends a future, unless it has ended."""
    try:
        if isinstance(outcome, BaseException):
            f.set_exception(outcome)
        else:
            f.set_result(outcome)
    except concurrent.futures.InvalidStateError:
        pass
