"""Texts that name a part of a year among labels that are times: "2012-03" is all of March."""

import re

import numpy as np
import pandas as pd

_ZONE = re.compile(r"(Z|[+-]\d{2}:?\d{2})$")
_LONG = ("Y", "Q", "M")  # no label is coarser than a day
_ROUND = {"D": "D", "h": "h", "min": "min", "s": "s", "ms": "ms", "us": "us"}


def dated(of, rows):
    """A selection of rows whose texts are spans of time: the ends of a slice become times, one text the condition of its rows.

    A text that is as fine as the labels is one label, as it stands; to know how fine they are, this computes them.
    """
    of_times = _dtype(of)
    if of_times is None:
        return rows
    if isinstance(rows, slice) and (rows.step is None or rows.step > 0):
        start, stop = _span(rows.start, of_times), _span(rows.stop, of_times)
        return slice(start[0] if start else rows.start, stop[1] if stop else rows.stop, rows.step)
    span = _span(rows, of_times)
    if span is None:
        return rows
    first, last, freq = span
    labels = of.index.to_series()
    if not freq.startswith(_LONG) and not _finer(labels, freq):
        return rows
    low, high = labels.min()._fetched(), labels.max()._fetched()
    if high < first or low > last:
        raise KeyError(rows)
    return labels.between(first, last)


def _dtype(of):
    """The dtype of the row labels, None where they are no times."""
    levels = of._meta.levels
    found = levels[0][1] if len(levels) == 1 else None
    return found if isinstance(found, pd.DatetimeTZDtype) or getattr(found, "kind", "") == "M" else None


def _span(text, of):
    """The first and the last time that a text means, and how fine it is; None for what is no such text."""
    if not isinstance(text, str) or _ZONE.search(text[10:]):
        return None
    try:
        span = pd.Period(text)
    except ValueError:
        return None
    if span is pd.NaT or (span.freqstr not in _ROUND and not span.freqstr.startswith(_LONG)):
        return None
    unit = of.unit if isinstance(of, pd.DatetimeTZDtype) else np.datetime_data(of)[0]
    first = span.start_time.as_unit(unit)
    last = (span + 1).start_time.as_unit(unit) - pd.Timedelta(1, unit).as_unit(unit)
    if isinstance(of, pd.DatetimeTZDtype):
        first, last = first.tz_localize(of.tz), last.tz_localize(of.tz)
    return first, last, span.freqstr


def _finer(labels, freq):
    """Whether labels are finer than a text."""
    return bool((labels != labels.dt.floor(_ROUND[freq])).any()._fetched())
