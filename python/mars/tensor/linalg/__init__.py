"""Linear algebra on tensors."""

from numpy.linalg import LinAlgError

from ..._core.call import names_of
from .._gen import dot, inner, innerproduct, matmul, tensordot, vdot
from ._gen import *  # noqa: F403
from ._gen import LIKE  # noqa: F401
from ._gen import __all__ as _generated

__all__ = [*_generated, "LinAlgError", "dot", "inner", "innerproduct", "matmul", "tensordot", "vdot"]

__getattr__, __dir__ = names_of(__name__, "numpy.linalg", __all__)
