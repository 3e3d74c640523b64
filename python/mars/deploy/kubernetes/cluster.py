"""new_cluster: a cluster on Kubernetes from a program, and the object that stands for it."""

from __future__ import annotations

import base64
import secrets
import time
import uuid
from typing import Any, Callable

from ... import session as sessions
from ..._client.errors import Unreachable
from ..._version import __version__
from . import job as jobs
from . import plain, trouble
from .api import API, KubernetesError, connect
from .parts import Plan

__all__ = ["ClusterFailed", "KubernetesCluster", "new_cluster"]

_LOOK = 0.5  # seconds between looks


class ClusterFailed(RuntimeError):
    """A cluster that will not become ready; the message has the words of Kubernetes."""


class KubernetesCluster:
    """A cluster that new_cluster made, or found. endpoint is the URL of its web port, token what that asks
    for, session a session on it.

    In a with block it is stopped at the end.
    """

    endpoint: str
    session: Any = None

    def __init__(self, api: API, plan: Plan, by_operator: bool, owns_namespace: bool) -> None:
        self._api, self._plan, self._job, self._owns = api, plan, by_operator, owns_namespace
        self.name, self.namespace, self.token = plan.name, plan.namespace, plan.token
        self._core = f"/api/v1/namespaces/{plan.namespace}"
        self._apps = f"/apis/apps/v1/namespaces/{plan.namespace}"

    def __repr__(self) -> str:
        return f"<KubernetesCluster {self.namespace}/{self.name} at {getattr(self, 'endpoint', 'no address yet')}>"

    def __enter__(self) -> KubernetesCluster:
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def rescale(self, worker_num: int, wait: bool = True, timeout: float | None = None) -> None:
        """Has worker_num workers run, and with wait returns when they do. Workers that go hand over first
        what only they have."""
        if worker_num < 0:
            raise ValueError(f"worker_num={worker_num}: at least 0")
        if self._job:
            self._api.request("PATCH", jobs.path(self.namespace, self.name), jobs.replicas(worker_num))
        else:
            path = f"{self._apps}/deployments/{plain.WORKERS}/scale"
            self._api.request("PATCH", path, {"spec": {"replicas": worker_num}})
        self._plan.worker_num = worker_num
        if wait:
            until(self, lambda: self._workers(exactly=worker_num), timeout)

    def stop(self, wait: bool = False, timeout: float | None = None) -> None:
        """Closes the session and ends the cluster; with wait it returns when nothing is left of it. Stopping
        again is no error."""
        if self.session is not None:
            try:
                self.session.close()
            except Exception:  # the cluster may be gone already
                pass
        gone = self._remove()
        if wait:
            until(
                self, lambda: None if all(self._api.find(p) is None for p in gone) else "it is being deleted", timeout
            )

    def _remove(self) -> list[str]:
        """Deletes what was made, and says what to look for."""
        if self._owns:
            gone = [f"/api/v1/namespaces/{self.namespace}"]
        elif self._job:
            gone = [jobs.path(self.namespace, self.name)]
        else:
            gone = [f"{path}/{o['metadata']['name']}" for path, o in plain.objects(self._plan)]
        for p in gone:
            self._api.delete(p)
        if not self._owns:
            self._api.delete(
                f"{self._core}/secrets/{self.name}-token"
            )  # a job without an owner reference yet has left it
        return gone

    def _pods(self, role: str) -> list[dict[str, Any]]:
        selector = (
            jobs.pods_of(self.name, role)
            if self._job
            else f"mars/cluster={self.name},mars/service-type={'marsworker' if role == 'worker' else 'marssupervisor'}"
        )
        return list(self._api.get(f"{self._core}/pods", labelSelector=selector).get("items") or [])

    def _workers(self, exactly: int | None = None, least: int = 0) -> str | None:
        """What the workers lack, None where nothing."""
        items = self._pods("worker")
        self._hopeless(items)
        n = trouble.ready(items)
        if n >= least if exactly is None else n == exactly:
            return None
        want = least if exactly is None else exactly
        more = trouble.pending(items)
        return f"{n} of {want} workers are ready" + (f"; {more}" if more else "")

    def _hopeless(self, items: list[dict[str, Any]]) -> None:
        why = trouble.pods(items)
        if self._job:
            found = self._api.get(jobs.path(self.namespace, self.name))
            kind, message = jobs.state(found)
            if kind in ("Failed", "Succeeded"):
                why = f"MarsJob {self.name}: {kind}: {message}"
        elif why is None:
            for _, o in plain.objects(self._plan):
                if o["kind"] == "Deployment":
                    why = why or trouble.deployment(self._api.get(f"{self._apps}/deployments/{o['metadata']['name']}"))
        if why:
            raise ClusterFailed(f"{self.namespace}/{self.name}: {why}")

    def _front(self, least: int) -> str | None:
        """What the cluster lacks to be used, None where nothing: then endpoint is known."""
        items = self._pods("web" if self._job and self._plan.web_num else "supervisor")
        self._hopeless(items)
        if not trouble.ready(items):
            more = trouble.pending(items)
            return "no web port is ready" + (f"; {more}" if more else "")
        if lacks := self._workers(least=least):
            return lacks
        if self._plan.web_host:
            host = self._plan.web_host if "://" in self._plan.web_host else f"http://{self._plan.web_host}"
            self.endpoint = f"{host.rstrip('/')}/mars/{self.namespace}/{self.name}-webservice-0"
            return None
        name = f"{self.name}-web" if self._job else plain.FRONT
        service = self._api.get(f"{self._core}/services/{name}")
        at = address(service, [p["status"].get("hostIP") for p in items if p.get("status")])
        if at is None:
            return f"service {name} has no address yet"
        self.endpoint = f"http://{at}"
        return None


def address(service: dict[str, Any], hosts: list[str | None]) -> str | None:
    """host:port of a service as programs reach it; hosts are those of nodes that run its pods."""
    spec, meta = service["spec"], service["metadata"]
    port = spec["ports"][0]
    if spec["type"] == "LoadBalancer":
        ingress = ((service.get("status") or {}).get("loadBalancer") or {}).get("ingress") or []
        host = next((i.get("ip") or i.get("hostname") for i in ingress), None)
        return host and f"{host}:{port['port']}"
    if spec["type"] == "NodePort":
        host = next((h for h in hosts if h), None)
        if host and ":" in host:
            host = f"[{host}]"
        return host and port.get("nodePort") and f"{host}:{port['nodePort']}"
    return f"{meta['name']}.{meta['namespace']}.svc:{port['port']}"


def until(c: KubernetesCluster, lacks: Callable[[], str | None], timeout: float | None) -> None:
    """Looks until nothing lacks. TimeoutError says what did."""
    end = None if timeout is None else time.monotonic() + timeout
    while (what := lacks()) is not None:
        if end is not None and time.monotonic() > end:
            raise TimeoutError(f"{c.namespace}/{c.name}: after {timeout:g} s: {what}")
        time.sleep(_LOOK)


def new_cluster(
    kube_api_client: Any = None,
    image: str | None = None,
    supervisor_num: int = 1,
    supervisor_cpu: Any = None,
    supervisor_mem: Any = None,
    worker_num: int = 1,
    worker_cpu: Any = None,
    worker_mem: Any = None,
    worker_spill_paths: list[str] | None = None,
    worker_cache_mem: Any = None,
    min_worker_num: int | None = None,
    web_num: int = 1,
    web_cpu: Any = None,
    web_mem: Any = None,
    service_type: str | None = None,
    timeout: float | None = None,
    *,
    operator: bool | None = None,
    name: str | None = None,
    namespace: str | None = None,
    web_host: str | None = None,
    image_pull_policy: str | None = None,
    extra_env: dict[str, str] | None = None,
    supervisor_extra_env: dict[str, str] | None = None,
    worker_extra_env: dict[str, str] | None = None,
    extra_labels: dict[str, str] | None = None,
    node_selectors: dict[str, str] | None = None,
    default: bool = True,
) -> KubernetesCluster:
    """Starts a cluster on Kubernetes, waits until it can be used, and makes a session on it, the default one.

    kube_api_client is a kubernetes.client.ApiClient, or the URL of a "kubectl proxy". None is the server of
    the pod that the program runs in, else that of ~/.kube/config, which needs the package kubernetes. Sizes
    are quantities of Kubernetes: 2, '500m', '4Gi'; worker_cache_mem may be a share, '40%'. worker_cpu and
    worker_mem must be given.

    Where MarsJobs are served (operator=None, or True) it is one, in namespace, else 'default'. A job of that
    name which is there and has not failed is used as it is. Elsewhere (operator=False) it is made of
    Deployments and Services, in namespace, else in one of its own, which stop() deletes. No pod has rights at
    the API server.

    service_type is how programs reach it: NodePort (at the node of a pod), LoadBalancer, or ClusterIP for
    programs inside. With web_host it is the path /mars/{namespace}/{name}-webservice-0 of that host, by an
    Ingress, of a MarsJob alone.

    It returns when min_worker_num workers are ready, all unless given. ClusterFailed: it will not become
    ready: an image cannot be pulled, a quota is full. TimeoutError: it is not after timeout seconds, and why.
    KubernetesError: the API server refuses something. What was made is deleted then.
    """
    if worker_cpu is None or worker_mem is None:
        raise TypeError("worker_cpu and worker_mem must be given: worker_cpu=4, worker_mem='8Gi'")
    api = connect(kube_api_client)
    if operator is None:
        operator = served(api)
    elif operator and not served(api):
        raise KubernetesError(
            f"the API server at {api.host} serves no {jobs.PLURAL}.{jobs.GROUP}: install the operator, or leave operator out",
            404,
        )
    if web_host and not operator:
        raise ValueError(
            "web_host is the host of an Ingress, which an operator makes of a MarsJob: there is none; use service_type"
        )
    owns = not operator and namespace is None
    plan = Plan(
        name=name or f"mars-{uuid.uuid4().hex[:12]}",
        namespace=namespace or (f"mars-ns-{uuid.uuid4().hex}" if owns else "default"),
        image=image or f"mars-python:{__version__}",
        token=secrets.token_urlsafe(24),
        worker_cpu=worker_cpu,
        worker_mem=worker_mem,
        supervisor_num=supervisor_num,
        supervisor_cpu=supervisor_cpu,
        supervisor_mem=supervisor_mem,
        web_num=web_num,
        web_cpu=web_cpu,
        web_mem=web_mem,
        worker_num=worker_num,
        worker_spill_paths=list(worker_spill_paths or []),
        worker_cache_mem=worker_cache_mem,
        web_host=web_host,
        service_type=service_type or "NodePort",
        image_pull_policy=image_pull_policy,
        env={"": extra_env or {}, "supervisor": supervisor_extra_env or {}, "worker": worker_extra_env or {}},
        labels=extra_labels or {},
        node_selectors=node_selectors or {},
    )
    c = KubernetesCluster(api, plan, operator, owns)
    found = operator and name is not None and _found(c)
    try:
        if not found:
            (_make_job if operator else _make_pods)(c)
        began = time.monotonic()
        least = worker_num if min_worker_num is None else min_worker_num
        until(c, lambda: c._front(least), timeout)
        left = None if timeout is None else max(0.0, timeout - (time.monotonic() - began))
        until(c, lambda: _entered(c, default), left)
    except BaseException:
        if not found:
            c.stop()
        raise
    return c


def served(api: API) -> bool:
    """Whether MarsJobs are known there."""
    kinds = api.find(f"/apis/{jobs.GROUP}/{jobs.VERSION}") or {}
    return any(r.get("name") == jobs.PLURAL for r in kinds.get("resources") or [])


def _found(c: KubernetesCluster) -> bool:
    """Whether the job is there already; its token becomes that of c."""
    there = c._api.find(jobs.path(c.namespace, c.name))
    if there is None:
        return False
    kind, message = jobs.state(there)
    if kind in ("Failed", "Succeeded"):
        raise ClusterFailed(
            f"MarsJob {c.namespace}/{c.name} is there and has ended: {kind}: {message}; delete it, or take another name"
        )
    c._plan.web_host = there["spec"].get("webHost")
    secret = c._api.find(f"{c._core}/secrets/{c.name}-token")
    c.token = base64.b64decode(secret["data"]["token"]).decode() if secret else ""
    return True


def _make_job(c: KubernetesCluster) -> None:
    c._api.request("POST", f"{c._core}/secrets", c._plan.secret([]))  # before pods that read it
    made = jobs.owner(c._api.request("POST", jobs.path(c.namespace), jobs.marsjob(c._plan)))
    c._api.request("PATCH", f"{c._core}/secrets/{c.name}-token", {"metadata": {"ownerReferences": made}})
    if not c._plan.web_host:
        role = "web" if c._plan.web_num else "supervisor"
        selector = dict(pair.split("=") for pair in jobs.pods_of(c.name, role).split(","))
        port = jobs.PORT if c._plan.web_num else plain.WEB
        c._api.request("POST", f"{c._core}/services", c._plan.front(f"{c.name}-web", selector, port, made))


def _make_pods(c: KubernetesCluster) -> None:
    if c._owns:
        labels = {"mars/cluster": c.name}
        named = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": c.namespace, "labels": labels}}
        c._api.request("POST", "/api/v1/namespaces", named)
    c._api.request("POST", f"{c._core}/secrets", c._plan.secret([], links=secrets.token_urlsafe(32)))
    for path, o in plain.objects(c._plan):
        c._api.request("POST", path, o)


def _entered(c: KubernetesCluster, default: bool) -> str | None:
    """Why there is no session yet, None where there is. A proxy on the way may not know of it yet."""
    try:
        c.session = sessions.new_session(c.endpoint, token=c.token or None, default=default)
    except Unreachable as e:
        return str(e)
    return None
