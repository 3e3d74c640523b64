"""Parts of pods that a MarsJob and plain Deployments share. Nothing here asks a cluster."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

__all__ = ["Plan", "cores_of", "size_of"]

_UNITS = {"": 1, "k": 10**3, "m": Decimal("0.001")}
_UNITS.update({u: 10 ** (3 * i) for i, u in enumerate("MGTPE", 2)})
_UNITS.update({u + "i": 2 ** (10 * i) for i, u in enumerate("KMGTPE", 1)})


def _quantity(q: Any) -> Decimal:
    text = str(q).strip()
    number = text.rstrip("kKmMGTPEi")
    try:
        return Decimal(number) * _UNITS[text[len(number) :]]
    except (ArithmeticError, KeyError):
        raise ValueError(f"{q!r} is no quantity of Kubernetes: write 2, '500m', '4Gi'") from None


def cores_of(q: Any) -> int:
    """Whole cores, rounded up."""
    return math.ceil(_quantity(q))


def size_of(q: Any) -> int:
    """Bytes."""
    return math.ceil(_quantity(q))


@dataclass
class Plan:
    """A cluster as it is asked for. Sizes are quantities of Kubernetes: 2, '500m', '4Gi'."""

    name: str
    namespace: str
    image: str
    token: str
    worker_cpu: Any
    worker_mem: Any
    supervisor_num: int = 1
    supervisor_cpu: Any = None
    supervisor_mem: Any = None
    web_num: int = 1
    web_cpu: Any = None
    web_mem: Any = None
    worker_num: int = 1
    worker_spill_paths: list[str] = field(default_factory=list)
    worker_cache_mem: Any = None
    web_host: str | None = None
    service_type: str = "NodePort"
    image_pull_policy: str | None = None
    env: dict[str, dict[str, str]] = field(default_factory=dict)  # by role
    labels: dict[str, str] = field(default_factory=dict)
    node_selectors: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for what, n, least in (
            ("supervisor_num", self.supervisor_num, 1),
            ("web_num", self.web_num, 1),
            ("worker_num", self.worker_num, 0),
        ):
            if n < least:
                raise ValueError(f"{what}={n}: at least {least}")
        for role in ("worker", "supervisor", "web"):
            for what, of in (("cpu", cores_of), ("mem", size_of)):
                if (q := getattr(self, f"{role}_{what}")) is not None:
                    of(q)

    def labelled(self, more: dict[str, str]) -> dict[str, str]:
        return {"mars/cluster": self.name, **self.labels, **more}

    def secret(self, owners: list[dict[str, Any]], **more: str) -> dict[str, Any]:
        """The token of the web port, and what else nobody may see."""
        meta: dict[str, Any] = {"name": f"{self.name}-token", "labels": self.labelled({})}
        if owners:
            meta["ownerReferences"] = owners
        return {"apiVersion": "v1", "kind": "Secret", "metadata": meta, "stringData": {"token": self.token, **more}}

    def hidden(self, name: str, key: str) -> dict[str, Any]:
        return {"name": name, "valueFrom": {"secretKeyRef": {"name": f"{self.name}-token", "key": key}}}

    def container(self, role: str, command: list[str], env: list[dict[str, Any]]) -> dict[str, Any]:
        """The container mars of a role: supervisor, web or worker."""
        c: dict[str, Any] = {"name": "mars", "image": self.image, "command": command}
        if self.image_pull_policy:
            c["imagePullPolicy"] = self.image_pull_policy
        asked: dict[str, str] = {}
        for what, key in (("cpu", "cpu"), ("mem", "memory")):
            if (q := getattr(self, f"{role}_{what}")) is not None:
                asked[key] = str(q)
        if asked:
            c["resources"] = {"requests": asked, "limits": dict(asked)}
        given = {**self.env.get("", {}), **self.env.get(role, {})}
        c["env"] = env + [{"name": k, "value": str(v)} for k, v in given.items()]
        return c

    def pod(self, container: dict[str, Any], **more: Any) -> dict[str, Any]:
        """The pod of a container. It has no rights at the API server."""
        spec: dict[str, Any] = {
            "containers": [container],
            "automountServiceAccountToken": False,
            "enableServiceLinks": False,
            **more,
        }
        if self.node_selectors:
            spec["nodeSelector"] = self.node_selectors
        return spec

    def front(self, name: str, selector: dict[str, str], port: int, owners: list[dict[str, Any]]) -> dict[str, Any]:
        """The service by which programs reach the cluster."""
        meta: dict[str, Any] = {"name": name, "labels": self.labelled({})}
        if owners:
            meta["ownerReferences"] = owners
        spec = {
            "type": self.service_type,
            "selector": selector,
            "ports": [{"name": "web", "port": port, "targetPort": port}],
        }
        return {"apiVersion": "v1", "kind": "Service", "metadata": meta, "spec": spec}
