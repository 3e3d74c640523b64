"""Aggregates of groups that are expressions of others: skewness, kurtosis, and the labels of extremes."""

from .._core import attrs as _a
from .._core.build import one


def skew(groups, numeric_only):
    """Unbiased skewness of each group: missing below three values and where all are equal."""
    n, m2, m3, _ = _powers(groups, numeric_only)
    r = n * (n - 1) ** 0.5 / (n - 2) * (m3 / m2**1.5)
    return _as_asked(groups, r.where(n >= 3))


def kurt(groups, numeric_only):
    """Unbiased excess kurtosis of each group: missing below four values and where all are equal."""
    n, m2, _, m4 = _powers(groups, numeric_only)
    below = (n - 2) * (n - 3)
    r = n * (n + 1) * (n - 1) * m4 / (below * m2**2) - 3 * (n - 1) ** 2 / below
    return _as_asked(groups, r.where(n >= 4))


def _powers(groups, numeric_only):
    """The numbers of values of each group, and the sums of the second, third and fourth powers of their distances to the mean."""
    groups = _plain(groups, numeric_only)
    of, names = groups._ins[0], groups._chosen
    middle = groups.transform("mean")
    if groups._series and of._kind == "series":
        away = of - middle
        powers = [away**k for k in (2, 3, 4)]
    else:
        powers = [of, of, of]
        for name in names:
            away = of[name] - (middle if groups._series else middle[name])
            powers = [p._with(name, away**k) for p, k in zip(powers, (2, 3, 4))]
    sums = [type(groups)([p, *groups._ins[1:]], groups._attrs, names).sum() for p in powers]
    return groups.count().astype("float64"), *sums


def _plain(groups, numeric_only):
    """The same groups with the keys as labels, and with what is aggregated named."""
    of, chosen = groups._ins[0], groups._chosen
    attrs = {k: v for k, v in groups._attrs.items() if k != "as_index"}
    if chosen is None and of._kind == "dataframe":
        keys = [_a.decode(k["fields"]["fields"].get("label")) for k in groups._by()]
        chosen = [n for n in of._names if n not in keys]
    if numeric_only and of._kind == "dataframe":
        numbers = list(of.head(0)[chosen].select_dtypes("number")._names)
        chosen = [n for n in chosen if n in numbers]
    return type(groups)(groups._ins, attrs, chosen)


def _as_asked(groups, r):
    """A result with the keys as columns, if that was asked for."""
    return r.reset_index() if "as_index" in groups._attrs else r


def extreme(groups, name, numeric_only):
    """The label of the first row of each group that has its least or greatest value."""
    of_groups = _plain(groups, numeric_only)
    of = of_groups._ins[0]
    if len(of._meta.levels) > 1:
        raise NotImplementedError(
            f"{name} of groups under labels of several levels is not there yet; reset_index first"
        )
    best = of_groups.transform({"idxmax": "max", "idxmin": "min"}[name])
    if of._kind == "series":
        return _labels_of(of_groups, of, of == best)
    columns = [
        _labels_of(of_groups, of[c], of[c] == (best if of_groups._series else best[c])) for c in of_groups._chosen
    ]
    if of_groups._series:
        return _as_asked(groups, columns[0])
    from ._gen import concat

    return _as_asked(groups, concat(columns, axis=1))


_LABEL = ("label", "of", "row")


def _labels_of(groups, column, is_best):
    """The first label of each group among the rows that have its extreme."""
    from ._groups import _keys

    keys = _keys(groups)
    rows = column.to_frame(_LABEL)._with(_LABEL, one("dataframe.to_series", (column.index,), None, "series"))
    names = [k.name for k in keys]
    for i, k in enumerate(keys):
        rows = rows._with(("key", i, ""), k)
    rows = rows[is_best]
    options = {k: groups._attrs[k]["b"] for k in ("sort", "observed", "dropna") if k in groups._attrs}
    r = rows.groupby([("key", i, "") for i in range(len(keys))], **options)[_LABEL].first()
    return r.rename(column.name).rename_axis(names)
