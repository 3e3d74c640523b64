"""Distances of scipy.spatial.distance: not there yet, by name."""

from ..._core.call import names_of

__getattr__, __dir__ = names_of(__name__, "scipy.spatial.distance", ())
