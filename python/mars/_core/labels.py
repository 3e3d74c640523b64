"""Labels, what pandas allows as a key, in the two forms of JSON that the engine reads: as attributes and in Arrow's metadata."""

import base64
import datetime

import numpy as np

_EPOCH = datetime.date(1970, 1, 1).toordinal()


def ticks(value):
    """(count, unit, zone) of a point in time, (count, unit, None) of a duration; None for other values. NaT counts as other."""
    if isinstance(value, (np.datetime64, np.timedelta64)):
        zone = "" if value.dtype.kind == "M" else None
        return None if np.isnat(value) else (int(value.astype(np.int64)), np.datetime_data(value.dtype)[0], zone)
    if type(value) is datetime.date:
        return value.toordinal() - _EPOCH, "D", ""
    if not isinstance(value, (datetime.datetime, datetime.timedelta)):
        return None
    import pandas as pd

    if value is pd.NaT:
        return None
    if isinstance(value, datetime.timedelta):
        delta = pd.Timedelta(value)
        return int(delta.to_timedelta64().astype(np.int64)), getattr(delta, "unit", "ns"), None
    time = pd.Timestamp(value)
    unit = getattr(time, "unit", "ns")
    zone = "" if time.tzinfo is None else zone_of(time.tzinfo)
    naive = time if time.tzinfo is None else time.tz_convert("UTC").tz_localize(None)
    return int(naive.to_datetime64().astype(np.int64)), unit, zone


def zone_of(tz):
    """The name of a time zone."""
    for attr in ("key", "zone"):
        name = getattr(tz, attr, None)
        if name:
            return name
    return str(tz)


def plain(value):
    """A NumPy scalar as the Python value a label holds; other values as they are."""
    if isinstance(value, np.generic) and not isinstance(value, (np.datetime64, np.timedelta64)):
        return value.item()
    return value


_units = (("s", 1), ("ms", 1), ("us", 1), ("ns", 1))


def to_json(value):
    """A label as Arrow's metadata "mars" has it. TypeError for what is no label."""
    value = plain(value)
    if value is None or isinstance(value, (bool, str, int)):
        return value
    if isinstance(value, float):
        return value if value - value == 0 else {"float": str(value)}
    if isinstance(value, tuple):
        return [to_json(v) for v in value]
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    if hasattr(value, "closed") and hasattr(value, "overlaps"):
        return {"interval": [to_json(value.left), to_json(value.right), value.closed]}
    if isinstance(value, (np.datetime64, np.timedelta64)) and np.datetime_data(value.dtype) not in _units:
        value = value.astype(value.dtype.kind + "8[s]")  # as pandas, which has no other units
    t = ticks(value)
    if t is None:
        raise TypeError(
            f"{value!r} cannot be a label: labels are texts, numbers, bools, times, None, and tuples of these"
        )
    return {"delta": list(t[:2])} if t[2] is None else {"time": list(t)}


def from_json(value):
    """The Python label of what to_json wrote."""
    if isinstance(value, list):
        return tuple(from_json(v) for v in value)
    if isinstance(value, dict):
        ((tag, v),) = value.items()
        if tag == "float":
            return float(v)
        if tag == "na":
            import pandas as pd

            return pd.NA
        if tag == "interval":
            import pandas as pd

            return pd.Interval(from_json(v[0]), from_json(v[1]), v[2])
        if tag == "bytes":
            return base64.b64decode(v)
        if tag == "text":
            return base64.b64decode(v).decode("utf-8", "surrogateescape")
        return time_of(*v) if tag == "time" else delta_of(*v)
    return value


def time_of(value, unit, zone=""):
    """A pandas Timestamp of a count of units since 1970, UTC where there is a zone; of days a date."""
    import pandas as pd

    if int(value) == -(1 << 63):
        return pd.NaT
    if unit == "D":
        return datetime.date.fromordinal(int(value) + _EPOCH)
    time = pd.Timestamp(np.datetime64(int(value), unit))
    return time.tz_localize("UTC").tz_convert(zone) if zone else time


def delta_of(value, unit):
    """A pandas Timedelta of a count of units."""
    import pandas as pd

    return pd.Timedelta(np.timedelta64(int(value), unit))
