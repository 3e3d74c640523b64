"""Where Mars is known to answer otherwise than pandas: what it says, in which programs, and why."""

import re

# (what the difference says, what the program holds, why)
KNOWN = [
    (r"nan", r"MultiIndex[^\n]*\n.* [-+*/<>] ", "the place of missing labels among others"),
    (r"names \[None", r"unstack|pivot", "the name of the column axis does not reach the labels of a reduction"),
    (r"^columns: ", r"get_dummies\(v\d+, columns", "of columns that share a name get_dummies takes the first"),
    (r"int\(\)", r"astype", "which of two bad cells is met first"),
    (r"nan|NaN|None|<NA>|NaT", r"MultiIndex.* [-+*/<>] |MultiIndex.*unstack", "the place of missing labels among others"),
    (r"dtype (Int64|Float64|boolean|string), not object", r"concat", "nullable dtypes beside bools"),
    (r"core.known|No numeric types to aggregate", r"", "what follows from the data is not described before it is computed"),
    (r"Can only use .str accessor", r"", "a column that may be text, or not, is refused"),
    (r"Level type mismatch", r"loc", "slices of levels need no order"),
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
    (r"", r"isin\(d2?\[|isin\(\[.*(np.nan|pd.NA|pd.NaT|None|tz=)", "values of isin lose their dtype, a missing one matches all that is missing"),
    (r"^(value|values|column .*): .*Time", r"\.(std|mean|sem)\(", "means and deviations of times are exact, those of pandas go by floats"),
    (r"^columns: ", r"get_dummies\(.*dummy_na", "whole numbers beside NaN are floats in labels"),
    (r"along axis 1", r"axis=1", "across columns of text, or of none"),
    (r"(Must pass list-like|Cannot cast|boolean|Can only compare|cannot do slice indexing|duplicate labels)", r"", "another of TypeError and ValueError, or what pandas checks before it"),
    (r"with 0 levels", r"value_counts", "counts of columns that follow from the data have no levels before"),
    (r"^index: 1 levels", r"ignore_index", "pandas does not renumber what is empty"),
    (r"dtype object, not datetime", r"where", "what a dtype does not hold makes objects, also when nothing is replaced"),
    (r"", r"quantile", "between infinities there is no number"),
    (r"", r"[&|^] .*shift", "bits of unlike dtypes"),
    (r"nan|None", r"idxm(in|ax)|le\(|lt\(|ge\(|gt\(|eq\(|ne\(|add\(|sub\(|mul\(|truediv\(|mod\(|pow\(", "the place of missing labels among others, and their kind in tuples"),
    (r"dtype (int64|Int64|float64|Float64), not (int16|int8|int32|uint8|uint32|Int64|Float64|float32)", r"merge|to_numeric|groupby|median|map", "narrow and nullable dtypes of keys and of answers"),
    (r"not supported between|'<' not supported", r"", "objects of unlike types have an order"),
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
