"""Spatial algorithms of scipy.spatial."""

from . import distance

__all__ = ["distance"]
