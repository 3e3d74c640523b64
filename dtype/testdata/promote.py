"""Writes promote.json: NumPy's promotion, result_type, can_cast, min_scalar and limits. Run: python promote.py > promote.json

Pairs are strings with one code per dtype of the right side, "-" where NumPy raises. Made with numpy 2.4.6.
"""
import itertools, json, random
import numpy as np

NUM = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split()
UNITS = "generic Y M W D h m s ms us ns ps fs as".split()
ALL = NUM + ["datetime64" + ("" if u == "generic" else f"[{u}]") for u in UNITS] \
          + ["timedelta64" + ("" if u == "generic" else f"[{u}]") for u in UNITS] + ["str", "bytes", "object"]
WEAK = {"int": 1, "float": 1.0, "complex": 1j}


def dt(n):
    return np.dtype({"str": "U", "bytes": "S"}.get(n, n))


def name(d):
    if d.kind in "US":
        return {"U": "str", "S": "bytes"}[d.kind]
    return str(d)


def attempt(f, *a):
    try:
        return name(f(*a))
    except (TypeError, OverflowError):
        return "-"


def main():
    out = {"numpy": np.__version__, "dtypes": ALL}
    out["promote"] = {a: " ".join(attempt(np.promote_types, dt(a), dt(b)).replace(" ", "") for b in ALL) for a in ALL}
    out["weak"] = {w: " ".join(attempt(np.result_type, dt(a), v) for a in ALL) for w, v in WEAK.items()}
    rnd = random.Random(7)
    names = NUM + list(WEAK)
    many = []
    for k, n in ((3, 1500), (4, 500)):
        for _ in range(n):
            args = [rnd.choice(names) for _ in range(k)]
            many.append([*args, attempt(np.result_type, *[WEAK[a] if a in WEAK else dt(a) for a in args])])
    for a in itertools.product(WEAK, repeat=2):
        many.append([*a, attempt(np.result_type, *[WEAK[x] for x in a])])
    out["result"] = [" ".join(m) for m in many]
    out["can_cast"] = {
        c: {a: "".join("1" if np.can_cast(dt(a), dt(b), c) else "0" for b in ALL) for a in ALL}
        for c in ("no", "equiv", "safe", "same_kind", "unsafe")
    }
    out["limits"] = {n: [str(np.iinfo(n).min), str(np.iinfo(n).max)] for n in NUM if dt(n).kind in "iu"}
    out["floats"] = {n: [repr(float(np.finfo(n).max)), repr(float(np.finfo(n).tiny)), repr(float(np.finfo(n).eps)),
                         repr(float(np.finfo(n).smallest_subnormal))] for n in NUM if dt(n).kind == "f"}
    out["parse"] = {s: name(np.dtype(s)) for s in
                    "? b1 |b1 i1 <i2 i4 =i8 u1 u2 <u4 u8 f2 e half f4 f single <f8 d double float c8 F csingle c16 D cdouble complex "
                    "b B h H i I l L q Q p P byte ubyte short ushort intc uintc int uint intp uintp long ulong longlong ulonglong "
                    "M8 m8 M8[ns] <M8[us] m8[D] datetime64[ms] timedelta64[h] datetime64[generic] U U5 <U7 S S3 str bytes O object".split()}
    print(json.dumps(out, indent=0))


main()
