"""Names of the reference whose answers are made by parts: each of them has a test that parts and whole are equal.

What is not here is gathered. Rows that are local are answered chunk by chunk, groups that are local where their rows have met.
"""

import inspect

import pandas as pd

# Methods of groups that give a row for each row, and those whose rows stand under the keys.
GROUP_ROWS = frozenset("ffill bfill diff pct_change".split())
GROUP_KEYED = frozenset("corr cov nlargest nsmallest".split())
# Windows of groups: their rows stand under the keys too.
GROUP_WINDOWS = frozenset("rolling expanding ewm".split())
WINDOW_NAMES = frozenset("sum mean std var min max count median sem skew kurt quantile".split())

# Functions of windows of so many rows that look at these alone: sums that pandas carries from window to window are none.
ROLLING_NAMES = frozenset("apply median quantile rank first last nunique".split())

# Methods of texts and of times that look at one cell at a time, and give one for it.
TEXT_ROWS = frozenset(
    """capitalize casefold center contains count endswith find fullmatch get index isalnum isalpha isascii isdecimal isdigit
    islower isnumeric isspace istitle isupper join len ljust lower lstrip match normalize pad removeprefix removesuffix repeat replace rfind rindex
    rjust rstrip slice slice_replace startswith strip swapcase title translate upper wrap zfill""".split()
)
TIME_ROWS = frozenset("day_name month_name strftime total_seconds normalize as_unit tz_convert".split())


def of_groups(steps):
    """What steps from groups give: "rows", "keyed", or None where all rows have to come together."""
    names = [name for name, _, _ in steps if name != "__getitem__"]
    if len(names) == 1 and names[0] in GROUP_ROWS | GROUP_KEYED and steps[-1][1] is not None:
        return "rows" if names[0] in GROUP_ROWS else "keyed"
    if len(names) == 2 and names[0] in GROUP_WINDOWS and names[1] in WINDOW_NAMES:
        return "keyed"
    return None


def of_windows(steps):
    """How many rows before a row and after it steps from a frame or series look at, of windows of so many rows; None of others."""
    names = [name for name, _, _ in steps if name != "__getitem__"]
    if len(names) != 2 or names[0] != "rolling" or names[1] not in ROLLING_NAMES or steps[-1][1] is None:
        return None
    if steps[0][0] != "rolling":
        return None
    given = inspect.signature(pd.DataFrame.rolling).bind(None, *steps[0][1], **steps[0][2]).arguments
    window, center = given["window"], given.get("center", False)
    if isinstance(window, bool) or not isinstance(window, int) or window < 0:
        return None
    if any(given.get(k) is not None for k in ("win_type", "on", "step")) or given.get("method", "single") != "single":
        return None
    return window + 1, window if center else 0


def of_rows(steps, dtype):
    """Whether steps from a series look at one row at a time. What those of objects give follows from all of them."""
    if len(steps) != 2 or steps[1][1] is None:
        return False
    (accessor, _, _), (name, _, kwargs) = steps
    if accessor == "str":
        return isinstance(dtype, pd.StringDtype) and name in TEXT_ROWS and not kwargs.get("expand")
    return accessor == "dt" and name in TIME_ROWS
