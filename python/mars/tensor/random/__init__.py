"""Random tensors. The numbers depend on the seed and on the place of an element alone: neither chunks nor workers change them."""

from ..._core.call import names_of
from ._gen import *  # noqa: F403
from ._gen import __all__ as _generated
from ._gen import _shared
from ._state import RandomState, default_rng

__all__ = [*_generated, "RandomState", "default_rng", "seed"]


def seed(seed=None):
    """Make the functions of this module draw the same numbers in every run; None lets them differ again."""
    _shared.seed(seed)


__getattr__, __dir__ = names_of(__name__, "numpy.random", __all__)
