"""Where Mars is known to answer otherwise than pandas: what it says, in which programs, and why.

A pattern without a program to hold (r"") is one whose own words name the cause.
"""

import re

_ALIGNED = r" [-+*/<>%&|^]|==|!=|\.(eq|ne|lt|le|gt|ge|add|sub|mul|truediv|floordiv|mod|pow|radd|rsub|rmul|rtruediv|rfloordiv|rmod|rpow)\("
_MEAN = r"\.(mean|median|std|sem|var|describe)\(|'mean'"

# (what the difference says, what the program holds, why)
KNOWN = [
    # labels
    (r"^index: .*(nan|NaN|None|<NA>|NaT)", rf"MultiIndex[\s\S]*({_ALIGNED}|concat)", "the place of missing labels among others of several levels"),
    (r"^index: .*(Timestamp|Timedelta|True|False|').*not \[", _ALIGNED + r"|concat", "labels of unlike types that meet have an order"),
    (r"^(index|columns): names \[", r"unstack|pivot|concat|\.T\b", "the name of the column axis does not reach the labels of a reduction"),
    (r"^index: names \[", r"d2|drop_duplicates", "the name of labels that meet none"),
    (r"^index: 1 levels|^index: names \[None|^index: dtype int64, not", r"ignore_index", "pandas does not renumber what is empty"),
    (r"^(index|values|column .*): dtype (object|str|float64), not", rf"d2|{_ALIGNED}|\.index", "labels of unlike dtypes that meet become objects"),
    (r"levels, not 3", _ALIGNED, "levels of other names are not joined one by one"),
    (r"^columns: 1 levels, not 2|^columns: 0 labels", r"groupby|unstack", "of no columns there are no levels"),
    (r"^columns: ", r"(nsmallest|nlargest)[\s\S]*unstack", "categories of levels that were taken"),
    (r"^columns: .*key_0", r"merge", "keys whose labels are no texts give one column under their name"),
    (r"^value: .*\(|^values: \[\(", r"(MultiIndex|value_counts)[\s\S]*idxm(in|ax)", "the kind of missing labels in tuples, and of a single level"),
    (r"Level type mismatch|lexsort depth|UnsortedIndexError|length of levels", r"loc", "slices of levels need no order"),
    (r"boolean values can not be used in a slice|cannot do slice indexing|KeyError: [01]$", r"loc", "labels of bools and of no rows are sliced as others are, and True is 1"),
    (r"in the \[index\]|not in index", r"Categorical[\s\S]*loc\[", "pandas finds any label among missing categories"),
    (r"occurs multiple times, use a level number", r"MultiIndex", "levels without names are joined by place"),
    (r"^columns: \[", r"(sort|dropna)=False[\s\S]*unstack", "levels have no order of their own: labels that become columns ascend, missing ones first"),
    # dtypes
    (r": dtype (str|float64|int64|object), not category", r"get_dummies|unstack|pivot|concat|merge|assign", "labels of columns, and labels that were aligned, are no categories"),
    (r"categories: dtype", r"astype|concat|merge", "categories are of the plain dtype"),
    (r"dtype bool, not object|^values: \[(True|False|')", r"Categorical\(\[[^\]]*None[\s\S]*'(bool|string)'", "a missing category is true as a bool, and makes floats of the others"),
    (r"dtype object, not int64", r"Categorical[\s\S]*describe", "numbers and categories below each other are objects"),
    (r"dtype object, not", r"'object'|map\(|value_counts", "pandas looks at the cells of objects again; here objects stay objects"),
    (r"^(values|column .*): .*not \[np\.", r"to_frame|iloc|loc", "cells of a row of unlike dtypes are floats beside floats"),
    (r"dtype (uint64|int64|Int64|UInt64), not (u?int(8|16|32))", r"groupby", "sums and products of groups are of 64 bits, whatever the values are"),
    (r"dtype timedelta64.*, not datetime64|dtype (int64|Int64|float64|Float64), not (int16|int8|int32|uint8|uint32|Int64|Float64|float32)", r"merge|to_numeric|groupby[\s\S]*(mean|median)|map", "narrow and nullable dtypes of keys and of answers"),
    (r"not (bool|double|int64|string)\[pyarrow\]", r"'string'", "answers of pyarrow's own dtypes"),
    (r"^(values|column .*): dtype (\w+), not|^(values|column .*): \[", r"map\(\{[^}]*(None|True|False|np.nan|pd.Na|tz=)", "map finds a key by value and dtype, and its dtype follows from all values"),
    (r": dtype float64, not (str|object)", r"map\(", "what map gives has a dtype of its own, if no key was met too"),
    # missing values
    (r"^shape: \(0, \d+\), not|^length: 0, not", r"assign\(new=d2|\['new'\] = ", "a frame without rows does not take those of a column"),
    (r"^(values?|length|shape|index|column .*): ", r"isin\(\[[^\]]*(None|pd\.NA)|(Int64|Float64|boolean)[\s\S]*isin\(d2", "None and NA are one value to isin, and values of a column lose their dtype"),
    (r"^(array|values|length|index): ", r"'object'[\s\S]*\.(unique|duplicated|drop_duplicates|value_counts|nunique)\(", "None and NaN of objects are one value"),
    (r"^columns: ", r"get_dummies\(.*dummy_na", "whole numbers beside NaN are floats in labels"),
    (r"^columns: ", r"get_dummies\(v\d+, columns", "of columns that share a name get_dummies takes the first"),
    (r"^(values|value|column .*|index): ", r"np\.inf[\s\S]*(quantile|describe|groupby[\s\S]*cumsum)", "between infinities there is no number, and their sums go on"),
    (r"^columns: 3 labels, not 0", r"partition", "text that is not there has three parts too"),
    # numbers
    (r"^(values?|index|length|shape|column .*): ", r"ewm\((span=3|com=1\.0), adjust=False", "behind missing values pandas has another weight for a com of exactly 1"),
    (r"^value(s)?: .*(Timestamp|Timedelta)|^column .*: .*Time", _MEAN, "means and deviations of times are exact, those of pandas go by floats"),
    (r"^column .*: \[", r"round\(-", "rounding up beyond a dtype"),
    (r"unsupported operand type\(s\) for [&|^]", r"shift|mask|where", "bits of unlike dtypes"),
    (r"not implemented for bool dtypes|numpy boolean subtract|accessor with string values, not (bool|float)", r"\*\*|//|/|-|where|mask|coerce", "bools that met by label, or miss, are no objects"),
    (r"dtype Int64, not (boolean|Int8|Float64)", r"[&|^%] |//", "bits, remainders and quotients of nullable integers and bools are integers"),
    (r"dtype int64, not float64", r"nunique\(.*axis=1", "numbers of no rows"),
    # refusals
    (r"int\(\)", r"astype", "which of two bad cells is met first"),
    (r"\(core.known\).* with 0 levels", r"value_counts", "the levels of counts of columns that the data tells are not described before it is computed"),
    (r"(No numeric types to aggregate|agg function failed)", r"groupby", "objects are not averaged"),
    (r"^raises TypeError: Invalid value .*for dtype", r"\] = |fill_value", "a value that no row takes is refused all the same"),
    (r"^gives Empty", r"\] = ", "of no rows nothing is refused"),
    (r"boolean subtract|operation 'quantile'|Cannot use quantile|non-finite values", r"quantile\(", "of nothing, and of categories, there are no quantiles"),
    (r"You are trying to merge on", r"merge|join", "keys of unlike dtypes are refused, with no rows too, and objects are not looked into"),
    (r"invalid literal for int", r"Categorical[\s\S]*merge", "categories that meet numbers are read as numbers"),
    (r"along axis 1", r"axis=1", "across columns of text, of nullable numbers, or of none"),
    (r"Invalid value 'True' for dtype 'string'", r"fillna", "pandas makes objects of text that is filled with bools"),
    (r"not supported between|Cannot compare tz|Cannot use method|cannot use method", r"sort|add|sub|nlargest|nsmallest|map|min|max|query|pivot|unstack|groupby|d2|concat|merge| [-+*/<>%]", "objects of unlike types have an order, and no greatest ones"),
    (r"is both an index level and a column label", r"groupby|sort|merge", "a column named as a level is refused where it is looked up"),
    (r"Cannot set a DataFrame with multiple columns", r"concat[\s\S]*shift", "columns that share a name are not set together"),
    (r"^gives .*pandas raises ValueError: Cannot convert float NaN to integer", r"Categorical[\s\S]*merge", "pandas fails where a missing category meets integers"),
    # of two errors another one
    (r"^(raises|gives) .*(Must pass list-like|Cannot cast|Can only compare|duplicate labels|uniquely valued|wrong length|convert float infinity|is not convertible to datetime|division or modulo by zero)", r"", "another of TypeError and ValueError, or what pandas checks before it"),
]  # fmt: skip


def why(found, text):
    """Why a difference is known, None where it is not."""
    for says, holds, reason in KNOWN:
        if re.search(says, found) and re.search(holds, text):
            return reason
    return None
