"""A cluster as a MarsJob, which an operator makes pods of. Nothing here asks a cluster."""

from __future__ import annotations

from typing import Any

from .parts import Plan, size_of

GROUP, VERSION, PLURAL = "training.kubedl.io", "v1alpha1", "marsjobs"
PORT = 11111  # of the pods of web services
ROLES = {"supervisor": "Scheduler", "web": "WebService", "worker": "Worker"}


def path(namespace: str, name: str = "") -> str:
    return f"/apis/{GROUP}/{VERSION}/namespaces/{namespace}/{PLURAL}" + (f"/{name}" if name else "")


def marsjob(p: Plan) -> dict[str, Any]:
    """The job of a plan."""
    roles = {}
    for role, command, n, env in (
        ("supervisor", "scheduler", p.supervisor_num, [p.hidden("MARS_WEB_TOKEN", "token")]),
        ("web", "web", p.web_num, [p.hidden("MARS_WEB_TOKEN", "token")]),
        ("worker", "worker", p.worker_num, []),
    ):
        pod = p.pod(p.container(role, ["mars", command], env))
        roles[ROLES[role]] = {
            "replicas": n,
            "restartPolicy": {"supervisor": "Never", "web": "Always", "worker": "ExitCode"}[role],
            "template": {"metadata": {"labels": p.labelled({"mars/service-type": f"mars{command}"})}, "spec": pod},
        }
    tuning: dict[str, Any] = {}
    if p.worker_spill_paths:
        tuning["spillDirs"] = p.worker_spill_paths
    if p.worker_cache_mem is not None:
        share = str(p.worker_cache_mem)
        if share.endswith("%"):
            tuning["workerCachePercentage"] = int(share[:-1])
        else:
            tuning["workerCacheSize"] = size_of(p.worker_cache_mem)
    spec: dict[str, Any] = {"cleanPodPolicy": "None", "marsReplicaSpecs": roles}
    if tuning:
        spec["workerMemoryTuningPolicy"] = tuning
    if p.web_host:
        spec["webHost"] = p.web_host
    return {
        "apiVersion": f"{GROUP}/{VERSION}",
        "kind": "MarsJob",
        "metadata": {"name": p.name, "labels": p.labelled({})},
        "spec": spec,
    }


def owner(job: dict[str, Any]) -> list[dict[str, Any]]:
    """What goes with the job."""
    m = job["metadata"]
    return [{"apiVersion": f"{GROUP}/{VERSION}", "kind": "MarsJob", "name": m["name"], "uid": m["uid"]}]


def pods_of(name: str, role: str = "") -> str:
    """The selector of the pods of a job."""
    return f"group-name={GROUP},job-name={name}" + (f",replica-type={ROLES[role].lower()}" if role else "")


def state(job: dict[str, Any]) -> tuple[str, str]:
    """The newest condition of a job, and its words."""
    conditions = (job.get("status") or {}).get("conditions") or [{}]
    return conditions[-1].get("type", ""), conditions[-1].get("message", "")


def replicas(n: int) -> dict[str, Any]:
    return {"spec": {"marsReplicaSpecs": {"Worker": {"replicas": n}}}}
