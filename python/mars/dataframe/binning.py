"""Values as the bins that they lie in: cut and qcut."""

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.build import many
from ._as import frame


def cut(
    x, bins, right=True, labels=None, retbins=False, precision=3, include_lowest=False, duplicates="raise", ordered=True
):
    """Values as bins: so many of equal width, or those between edges. Categories are intervals."""
    if np.ndim(bins) == 0:
        attrs = {"bins": _a.floats([bins]), "count": _a.boolean(True)}
    else:
        edges = np.asarray(bins)
        if edges.dtype.kind not in "iufb":
            raise NotImplementedError("cut at edges that are no numbers is not there yet")
        attrs = {"bins": _a.floats(edges.tolist())}
        if edges.dtype.kind in "iu":
            attrs["whole"] = _a.boolean(True)
    if not right:
        attrs["right"] = _a.boolean(False)
    if include_lowest:
        attrs["include_lowest"] = _a.boolean(True)
    return _bins("dataframe.cut_bins", x, attrs, labels, retbins, precision, duplicates, ordered)


def qcut(x, q, labels=None, retbins=False, precision=3, duplicates="raise"):
    """Values as bins of equal probability, or those between quantiles."""
    attrs = {"q": _a.floats(np.atleast_1d(q))}
    if np.ndim(q) == 0:
        attrs["count"] = _a.boolean(True)
    return _bins("dataframe.qcut_bins", x, attrs, labels, retbins, precision, duplicates, True)


def _bins(op, x, attrs, labels, retbins, precision, duplicates, ordered):
    if duplicates not in ("raise", "drop"):
        raise ValueError("invalid value for 'duplicates' parameter, valid options are: raise, drop")
    given = labels is not None and labels is not False
    if not ordered and not given:
        raise ValueError("'labels' must be provided if 'ordered = False'")
    fields = {"precision": _a.integer(precision)}
    if labels is False:
        fields["codes"] = _a.boolean(True)
    elif given:
        if isinstance(labels, str) or not hasattr(labels, "__iter__"):
            raise ValueError("Bin labels must either be False, None or passed in as a list-like argument")
        fields |= {"labels": _a.label_list(list(labels)), "given": _a.boolean(True)}
        if ordered and len(set(labels)) != len(list(labels)):
            raise ValueError("labels must be unique if ordered=True; pass ordered=False for duplicate labels")
    if duplicates == "drop":
        fields["drop"] = _a.boolean(True)
    if not ordered:
        fields["unordered"] = _a.boolean(True)
    x = frame(pd.Series(x) if isinstance(x, (list, np.ndarray)) else x)
    out, edges = many(op, (x,), {**attrs, "binning": _a.fields(**fields)}, 2, "series")
    return (out, edges) if retbins else out
