"""Sessions: what runs values on a cluster, and brings them back."""

from __future__ import annotations

import atexit
import functools
import os
import secrets
import threading
import time
import weakref
from collections.abc import Iterable, Sequence
from typing import Any

from .._core import graph as graphs
from .._core.meta import Meta
from .._core.node import Node, Ref
from .._core.options import options
from . import asking, errors, keeping, local
from .future import OVER, ExecutionInfo, Follower
from .held import Held, held, keep
from .keeping import Keeper
from .progress import Bar, wanted
from .results import ACCEPT, Reader
from .transport import Transport
from .uploads import Uploads

# Seconds of one long poll for the end of a task, and how long a server may be away before a waiting program gives up.
_POLL = 20.0
_AWAY = 15.0
# Times that a fetch asks again where the parts are, when some of them are gone.
_REFETCH = 3


class Session:
    """A place on a cluster for the values of one program. It may be used by several threads. Made by new_session."""

    def __init__(
        self,
        transport: Transport,
        session_id: str | None = None,
        new: bool = True,
        server: local.Server | None = None,
        idle_timeout: float | None = None,
    ) -> None:
        self._transport = transport
        self._server = server
        self._closed = False
        self._owner = os.getpid()
        self._last = time.monotonic()
        self._info: dict[str, Any] = self._call("ClusterService/GetServer", {}).get("server", {})
        asking.check_version(self._info, transport.url)
        if new:
            request: dict[str, Any] = {"client": asking.client_name()}
            if session_id:
                request["sessionId"] = session_id
            if idle_timeout:
                request["idleTimeoutMs"] = int(idle_timeout * 1000)
            said = self._call("SessionService/CreateSession", request).get("session", {})
        else:
            said = self._call("SessionService/GetSession", {"sessionId": session_id or ""}).get("session", {})
        self.session_id: str = said["sessionId"]
        self._epoch = said.get("epoch") or self._info.get("epoch", "")
        self._mine = new
        idle = int(said.get("idleTimeoutMs", 0)) / 1000 or 600.0
        me = weakref.ref(self)
        self._made = os.getpid()
        self._end = functools.partial(keeping.end, transport, self.session_id if new else "", self._made)
        self._keeper = Keeper(keeping.released(me), keeping.touched(me), self._end, min(60.0, idle / 3))
        self._keeper.start()
        self._unused = weakref.finalize(self, self._keeper.abandon)
        self._unused.atexit = False
        self._nodes: weakref.WeakSet[Node] = weakref.WeakSet()
        self._reader = Reader(transport)
        self._uploads = Uploads(self)
        self._follower = Follower(self)
        self._lock = threading.Lock()
        _sessions.add(self)

    # What the session is.

    @property
    def url(self) -> str:
        """The address of the cluster."""
        return self._transport.url

    address = url

    @property
    def web_url(self) -> str:
        """The address of the cluster's web page."""
        return self._info.get("webUrl") or self.url

    def get_web_endpoint(self) -> str:
        """The address of the cluster's web page."""
        return self.web_url

    @property
    def closed(self) -> bool:
        return self._closed

    @property
    def inline_bytes(self) -> int:
        """Literals up to so many bytes travel in graphs, larger ones are uploaded."""
        return int(self._info.get("inlineBytes", 0)) or 64 << 10

    @property
    def loopback(self) -> bool:
        """Whether the cluster answers on this host."""
        return self._transport.loopback

    @property
    def default(self) -> bool:
        from .. import session

        return session.get_default_session() is self

    def __repr__(self) -> str:
        return f"<Session {self.session_id} at {self.url}{', closed' if self._closed else ''}>"

    def nodes(self) -> list[dict[str, Any]]:
        """The processes of the cluster, as the API describes them."""
        return self._call("ClusterService/ListNodes", {}).get("nodes", [])  # type: ignore[no-any-return]

    def get_total_n_cpu(self) -> float:
        """The cores of all workers."""
        return sum(float(n.get("cores", 0)) for n in self.nodes() if n.get("role") == "ROLE_WORKER")

    def get_cluster_versions(self) -> list[str]:
        """The versions of the processes of the cluster."""
        return sorted({n["version"] for n in self.nodes() if n.get("version")})

    # Execute.

    def execute(
        self,
        *entities: Any,
        wait: bool = True,
        show_progress: Any = None,
        progress_update_interval: float | None = None,
        timeout: float | None = None,
        fuse_enabled: bool = True,
        priority: int = 0,
        warn_duplicated_execution: bool | None = None,
    ) -> Any:
        """Computes values and keeps them in the cluster. Returns the value, or a tuple where several were given; a future with wait=False.

        timeout is how many seconds the task may run. Ctrl-C cancels the task; a second one leaves it running.
        """
        many = asking.flat(entities)
        result = many[0] if len(many) == 1 and many[0] is entities[0] else tuple(many)
        refs = [e._ref for e in many]
        todo = [r for r in dict.fromkeys(refs) if held(r, self.session_id) is None]
        if warn_duplicated_execution or (warn_duplicated_execution is None and options.warn_duplicated_execution):
            asking.warn_duplicates(refs, todo)
        if not todo:
            return result if wait else self._done_future(result, refs)
        request_id = secrets.token_hex(16)
        submit = {
            "sessionId": self.session_id,
            "graph": graphs.build(todo, self._cut),
            "requestId": request_id,
            "tags": [request_id],
            "manifests": True,
        }
        choices = asking.task_options(timeout, fuse_enabled, priority)
        if choices:
            submit["options"] = choices
        if not wait:
            said = self._call("TaskService/Submit", submit)
            info = ExecutionInfo(self, said["taskId"], result, todo)
            if not self._settle(info, said):
                self._follower.add(info)
                self._finish(info)  # it may have ended before it was followed
            return info
        show = wanted(options.show_progress if show_progress is None else show_progress)
        self._wait(submit, todo, show, progress_update_interval or options.progress_update_interval)
        return result

    def _wait(self, submit: dict[str, Any], refs: list[Ref], show: bool, interval: float) -> None:
        """Submits a graph and waits for the end of its task."""
        bar = Bar(show)
        step = interval if show else _POLL
        failed = True
        try:
            submit["waitMs"] = int(1000 * step)
            said = self._patiently("TaskService/Submit", submit, step)
            while said.get("task", {}).get("state") not in OVER:
                bar.update(said.get("task", {}))
                ask = {
                    "sessionId": self.session_id,
                    "taskId": said.get("taskId") or said["task"]["taskId"],
                    "waitMs": int(1000 * step),
                }
                said = self._patiently("TaskService/GetTask", {**ask, "manifests": True}, step)
            self._store(refs, said)
            failed = False
        except KeyboardInterrupt:
            self._interrupted(submit)
            raise
        finally:
            bar.close(failed)

    def _interrupted(self, submit: dict[str, Any]) -> None:
        """Cancels the task of an interrupted execute and waits until nothing of it runs. Another interrupt ends the waiting."""
        try:
            self._call("TaskService/CancelTask", {"sessionId": self.session_id, "tag": submit["requestId"]})
            said = self._call("TaskService/Submit", {**submit, "waitMs": 0})  # the same request_id: the same task
            self._get_task(said["taskId"], wait=10.0)
        except KeyboardInterrupt:
            pass
        except (errors.Unreachable, errors.SessionLost, errors.SessionClosed, KeyError, ValueError):
            pass  # there is nothing left to cancel

    def _patiently(self, method: str, request: dict[str, Any], wait: float) -> dict[str, Any]:
        """A call that waits for a task: a server that is away comes back, or says that it forgot the session."""
        end = None
        while True:
            try:
                return self._call(method, request, wait=wait)
            except errors.Unreachable:
                now = time.monotonic()
                end = end or now + _AWAY
                if now > end or self._closed or (self._server is not None and not self._server.alive):
                    raise
                time.sleep(0.2)

    def _get_task(self, task_id: str, wait: float) -> dict[str, Any]:
        ask = {"sessionId": self.session_id, "taskId": task_id, "waitMs": int(1000 * wait), "manifests": True}
        return self._call("TaskService/GetTask", ask, wait=wait)

    def _cancel(self, task_id: str) -> None:
        self._call("TaskService/CancelTask", {"sessionId": self.session_id, "taskId": task_id})

    def _finish(self, info: ExecutionInfo, wait: float = 0.0) -> None:
        """Ends a future if its task has ended."""
        if not info.done():
            self._settle(info, self._get_task(info.task_id, wait))

    def _settle(self, info: ExecutionInfo, said: dict[str, Any]) -> bool:
        if said.get("task", {}).get("state") not in OVER:
            return False
        outcome: Any = info._result
        try:
            self._store(info._refs, said)
        except BaseException as e:
            outcome = e
        info._end(outcome)
        self._follower.drop(info.task_id)
        return True

    def _done_future(self, result: Any, refs: list[Ref]) -> ExecutionInfo:
        info = ExecutionInfo(self, "", result, refs)
        info._end(result)
        return info

    def _store(self, refs: list[Ref], said: dict[str, Any]) -> None:
        """Hangs the results of a task that has ended at their nodes; raises what it ended with otherwise."""
        task = said["task"]
        if task["state"] != "STATE_SUCCEEDED":
            problem = errors.Problem.from_json(
                task.get("problem", {"kind": "ERROR_KIND_CANCELED", "message": f"task {task['taskId']} was canceled"})
            )
            raise problem.exception()
        for ref, manifest in zip(refs, said.get("manifests", ())):
            meta = Meta.from_json(manifest["meta"])
            node = ref.node
            with self._lock:
                metas = list(node.metas) if node.metas is not None else [None] * node.n_outputs
                metas[ref.output] = meta
                if all(m is not None for m in metas):
                    node.metas = metas
                small = all("inline" in p for p in manifest.get("parts", ()))
                self._hold(ref, meta.key or "", meta, manifest if small else None)

    def _hold(self, ref: Ref, key: str, meta: Meta, manifest: dict[str, Any] | None = None) -> None:
        if held(ref, self.session_id) is None:
            keep(ref, Held(self.session_id, key, meta, self._keeper.drops, manifest))  # type: ignore[arg-type]
            self._nodes.add(ref.node)
        else:
            self._keeper.drops.put(key)  # another thread executed it too: one handle is enough

    def _cut(self, ref: Ref) -> str | None:
        h = held(ref, self.session_id)
        return None if h is None else h.key

    # Describe.

    def describe(self, refs: Sequence[Ref]) -> list[Meta]:
        """What is known of values without computing them, by one question to the server. Raises what is wrong with a call."""
        unknown = asking.undescribed(refs)
        for n in unknown:
            if n.problem is not None:
                raise n.problem
        if unknown:
            targets = [Ref(n, 0) for n in unknown]
            graph, _order = graphs.build_with_nodes(targets, self._cut, known=True)
            said = self._call("AnalyzeService/Analyze", {"sessionId": self.session_id, "graph": graph})
            self._learn(said.get("nodes", ()), {n.id: n for n in unknown})
        out = []
        for r in refs:
            meta = r.node.meta(r.output)
            if meta is None:
                raise r.node.problem or RuntimeError(f"the server did not describe {r.node!r}")
            out.append(meta)
        return out

    def _learn(self, descriptions: Iterable[dict[str, Any]], nodes: dict[str, Node]) -> None:
        first: BaseException | None = None
        for d in descriptions:
            node = nodes.get(d.get("node", ""))
            if node is None:
                continue
            if "problem" in d:
                node.problem = errors.Problem.from_json(d["problem"]).exception()
                first = first or node.problem
            elif "outputs" in d:
                node.metas = [Meta.from_json(m) for m in d["outputs"]]
        if first is not None:
            raise first

    # Fetch.

    def fetch(self, *entities: Any, **_: Any) -> Any:
        """The computed value as NumPy or pandas have it; a list where several were given. ValueError where it was not executed."""
        many = asking.flat(entities)
        values = [self._fetch(e._ref, {}) for e in many]
        return values[0] if len(many) == 1 and many[0] is entities[0] else values

    def fetch_slice(self, entity: Any, select: Any = None, columns: Any = None, corners: int = 0) -> Any:
        """A part of a computed value: slices by axis, columns by label, or the corners that a printed value shows."""
        from .._core import attrs

        ask: dict[str, Any] = {}
        if select is not None:
            ask["select"] = [
                attrs.encode(s)["slice"] for s in (select if isinstance(select, (tuple, list)) else (select,))
            ]
        if columns is not None:
            ask["columns"] = [attrs.label(c) for c in columns]
        if corners:
            ask["corners"] = corners
        return self._fetch(entity._ref, ask)

    def _fetch(self, ref: Ref, ask: dict[str, Any]) -> Any:
        h = held(ref, self.session_id)
        if h is None:
            if self._closed:
                raise errors.SessionClosed("the session is closed")
            raise ValueError(
                f"cannot fetch {ref.node.op}, which was not executed in this session; call execute() first"
            )
        if h.manifest is not None and not ask:
            return self._reader.value(h.manifest)
        tries, end = 0, time.monotonic() + _AWAY
        while True:
            try:
                return self._reader.value(self._manifest(h.key, ask))
            except (errors.Lost, errors.Unreachable, KeyError, PermissionError) as e:
                p = errors.problem_of(e)
                tries += 1
                if isinstance(e, errors.Unreachable):  # a worker has gone: what it had is made again on another
                    if time.monotonic() > end or (self._server is not None and not self._server.alive):
                        raise
                    time.sleep(0.3)
                elif tries == _REFETCH or p is None or p.kind not in ("lost", "not_found", "denied"):
                    raise

    def _manifest(self, key: str, ask: dict[str, Any]) -> dict[str, Any]:
        return self._call(
            "DataService/GetManifest", {"sessionId": self.session_id, "key": key, "accept": ACCEPT, **ask}
        )

    def upload(self, value: Any) -> Ref:
        """Sends an array, DataFrame, Series or Index to the cluster; a reference to the value there."""
        ref = self._uploads.put(value)
        self._nodes.add(ref.node)
        return ref

    def decref(self, *keys: str) -> None:
        """Gives up handles of values by key. The garbage collector does so by itself."""
        for k in keys:
            self._keeper.drops.put(k)

    # Its end.

    def as_default(self) -> Session:
        """Makes this the session of values that name no other."""
        from .. import session

        session._set_default(self)
        return self

    def reset_default(self) -> None:
        """Leaves no default session where this was it."""
        from .. import session

        if session.get_default_session() is self:
            session._set_default(None)

    def close(self) -> None:
        """Cancels what runs and frees all values of the session. Closing again does nothing."""
        if self._closed:
            return
        self._closed = True
        self.reset_default()
        for n in list(self._nodes):
            if n.stored is not None:
                n.stored.held = {k: h for k, h in n.stored.held.items() if k[0] != self.session_id}
        self._unused.detach()
        self._keeper.stop()
        self._end()
        self._reader.close()
        self._follower._fail(errors.SessionClosed("the session is closed"))

    destroy = close

    def stop_server(self) -> None:
        """Closes the session, and ends the local server that new_session() started for it."""
        self.close()
        if self._server is not None:
            local.stop(self._server)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    # Calls.

    def _call(self, method: str, request: dict[str, Any], wait: float = 0.0) -> dict[str, Any]:
        """A call whose failure says clearly when the session is the reason."""
        if self._closed:
            raise errors.SessionClosed("the session is closed; make another with mars.new_session()")
        if os.getpid() != self._owner:
            self._forked()
        try:
            said = self._transport.call(method, request, wait=wait)
        except errors.Unreachable as e:
            died = self._server.died() if self._server is not None else None
            if died:
                raise errors.SessionLost(
                    died + "; its values are gone; make another session with mars.new_session()"
                ) from e
            raise
        except Exception as e:
            p = errors.problem_of(e)
            if (
                p is not None
                and p.kind in ("not_found", "lost", "unavailable")
                and "sessionId" in request
                and method != "SessionService/GetSession"
            ):
                self._assert_alive(e)
            raise
        self._last = time.monotonic()
        return said

    def _assert_alive(self, cause: BaseException) -> None:
        """Raises SessionLost where the server does not know this session, or was restarted since it began."""
        if not hasattr(self, "_epoch"):
            return
        why = ""
        try:
            said = self._transport.call("SessionService/GetSession", {"sessionId": self.session_id}, tries=2).get(
                "session", {}
            )
        except errors.Unreachable:
            return
        except Exception as e:
            p = errors.problem_of(e)
            if p is None or p.kind not in ("not_found", "lost"):
                return
            why = f"session {self.session_id} is not known at {self.url} any more: the supervisor was restarted, or the session was idle for too long"
        else:
            epoch = said.get("epoch", "")
            if epoch and self._epoch and epoch != self._epoch:
                why = f"the supervisor at {self.url} was restarted"
        if why:
            raise errors.SessionLost(
                why + "; its values are gone; make another session with mars.new_session()"
            ) from cause

    def _forked(self) -> None:
        """This is a child of the process that made the session: it may use it, but frees nothing and ends nothing."""
        self._owner = os.getpid()
        self._unused.detach()
        self._lock = threading.Lock()
        self._follower = Follower(self)


_sessions: weakref.WeakSet[Session] = weakref.WeakSet()


@atexit.register
def _at_exit() -> None:
    for s in list(_sessions):
        if s._made == os.getpid() and not s.closed:
            s.close()
