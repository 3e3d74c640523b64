"""What NumPy's universal functions answer, for every loop: writes ufunc.json.gz. Vector code is switched off, so that the answers
are those of the C library and the same on every x86-64 machine."""
import base64
import gzip
import itertools
import json
import os
import warnings

os.environ["NPY_DISABLE_CPU_FEATURES"] = "X86_V3 X86_V4 AVX512_ICL AVX512_SPR"
warnings.simplefilter("ignore")
import numpy as np  # noqa: E402

np.seterr(all="ignore")
um = np._core.umath
SKIP = {"matmul", "vecdot", "matvec", "vecmat"}
NAMES = sorted(n for n in dir(um) if isinstance(getattr(um, n), np.ufunc) and not n.startswith("_") and hasattr(np, n)
               and n not in SKIP and getattr(um, n).__name__ == n)
CHARS = "?bhilBHILefdFD"
# The results of these are rounded: the reference is NumPy's long double loop, rounded once.
LIBM = set("exp exp2 expm1 log log2 log10 log1p logaddexp logaddexp2 cbrt sin cos tan arcsin arccos arctan arctan2 hypot sinh cosh tanh "
           "arcsinh arccosh arctanh power float_power".split())
SPECIAL = [0.0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3, -3, 10, -7.25, 0.1, np.inf, -np.inf, np.nan, 1e-5, 1e4, -1e4, 1.0000001, 0.999999, 700, -700]


def pool(c):
    """Special values first, then random ones."""
    r = np.random.default_rng(ord(c))
    if c == "?":
        return np.array([False, True]), 2
    if c in "bhilBHIL":
        i = np.iinfo(c)
        s = [0, 1, 2, 3, 5, 7, 8, 10, 63, 64, 100, i.max, i.max - 1, i.max // 2, i.min + 1, i.min] + ([-1, -2, -3, -7, -8, -100] if i.min else [])
        s = np.array(s, c)
        return np.concatenate([s, r.integers(i.min, i.max, 12, c, endpoint=True)]), len(s)
    if c in "efd":
        f = np.finfo(c)
        s = np.array(SPECIAL + [f.max, -f.max, f.tiny, f.smallest_subnormal, f.eps, 1 + f.eps], c)
        x = np.concatenate([r.normal(size=20), r.uniform(-1, 1, 20), r.uniform(-30, 30, 20), np.exp(r.uniform(np.log(float(f.tiny)), np.log(float(f.max)), 20)),
                            np.pi / 4 * np.arange(1, 9), 1 + r.normal(size=12) * 1e-3])
        return np.concatenate([s, x.astype(c)]), len(s)
    part = [0.0, -0.0, 1, -1.5, np.inf, -np.inf, np.nan, 1e-9, 30]
    s = np.array([complex(a, b) for a in part for b in part], c)
    x = r.normal(size=30) + 1j * r.normal(size=30)
    y = np.exp(r.uniform(-9, 9, 30)) * np.exp(1j * r.uniform(-np.pi, np.pi, 30))
    return np.concatenate([s, x.astype(c), y.astype(c), (1 + x * 1e-3).astype(c)]), len(s)


POOLS = {c: pool(c) for c in CHARS}


def pairs(a, b):
    """Indices of two pools: all special values with each other, then random ones side by side; complex specials sampled."""
    (x, n), (y, m) = POOLS[a], POOLS[b]
    if a in "FD":
        i = [p for p in range(n * m) if p % 11 == 0]
        first, second = [p // m for p in i], [p % m for p in i]
    else:
        first = [p // m for p in range(n * m)]
        second = [p % m for p in range(n * m)]
    rest = min(len(x) - n, len(y) - m)
    return first + [n + p for p in range(rest)], second + [m + rest - 1 - p for p in range(rest)]


def text(a):
    return base64.b64encode(np.ascontiguousarray(a).tobytes()).decode()


def numeric(t):
    return not any(c in t for c in "OgGMmqQ")


out = {"numpy": np.__version__, "pools": {c: text(p) for c, (p, _) in POOLS.items()}, "pairs": {}, "loops": [], "resolve": {}, "casts": {}}
for n in NAMES:
    u = getattr(um, n)
    done = set()
    for t in u.types:
        if not numeric(t) or t in done or u.nin > 2:
            continue
        done.add(t)
        ins, outs = t.split("->")
        if u.nin == 1:
            args = [POOLS[ins][0]]
        else:
            i, j = pairs(*ins)
            if ins not in out["pairs"]:
                out["pairs"][ins] = [text(np.array(i, "B")), text(np.array(j, "B"))]
            args = [POOLS[ins[0]][0][i], POOLS[ins[1]][0][j]]
            if n == "power" and ins[0] in "bhil":
                args[1] = np.where(args[1] < 0, 3, args[1]).astype(ins[1])
        if n in LIBM and outs in "efdFD":
            wide = str.maketrans("efdFD", "gggGG")
            args = [x.astype(np.clongdouble if x.dtype.kind == "c" else np.longdouble) for x in args]
            r = u(*args, signature=t.translate(wide))
            if n == "log1p" and outs in "FD":  # NumPy takes hypot(1+x, y), which loses what is small
                x, y = args[0].real, args[0].imag
                small = abs(args[0]) < 0.5
                r.real[small] = 0.5 * np.log1p(x * (2 + x) + y * y)[small]
            r = r.astype(outs)
        else:
            r = u(*args, signature=t)
        r = r if isinstance(r, tuple) else (r,)
        out["loops"].append([n, t, [text(x) for x in r]])
    if u.nin > 2:
        continue
    res = []
    for ins in itertools.product(CHARS, repeat=u.nin):
        try:
            r = u.resolve_dtypes(tuple(np.dtype(c) for c in ins) + (None,) * u.nout)
            res.append("".join(d.char for d in r).replace("q", "l").replace("Q", "L"))
        except TypeError:
            res.append("-")
    out["resolve"][n] = " ".join(res)
for a in CHARS:
    for b in CHARS:
        out["casts"][a + b] = text(POOLS[a][0].astype(b))
with open("ufunc.json.gz", "wb") as f:
    f.write(gzip.compress(json.dumps(out, separators=(",", ":")).encode(), 9, mtime=0))
