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
    (r"^(index|columns): \[", r"MultiIndex[\s\S]*(categories=|\.iloc\[|\.loc\[|\.head\(|\.tail\(|drop_duplicates|dropna|nlargest|nsmallest)[\s\S]*unstack", "pandas keeps labels of levels that no row has; where there are such, the others stand as they come"),
    (r"^index: \[", rf"pd\.Index\(\[[^\]]*None[^\]]*\], dtype='(datetime|timedelta)64[\s\S]*({_ALIGNED})", "missing times come first where labels that meet repeat, else last"),
    (r"^index: dtype int64, not u?int(8|16|32)$", r"pivot_table|unstack", "labels of columns are Python's numbers"),
    (r"^index: dtype u?int(8|16|32), not int64$", r"set_index", "labels that are an arithmetic sequence are a RangeIndex in pandas"),
    (r"^index: 2 levels, not 1", r"pd\.Index\(\[\][\s\S]*(assign\(new=d2|\['new'\] = )", "a frame without rows takes the labels of a column that has none"),
    (r"^length: \d+, not 0", r"dtype='bool'(, name='\w+')?\)\)[\s\S]*groupby\(d2", "among labels True is 1"),
    (r"^(shape|column .*|index): ", r"groupby\(\[\d[^\]]*\][^)]*as_index=False", "pandas mixes up keys whose names are numbers"),
    (r"'no column nan_x", r"on=\[np\.nan\]", "a label NaN equals itself"),
    (r"None not found in columns|^name: nan, not None", r"get_dummies\(.*dummy_na", "the label of what is missing is NaN"),
    # dtypes
    (r": dtype (str|float64|int64|object), not category", r"get_dummies|unstack|pivot|concat|merge|assign", "labels of columns, and labels that were aligned, are no categories"),
    (r"categories: dtype", r"astype|concat|merge", "categories are of the plain dtype"),
    (r"dtype bool, not object|^values: \[(True|False|')", r"Categorical\(\[[^\]]*None[\s\S]*'(bool|string)'", "a missing category is true as a bool, and makes floats of the others"),
    (r"^column .*: \[.*not \[.*\d\.0", r"Categorical\(\[\d[^\]]*None[\s\S]*merge", "a missing category makes floats of the others"),
    (r"dtype string, not str", r"Categorical[\s\S]*(merge|join)", "categories that meet text are of its dtype"),
    (r": dtype object, not (float64|str)$", r"Categorical[\s\S]*\.str\.", "methods of text give objects for categories, also where nothing is there"),
    (r"dtype float64, not int64", r"pd\.Series\(\[\], [\s\S]*groupby[\s\S]*shift", "integers of no rows that are shifted in their groups"),
    (r"dtype object, not int64", r"Categorical[\s\S]*describe", "numbers and categories below each other are objects"),
    (r"dtype object, not", r"'object'|map\(|value_counts", "pandas looks at the cells of objects again; here objects stay objects"),
    (r"^(values|column .*): .*not \[np\.", r"to_frame|iloc|loc", "cells of a row of unlike dtypes are floats beside floats"),
    (r"dtype (uint64|int64|Int64|UInt64), not (u?int(8|16|32))", r"groupby", "sums and products of groups are of 64 bits, whatever the values are"),
    (r"dtype timedelta64.*, not datetime64|dtype (int64|Int64|float64|Float64), not (int16|int8|int32|uint8|uint32|Int64|Float64|float32)", r"merge|to_numeric|groupby[\s\S]*(mean|median)|map", "narrow and nullable dtypes of keys and of answers"),
    (r"not (bool|double|int64|string)\[pyarrow\]", r"'string'", "answers of pyarrow's own dtypes"),
    (r"^(values|column .*): dtype (\w+), not|^(values|column .*): \[", r"map\(\{[^}]*(None|True|False|np.nan|pd.Na|tz=)", "map finds a key by value and dtype, and its dtype follows from all values"),
    (r": dtype float64, not (str|object)", r"map\(", "what map gives has a dtype of its own, if no key was met too"),
    (r"^value: ", r"map\(\{[^}]*None[\s\S]*nunique\(dropna=False", "None and NaN of what map gives are two values"),
    # missing values
    (r"^shape: \(0, \d+\), not|^length: 0, not", r"assign\(new=d2|\['new'\] = ", "a frame without rows does not take those of a column"),
    (r"^(values?|length|shape|index|column .*): ", r"isin\(\[[^\]]*(None|pd\.NA)|(Int64|Float64|boolean)[\s\S]*isin\(d2", "None and NA are one value to isin, and values of a column lose their dtype"),
    (r"^(array|values|length|index): ", r"'object'[\s\S]*\.(unique|duplicated|drop_duplicates|value_counts|nunique)\(", "None and NaN of objects are one value"),
    (r"^columns: ", r"get_dummies\(.*dummy_na", "whole numbers beside NaN are floats in labels"),
    (r"^columns: ", r"get_dummies\(v\d+, columns", "of columns that share a name get_dummies takes the first"),
    (r"^(values|value|column .*|index): ", r"(np\.inf|/ 0)[\s\S]*(quantile|describe|groupby[\s\S]*cumsum)", "between infinities there is no number, and their sums go on"),
    (r"^columns: 3 labels, not [01]$", r"str\.partition", "text that is not there has three parts too"),
    # numbers
    (r"^(values?|index|length|shape|column .*): ", r"ewm\((span=3|com=1\.0), adjust=False", "behind missing values pandas has another weight for a com of exactly 1"),
    (r"^value(s)?: .*(Timestamp|Timedelta)|^column .*: .*Time", _MEAN, "means and deviations of times are exact, those of pandas go by floats"),
    (r"^value(s)?: .*(Timestamp|Timedelta)", r"interpolation='midpoint'", "the middle of two times is exact, that of pandas goes by floats"),
    (r"^(values?|column .*|index): ", r"-(128|32768)\b[^)]*dtype='int(8|16)'[\s\S]*(describe|quantile)|2147483647\b[^)]*dtype='int32'[\s\S]*(describe|quantile)", "the distance of two narrow integers overflows in pandas"),
    (r"^(values|column .*): \[.*, not \[.*\d\.\d{9,}", r"'float32'[\s\S]*describe\(percentiles", "where values are missing pandas computes quantiles in float32"),
    (r"^values: .*9\.22337", rf"4611686018427387904[\s\S]*({_ALIGNED})", "integers are added where chunks have the same labels, before other chunks make floats of the sums"),
    (r"^column .*: .*4611686018", r"read_json", "pandas' reader of JSON rounds large numbers"),
    (r"^(values|column .*): \[.*'-?\d+\.\d{12,}", r"(ewm|rolling|mean|std|var|sem)\(.*[\s\S]*astype\(('str|'string|\{)", "the last digit of a float depends on the order of additions"),
    (r"^(values|column .*): \[", r"round\(-", "rounding up beyond a dtype"),
    (r"unsupported operand type\(s\) for [&|^]", r"shift|mask|where", "bits of unlike dtypes"),
    (r"not implemented for bool dtypes|numpy boolean subtract|accessor with string values, not (bool|float)", r"\*\*|//|/|-|where|mask|coerce", "bools that met by label, or miss, are no objects"),
    (r"dtype Int64, not (boolean|Int8|Float64)", r"[&|^%] |//", "bits, remainders and quotients of nullable integers and bools are integers"),
    (r"^value: \d+, not np\.(True|False)_", r"'Int64'[\s\S]*[&|^] ", "bits of nullable integers and bools are integers"),
    (r"dtype int64, not float64", r"nunique\(.*axis=1", "numbers of no rows"),
    # refusals
    (r"int\(\)", r"astype", "which of two bad cells is met first"),
    (r"\(core.known\).* with 0 levels", r"value_counts", "the levels of counts of columns that the data tells are not described before it is computed"),
    (r"(No numeric types to aggregate|agg function failed)", r"groupby", "objects are not averaged"),
    (r"^raises TypeError: Invalid value .*for dtype", r"\] = |fill_value", "a value that no row takes is refused all the same"),
    (r"^gives Empty", r"\] = ", "of no rows nothing is refused"),
    (r"boolean subtract|operation 'quantile'|Cannot use quantile|non-finite values", r"quantile\(", "of nothing, and of categories, there are no quantiles"),
    (r"for /: '(object|bool)'", r"pct_change", "objects and bools are not divided, nor none of them"),
    (r"names several columns|\d columns are named", r"concat[\s\S]*(set_index|loc)", "columns that share a name are selected with a list alone"),
    (r"not 1-dimensional|Cannot aggregate non-numeric type: object", r"concat[\s\S]*(pivot_table|groupby|ewm|rolling)", "columns that share a name, in a frame without rows too"),
    (r"single positional indexer is out-of-bounds", r"get_dummies\(v\d+, columns", "of columns that share a name get_dummies takes the first"),
    (r"Expected tuple, got", r"loc\[\[", "what a label is that has fewer levels than the others"),
    (r"^gives .*cannot handle a non-unique multi-index", r"loc", "labels that repeat are set as others are"),
    (r"^gives .*ArrowInvalid", r"isin\(", "values of other types are none of a column's"),
    (r"^gives .*(Invalid type for timedelta scalar|for dtype 'bool\[pyarrow\]')", r"'string'", "answers of pyarrow's own dtypes"),
    (r"a DataFrame cannot be a parameter; pandas raises", r"concat", "a column that is a frame, for two share the name"),
    (r"^gives .*(Index\._join_level on non-unique index|Cannot join tz-naive with tz-aware)", r"MultiIndex", "levels are joined that pandas cannot join"),
    (r"You are trying to merge on", r"merge|join", "keys of unlike dtypes are refused, with no rows too, and objects are not looked into"),
    (r"invalid literal for int|^raises ValueError: Cannot convert float NaN to integer", r"Categorical[\s\S]*merge", "categories that meet numbers are read as numbers"),
    (r"along axis 1", r"axis=1", "across columns of text, of nullable numbers, or of none"),
    (r"Invalid value '(True|-?[\d.]+)' for dtype 'string'", r"fillna", "pandas makes objects of text that is filled with bools or numbers"),
    (r"not supported between|'values' is not ordered|ufunc 'less'|Cannot compare tz|Cannot use method|cannot use method", r"sort|add|sub|nlargest|nsmallest|map|min|max|query|pivot|unstack|groupby|d2|concat|merge| [-+*/<>%]", "objects of unlike types have an order, and no greatest ones"),
    (r"is both an index level and a column label", r"groupby|sort|merge", "a column named as a level is refused where it is looked up"),
    (r"Cannot set a DataFrame with multiple columns", r"concat[\s\S]*(shift|assign)", "columns that share a name are not set together"),
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
