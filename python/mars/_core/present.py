"""Which labels the rows of a frame have."""

import weakref

import numpy as np

from .entity import wrap
from .lazily import pandas as pd

_FEW = 100_000  # so many labels are kept here
_labels = weakref.WeakKeyDictionary()  # of frames, by their nodes
_same = weakref.WeakKeyDictionary()  # nodes whose rows are those of others


def same_rows(new, old):
    """Remembers that a frame has the rows of another."""
    _same[new._ref.node] = old._ref


def as_label(of, label):
    """What is looked for where somebody writes a label: the time that a text means among times without a
    zone."""
    levels = of._meta.levels
    times = len(levels) == 1 and getattr(levels[0][1], "kind", "") == "M"
    return pd.Timestamp(label) if times and isinstance(label, str) else label


def has_label(of, label):
    """Whether a row has a label. The labels are computed, unless they are a range of known length."""
    meta = of._meta
    rows, step = meta.shape[0], int(meta.index.get("step", 0))
    if meta.index.get("kind") == "KIND_RANGE" and rows == rows and step:
        start = int(meta.index.get("start", 0))
        is_number = isinstance(label, (int, np.integer, float)) and not isinstance(label, bool)
        return is_number and label % 1 == 0 and int(label) in range(start, start + rows * step, step)
    ref, label = of._ref, as_label(of, label)
    while ref.node in _same:
        ref = _same[ref.node]
    whole = wrap(ref).index
    if not rows <= _FEW:
        return bool(whole.isin([label]).any()._fetched())
    if ref.node not in _labels:
        _labels[ref.node] = whole.to_pandas()
    return label in _labels[ref.node]
