"""Files of NumPy, which are read and written where the program runs: what is read goes to the cluster, what
is written is fetched.
"""

from functools import wraps

import numpy as np

from ._gen import tensor

_READS = "load loadtxt genfromtxt fromfile fromregex".split()
_WRITES = "save savetxt savez savez_compressed".split()

__all__ = [*_READS, *_WRITES]


def _read(f):
    @wraps(f)
    def of(*args, chunk_size=None, **kwargs):
        made = f(*args, **kwargs)
        if isinstance(made, list):  # of columns
            return [tensor(x, chunk_size=chunk_size) for x in made]
        return tensor(made, chunk_size=chunk_size) if isinstance(made, np.ndarray) else made

    return of


def _write(f):
    def fetched(v):
        return v._fetched() if hasattr(v, "_kind") else v

    @wraps(f)
    def of(*args, **kwargs):
        return f(*map(fetched, args), **{k: fetched(v) for k, v in kwargs.items()})

    return of


globals().update({name: _read(getattr(np, name)) for name in _READS})
globals().update({name: _write(getattr(np, name)) for name in _WRITES})
