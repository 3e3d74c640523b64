"""Writes npy.json: files of numpy.save as hex, and what they hold. Run: python npy.py > npy.json. Made with numpy 2.4.6."""
import io, json
import numpy as np
from numpy.lib import format as f

cases = []


def add(name, a, version=None):
    b = io.BytesIO()
    if version:
        f.write_array(b, a, version=version)
    else:
        np.save(b, a)
    n = np.array(a, order="C")
    n = n.astype(n.dtype.newbyteorder("="))
    cases.append({"name": name, "file": b.getvalue().hex(), "dtype": str(n.dtype), "shape": a.shape, "str": str(n), "elements": n.tobytes().hex(),
                  "same": version is None and a.dtype.isnative})


for d in "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128 M8[D] M8[ns] m8[us] m8".split():
    a = np.arange(12) % 7
    add(d, (a > 3 if d == "bool" else a.astype(d)).reshape(3, 4))
    if np.dtype(d).itemsize > 1 and d != "bool":
        add("big " + d, a.astype(d).astype(np.dtype(d).newbyteorder(">")).reshape(4, 3))
x = np.arange(24, dtype="f8").reshape(2, 3, 4)
add("fortran", np.asfortranarray(x))
add("fortran v2", np.asfortranarray(x), (2, 0))
add("v2", x, (2, 0))
add("v3", x, (3, 0))
add("big fortran", np.asfortranarray(x.astype(">f8")))
add("scalar", np.array(2.5))
add("empty", np.zeros((0, 3), "i4"))
add("generic", np.array(["NaT"], "M8"))
add("vector", np.arange(5))
add("one", np.ones((1, 1, 1), "f4"))
add("fortran one", np.asfortranarray(np.ones((1, 5), "f4")))
add("large shape", np.zeros((0, 123456789012, 3), "i1"))
print(json.dumps({"numpy": np.__version__, "cases": cases}, indent=0))
