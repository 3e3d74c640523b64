"""Seeds of random calls: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), as package tensor of the Go side draws them."""

import os

_mask = (1 << 64) - 1


class Seeds:
    """A row of seeds. The same start gives the same row here and in Go."""

    __slots__ = ("_calls", "_start")

    def __init__(self, seed=None):
        self.seed(seed)

    def seed(self, seed=None):
        """Start anew from a seed, an int or a sequence of ints; None starts where nobody knows."""
        if hasattr(seed, "random_raw"):
            start = int(seed.random_raw())
        elif hasattr(seed, "generate_state"):
            start = int(seed.generate_state(1, "uint64")[0])
        elif seed is None:
            start = int.from_bytes(os.urandom(8), "little")
        elif isinstance(seed, int) or hasattr(seed, "__index__"):
            start = int(seed)
            if start < 0:
                raise ValueError("expected non-negative integer")
        else:
            start = 0
            for part in seed:
                start = _mix((start + int(part)) & _mask)
        self._start, self._calls = start & _mask, 0

    def get_state(self, legacy=True):
        """Where the row of seeds stands."""
        return self._start, self._calls

    def set_state(self, state):
        """Go on from where get_state was called."""
        self._start, self._calls = state

    def spawn(self, n_children):
        """So many rows of seeds that differ from this one and from each other."""
        return [type(self)(int(next(iter(self._seed().values())))) for _ in range(n_children)]

    def bytes(self, length):
        """So many random bytes; they are computed at once."""
        return self.integers(0, 256, length, "uint8").to_numpy().tobytes()

    def shuffle(self, x, axis=0):
        """Bring the rows of a tensor, or the slices along an axis, into random order, in its place; a list or an array that is here too."""
        if hasattr(x, "_kind"):
            return x._move(self.permutation(x, axis)._ref)
        order = self.permutation(x.shape[axis] if hasattr(x, "shape") else len(x)).to_numpy()
        x[:] = x.take(order, axis) if hasattr(x, "shape") else [x[i] for i in order]

    def _seed(self):
        """The seed of the next call, as an attribute."""
        self._calls += 1
        n = _mix((self._start + self._calls * 0x9E3779B97F4A7C15) & _mask)
        return {"u": str(n)} if n >> 63 else {"i": str(n)}


def _mix(z):
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _mask
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _mask
    return z ^ z >> 31
