"""Random tensors. The numbers depend on the seed and on the place of an element alone: neither chunks nor workers change them."""

from ..._core.call import names_of, theirs
from ._gen import *  # noqa: F403
from ._gen import RandomState, _shared
from ._gen import __all__ as _generated

Generator = RandomState
bytes, get_state, set_state, shuffle = _shared.bytes, _shared.get_state, _shared.set_state, _shared.shuffle
__all__ = [*_generated, *"Generator bytes default_rng get_state set_state shuffle".split()]
theirs("numpy.random", globals())  # what seeds are made of


def default_rng(seed=None):
    """A generator of random tensors."""
    return seed if isinstance(seed, RandomState) else RandomState(seed)


__getattr__, __dir__ = names_of(__name__, "numpy.random", __all__)
