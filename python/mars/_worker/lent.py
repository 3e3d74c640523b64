"""Values that a function gets as handles: it goes on computing with them in the session that it runs for."""

from __future__ import annotations

import os
import queue
from typing import Any

from .._client.held import Held, keep
from .._core.entity import wrap
from .._core.meta import Meta
from .._core.node import Node, Ref

_nobody: queue.SimpleQueue[str] = queue.SimpleQueue()  # the program that has lent them gives them back


def handle(described: dict[str, Any]) -> Any:
    """The handle of a value that is there."""
    from .. import dataframe, tensor  # noqa: F401  # they bring the classes of handles

    key = described["key"]
    meta = Meta.from_json(described["meta"])
    meta.key = key
    node = Node("core.fetch", (), {"key": {"key": key}})
    node.metas = [meta]
    ref = Ref(node, 0)
    keep(ref, Held(os.environ.get("MARS_SESSION", ""), key, meta, _nobody))
    return wrap(ref, kind=described["kind"])
