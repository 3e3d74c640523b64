"""The functions of read_csv that make cells of texts: these are read as they stand, and each function is mapped over its column."""

from .._core.attrs import decode
from .._core.lazily import pandas3
from .._worker.converter import USUAL, Converter


def converted(read, attrs, converters):
    """The frame that read(attrs) gives, with a function for each column of converters, by name or place.

    A column that becomes labels is converted before. TypeError: converters are no dict of functions. ValueError: a place with usecols.
    """
    if not isinstance(converters, dict):
        raise TypeError(f"Type converters must be a dict or subclass, input was a {type(converters).__name__}")
    for k, f in converters.items():
        if not callable(f):
            raise TypeError(f"converters: that of {k!r} is no function but a {type(f).__name__}")
    labels = _labels(attrs)
    plain = attrs if labels is None else {k: v for k, v in attrs.items() if k != "index_col"}
    names = list(read(plain | {"nrows": {"i": 0}}).columns)
    named = {_name(k, names, "usecols" in attrs): f for k, f in converters.items()}
    named.pop(None, None)
    labels = labels and [_name(k, names, False) for k in labels]
    if not labels or not any(c in named for c in labels):
        plain, labels = attrs, None
    frame = read(plain | {"verbatim": {"strings": {"v": [str(c) for c in named]}}})
    for c, f in named.items():
        frame[c] = frame[c].map(Converter(f, _missing(attrs, str(c))), skip_infer=True)
    if labels is None:
        return frame
    unnamed = [None if str(c).startswith("Unnamed: ") else c for c in labels]
    return frame.set_index(labels).rename_axis(unnamed if len(unnamed) > 1 else unnamed[0])


def _labels(attrs):
    """The columns that become labels, None where there are none."""
    items = attrs.get("index_col", {}).get("list", {}).get("items", [])
    labels = [i.get("s", i.get("i", i.get("b"))) for i in items]
    return labels if labels and labels != [False] else None


def _name(key, names, some):
    """The name of a column, None where there is none: pandas lets such a function be."""
    if key in names:
        return key
    if not isinstance(key, int):
        return None
    if some:
        raise ValueError(f"converters by the place of a column, {key}, with usecols: name the column")
    return names[key] if -len(names) <= key < len(names) else None


def _missing(attrs, column):
    """The results that stand for missing values: texts and numbers, none before pandas 3, which converts after it has looked."""
    if not pandas3() or decode(attrs.get("na_filter")) is False:
        return ()
    more = attrs.get("na_values", {})
    entries = more["dict"]["entries"] if "dict" in more else [{"value": more}]
    given = [v for e in entries if decode(e.get("key")) in (None, column) for v in _items(decode(e.get("value")))]
    return [*(USUAL if decode(attrs.get("keep_default_na")) is not False else ()), *given]


def _items(value):
    return () if value is None else value if isinstance(value, (list, tuple)) else (value,)
