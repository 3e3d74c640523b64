"""Tensors: NumPy's functions, computed on the cluster."""

import numpy as _np

from .._core.call import names_of
from .._core.hints import take_hints
from ._gen import *  # noqa: F403
from ._gen import __all__ as _generated
from ._grids import *  # noqa: F403
from ._grids import __all__ as _gridded
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
    *_gridded,
    *_calling,
    *_placed,
    *"Tensor frompyfunc map_overlap ufunc vectorize fft linalg random spatial special stats".split(),
]

# Classes, limits and rules of NumPy's own that programs hand to these, or look at.
_of_numpy = """e inf nan newaxis pi bool dtype errstate geterr seterr finfo iinfo can_cast promote_types min_scalar_type isscalar isdtype issubdtype euler_gamma broadcast_shapes index_exp s_ ndindex
False_ True_ ScalarType little_endian sctypeDict typecodes broadcast busdaycalendar flatiter ndenumerate nditer poly1d
get_printoptions set_printoptions printoptions format_float_positional format_float_scientific"""
_there = vars(_np)  # asked by name NumPy 1 warns of names that it had once
_dtypes = [n for n, v in _there.items() if isinstance(v, type) and issubclass(v, _np.generic)]
for _name in [*_of_numpy.split(), *_dtypes]:
    if _name in _there and _name not in __all__:
        globals()[_name] = _there[_name]
        __all__ += [_name]
if "bool" not in _there:
    bool = _np.bool_
    __all__ += ["bool"]
AxisError = getattr(_np, "exceptions", _np).AxisError
__all__ += ["AxisError"]

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
