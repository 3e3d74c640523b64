"""Discrete Fourier transforms."""

from ..._core.call import names_of
from ._gen import *  # noqa: F403
from ._gen import LIKE, __all__  # noqa: F401

__getattr__, __dir__ = names_of(__name__, "numpy.fft", __all__)
