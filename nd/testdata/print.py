"""Writes print.json: str and repr of many arrays. Run: python print.py > print.json. Made with numpy 2.4.6.

A case holds its elements as hex of little-endian bytes, or, when large, as the formula ((i * mul) % mod + off) / div.
"""
import json, random
import numpy as np

np.seterr(all="ignore")
rnd = random.Random(3)
cases = []


def add(a):
    a = np.asarray(a)
    cases.append({"dtype": str(a.dtype), "shape": a.shape, "hex": np.ascontiguousarray(a).tobytes().hex(), "str": str(a), "repr": repr(a)})


def big(dtype, shape, mul, mod, off, div):
    n = int(np.prod(shape))
    a = (((np.arange(n, dtype=np.int64) * mul) % mod + off) / div)
    a = (a != 0 if dtype == "bool" else a.astype(dtype) if dtype[0] != "c" else a.astype(dtype)).reshape(shape)
    cases.append({"dtype": dtype, "shape": shape, "fill": [mul, mod, off, div], "str": str(a), "repr": repr(a)})


def floats(dt):
    nan, inf = float("nan"), float("inf")
    for v in ([1.0], [1.5, 2.25, 3.0], [0.1, 0.2, 0.3], [1 / 3, 2 / 3], [1e8, 1.0], [99999999.0, 1.0], [1e-4, 1.0], [9e-5, 1.0], [1e-4], [1000.0, 1.0],
              [1001.0, 1.0], [999.0, 1e3], [nan, 1.0], [inf, 1.0], [-inf, 1.0], [nan, inf, -inf], [nan], [inf], [-inf, nan], [0.0, -0.0], [0.0], [1e300, 1e-300],
              [1e100, 1.0], [1.23456789012, 1e10], [1e-10, nan, inf], [-1e-10, nan, -inf], [123456.789, 0.5], [5e-324], [-1.5, 2.25], [0.123456789, 12.5],
              [0.1, 123456789.123], [1e22, 3.0], [0.000123, 0.00456], [65504.0, 1.0], [6e-8], [2048.0, 2049.0, 1.0], [3e38, 1.0], [0.5, 1e16], [999999.0, 1000.0],
              [1e6, 1e4], [0.30000001192092896, 1e-7], [100.0, nan, -1.0], [1e5, -inf, 1.0]):
        add(np.array(v, dt))
    for n in (2, 7, 12, 40):
        add(np.array([rnd.uniform(-1, 1) for _ in range(n)], dt))
        add(np.array([rnd.uniform(-1, 1) * 10 ** rnd.randint(-12, 12) for _ in range(n)], dt))
        add(np.array([rnd.randint(-1000, 1000) / 8 for _ in range(n)], dt))
    add(np.array([rnd.gauss(0, 1) for _ in range(24)], dt).reshape(2, 3, 4))
    add(np.array([rnd.gauss(0, 100) for _ in range(24)], dt).reshape(4, 6))
    add(np.array(2.5, dt)); add(np.array(1e20, dt)); add(np.array(nan, dt)); add(np.array([[[1.0]]], dt))
    add(np.zeros((0,), dt)); add(np.zeros((0, 3), dt)); add(np.zeros((2, 0, 3), dt))
    u = {2: np.uint16, 4: np.uint32, 8: np.uint64}[np.dtype(dt).itemsize]
    for n in (1, 3, 20):
        add(np.array([rnd.getrandbits(8 * np.dtype(dt).itemsize) for _ in range(n)], u).view(dt))
    add(2.0 ** np.arange(-20, 15, 3).astype(dt))


for dt in ("float16", "float32", "float64"):
    floats(dt)
for dt in ("complex64", "complex128"):
    for v in ([1 + 2j], [1.5 - 2j, 3j], [1e10 + 1j, 1], [0.1 + 0.2j, -1 - 1e-9j], [complex("nan"), 1j], [complex("inf"), complex(1, float("-inf"))],
              [complex(0, float("nan"))], [1 / 3 + 2j / 3] * 5, [[1, 2j], [3 + 4j, -0.5]], 2j, 1 - 1j, [0j], [complex(1, -0.0)], [1e-8j, 2.5]):
        add(np.array(v, dt))
    add(np.array([complex(rnd.gauss(0, 1), rnd.gauss(0, 1)) for _ in range(9)], dt))
    add(np.zeros((0, 2), dt))
for dt in "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split():
    i = np.iinfo(dt)
    for v in ([1, 2, 3], [i.min, i.max], [0], 5, [[1, 20], [100, 4]], [], list(range(100)), [i.max] * 30):
        add(np.array(v, dt))
    add(np.zeros((3, 0), dt))
    add(np.arange(60).astype(dt).reshape(3, 4, 5))
    add(np.arange(16).astype(dt).reshape(2, 2, 2, 2))
for v in ([True, False], True, False, [[True], [False]], [], [True] * 40):
    add(np.array(v, bool))
for u in "Y M W D h m s ms us ns ps fs as".split():
    for k in "Mm":
        add(np.array([0, 1, 1000], f"{k}8[{u}]"))
        add(np.array([0, -(2**63)], f"{k}8[{u}]"))
        add(np.array([-(2**63)], f"{k}8[{u}]"))
        add(np.array([[3, -7]] * 6, f"{k}8[{u}]"))
        add(np.array(12, f"{k}8[{u}]"))
        add(np.arange(12).astype(f"{k}8[{u}]"))
        add(np.array([], f"{k}8[{u}]"))
add(np.array([-30000, 0], "M8[Y]"))
add(np.array([1, 2], "m8"))
for args in (("float64", (1001,), 7, 1009, 0, 1), ("float64", (2000,), 1, 5000, 0, 7), ("float64", (100, 100), 13, 9973, -500, 3), ("float64", (1000,), 1, 5000, 0, 7),
             ("float32", (7, 7, 30), 11, 1471, 0, 10), ("int64", (6, 200), 3, 1000, -7, 1), ("int64", (7, 6, 5, 8), 3, 1000, -7, 1), ("int32", (5000,), 1, 10**9, 0, 1),
             ("int8", (3, 3, 4, 5, 6), 1, 100, 0, 1), ("bool", (50, 50), 1, 2, 0, 1), ("complex128", (40, 40), 5, 1601, 0, 8), ("datetime64[D]", (1500,), 1, 5000, 0, 1),
             ("timedelta64[ns]", (40, 30), 1, 5000, 0, 1), ("uint8", (1, 1, 2000), 1, 250, 0, 1), ("float64", (2000, 1), 1, 5000, 0, 7),
             ("float64", (200, 100), 99991, 10**9, 0, 10**9), ("float64", (6, 6, 6, 6), 1, 1000, 0, 4), ("float16", (2000,), 1, 2000, 0, 1),
             ("float64", (1200, 5), 99991, 10**9, -5 * 10**8, 1000)):
    big(*args)
print(json.dumps({"numpy": np.__version__, "cases": cases}, indent=0))
