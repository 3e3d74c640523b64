"""Random tensors. The numbers depend on the seed and on the place of an element alone: neither chunks nor workers change them."""

from ..._core.call import names_of
from ._gen import *  # noqa: F403
from ._gen import RandomState
from ._gen import __all__ as _generated

__all__ = [*_generated, "default_rng"]


def default_rng(seed=None):
    """A generator of random tensors."""
    return seed if isinstance(seed, RandomState) else RandomState(seed)


__getattr__, __dir__ = names_of(__name__, "numpy.random", __all__)
