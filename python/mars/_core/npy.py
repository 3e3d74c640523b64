"""Arrays as .npy bytes, without pickling."""

import io

import numpy as np


class NotHeld(NotImplementedError, TypeError):
    """Tensors do not hold elements of that kind."""


def dumps(a):
    """The .npy bytes of an array. NotHeld, a TypeError, for dtypes that do not travel as bytes."""
    a = np.asarray(a)
    if a.dtype.kind == "O":
        raise NotHeld("an array of objects cannot be a tensor; give it a dtype")
    if a.dtype.kind not in "biufcmM" or a.dtype.itemsize > (16 if a.dtype.kind == "c" else 8):
        raise NotHeld(f"an array of {a.dtype} cannot be a tensor; tensors hold bools, numbers and times")
    if a.dtype.byteorder == ">":
        a = a.astype(a.dtype.newbyteorder("<"))
    b = io.BytesIO()
    np.lib.format.write_array(b, a, allow_pickle=False)
    return b.getvalue()


def loads(data):
    """The array of .npy bytes."""
    return np.lib.format.read_array(io.BytesIO(data), allow_pickle=False)
