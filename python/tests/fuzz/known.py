"""Where Mars is known to answer otherwise than pandas: what it says, in which programs, and why."""

import re

# (what the difference says, what the program holds, why)
KNOWN = [
    (r"names \[None", r"unstack|pivot", "the name of the column axis does not reach the labels of a reduction"),
    (r"^columns: .*key_0", r"merge", "keys whose labels are no texts give one column under their name"),
    (r"^raises ValueError: You are trying to merge", r"", "keys of unlike dtypes are refused, with no rows too"),
    (r"boolean values can not be used in a slice", r"", "labels of bools are sliced as others are"),
    (r"^value(s)?: .*Timestamp", r"datetime64\[ns\]", "means of times are exact, those of pandas go by floats"),
    (r"^(index|values|column .*): dtype (object|str|float64), not", r"assign|join|concat|merge| [-+*/] |add|mul|\.index", "labels of unlike dtypes that meet become objects"),
    (r": dtype (str|float64|int64|object), not category", r"get_dummies|unstack|pivot|concat|merge|assign", "labels of columns, and labels that were aligned, are no categories"),
    (r"dtype category, not (str|object)", r"concat|merge", "categoricals of other categories stay categorical"),
    (r"dtype object, not", r"object|map|shift|iloc|loc|value_counts|groupby|sort", "pandas looks at the cells of objects again; here objects stay objects"),
    (r"", r"map\(\{.*(None|True|False|np.nan|pd.NaT)", "map finds a key by value and dtype, and its dtype follows from all values"),
    (r"'(invert|negative)' not supported", r"", "an operator that one of two pending dtypes lacks is refused"),
    (r"categories", r"'(Int64|Float64|boolean|string)'|astype\(.*category", "categories are of the plain dtype"),
    (r"", r"isin\(d2?\[", "values of isin lose their dtype"),
    (r"ambiguous", r"groupby", "a column named as a level is refused where it is looked up"),
    (r"lexsort depth|UnsortedIndexError", r"loc", "slices of levels need no order"),
    (r"Cannot setitem on a Categorical", r"", "filling a categorical adds the category"),
    (r"not supported between instances", r"sort|add|nlargest|nsmallest|map|min|max", "objects of unlike types have an order"),
]  # fmt: skip


def why(found, text):
    """Why a difference is known, None where it is not."""
    for says, holds, reason in KNOWN:
        if re.search(says, found) and re.search(holds, text):
            return reason
    return None
