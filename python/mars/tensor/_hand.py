"""Functions whose arguments have another form than the parameters of their operator. Their signatures are in _gen.py.

Several of NumPy's functions are made of others here; nothing is computed in Python.
"""

import numpy as np

from .._core import attrs as _a
from .._core.build import many, one
from .._core.call import no_value, refuse
from .._core.entity import ExecutableTuple
from ._as import constant, into, ordered, scalars, tensor, tensors, weak
from ._views import is_fortran, view


def arange(start, stop, step, dtype, device, like, chunk_size):
    if stop is None:
        start, stop = 0, start
    if _of_times(start, stop, dtype):
        start, stop, step, dtype = _counts(start, stop, step, dtype)
    attrs = {"stop": _number(stop)}
    if start is not None:
        attrs["start"] = _number(start)
    if step is not None:
        attrs["step"] = _number(step)
    if dtype is not None:
        attrs["dtype"] = _a.dtype(dtype)
    if chunk_size is not None:
        attrs["chunk_size"] = _a.ints(chunk_size)
    return one("tensor.arange", (), attrs)


def _of_times(start, stop, dtype):
    """Whether a range is one of times."""
    kind = "" if dtype is None else np.dtype(dtype).kind
    return kind == "M" or (
        any(isinstance(v, (str, np.datetime64, np.timedelta64)) for v in (start, stop)) and kind in ("", "m")
    )


def _counts(start, stop, step, dtype):
    """Bounds and step of a range of times as counts of the unit that they have together, and the dtype."""
    if isinstance(start, str) and dtype is None:
        raise TypeError("arange() not supported for inputs with DType <class 'numpy.dtypes.StrDType'>.")
    kind = "m" if isinstance(stop, np.timedelta64) and not isinstance(start, np.datetime64) else "M"
    if kind == "M" and isinstance(start, int):
        raise ValueError("arange requires both a start and a stop for NumPy datetime64 ranges")
    first = np.asarray(start, dtype=dtype or np.asarray(stop).dtype if kind == "m" else dtype or "M8")
    length = isinstance(stop, (int, np.integer))  # so many units behind the start
    last = (
        first + np.asarray(stop, dtype=first.dtype.str.replace("M", "m"))
        if length
        else np.asarray(stop, first.dtype if dtype else None)
    )
    last = last.astype("M8") if last.dtype.kind == "U" else last
    each = np.asarray(1 if step is None else step)
    unit = np.result_type(first.dtype, last.dtype, *([each.dtype] if each.dtype.kind == "m" else []))
    each = each.astype(unit.str.replace("M", "m"))
    return *(int(v.astype(unit).astype("i8")) for v in (first, last)), int(each.astype("i8")), unit


def _number(v):
    """A bound of a range: a number, or a tensor or array of one."""
    if isinstance(v, np.ndarray) or getattr(v, "_kind", None) == "tensor":
        v = v.item()
    return _a.scalar(v)


def array(object, dtype, copy, order, subok, ndmin, like, chunk_size):
    t = constant(object, dtype, chunk_size)
    if t is object or order in ("C", "F"):
        t = ordered(type(t)._of(t._ref), order, t)
    if ndmin:
        t = t[(None,) * max(0, ndmin - t.ndim)]
    return t


def broadcast_to(a, shape):
    return view("tensor.broadcast_to", (a,), {"shape": _a.ints(shape)})


def clip(a, a_min, a_max, out, min, max, **kwargs):
    if a_min is no_value and a_max is no_value:
        low, high = (None if v is no_value else v for v in (min, max))
    elif a_min is no_value or a_max is no_value:
        missing = "a_min" if a_min is no_value else "a_max"
        raise TypeError(f"clip() missing 1 required positional argument: '{missing}'")
    elif min is not no_value or max is not no_value:
        raise ValueError("Passing `min` or `max` keyword argument when `a_min` and `a_max` are provided is forbidden.")
    else:
        low, high = a_min, a_max
    ins, args, attrs = [tensor(a)], [_a.NONE], {}
    for name, v in (("a_min", low), ("a_max", high)):
        if v is None:
            args.append(_a.NONE)
        elif weak(v):
            args.append(_a.scalar(v))
        else:
            args.append(_a.NONE)
            attrs[name] = _a.ref(len(ins))
            ins.append(tensor(v))
    attrs["args"] = _a.items(args)
    r = one("tensor.clip", ins, attrs)
    return r if out is None else into(out, r)


def digitize(x, bins, right):
    edges = bins.to_numpy() if hasattr(bins, "_kind") else np.asarray(bins)
    attrs = {"bins": _a.array(edges)}
    if right:
        attrs["right"] = _a.boolean(right)
    return one("tensor.digitize", (tensor(x),), attrs)


def einsum(subscripts, *operands, out, optimize):
    if not isinstance(subscripts, str):
        raise NotImplementedError("mars.tensor.einsum: subscripts as lists are not there yet, give a string")
    attrs = {"subscripts": _a.string(subscripts)}
    if optimize is not False:
        attrs["optimize"] = _a.scalar(optimize if isinstance(optimize, (bool, str)) else True)
    r = one("tensor.einsum", tensors(operands), attrs)
    return r if out is None else into(out, r)


def full(shape, fill_value, dtype, order, device, like, chunk_size):
    if not weak(fill_value):
        value = tensor(fill_value)
        if dtype is not None:
            value = value.astype(dtype)
        value = broadcast_to(value, shape)
        return ordered(value if chunk_size is None else value.rechunk(chunk_size), order)
    attrs = {"shape": _a.ints(shape), "fill_value": _a.scalar(fill_value)}
    return ordered(_filled("tensor.full", (), attrs, dtype, chunk_size), order)


def full_like(a, fill_value, dtype, order, subok, shape, device, chunk_size):
    a = tensor(a)
    if not weak(fill_value):
        dtype, shape = a.dtype if dtype is None else dtype, a.shape if shape is None else shape
        return ordered(full(shape, fill_value, dtype, "C", device, None, chunk_size), order, a)
    attrs = {"fill_value": _a.scalar(fill_value)}
    if shape is not None:
        attrs["shape"] = _a.ints(shape)
    return ordered(_filled("tensor.full_like", (a,), attrs, dtype, chunk_size), order, a)


def _filled(op, ins, attrs, dtype, chunk_size):
    if dtype is not None:
        attrs["dtype"] = _a.dtype(dtype)
    if chunk_size is not None:
        attrs["chunk_size"] = _a.ints(chunk_size)
    return one(op, ins, attrs)


def _bins(bins):
    """A number of bins, or their edges."""
    if hasattr(bins, "_kind"):
        bins = bins.to_numpy()
    if isinstance(bins, str):
        raise NotImplementedError(f"mars.tensor.histogram: bins={bins!r} is not there yet")
    return _a.integer(bins) if np.ndim(bins) == 0 else _a.array(np.asarray(bins))


def histogram(a, bins, range, density, weights):
    ins, attrs = [tensor(a)], {"bins": _bins(bins)}
    if range is not None:
        attrs["range"] = _a.floats(range)
    if density:
        attrs["density"] = _a.boolean(density)
    if weights is not None:
        attrs["weights"] = _a.ref(1)
        ins.append(tensor(weights))
    return many("tensor.histogram", ins, attrs)


def histogram_bin_edges(a, bins, range, weights):
    attrs = {"bins": _bins(bins)}
    if range is not None:
        attrs["range"] = _a.floats(range)
    return one("tensor.histogram_bin_edges", (tensor(a),), attrs)


def linspace(start, stop, num, endpoint, retstep, dtype, axis, device, chunk_size):
    attrs = {"start": _a.floating(_one_number(start)), "stop": _a.floating(_one_number(stop)), "num": _a.integer(num)}
    if not endpoint:
        attrs["endpoint"] = _a.boolean(endpoint)
    if dtype is not None:
        attrs["dtype"] = _a.dtype(dtype)
    if chunk_size is not None:
        attrs["chunk_size"] = _a.ints(chunk_size)
    r = one("tensor.linspace", (), attrs)
    if not retstep:
        return r
    gaps = num - 1 if endpoint else num
    return r, np.float64((stop - start) / gaps if gaps > 0 else np.nan)


def _one_number(v):
    if np.ndim(v) or hasattr(v, "_kind"):
        raise NotImplementedError("mars.tensor.linspace: start and stop that are arrays are not there yet")
    return v


def reshape(a, shape, order, copy):
    a = tensor(a)
    if order in ("A", "K"):
        order = "F" if is_fortran(a) else "C"
    if order == "F":
        back = shape[::-1] if isinstance(shape, (tuple, list)) else shape
        return reshape(a.T, back, "C", copy).T
    if order not in ("C", None):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    t = view("tensor.reshape", (a,), {"shape": _a.ints(shape)})
    if copy is False and t._detached():
        raise ValueError("Unable to avoid creating a copy while reshaping.")
    return type(t)._of(t._ref) if copy else t


def tensordot(a, b, axes):
    a, b = tensor(a), tensor(b)
    if isinstance(axes, (int, np.integer)):
        pairs = [list(range(-axes, 0)), list(range(axes))]
    else:
        pairs = [[x] if np.ndim(x) == 0 else list(x) for x in axes]
    return one("tensor.tensordot", (a, b), {"axes": _a.items(_a.ints(p) for p in pairs)})


def where(condition, x, y):
    if (x is None) != (y is None):
        raise ValueError("either both or neither of x and y should be given")
    if x is None:
        return tensor(condition).nonzero()
    ins, args = scalars((tensor(condition), x, y))
    return one("tensor.where", ins, None if args is None else {"args": args})


def gradient(f, *varargs, axis, edge_order):
    f = tensor(f)
    axes = list(range(f.ndim)) if axis is None else [axis] if np.ndim(axis) == 0 else list(axis)
    if len(varargs) == 1 and getattr(varargs[0], "ndim", np.ndim(varargs[0])) == 0:
        varargs = varargs * len(axes)
    elif varargs and len(varargs) != len(axes):
        raise TypeError("invalid number of arguments")
    out = []
    for i, along in enumerate(axes):
        ins, attrs = [f], {"axis": _a.integer(along)}
        if edge_order != 1:
            attrs["edge_order"] = _a.integer(edge_order)
        if varargs and getattr(varargs[i], "ndim", np.ndim(varargs[i])) == 0:
            attrs["spacing"] = _a.floating(varargs[i])
        elif varargs:
            attrs["coordinates"] = _a.ref(1)
            ins.append(tensor(varargs[i]))
        out.append(one("tensor.gradient", ins, attrs))
    return out[0] if len(out) == 1 else ExecutableTuple(out)


def pad(array, pad_width, mode, **kwargs):
    a = tensor(array)
    taken = {"constant": {"constant_values"}, "reflect": {"reflect_type"}, "symmetric": {"reflect_type"}}.get(
        mode, set()
    )
    if not isinstance(mode, str) or mode in ("empty", "linear_ramp", "maximum", "mean", "median", "minimum"):
        raise NotImplementedError(f"mars.tensor.pad: mode {mode!r} is not there yet")
    unknown = set(kwargs) - taken
    if unknown:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {unknown}")
    if kwargs.get("reflect_type", "even") != "even":
        refuse("mars.tensor.pad", "reflect_type")
    if isinstance(pad_width, dict):
        pad_width = [pad_width.get(k, pad_width.get(k - a.ndim, (0, 0))) for k in range(a.ndim)]
        pad_width = [(w, w) if np.ndim(w) == 0 else w for w in pad_width]
    widths = np.broadcast_to(np.asarray(pad_width), (a.ndim, 2))
    if widths.dtype.kind not in "iu":
        raise TypeError("`pad_width` must be of integral type.")
    attrs = {"before": _a.ints(widths[:, 0].tolist()), "after": _a.ints(widths[:, 1].tolist())}
    if mode != "constant":
        attrs["mode"] = _a.string(mode)
    elif "constant_values" in kwargs:
        values = np.broadcast_to(np.asarray(kwargs["constant_values"]), (a.ndim, 2))
        attrs["low"], attrs["high"] = _a.floats(values[:, 0].tolist()), _a.floats(values[:, 1].tolist())
    return one("tensor.pad", (a,), attrs)
