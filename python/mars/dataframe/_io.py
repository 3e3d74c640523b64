"""Readers and writers of files. Paths are those of the workers; what lies on this host is named in full."""

import codecs
import csv
import os
import warnings
import weakref

import pandas as pd

from .._core import attrs as _a
from .._core.build import one
from .._core.call import no_default
from .._core.options import options
from . import _filters
from ._as import constant, frame
from ._cast import categorized, read_first


def _paths(paths):
    """One path or a list of them; files that are seen from here by their full name."""
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    elif not isinstance(paths, (list, tuple)):
        raise TypeError(f"Invalid file path or buffer object type: {type(paths)}")
    return {"strings": {"v": [path_of(p) for p in paths]}}


def path_of(path):
    """A path as workers may open it."""
    path = os.fspath(path)
    if "://" in path:
        return path
    path = os.path.expanduser(path)
    return path if os.path.isabs(path) else os.path.abspath(path)


def _texts(attrs, **named):
    for name, v in named.items():
        if v is not None and v is not no_default:
            attrs[name] = _a.string(v)


def _switches(attrs, **named):
    """Parameters that are true unless told otherwise."""
    for name, v in named.items():
        if not v:
            attrs[name] = _a.boolean(False)


def _compression(function, v):
    """How a file is compressed, of a name or a dict."""
    if isinstance(v, dict):
        more = [k for k in v if k != "method"]
        if more:
            raise NotImplementedError(
                f"{function}: compression with {more[0]!r} is not there yet, give the method alone"
            )
        v = v.get("method", "infer")
    return v or "none"


def _check_csv(given):
    """Refuse values of read_csv that no reader has, or only another one."""
    if isinstance(given.get("header"), bool):
        raise TypeError(
            "Passing a bool to header is invalid. Use header=None for no header or header=int or list-like of ints to specify the "
            "row(s) making up the column names"
        )
    engine = given.get("engine", "c")
    if engine == "pyarrow":
        raise NotImplementedError(
            "read_csv: engine='pyarrow', which derives other dtypes, is not there yet, leave it out"
        )
    if engine not in ("c", "python", "python-fwf"):
        raise ValueError(f"Unknown engine: {engine} (valid options are c, python)")
    if given.get("float_precision", "high") not in ("high", "legacy", "round_trip"):
        raise ValueError(f"Unrecognized float_precision option: {given['float_precision']}")
    if given.get("quoting", 0) not in range(4):
        raise TypeError('bad "quoting" value')
    if callable(given.get("on_bad_lines")):
        raise NotImplementedError("read_csv: on_bad_lines with a Python callable is not there yet")


def _by_column(v, encode):
    """A value for all columns, or a dict of values by column."""
    if isinstance(v, dict):
        return {"fields": {"fields": {str(k): encode(e) for k, e in v.items()}}}
    return {"fields": {"fields": {"": encode(v)}}}


def _whole(name, v):
    """An integer, also as a float."""
    if isinstance(v, bool) or v != int(v) or v < 0:
        raise ValueError(f"'{name}' must be an integer >=0")
    return _a.integer(int(v))


def _na_texts(v):
    return _a.strings([str(e) for e in v] if isinstance(v, (list, tuple, set)) else str(v))


def _skipped(v):
    """skiprows: a number of lines, or which."""
    if callable(v):
        raise NotImplementedError("read_csv: skiprows with a Python callable is not there yet")
    return _a.fields(first=_a.integer(v)) if isinstance(v, int) else _a.fields(lines=_a.ints(list(v)))


def read_csv(filepath_or_buffer, **p):
    """The call of read_csv in the generated module passes every parameter by name."""
    if hasattr(filepath_or_buffer, "read"):
        return _buffered(pd.read_csv, filepath_or_buffer, p)
    given = {k: v for k, v in p.items() if v is not None and v is not no_default}
    attrs = {"filepath_or_buffer": _paths(filepath_or_buffer)}
    if p["sep"] is None and "delimiter" not in given:
        raise NotImplementedError("read_csv: sep=None, which guesses the separator, is not there yet")
    if "header" in given and not isinstance(p["header"], (str, int)):
        raise NotImplementedError("read_csv: header with several rows is not there yet")
    if isinstance(given.get("date_format"), dict):
        raise NotImplementedError("read_csv: date_format for single columns is not there yet, give one for all")
    if p["quoting"] == csv.QUOTE_NONNUMERIC:
        raise NotImplementedError("read_csv: quoting=csv.QUOTE_NONNUMERIC is not there yet")
    p["compression"] = _compression("read_csv", p["compression"])
    _check_csv(given)
    for name in ("sep", "delimiter", "date_format", "encoding", "lineterminator"):
        _texts(attrs, **{name: given.get(name)})
    for name, usual in _plain_texts.items():
        if p[name] != usual:
            _texts(attrs, **{name: p[name]})
    if p["header"] is None:
        attrs["header"] = _a.string("none")
    elif p["header"] != "infer":
        attrs["header"] = _a.integer(p["header"])
    for name in ("names", "true_values", "false_values"):
        if name in given:
            values = list(given[name])
            if name == "names" and not all(isinstance(n, str) for n in values):
                raise NotImplementedError("read_csv: names that are no strings are not there yet")
            attrs[name] = _a.strings([str(n) for n in values])
    for name in ("index_col", "usecols"):
        if name in given:
            if callable(given[name]):
                raise NotImplementedError(f"read_csv: {name} with a Python callable is not there yet")
            attrs[name] = _a.label_list(given[name])
    if "dtype" in given:
        if isinstance(given["dtype"], dict) and not all(isinstance(k, str) for k in given["dtype"]):
            raise NotImplementedError("read_csv: dtype by the place of a column is not there yet, name the column")
        attrs["dtype"] = _by_column(given["dtype"], lambda d: _a.dtype(read_first("read_csv", d)))
    if "na_values" in given:
        attrs["na_values"] = _by_column(given["na_values"], _na_texts)
    if "skiprows" in given:
        attrs["skiprows"] = _skipped(given["skiprows"])
    dates = given.get("parse_dates")
    if dates is not None and dates is not False:
        attrs["parse_dates"] = _a.label_list(dates)
    if "nrows" in given:
        attrs["nrows"] = _whole("nrows", given["nrows"])
    for name in ("skipinitialspace", "dayfirst"):
        if p[name]:
            attrs[name] = _a.boolean(True)
    _switches(attrs, **{k: p[k] for k in ("keep_default_na", "na_filter", "skip_blank_lines", "doublequote")})
    if p["quoting"]:
        attrs["quoting"] = _a.integer(p["quoting"])
    if p["chunk_bytes"]:
        attrs["chunk_bytes"] = _a.integer(p["chunk_bytes"])
    df = one("dataframe.read_csv", (), attrs, "dataframe")
    return categorized(df, given["dtype"]) if "dtype" in given else df


_plain_texts = {
    "compression": "infer",
    "thousands": None,
    "decimal": ".",
    "quotechar": '"',
    "escapechar": None,
    "comment": None,
    "on_bad_lines": "error",
}


def read_parquet(
    path, engine, columns, storage_options, dtype_backend, filesystem, filters, to_pandas_kwargs, **kwargs
):
    _parquet_engine(engine)
    if hasattr(path, "read"):
        return _buffered(pd.read_parquet, path, {"columns": columns, "filters": filters})
    attrs = {"path": _paths(path)}
    if filters is not None:
        filters = _filters.parse(filters)
    if columns is not None:
        columns = list(columns)
        more = [n for n in _filters.names(filters or ()) if n not in columns]
        attrs["columns"] = _a.items(_a.label(c) for c in columns + more)
    df = one("dataframe.read_parquet", (), attrs, "dataframe")
    return df if filters is None else _filtered(df, columns, filters)


def _filtered(df, columns, filters):
    """The rows of a file that pass, numbered anew where the file has no labels. Filters may look at stored labels."""
    levels = [name for name, _ in df._meta.levels]
    stored = df._meta.index.get("kind") != "KIND_RANGE"
    looked = stored and any(n in levels for n in _filters.names(filters))
    if columns is None:
        columns = list(df.columns)
    df = _filters.rows(df.reset_index() if looked else df, filters)
    if looked:
        df = df.set_index(levels)
    df = df[columns]
    return df if stored else df.reset_index(drop=True)


def _parquet_engine(engine):
    if engine not in (no_default, None, "auto", "pyarrow", "fastparquet"):
        raise ValueError("engine must be one of 'pyarrow', 'fastparquet'")


def read_json(path_or_buf, *, orient, dtype, convert_dates, lines, compression, nrows, engine, chunk_bytes, **p):
    if hasattr(path_or_buf, "read"):
        given = {"orient": orient, "dtype": dtype, "convert_dates": convert_dates, "lines": lines, "nrows": nrows}
        return _buffered(pd.read_json, path_or_buf, {k: v for k, v in given.items() if v is not None})
    if engine != "ujson":
        if engine != "pyarrow":
            raise ValueError(f"The engine type {engine} is currently not supported.")
        raise NotImplementedError(
            "read_json: engine='pyarrow', which derives other dtypes, is not there yet, leave it out"
        )
    attrs = {"path_or_buf": _paths(path_or_buf), "lines": _a.boolean(lines)}
    if orient is not None:
        attrs["orient"] = _a.string(orient)
    if dtype is False:
        raise NotImplementedError("read_json: dtype=False is not there yet, name the dtypes of columns")
    if dtype is not None and dtype is not True:
        attrs["dtype"] = _by_column(dtype, _a.dtype)
    if p["encoding"] is not None and codecs.lookup(p["encoding"]).name != "utf-8":
        raise NotImplementedError(f"read_json: encoding={p['encoding']!r} is not there yet, files are UTF-8")
    if convert_dates is False:
        attrs["convert_dates"] = _a.label_list(False)
    elif convert_dates is not True and len(convert_dates):
        attrs["convert_dates"] = _a.label_list([str(c) for c in convert_dates])
    _switches(attrs, keep_default_dates=p["keep_default_dates"])
    compression = _compression("read_json", compression)
    if compression != "infer":
        attrs["compression"] = _a.string(compression)
    if nrows is not None:
        if not lines:
            raise ValueError("nrows can only be passed if lines=True")
        attrs["nrows"] = _whole("nrows", nrows)
    if chunk_bytes:
        attrs["chunk_bytes"] = _a.integer(chunk_bytes)
    return one("dataframe.read_json", (), attrs, "dataframe")


def read_feather(path, columns, use_threads, storage_options, dtype_backend):
    if hasattr(path, "read"):
        return _buffered(pd.read_feather, path, {"columns": columns})
    attrs = {"path": _paths(path)}
    if columns is not None and len(columns):  # pandas reads all for an empty list
        attrs["columns"] = _a.items(_a.label(c) for c in columns)
    return one("dataframe.read_feather", (), attrs, "dataframe")


def _writer(handle, function, path):
    """What a writer gives: the write itself with eager_writers; else dropping it unexecuted warns, as nothing was written."""
    if options.eager_writers:
        return handle.execute()
    weakref.finalize(handle, _dropped, handle._ref.node, f"{function}({os.fspath(path)!r})")
    return handle


def _dropped(node, call):
    if not node.asked and node.stored is None and node.problem is None:
        warnings.warn(
            f"{call} was never executed, and nothing was written: call .execute() on what it gives, "
            "or set mars.options.eager_writers = True",
            stacklevel=2,
        )


def _buffered(read, buffer, p):
    """What lies in a file object here: pandas reads it, and the frame is uploaded."""
    given = {k: v for k, v in p.items() if v is not no_default and k != "chunk_bytes"}
    return constant(read(buffer, **given))


def _nonce():
    """A number that makes a write a new one."""
    return {"u": str(int.from_bytes(os.urandom(8), "little") | 1)}


def to_csv(df, path_or_buf, **p):
    df = frame(df)
    if path_or_buf is None or hasattr(path_or_buf, "write"):
        return df._fetched().to_csv(path_or_buf, **_for_pandas(p))
    if callable(p["float_format"]):
        raise NotImplementedError("to_csv: float_format with a Python callable is not there yet")
    if len(p["sep"]) != 1:
        raise TypeError('"delimiter" must be a 1-character string')
    if p["quoting"] not in (None, *range(4)):
        raise TypeError('bad "quoting" value')
    p["compression"] = _compression("to_csv", p["compression"])
    attrs = {"path_or_buf": _a.string(path_of(path_or_buf)), "nonce": _nonce()}
    for name, usual in _csv_texts.items():
        if p[name] != usual:
            _texts(attrs, **{name: p[name]})
    if p["columns"] is not None:
        attrs["columns"] = _a.items(_a.label(c) for c in p["columns"])
    header = p["header"]
    if isinstance(header, (list, tuple)):
        if p["columns"] is not None:
            df = df[list(p["columns"])]
            attrs.pop("columns")
        df, header = _renamed(df, list(header)), True
    _switches(attrs, header=header, index=p["index"], doublequote=p["doublequote"])
    if p["index_label"] is False:
        raise NotImplementedError("to_csv: index_label=False is not there yet, give a list of names")
    if p["index_label"] is not None:
        attrs["index_label"] = _a.strings(p["index_label"])
    if p["quoting"] not in (None, csv.QUOTE_MINIMAL):
        attrs["quoting"] = _a.integer(p["quoting"])
    return _writer(one("dataframe.to_csv", (df,), attrs, "dataframe"), "to_csv", path_or_buf)


def _renamed(df, names):
    """df with other headings."""
    if not hasattr(df, "columns"):
        df = df.to_frame()
    if len(names) != len(df.columns):
        raise ValueError(f"Writing {len(df.columns)} cols but got {len(names)} aliases")
    return df.set_axis([str(n) for n in names], axis=1)


_csv_texts = {
    "sep": ",",
    "encoding": None,
    "na_rep": "",
    "float_format": None,
    "compression": "infer",
    "quotechar": '"',
    "lineterminator": None,
    "date_format": None,
    "escapechar": None,
    "decimal": ".",
}


def _for_pandas(p):
    """The parameters that pandas' own to_csv has."""
    return {k: v for k, v in p.items() if v is not None}


def to_parquet(df, path, *, engine, compression, index, partition_cols, storage_options, filesystem, **kwargs):
    df = frame(df)
    _parquet_engine(engine)
    if path is None or hasattr(path, "write"):
        local = df._fetched()
        local = local.to_frame() if isinstance(local, pd.Series) else local
        return local.to_parquet(path, compression=compression, index=index, partition_cols=partition_cols)
    if partition_cols is not None:
        partition_cols = [partition_cols] if isinstance(partition_cols, str) else list(partition_cols)
    attrs = {"path": _a.string(path_of(path)), "nonce": _nonce()}
    if compression != "snappy":
        attrs["compression"] = _a.string(compression or "none")
    if index is not None:
        attrs["index"] = _a.boolean(index)
    if partition_cols:
        attrs["partition_cols"] = _a.items(_a.label(c) for c in partition_cols)
    return _writer(one("dataframe.to_parquet", (df,), attrs, "dataframe"), "to_parquet", path)


def to_json(df, path_or_buf, **p):
    df = frame(df)
    if path_or_buf is None or hasattr(path_or_buf, "write"):
        return df._fetched().to_json(path_or_buf, **p)
    if p["lines"] and p["index"]:
        raise ValueError("'index=True' is only valid when 'orient' is 'split', 'table', 'index', or 'columns'.")
    if p["indent"]:
        raise NotImplementedError("to_json: indent is not there yet, leave it at its default")
    p["compression"] = _compression("to_json", p["compression"])
    attrs = {"path_or_buf": _a.string(path_of(path_or_buf)), "lines": _a.boolean(p["lines"]), "nonce": _nonce()}
    for name, usual in {"orient": None, "date_format": None, "date_unit": "ms", "compression": "infer"}.items():
        if p[name] != usual:
            attrs[name] = _a.string(p[name] or "none")
    if p["double_precision"] != 10:
        attrs["double_precision"] = _a.integer(p["double_precision"])
    _switches(attrs, force_ascii=p["force_ascii"])
    return _writer(one("dataframe.to_json", (df,), attrs, "dataframe"), "to_json", path_or_buf)


def to_feather(df, path, *, compression, **kwargs):
    df = frame(df)
    if hasattr(path, "write"):
        return df._fetched().to_feather(path, compression=compression or "uncompressed", **kwargs)
    if kwargs:
        raise NotImplementedError(f"to_feather: {', '.join(kwargs)} is not there yet; it takes compression")
    attrs = {"path": _a.string(path_of(path)), "nonce": _nonce()}
    _texts(attrs, compression=compression)
    return _writer(one("dataframe.to_feather", (df,), attrs, "dataframe"), "to_feather", path)
