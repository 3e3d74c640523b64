"""Mars as a MarsJob of KubeDL, training.kubedl.io/v1alpha1."""

from __future__ import annotations

from typing import Any

from ..kubernetes import ClusterFailed, KubernetesCluster, KubernetesError
from ..kubernetes import new_cluster as _new_cluster

__all__ = ["ClusterFailed", "KubernetesCluster", "KubernetesError", "new_cluster"]


def new_cluster(
    kube_api_client: Any = None,
    image: str | None = None,
    job_name: str | None = None,
    job_namespace: str | None = None,
    scheduler_num: int = 1,
    scheduler_cpu: Any = 2,
    scheduler_mem: Any = "4Gi",
    worker_num: int = 1,
    worker_cpu: Any = 8,
    worker_mem: Any = "32Gi",
    worker_cache_mem: Any = "45%",
    worker_spill_paths: list[str] | None = None,
    min_worker_num: int | None = None,
    web_num: int = 1,
    web_cpu: Any = 1,
    web_mem: Any = "4Gi",
    web_host: str | None = None,
    timeout: float | None = None,
    **kw: Any,
) -> KubernetesCluster:
    """mars.deploy.kubernetes.new_cluster for a MarsJob, with KubeDL's names and sizes. kw are others of that
    function.

    KubernetesError: MarsJobs are not served.
    """
    return _new_cluster(
        kube_api_client,
        image,
        kw.pop("supervisor_num", scheduler_num),
        kw.pop("supervisor_cpu", scheduler_cpu),
        kw.pop("supervisor_mem", scheduler_mem),
        worker_num,
        worker_cpu,
        worker_mem,
        worker_spill_paths or ["/tmp/spill-dir"],
        worker_cache_mem,
        min_worker_num,
        web_num,
        web_cpu,
        web_mem,
        timeout=timeout,
        operator=True,
        name=job_name,
        namespace=job_namespace,
        web_host=web_host,
        **kw,
    )
