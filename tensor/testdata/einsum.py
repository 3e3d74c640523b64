import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden


def cycle(m, dtype, *shape):
    return (np.arange(np.prod(shape)) % m).astype(dtype).reshape(shape)


a, b, c = cycle(11, "f8", 9, 7), cycle(5, "f8", 7, 8), cycle(7, "f8", 8, 6)
s, v, x, y = cycle(13, "f8", 9, 9), cycle(4, "f8", 7), cycle(17, "f8", 3, 4, 5), cycle(5, "f8", 3, 5, 4)
i, f, z, t = cycle(6, "i8", 9, 7), cycle(9, "f4", 7, 8), a[:, :7] * (1 + 2j), cycle(2, "?", 9, 7)
n = cycle(100, "i1", 9, 7)
sums = {
    "ij,jk->ik": (a, b), "ij,jk": (a, b), "ij,jk->ki": (a, b), "ij,jk,kl->il": (a, b, c), "ij,jk,kl": (a, b, c),
    "ii": (s,), "ii->i": (s,), "ij->ji": (a,), "ij->j": (a,), "ij->": (a,), "ij": (a,), "ba": (a,),
    "ij,ij->ij": (a, a), "ij,ij": (a, a), "i,j->ij": (v, v), "i,i": (v, v), "ij,j": (a, v), "ij,j->ij": (a, v),
    "bij,bjk->bik": (x, y), "...ij,...jk->...ik": (x, y), "...ij,jk->...ik": (x, y[0]), "...i->...": (x,), "i...->...": (x,),
    "...": (x,), "ij...,j": (x, x[0, :, 0]), "...,...": (x, x[0]), "ijk,ilk->jl": (x, x), "ijk->kij": (x,),
    "ij,ik->jk": (a, cycle(3, "f8", 9, 4)), "ii,i->i": (s, s[0]), "ii,ij->j": (s, s), "iij,jk->ik": (cycle(5, "f8", 4, 4, 7), b),
    "i,j,k->ijk": (v[:3], v[:4], v), "ij,k->i": (a, v), "ij,jk,k,i->": (a, b, b[0], a[:, 0]), " i j , j k -> i k ": (a, b),
}
cases = {"in " + k: w for k, w in {"a": a, "b": b, "c": c, "s": s, "v": v, "x": x, "y": y}.items()}
cases |= {k: golden.call(lambda: np.einsum(k, *w)) for k, w in sums.items()}
cases |= {k: golden.call(g) for k, g in {
    "broadcast": lambda: np.einsum("ij,ij->ij", a, a[:1]),
    "broadcast sum": lambda: np.einsum("ij,ij->i", a[:, :1], a),
    "ints": lambda: np.einsum("ij,jk->ik", i, i.T),
    "int8 sum": lambda: np.einsum("ij->j", n),
    "mixed": lambda: np.einsum("ij,jk->ik", i, f),
    "complex": lambda: np.einsum("ij,kj->ik", z, z),
    "bools": lambda: np.einsum("ij,kj->ik", t, t),
    "number": lambda: np.einsum("ij,->ij", a, 2.0),
    "too many subscripts": lambda: np.einsum("ijk,jk", a, b),
    "too few subscripts": lambda: np.einsum("i,jk", a, b),
    "too many operands": lambda: np.einsum("ij", a, b),
    "too few operands": lambda: np.einsum("ij,jk,kl", a, b),
    "unknown output": lambda: np.einsum("ij->x", a),
    "output twice": lambda: np.einsum("ij->ii", a),
    "bad letter": lambda: np.einsum("i%->i", a),
    "no ellipsis": lambda: np.einsum("...ij->ij", x),
    "not square": lambda: np.einsum("ii->i", a),
}.items()}
golden.write(cases)
