"""Python functions on the cluster: not there yet, by name. They run in a later version."""

from ._core.call import absent
from ._core.entity import ExecutableTuple

__all__ = ["ExecutableTuple", "run_script", "spawn"]

spawn = absent("mars.remote.spawn")
run_script = absent("mars.remote.run_script")
