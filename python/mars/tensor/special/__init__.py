"""Special functions of scipy.special."""

from ..._core.call import missing_from
from ._gen import *  # noqa: F403
from ._gen import LIKE, __all__  # noqa: F401

__getattr__ = missing_from(__name__, "scipy.special")


def __dir__():
    return sorted(__all__)
