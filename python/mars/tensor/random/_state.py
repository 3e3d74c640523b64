"""Generators of random tensors: each call has a seed of its own, drawn in order from that of the generator."""

from ._gen import RandomMethods


class RandomState(RandomMethods):
    """Draws tensors as numpy.random.RandomState does; the numbers are not NumPy's. Without a seed they differ in every run."""

    __slots__ = ()

    def __init__(self, seed=None):
        self.seed(seed)


def default_rng(seed=None):
    """A generator of random tensors."""
    return seed if isinstance(seed, RandomState) else RandomState(seed)
