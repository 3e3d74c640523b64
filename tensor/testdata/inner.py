import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

a = np.arange(9 * 7, dtype="f8").reshape(9, 7) % 11
c = np.arange(6 * 5, dtype="i8").reshape(6, 5) % 4
some = a[a[:, 0] > 2]
golden.write({
    "floats": np.inner(a, a),
    "ints": np.inner(c, c),
    "complex": np.inner(a + 1j, a + 1j),
    "bools": np.inner(a > 5, a > 5),
    "one row": np.inner(a.reshape(1, 63), a.reshape(1, 63)),
    "turned": np.inner(a.T, a.T),
    "in an expression": (np.inner(a, a) + 1).sum(axis=1),
    "rows by a mask": np.inner(some, some),
})
