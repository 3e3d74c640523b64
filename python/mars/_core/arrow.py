"""Frames, series and indexes as Arrow IPC streams, with labels and dtypes that pandas' own metadata cannot say.

The engine's package wire/arrow is the other side: the schema metadata "pandas" tells the index and NumPy's dtypes, "mars" the labels
with their exact types. Field names are made up here, so labels of any type, equal ones too, travel.
"""

import base64
import datetime
import json

import numpy as np
import pandas as pd

from . import labels
from .npy import NotHeld

_LEVEL = "__index_level_{}__"
_NAT = -(1 << 63)  # the count of a time that is missing


def write(value):
    """The stream of a DataFrame, Series or Index, as bytes."""
    return bytes(written(value))


def written(value):
    """The stream of a DataFrame, Series or Index. TypeError for cells that do not travel."""
    import pyarrow as pa

    frame = _frame(value)
    arrays, fields, described = [], [], []
    for i, (_, column) in enumerate(frame.items()):
        _add(pa, f"c{i}", column, arrays, fields, described)
    index = frame.index
    multi = isinstance(index, pd.MultiIndex)
    if isinstance(index, pd.RangeIndex):
        span = {"kind": "range", "name": None, "start": index.start, "stop": index.stop, "step": index.step}
        columns = [span]
    else:
        columns = [_LEVEL.format(k) for k in range(index.nlevels)]
        for k, name in enumerate(columns):
            _add(pa, name, index.get_level_values(k).to_series(), arrays, fields, described)
    pandas = {
        "index_columns": columns,
        "column_indexes": [],
        "columns": described,
        "creator": {"library": "mars", "version": "1"},
        "pandas_version": pd.__version__,
    }
    axis = frame.columns.names
    mars = {
        "names": [labels.to_json(c) for c in frame.columns],
        "index": [labels.to_json(n) for n in index.names],
    }
    if any(n is not None for n in axis):
        mars["axis"] = [labels.to_json(n) for n in axis]
    if multi:
        mars["multi"] = True
    if getattr(index, "freq", None) is not None and isinstance(index, (pd.DatetimeIndex, pd.TimedeltaIndex)):
        mars["freq"] = index.freq.freqstr
    metadata = {"pandas": json.dumps(pandas), "mars": json.dumps(mars)}
    schema = pa.schema(fields, metadata=metadata)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema) as out:
        if fields:  # a batch even without rows, for it brings the categories
            out.write_batch(pa.RecordBatch.from_arrays(arrays, schema=schema))
        else:  # rows without columns stand in the metadata alone
            out.write_batch(_empty(pa, schema, len(frame)))
    return memoryview(sink.getvalue())


def _empty(pa, schema, rows):
    """A batch of rows without columns."""
    struct = pa.array([{}] * rows, type=pa.struct([]))
    return pa.RecordBatch.from_struct_array(struct).replace_schema_metadata(schema.metadata)


def _frame(value):
    """The value as a frame: a series has one column, an index none."""
    if isinstance(value, pd.Series):
        frame = value.to_frame()
        frame.columns = pd.Index([value.name], dtype=object, tupleize_cols=False)
        return frame
    if isinstance(value, pd.Index):
        return pd.DataFrame(index=value)
    return value


def _add(pa, name, column, arrays, fields, described):
    """One column as an Arrow array, its field and its metadata."""
    dtype, metadata = column.dtype, {}
    numpy_type = str(dtype)
    if isinstance(getattr(dtype, "categories", column).dtype, pd.PeriodDtype):
        raise NotHeld(
            "Periods are not there yet: give the times they begin at, .to_timestamp(), or texts, .astype(str)"
        )
    if isinstance(dtype, np.dtype) and dtype.kind == "c":
        array = _complex(pa, column)
        metadata = {"mars:dtype": numpy_type}
    elif isinstance(dtype, np.dtype) and dtype.kind in "iuf":
        array = pa.array(column.to_numpy())
    elif dtype == object:
        array, metadata = _objects(pa, column)
    elif isinstance(dtype, pd.CategoricalDtype) and (
        dtype.categories.dtype == object or isinstance(dtype.categories, pd.IntervalIndex)
    ):
        array, metadata = _objects(pa, dtype.categories)
        array = pa.DictionaryArray.from_arrays(
            pa.array(column.cat.codes, mask=column.isna()), array, ordered=dtype.ordered
        )
        numpy_type = str(array.type.index_type)
    else:
        array = pa.array(column, from_pandas=not (isinstance(dtype, np.dtype) and dtype.kind == "f"))
        if isinstance(array, pa.ChunkedArray):
            array = array.combine_chunks()
        if pa.types.is_dictionary(array.type):
            numpy_type = str(array.type.index_type)
            if (inner := str(dtype.categories.dtype)) in _nullable:
                metadata = {"mars:dtype": inner}
        elif getattr(dtype, "tz", None) is not None:
            numpy_type = f"datetime64[{dtype.unit}]"
    arrays.append(array)
    fields.append(pa.field(name, array.type, metadata=metadata or None))
    described.append(
        {"name": name, "field_name": name, "pandas_type": "object", "numpy_type": numpy_type, "metadata": None}
    )


def _complex(pa, column):
    values = np.ascontiguousarray(column.to_numpy())
    part = np.float32 if values.dtype == np.complex64 else np.float64
    return pa.FixedSizeListArray.from_arrays(pa.array(values.view(part)), 2)


def _objects(pa, column):
    """A column of objects: of one Arrow type where the cells have one, else JSON text."""
    cells = column.tolist()
    kinds = {type(c) for c in cells if c is not None}  # None is what a missing cell of Arrow is
    if kinds <= {str} or kinds <= {bytes} or kinds <= {bool} or kinds <= {datetime.date}:
        try:
            return pa.array(cells), {}
        except UnicodeEncodeError:
            pass
    text = [None if c is None else json.dumps(_cell(c)) for c in cells]
    return pa.array(text, type=pa.large_string()), {"mars:object": "json"}


def _cell(v):
    """A cell of an object column as JSON: a label, or tagged where labels lack the type."""
    v = labels.plain(v)
    if v is pd.NA:
        return {"na": True}
    if v is pd.NaT:
        return {"time": [_NAT, "ns", ""]}
    if isinstance(v, bytes):
        return {"bytes": base64.b64encode(v).decode()}
    if isinstance(v, (list, np.ndarray)):
        return {"list": [_cell(e) for e in v]}
    if isinstance(v, tuple):
        return {"tuple": [_cell(e) for e in v]}
    if isinstance(v, dict):
        return {"dict": [[_cell(k), _cell(e)] for k, e in v.items()]}
    if isinstance(v, int) and not isinstance(v, bool) and not -(2**63) <= v < 2**64:
        return {"big": str(v)}
    if isinstance(v, complex):
        return {"complex": [labels.to_json(v.real), labels.to_json(v.imag)]}
    try:
        return labels.to_json(v)
    except TypeError:
        raise TypeError(
            f"{v!r} cannot be a cell: cells are texts, bytes, numbers, bools, times, dates, None, and lists, tuples and dicts of these"
        ) from None


def _uncell(v):
    """The cell of what _cell, or the engine, wrote."""
    if not isinstance(v, dict):
        return tuple(_uncell(e) for e in v) if isinstance(v, list) else v
    ((tag, x),) = v.items()
    if tag == "na":
        return pd.NA
    if tag == "list":
        return [_uncell(e) for e in x]
    if tag == "tuple":
        return tuple(_uncell(e) for e in x)
    if tag == "dict":
        return {_uncell(k): _uncell(e) for k, e in x}
    if tag == "big":
        return int(x)
    if tag == "complex":
        return complex(*(labels.from_json(e) for e in x))
    return labels.from_json(v)


def read(data, kind="dataframe"):
    """The DataFrame, Series or Index of a stream; kind says which. data is bytes, or a buffer that stays alive while it is read."""
    import pyarrow as pa

    with pa.ipc.open_stream(data) as stream:
        table = stream.read_all()
    return from_table(table, kind)


def follow(tables):
    """Whether labels that are ranges go on from each table to the next, so that those of the first say them all."""
    stop = None
    for table in tables:
        spans = json.loads((table.schema.metadata or {}).get(b"pandas", b"{}")).get("index_columns", [])
        if not spans or not isinstance(spans[0], dict):
            return True  # labels are columns
        start, step = spans[0]["start"], spans[0]["step"]
        if stop not in (None, (start, step)):
            return False
        stop = (start + table.num_rows * step, step)
    return True


def from_table(table, kind="dataframe", lent=False):
    """The DataFrame, Series or Index of a pyarrow Table of the engine's, or of anybody's.

    lent: numbers stay where the table has them, and cannot be written. Where pandas copies on write, whoever holds the
    value and gives a shallow copy of it away gives what can be changed.
    """
    metadata = table.schema.metadata or {}
    pandas = json.loads(metadata.get(b"pandas", b"{}"))
    mars = json.loads(metadata.get(b"mars", b"{}"))
    said = pandas.get("columns", ())
    described = {c["field_name"]: c for c in said}
    if [c["field_name"] for c in said] != table.schema.names:
        said = [described.get(name, {}) for name in table.schema.names]
    spans = pandas.get("index_columns", [])
    taken = {s for s in spans if isinstance(s, str)}
    cols, level_arrays = [], {}
    for i, field in enumerate(table.schema):
        column = table.column(i)  # by place: names may come twice
        values = _lent(column, field, said[i]) if lent else None
        if values is None:
            values = _column(column, field, said[i])
        if field.name in taken:
            level_arrays[field.name] = values
        else:
            cols.append((field.name, values))
    names = [labels.from_json(n) for n in mars["names"] or ()] if "names" in mars else [c[0] for c in cols]
    index = _index(spans, level_arrays, mars, described, table.num_rows)
    copy = False if lent else None
    if kind == "index":
        return index
    if kind == "series" and len(cols) == 1:
        values = cols[0][1]
        dtype = object if _boxed(values) else None  # else pandas would look at the cells
        return pd.Series(values, index=index, name=names[0] if names else None, dtype=dtype, copy=copy)
    axis = _axis(names, mars.get("axis"))
    if lent and cols:
        block = _block([v for _, v in cols])
        if block is not None:
            return pd.DataFrame(block.T, index=index, columns=axis, copy=False)
        if len({v.dtype for _, v in cols}) < len(cols):
            copy = None  # columns of one dtype become one block, as pandas has them: what it does depends on it
    whole = {i: pd.Series(v, index=index, dtype=object) if _boxed(v) else v for i, (_, v) in enumerate(cols)}
    frame = pd.DataFrame(whole, index=index, copy=copy)
    frame.columns = axis
    return frame


def _axis(names, axis):
    """The column labels."""
    axis = [labels.from_json(n) for n in axis] if axis else None
    if names and all(isinstance(n, tuple) and len(n) == len(names[0]) for n in names):
        return pd.MultiIndex.from_tuples(names, names=axis)
    if all(type(n) is int for n in names) and names == list(range(len(names))):
        return pd.RangeIndex(len(names), name=axis[0] if axis else None)
    some = {type(n) for n in names}
    # pandas would make floats of whole numbers beside NaN
    boxed = type(None) in some or ({int, float} <= some and any(n != n for n in names))
    return pd.Index(names, dtype=object if boxed else None, name=axis[0] if axis else None)


def _index(spans, level_arrays, mars, described, rows):
    """The row labels."""
    names = [labels.from_json(n) for n in mars["index"]] if "index" in mars else None
    if not spans:
        return pd.RangeIndex(rows)
    if isinstance(spans[0], dict):
        s = spans[0]
        name = names[0] if names else s.get("name")
        return pd.RangeIndex(s["start"], s["start"] + rows * s["step"], s["step"], name=name)
    if names is None:
        names = [described.get(s, {}).get("name", s) for s in spans]
    if len(spans) > 1 or mars.get("multi"):
        levels = [level_arrays[s] for s in spans]
        levels = [pd.Index(v, dtype=object, tupleize_cols=False) if _boxed(v) else v for v in levels]
        return pd.MultiIndex.from_arrays(levels, names=names)
    values = level_arrays[spans[0]]
    index = pd.Index(values, name=names[0], dtype=object if _boxed(values) else None, tupleize_cols=False)
    if mars.get("freq") and isinstance(index, (pd.DatetimeIndex, pd.TimedeltaIndex)):
        try:
            index.freq = mars["freq"]
        except ValueError:
            pass
    return index


def _categories(cells):
    """Categories that are objects; intervals have a dtype."""
    if cells and all(isinstance(c, pd.Interval) for c in cells):
        return pd.IntervalIndex(cells)
    return pd.Index(_objects_of(cells), dtype=object, tupleize_cols=False)


_nullable = (
    {"boolean", "string"} | {f"{s}{b}" for s in ("Int", "UInt") for b in (8, 16, 32, 64)} | {"Float32", "Float64"}
)


def _column(chunks, field, described):
    """The values of a column, with the dtype that its metadata says."""
    import pyarrow as pa

    metadata = field.metadata or {}
    numpy_type = described.get("numpy_type")
    said = metadata.get(b"mars:dtype", b"").decode()
    if metadata.get(b"mars:object") == b"json":
        if pa.types.is_dictionary(field.type):
            values = chunks.to_pandas()
            cells = [_uncell(json.loads(v)) for v in values.cat.categories]
            return values.array.rename_categories(_categories(cells))
        cells = [None if v is None else _uncell(json.loads(v)) for v in chunks.to_pylist()]
        return _objects_of(cells)
    if said.startswith("complex"):
        flat = np.concatenate([np.asarray(c.flatten()) for c in chunks.chunks] or [np.empty(0)])
        return flat.astype("float32" if said == "complex64" else "float64").view(said)
    if numpy_type in _nullable:
        return _masked(chunks, numpy_type)
    if numpy_type == "object":
        if pa.types.is_null(field.type):
            return _objects_of([None] * len(chunks))
        if pa.types.is_timestamp(field.type) or pa.types.is_duration(field.type):
            return _objects_of([None if v is pd.NaT else v for v in _times(chunks)])
        return _objects_of(chunks.to_pylist())
    if pa.types.is_dictionary(field.type):
        return _categorical(chunks, said)
    return _times(chunks).array


def _times(values):
    """Values of Arrow as a series, whose zone is the object that pandas makes of its name: pyarrow has others."""
    made, zone = values.to_pandas(), getattr(values.type, "tz", None)
    return made if zone is None else made.dt.tz_convert(zone)


def _lent(chunks, field, described):
    """Numbers as an array of the memory that they lie in; None: something else has to be made of them."""
    import pyarrow as pa

    if field.metadata or not (pa.types.is_integer(field.type) or pa.types.is_floating(field.type)):
        return None
    if chunks.num_chunks != 1 or chunks.null_count:
        return None
    if np.dtype(field.type.to_pandas_dtype()).name != described.get("numpy_type"):
        return None
    return chunks.chunk(0).to_numpy(zero_copy_only=True)


def _block(arrays):
    """Columns of one dtype that lie at equal distances, as one array of a row for each; None: they do not."""
    a = arrays[0]
    if not all(isinstance(x, np.ndarray) and x.dtype == a.dtype and x.dtype.kind in "iuf" for x in arrays):
        return None
    at = [x.__array_interface__["data"][0] for x in arrays]
    step = at[1] - at[0] if len(at) > 1 else a.nbytes
    if step < a.nbytes or any(q - p != step for p, q in zip(at, at[1:])):
        return None
    return np.lib.stride_tricks.as_strided(a, (len(arrays), len(a)), (step, a.itemsize), writeable=False)


def _categorical(chunks, said):
    """A categorical whose categories are those of the dictionary, with their zone, which pyarrow drops. said is their dtype, where it is nullable."""
    if not chunks.num_chunks:
        return chunks.to_pandas().array
    whole = chunks.unify_dictionaries().combine_chunks()
    if said in _nullable:
        categories = pd.Index(_masked(whole.dictionary, said))
    else:
        categories = pd.Index(_times(whole.dictionary))
    codes = whole.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return pd.Categorical.from_codes(codes, categories, ordered=whole.type.ordered)


def _masked(values, dtype):
    """Values of Arrow as an array of a nullable dtype."""
    import pyarrow as pa

    return pd.array(values.to_pandas(types_mapper=_mapper(pa).get), dtype=dtype)


def _mapper(pa):
    kinds = {pa.bool_(): pd.BooleanDtype(), pa.float32(): pd.Float32Dtype(), pa.float64(): pd.Float64Dtype()}
    for bits in (8, 16, 32, 64):
        kinds[getattr(pa, f"int{bits}")()] = getattr(pd, f"Int{bits}Dtype")()
        kinds[getattr(pa, f"uint{bits}")()] = getattr(pd, f"UInt{bits}Dtype")()
    for text in (pa.string(), pa.large_string()):
        kinds[text] = pd.StringDtype()
    return kinds


def _boxed(values):
    """Whether values are an array of objects."""
    return getattr(values, "dtype", None) == object


def _objects_of(cells):
    """A NumPy array of objects, whatever they are."""
    out = np.empty(len(cells), dtype=object)
    for i, c in enumerate(cells):
        out[i] = c
    return out
