"""What keeps a cluster from becoming ready, in the words of Kubernetes. Nothing here asks a cluster."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["deployment", "pending", "pods", "ready"]

# A container that waits for one of these does not get on by itself.
_HOPELESS = {
    "CreateContainerConfigError",
    "CreateContainerError",
    "ErrImageNeverPull",
    "ErrImagePull",
    "ImageInspectError",
    "ImagePullBackOff",
    "InvalidImageName",
    "RunContainerError",
}
_RESTARTS = 3  # after so many a container that ends again is given up


def pods(items: Iterable[dict[str, Any]]) -> str | None:
    """Why one of these pods will not run, None where it still may."""
    for p in items:
        name, status = p["metadata"]["name"], p.get("status") or {}
        for c in (status.get("initContainerStatuses") or []) + (status.get("containerStatuses") or []):
            waiting = (c.get("state") or {}).get("waiting") or {}
            why = waiting.get("reason", "")
            if why in _HOPELESS:
                return f"pod {name}: {why}: {waiting.get('message') or 'image ' + c.get('image', '')}"
            if why == "CrashLoopBackOff" and c.get("restartCount", 0) >= _RESTARTS:
                last = (c.get("lastState") or {}).get("terminated") or {}
                said = (last.get("message") or "see its log").strip()
                return f"pod {name}: it ended {c['restartCount']} times, with exit code {last.get('exitCode')}: {said}"
    return None


def deployment(d: dict[str, Any]) -> str | None:
    """Why a Deployment gets no pods: a quota, an admission."""
    for c in (d.get("status") or {}).get("conditions") or []:
        if c.get("type") == "ReplicaFailure" and c.get("status") == "True":
            return f"deployment {d['metadata']['name']}: {c.get('reason')}: {c.get('message')}"
    return None


def pending(items: Iterable[dict[str, Any]]) -> str | None:
    """Why a pod waits, for which there may be room later."""
    for p in items:
        for c in (p.get("status") or {}).get("conditions") or []:
            if c.get("type") == "PodScheduled" and c.get("status") == "False":
                return f"pod {p['metadata']['name']}: {c.get('reason')}: {c.get('message')}"
    return None


def ready(items: Iterable[dict[str, Any]]) -> int:
    """How many of these pods are ready and stay."""
    n = 0
    for p in items:
        conditions = (p.get("status") or {}).get("conditions") or []
        if "deletionTimestamp" not in p["metadata"]:
            n += any(c.get("type") == "Ready" and c.get("status") == "True" for c in conditions)
    return n
