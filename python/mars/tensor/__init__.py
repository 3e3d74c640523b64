"""Tensors: NumPy's functions, computed on the cluster."""

from types import SimpleNamespace as _Names

import numpy as _np

from .._core.call import names_of, theirs
from .._core.hints import take_hints
from ._files import *  # noqa: F403
from ._files import __all__ as _files
from ._gen import *  # noqa: F403
from ._gen import __all__ as _generated
from ._more import *  # noqa: F403
from ._more import __all__ as _composed
from ._ufunc import ufunc  # noqa: F401
from .core import Tensor

# isort: split
from .._functions.called import *  # noqa: F403
from .._functions.called import __all__ as _calling
from .._functions.frompyfunc import frompyfunc  # noqa: F401
from .._functions.overlap import map_overlap  # noqa: F401
from .._functions.places import *  # noqa: F403
from .._functions.places import __all__ as _placed
from .._functions.reference import fall_back
from .._functions.vectorize import vectorize  # noqa: F401

from . import fft, linalg, random, spatial, special, stats  # isort: skip  # noqa: F401

__all__ = [
    *_generated,
    *_composed,
    *_files,
    *_calling,
    *_placed,
    *"Tensor frompyfunc map_overlap ufunc vectorize fft linalg random spatial special stats".split(),
]

theirs("numpy", globals())
if "bool" not in __all__:  # NumPy 1 has no such name
    bool = _np.bool_
    __all__ += ["bool"]
AxisError = getattr(_np, "exceptions", _np).AxisError
exceptions = _np.exceptions
lib = _Names(stride_tricks=_Names(sliding_window_view=sliding_window_view))  # noqa: F405
__all__ += ["AxisError", "exceptions", "lib"]

take_hints("tensor", globals(), Tensor)
for _place, _at in (
    ("numpy", globals()),
    ("numpy.linalg", vars(linalg)),
    ("numpy.fft", vars(fft)),
    ("scipy.special", vars(special)),
):
    fall_back(_place, _at)
fall_back("numpy.ndarray", Tensor, _np.ndarray)

__getattr__, __dir__ = names_of(__name__, "numpy", __all__)
