"""Sessions: what runs values on a cluster, and brings them back."""

from __future__ import annotations

import atexit
import functools
import os
import secrets
import time
import weakref
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .._core import garbage, hooks
from .._core import graph as graphs
from .._core.meta import Meta
from .._core.node import Node, Ref
from .._core.options import options
from . import asking, errors, keeping, local
from .calls import AWAY, Calls
from .described import Described
from .explained import Explanation
from .future import ExecutionInfo, Follower
from .held import Held, held, keep, uploaded
from .keeping import Keeper
from .logs import Logs
from .progress import wanted
from .results import ACCEPT, Reader
from .tasks import Tasks
from .transport import Transport
from .uploads import Uploads

# Seconds for which a cluster keeps a session whose program has ended without a word. A program that lives says so every minute.
_IDLE = 600.0

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
        keep: bool = False,
    ) -> None:
        self._transport = transport
        self._server = server
        self._calls = Calls(transport, server)
        self._call = self._calls.call
        self._info: dict[str, Any] = self._call("ClusterService/GetServer", {}).get("server", {})
        asking.check_version(self._info, transport.url)
        if new:
            request: dict[str, Any] = {"client": asking.client_name()}
            if session_id:
                request["sessionId"] = session_id
            if not keep:
                request["idleTimeoutMs"] = int((idle_timeout or _IDLE) * 1000)
            said = self._call("SessionService/CreateSession", request).get("session", {})
        else:
            said = self._call("SessionService/GetSession", {"sessionId": session_id or ""}).get("session", {})
        self.session_id: str = said["sessionId"]
        self._calls.begun(self.session_id, said.get("epoch") or self._info.get("epoch", ""))
        idle = int(said.get("idleTimeoutMs", 0)) / 1000 or 600.0
        me = weakref.ref(self)
        self._made = os.getpid()
        self._end = functools.partial(keeping.end, transport, self.session_id if new else "", self._made)
        self._keep = keep
        left = functools.partial(keeping.end, transport, "", self._made) if keep else self._end
        self._keeper = Keeper(keeping.released(me), keeping.touched(me), left, min(60.0, idle / 3))
        self._keeper.start()
        self._unused = weakref.finalize(self, self._keeper.abandon)
        self._unused.atexit = False
        self._nodes: weakref.WeakSet[Node] = weakref.WeakSet()
        self._reader = Reader(transport)
        self._described = Described()
        self._uploads = Uploads(self)
        self._logs = Logs(self._calls)
        self._tasks = Tasks(self._calls, self._nodes, self._keeper.drops, Follower(self))  # type: ignore[arg-type]
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
        return self._calls.closed

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
        return f"<Session {self.session_id} at {self.url}{', closed' if self.closed else ''}>"

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
        for r in refs:
            r.node.asked = True
        todo = [r for r in dict.fromkeys(refs) if held(r, self.session_id) is None]
        if warn_duplicated_execution or (warn_duplicated_execution is None and options.warn_duplicated_execution):
            asking.warn_duplicates(refs, todo)
        self._settle(todo)
        if not todo:
            return result if wait else ExecutionInfo.ended(self, result)
        request_id = secrets.token_hex(16)
        with garbage.rest():
            graph = graphs.build(todo, self._cut)
        submit = {
            "sessionId": self.session_id,
            "graph": graph,
            "requestId": request_id,
            "tags": [request_id],
            "manifests": True,
            "noResults": True,
        }
        if hooks.parent:
            submit["parent"] = hooks.parent
        choices = asking.task_options(timeout, fuse_enabled, priority)
        if choices:
            submit["options"] = choices
        if dropped := self._keeper.queued():
            submit["release"] = dropped
        if not wait:
            return self._tasks.start(self, submit, todo, result)
        show = wanted(options.show_progress if show_progress is None else show_progress)
        with hooks.blocking():
            self._tasks.run(submit, todo, show, progress_update_interval or options.progress_update_interval)
        return result

    def _settle(self, refs: Sequence[Ref]) -> None:
        """Computes what has to be known before refs can be described."""
        if hooks.guessed and (first := asking.guessed(refs, self._cut)):
            self.execute(*first)
        if hooks.lent and (first := asking.lent(refs, self._cut)):
            self.execute(*first)

    def _cut(self, ref: Ref) -> str | None:
        h = held(ref, self.session_id)
        if h is None and ref.node.stored is not None:
            h = self._brought(ref)
        return None if h is None else h.key

    def _brought(self, ref: Ref) -> Held | None:
        """A value that only another session of this program has, where data was uploaded for it: it is copied."""
        others = (s for s in list(_sessions) if s is not self and not s.closed)
        other = next((s for s in others if held(ref, s.session_id) is not None), None)
        if other is None or not uploaded(ref.node):
            return None
        value = other._fetch(ref, {})
        copy = self.upload(np.asarray(value) if isinstance(value, np.generic) else value)
        h = held(copy, self.session_id)
        assert h is not None
        keep(ref, h)
        self._nodes.add(ref.node)
        return h

    # Describe.

    def describe(self, refs: Sequence[Ref]) -> list[Meta]:
        """What is known of values without computing them, by one question to the server at most. Raises what is wrong with a call."""
        self._settle(refs)
        unknown = asking.undescribed(refs)
        for n in unknown:
            if n.problem is not None:
                raise n.problem
        if unknown:
            self._ask(unknown)
        out = []
        for r in refs:
            meta = r.node.meta(r.output)
            if meta is None:
                raise r.node.problem or RuntimeError(f"the server did not describe {r.node!r}")
            out.append(meta)
        return out

    def _ask(self, unknown: list[Node]) -> None:
        """Describes nodes as an earlier call like theirs was described, or by a question to the server."""
        question = self._described.question(unknown, self._cut)
        metas = None if self.closed else self._described.answer(question)
        if metas is not None:
            unknown[0].metas = metas
            return
        targets = [Ref(n, 0) for n in unknown]
        graph, _order = graphs.build_with_nodes(targets, self._cut, known=True)
        said = self._call("AnalyzeService/Analyze", {"sessionId": self.session_id, "graph": graph})
        self._learn(said.get("nodes", ()), {n.id: n for n in unknown})
        self._described.said(question, unknown[0].metas)

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

    # Explain.

    def explain(self, *entities: Any) -> Explanation:
        """How values would be made: the operators after rewriting, as a tree with shapes, dtypes and the physical operators that are chosen so far.

        Nothing runs. Raises what is wrong with a call.
        """
        refs = list(dict.fromkeys(e._ref for e in asking.flat(entities)))
        said = self._call(
            "AnalyzeService/Explain", {"sessionId": self.session_id, "graph": graphs.build(refs, self._cut)}
        )
        return Explanation(said.get("text", ""))

    # Fetch.

    def fetch(self, *entities: Any, **_: Any) -> Any:
        """The computed value as NumPy or pandas have it; a list where several were given. ValueError where it was not executed."""
        many = asking.flat(entities)
        for e in many:
            e._ready(self)
        values = [e._laid(self._fetch(e._ref, {})) for e in many]
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
            if self.closed:
                raise errors.SessionClosed("the session is closed")
            raise ValueError(
                f"cannot fetch {ref.node.op}, which was not executed in this session; call execute() first"
            )
        if h.manifest is not None and not ask:
            return self._reader.value(h.manifest, ref.node.op, h.meta)
        tries, end = 0, time.monotonic() + AWAY
        while True:
            try:
                with hooks.blocking():
                    return self._reader.value(self._manifest(h.key, ask), ref.node.op)
            except (errors.Lost, errors.Unreachable, KeyError, PermissionError) as e:
                p = errors.problem_of(e)
                tries += 1
                if isinstance(e, errors.Unreachable):  # a worker has gone: what it had is made again on another
                    if time.monotonic() > end or self._calls.hopeless:
                        raise
                    time.sleep(0.3)
                elif tries == _REFETCH or p is None or p.kind not in ("lost", "not_found", "denied"):
                    raise

    def fetch_log(self, entities: Any, offsets: Any = None, sizes: Any = None) -> Any:
        """What functions have written to standard output and error while they made values: a Log, a list of them for a list.

        Each call reads on, up to 1 MiB of each call of a function, and gives all that was read; offsets begin anew, and sizes are how much is read, in
        bytes, or as "500K". Logs are there while functions run, after they have failed, and until the session ends; of long ones the middle is dropped.

        ValueError: a value was not executed.
        """
        many = asking.flat([entities])
        logs = self._logs.fetch([e._ref.node for e in many], offsets, sizes)
        return logs if isinstance(entities, (list, tuple)) else logs[0]

    def _manifest(self, key: str, ask: dict[str, Any]) -> dict[str, Any]:
        return self._call(
            "DataService/GetManifest", {"sessionId": self.session_id, "key": key, "accept": ACCEPT, **ask}
        )

    def upload(self, value: Any, rows: int | None = None) -> Ref:
        """Sends an array, DataFrame, Series or Index to the cluster; a reference to the value there. rows are those of a chunk of a frame."""
        ref = self._uploads.put(value, rows)
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
        if self.closed:
            return
        self._calls.closed = True
        self.reset_default()
        for n in list(self._nodes):
            if n.stored is not None:
                n.stored.held = {k: h for k, h in n.stored.held.items() if k[0] != self.session_id}
        self._unused.detach()
        self._keeper.stop()
        self._end()
        self._reader.close()
        self._tasks.follower.fail(errors.SessionClosed("the session is closed"))

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

    def _after_fork(self) -> None:
        """This is a child of the process that made the session: it may use it, but frees nothing and ends nothing."""
        self._unused.detach()
        self._tasks.after_fork(Follower(self))


_sessions: weakref.WeakSet[Session] = weakref.WeakSet()


def _in_child() -> None:
    for s in list(_sessions):
        s._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)


@atexit.register
def _at_exit() -> None:
    for s in list(_sessions):
        if s._made == os.getpid() and not s.closed and not s._keep:
            s.close()
