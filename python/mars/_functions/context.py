"""What a function can ask of where it runs."""

from __future__ import annotations

import json
import numbers
import os
from typing import Any

from .._core import hooks


class Context:
    """Where a function runs: its session, the workers of the cluster, and which member of a gang it is."""

    @property
    def session(self) -> Any:
        """The session that the function runs for."""
        from ..session import new_session

        return new_session()

    @property
    def session_id(self) -> str:
        return os.environ["MARS_SESSION"]

    @property
    def rank(self) -> int:
        """Which member of its gang it is, from 0; 0 where it is in none."""
        return int(os.environ.get("RANK", 0)) if "MARS_GANG" in os.environ else 0

    @property
    def world_size(self) -> int:
        """How many members its gang has; 1 where it is in none."""
        return len(self.members)

    @property
    def members(self) -> list[dict[str, Any]]:
        """Of each member, by rank: host, worker, and the ports that it has there. One without any where it is
        in no gang.
        """
        out: list[dict[str, Any]] = json.loads(
            os.environ.get("MARS_GANG", '[{"host": "127.0.0.1", "worker": "", "ports": []}]')
        )
        return out

    @property
    def workers(self) -> list[str]:
        """The addresses of the workers of the cluster that are there."""
        return [n["address"] for n in self._nodes()]

    @property
    def total_cpus(self) -> int:
        """How many slots these have together."""
        return sum(int(b.get("slots", 0)) for n in self._nodes() for b in n.get("bands", ()))

    def set_progress(self, fraction: float) -> None:
        """Says how far the function is, from 0 to 1: the progress of its task counts it, and what runs for long shows it.

        TypeError: fraction is no number. ValueError: it is not between 0 and 1.
        """
        if isinstance(fraction, bool) or not isinstance(fraction, numbers.Real):
            raise TypeError(f"progress is a number from 0 to 1, not {fraction!r}")
        if not 0 <= fraction <= 1:
            raise ValueError(f"progress is a number from 0 to 1, not {fraction!r}")
        hooks.far(float(fraction))

    def _nodes(self) -> list[dict[str, Any]]:
        return [
            n
            for n in self.session._call("ClusterService/ListNodes", {}).get("nodes", [])
            if n.get("role") == "ROLE_WORKER" and n.get("state") == "STATE_READY"
        ]

    def __repr__(self) -> str:
        return f"<mars context: session {self.session_id}, rank {self.rank} of {self.world_size}>"


def get_context() -> Context:
    """In a function that a worker calls, and in a script of run_script: where it runs. RuntimeError: anywhere
    else.
    """
    if "MARS_SESSION" not in os.environ and "MARS_NO_ENDPOINT" not in os.environ:
        raise RuntimeError("mars.get_context() is for functions that a worker calls")
    return Context()
