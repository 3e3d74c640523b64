"""Choices that fit a value: its columns, labels and cells, as Python source."""

import numpy as np
import pandas as pd


def source(v):
    """A cell or label as Python source."""
    if v is None or v is pd.NA or v is pd.NaT:
        return {None: "None", pd.NA: "pd.NA"}.get(v, "pd.NaT") if v is not pd.NA else "pd.NA"
    if isinstance(v, (bool, np.bool_)):
        return repr(bool(v))
    if isinstance(v, (int, np.integer)):
        return repr(int(v))
    if isinstance(v, (float, np.floating)):
        v = float(v)
        if len(repr(v)) > 14 and v - v == 0:  # its last bits are those of one machine
            v = float(f"{v:.6g}")
        return "np.nan" if v != v else f"{'-' if v < 0 else ''}np.inf" if v in (np.inf, -np.inf) else repr(v)
    if isinstance(v, pd.Timestamp):
        zone = f", tz={str(v.tz)!r}" if v.tz is not None else ""
        return f"pd.Timestamp({str(v.tz_localize(None))!r}{zone})"
    if isinstance(v, pd.Timedelta):
        return f"pd.Timedelta({str(v)!r})"
    if isinstance(v, tuple):
        return "(" + ", ".join(source(e) for e in v) + ("," if len(v) == 1 else "") + ")"
    if isinstance(v, str):
        return repr(str(v))
    raise TypeError(f"no source for a {type(v).__name__}")


def kind_of(dtype):
    """A word for a dtype: what steps choose by."""
    if isinstance(dtype, pd.CategoricalDtype):
        return "category"
    name = str(dtype)
    for word, starts in (
        ("time", ("datetime64",)),
        ("delta", ("timedelta64",)),
        ("bool", ("bool",)),
        ("int", ("int", "uint", "Int", "UInt")),
        ("float", ("float", "Float")),
        ("str", ("str",)),
    ):
        if name.startswith(starts):
            return word
    return "object"


NUMBERS = ("int", "float", "bool")


class Draw:
    """A source of choices for one program."""

    def __init__(self, rng):
        self.rng = rng

    def one(self, *options):
        return self.rng.choice(options)

    def chance(self, p):
        return self.rng.random() < p

    def int(self, low, high):
        return self.rng.randint(low, high)

    def flag(self, name, usual=True):
        """ ", name=..." of a bool, now and then."""
        return f", {name}={not usual}" if self.chance(0.25) else ""

    def position(self, frame, kinds=None):
        """The position of a column, of these kinds when there is one."""
        at = [i for i in range(frame.shape[1]) if kinds is None or kind_of(frame.dtypes.iloc[i]) in kinds]
        if not at and (kinds is None or self.chance(0.9)):
            return None
        return self.rng.choice(at or range(frame.shape[1])) if frame.shape[1] else None

    def column(self, frame, kinds=None):
        """The label of a column as source, None where there is none."""
        i = self.position(frame, kinds)
        return None if i is None else source(frame.columns[i])

    def columns(self, frame, kinds=None, most=3, fewest=1):
        """Labels of several columns as a list in source."""
        at = [i for i in range(frame.shape[1]) if kinds is None or kind_of(frame.dtypes.iloc[i]) in kinds]
        if len(at) < fewest:
            return None
        n = self.int(fewest, min(most, len(at)))
        return "[" + ", ".join(source(frame.columns[i]) for i in self.rng.sample(at, n)) + "]"

    def cell(self, series):
        """A value that may stand in the series, as source."""
        there = [c for c in series.tolist()[:20] if not (isinstance(c, (list, tuple, dict, pd.Interval)))]
        if there and self.chance(0.6):
            try:
                return source(self.rng.choice(there))
            except TypeError:
                pass
        return {
            "int": lambda: self.one("0", "1", "-3", "2", "300", "1.5"),
            "float": lambda: self.one("0", "1", "0.5", "-2.25", "1e10"),
            "bool": lambda: self.one("True", "False", "1"),
            "str": lambda: self.one("'a'", "'zz'", "''", "'é'"),
            "category": lambda: self.one("'a'", "'zz'", "'hi'", "1"),
            "time": lambda: self.one("pd.Timestamp('2020-02-29')", "pd.Timestamp('2020-02-29', tz='UTC')"),
            "delta": lambda: self.one("pd.Timedelta('1h')", "pd.Timedelta('-1 days')"),
            "object": lambda: self.one("'a'", "1", "True", "2.5"),
        }[kind_of(series.dtype)]()

    def full_cell(self, series):
        """A value as source that is not missing."""
        for _ in range(5):
            text = self.cell(series)
            if text not in ("None", "np.nan", "pd.NA", "pd.NaT"):
                return text
        return "1"

    def label(self, index):
        """A row label as source, mostly one that is there."""
        if len(index) and self.chance(0.85):
            return source(self.rng.choice(list(index[:30])))
        return self.one("0", "'a'", "99")
