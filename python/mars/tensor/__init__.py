"""Tensors: NumPy's functions, computed on the cluster."""

from numpy import (
    bool_,
    complex64,
    complex128,
    e,
    float16,
    float32,
    float64,
    inf,
    int8,
    int16,
    int32,
    int64,
    nan,
    newaxis,
    pi,
    uint8,
    uint16,
    uint32,
    uint64,
)

from .._core.call import missing_from
from ._gen import *  # noqa: F403
from ._gen import __all__ as _generated
from ._grids import *  # noqa: F403
from ._grids import __all__ as _gridded
from ._more import *  # noqa: F403
from ._more import __all__ as _composed
from ._more import make as tensor  # noqa: F401
from .core import Tensor

from . import fft, linalg, random, spatial, special, stats  # isort: skip

__all__ = [*_generated, *_composed, *_gridded, "Tensor", "fft", "linalg", "random", "spatial", "special", "stats"]
__all__ += [
    "bool_",
    "complex64",
    "complex128",
    "e",
    "float16",
    "float32",
    "float64",
    "inf",
    "int8",
    "int16",
    "int32",
    "int64",
]
__all__ += ["nan", "newaxis", "pi", "uint8", "uint16", "uint32", "uint64"]

__getattr__ = missing_from(__name__, "numpy")


def __dir__():
    return sorted(__all__)
