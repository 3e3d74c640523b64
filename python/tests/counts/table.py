"""The counts, and README's table of them."""

import pathlib
from collections import Counter

from . import lists
from .client import MISSING, NATIVE, REFERENCE, REFUSED, Client, parameters

README = pathlib.Path(__file__).parents[3] / "README.md"
OPEN, SHUT = "<!-- coverage -->\n", "<!-- /coverage -->"
# Rows of the table: reference, what is counted, and where it stands.
_rows = (
    ("original", "the Python Mars: tensors", ("tensor", "tensor.", "Tensor")),
    (
        "original",
        "the Python Mars: frames",
        ("dataframe", "DataFrame", "Series", "Index", "GroupBy", "Rolling", "Expanding", "EWM"),
    ),
    ("numpy", "NumPy", ("tensor",)),
    ("numpy", "numpy.linalg, fft, random", ("tensor.", "Generator")),
    ("numpy", "numpy.ndarray", ("Tensor",)),
    ("array_api", "array API 2024.12", ("tensor", "tensor.", "Tensor")),
    ("array_api", "array API 2024.12: keywords", ("parameters",)),
    ("pandas", "pandas", ("dataframe",)),
    ("pandas", "DataFrame", ("DataFrame",)),
    ("pandas", "Series", ("Series",)),
    ("pandas", "Index", ("Index",)),
    ("pandas", "DataFrameGroupBy, SeriesGroupBy", ("DataFrameGroupBy", "SeriesGroupBy")),
    ("pandas", "Rolling, Expanding, ewm, Resampler", ("Rolling", "Expanding", "EWM", "Resampler")),
    ("pandas", "Series.str, dt, cat", ("str", "dt", "cat")),
)


def count(client, names):
    """How many names of each place there are, and how many of these are native, refused by name, and missing."""
    out = {}
    for place, name in names:
        out.setdefault(place, Counter(names=0, native=0, reference=0, refused=0, missing=0)).update(
            ["names", client.look(place, name)[0]]
        )
    return out


def standard(client):
    """What of the array API standard is not there: names, and NAME(parameter)."""
    lacks = set()
    for place, name, params in lists.array_api():
        full = name if place == "tensor" else f"{place.replace('tensor.', '').replace('Tensor', 'array')}.{name}"
        word, thing = client.look(place, name)
        if word not in (NATIVE, REFERENCE):
            lacks.add(full)
        elif params and callable(thing):
            given = parameters(thing)
            # The first are positional: their names do not count.
            lacks |= {f"{full}({p})" for p in params if given is not None and p in _keywords and p not in given}
    return lacks


# Parameters of the standard that are given by keyword.
_keywords = set(
    "device dtype copy axis axes keepdims correction include_initial descending stable sorter side prepend append n min max "
    "indexing k endpoint ord upper mode full_matrices rtol offset norm s d stream max_version dl_device api_version".split()
)


def counts(client=None):
    """All of them, by reference and place."""
    client = client or Client()
    out = {
        "original": count(client, lists.original()),
        "numpy": count(client, lists.numpy()),
        "array_api": count(client, [(place, name) for place, name, _ in lists.array_api()]),
        "pandas": count(client, lists.pandas()),
    }
    lacks = [n for n in standard(client) if n.endswith(")")]
    all_ = sum(len([p for p in params if p in _keywords]) for _, _, params in lists.array_api())
    out["array_api"]["parameters"] = Counter(
        names=all_, native=all_ - len(lacks), reference=0, refused=len(lacks), missing=0
    )
    return out


def sums(places, of=None):
    """The counts of a reference, or of some places; "tensor." stands for all modules below; parameters are no names."""
    total = Counter()
    for place, c in places.items():
        if (of is None and place != "parameters") or (
            of and (place in of or ("tensor." in of and place.startswith("tensor.")))
        ):
            total.update(c)
    return {k: total[k] for k in ("names", NATIVE, REFERENCE, REFUSED, MISSING)}


def table(all_):
    """The table of README."""
    rows = ["| names of | | native | by reference | refused by name | unknown |", "|---|---:|---:|---:|---:|---:|"]
    for reference, title, places in _rows:
        c = sums(all_[reference], places)
        rows.append(f"| {title} | {c['names']} | {c[NATIVE]} | {c[REFERENCE]} | {c[REFUSED]} | {c[MISSING]} |")
    return "\n".join(rows) + "\n"


def in_readme(new=None):
    """The table that README has; with new, that one is written in its place."""
    head, _, rest = README.read_text(encoding="utf-8").partition(OPEN)
    old, _, tail = rest.partition(SHUT)
    if new is not None:
        README.write_text(head + OPEN + new + SHUT + tail, encoding="utf-8")
    return old
