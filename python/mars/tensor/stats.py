"""Statistics of scipy.stats: not there yet, by name."""

from .._core.call import missing_from

__getattr__ = missing_from(__name__, "scipy.stats")
