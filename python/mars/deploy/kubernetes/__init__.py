"""Mars on Kubernetes. new_cluster starts a cluster from a program.

The processes of a job as KubeDL starts them are modules: python -m mars.deploy.kubernetes.scheduler, web and
worker. Each becomes the mars binary, which takes their arguments and reads the environment that KubeDL sets
(MARS_CLUSTER_DETAIL, MARS_BIND_PORT, MARS_CPU_TOTAL and others)."""

from .api import KubernetesError
from .cluster import ClusterFailed, KubernetesCluster, new_cluster

__all__ = ["ClusterFailed", "KubernetesCluster", "KubernetesError", "new_cluster"]
