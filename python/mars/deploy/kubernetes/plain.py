"""A cluster as Deployments and Services, where no operator is there. Nothing here asks a cluster."""

from __future__ import annotations

from typing import Any

from .parts import Plan, cores_of, size_of

LINKS, WEB = 7103, 7104
FRONT, WORKERS = "marsservice", "marsworker"
_GRACE = 65  # seconds: a worker hands over what it has for up to 30, and closes for as long


def supervisor(i: int) -> str:
    return f"marssupervisor-{i}"


def _of(p: Plan, kind: str, more: dict[str, str] | None = None) -> dict[str, str]:
    return {"mars/cluster": p.name, "mars/service-type": kind, **(more or {})}


def objects(p: Plan) -> list[tuple[str, dict[str, Any]]]:
    """What is made in the namespace of a plan, each with the path of its collection, in order."""
    core, apps = f"/api/v1/namespaces/{p.namespace}", f"/apis/apps/v1/namespaces/{p.namespace}"
    out = [(f"{core}/services", p.front(FRONT, _of(p, "marssupervisor"), WEB, []))]
    known = [f"{supervisor(i)}.{p.namespace}.svc:{LINKS}" for i in range(p.supervisor_num)]
    for i in range(p.supervisor_num):
        labels = _of(p, "marssupervisor", {"mars/supervisor": str(i)})
        out.append((f"{core}/services", _headless(p, supervisor(i), labels)))
        out.append((f"{apps}/deployments", _deployment(p, supervisor(i), 1, labels, _supervisor(p, i, known))))
    out.append((f"{apps}/deployments", _deployment(p, WORKERS, p.worker_num, _of(p, "marsworker"), _worker(p, known))))
    return out


def _headless(p: Plan, name: str, labels: dict[str, str]) -> dict[str, Any]:
    """The name of one supervisor. It holds before it is ready, for workers come in any order."""
    spec = {
        "clusterIP": "None",
        "publishNotReadyAddresses": True,
        "selector": labels,
        "ports": [{"name": "links", "port": LINKS, "targetPort": LINKS}],
    }
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": name, "labels": p.labelled({})}, "spec": spec}


def _deployment(p: Plan, name: str, n: int, labels: dict[str, str], pod: dict[str, Any]) -> dict[str, Any]:
    strategy = {"type": "Recreate"} if n == 1 else {"type": "RollingUpdate"}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "labels": p.labelled({})},
        "spec": {
            "replicas": n,
            "strategy": strategy,
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": p.labelled(labels)}, "spec": pod},
        },
    }


def _shared(p: Plan, known: list[str], port: int) -> list[dict[str, Any]]:
    return [
        {"name": "MARS_CONTAINER_IP", "valueFrom": {"fieldRef": {"fieldPath": "status.podIP"}}},
        {"name": "MARS_BIND_PORT", "value": str(port)},
        {"name": "MARS_NODE_SUPERVISORS", "value": ",".join(known)},
        p.hidden("MARS_NODE_SECRET", "links"),
    ]


def _ready(port: int) -> dict[str, Any]:
    return {
        "httpGet": {"path": "/readyz", "port": port},
        "periodSeconds": 2,
        "timeoutSeconds": 5,
        "failureThreshold": 3,
    }


def _supervisor(p: Plan, i: int, known: list[str]) -> dict[str, Any]:
    env = _shared(p, known, LINKS) + [
        {"name": "MARS_NODE_ADVERTISE", "value": known[i].rpartition(":")[0]},
        {"name": "MARS_WEB_PORT", "value": str(WEB)},
        p.hidden("MARS_WEB_TOKEN", "token"),
    ]
    c = p.container("supervisor", ["mars", "supervisor"], env)
    c["ports"] = [{"name": "links", "containerPort": LINKS}, {"name": "web", "containerPort": WEB}]
    c["readinessProbe"] = _ready(WEB)
    return p.pod(c)


def _worker(p: Plan, known: list[str]) -> dict[str, Any]:
    env = _shared(p, known, LINKS) + [
        {"name": "MARS_CPU_TOTAL", "value": str(cores_of(p.worker_cpu))},
        {"name": "MARS_MEMORY_TOTAL", "value": str(size_of(p.worker_mem))},
    ]
    if p.worker_cache_mem is not None:
        share = str(p.worker_cache_mem)
        cache = share if share.endswith("%") else str(size_of(p.worker_cache_mem))
        env.append({"name": "MARS_CACHE_MEM_SIZE", "value": cache})
    more: dict[str, Any] = {"terminationGracePeriodSeconds": _GRACE}
    mounts = [{"name": f"spill-{i}", "mountPath": at} for i, at in enumerate(p.worker_spill_paths)]
    if mounts:
        env.append({"name": "MARS_SPILL_DIRS", "value": ":".join(p.worker_spill_paths)})
        more["volumes"] = [{"name": m["name"], "emptyDir": {}} for m in mounts]
        more["securityContext"] = {"fsGroup": 65532}
    c = p.container("worker", ["mars", "worker"], env)
    c["ports"] = [{"name": "data", "containerPort": LINKS}]
    c["readinessProbe"] = _ready(LINKS)
    if mounts:
        c["volumeMounts"] = mounts
    return p.pod(c, **more)
