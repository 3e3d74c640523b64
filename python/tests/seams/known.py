"""Where calls are known to answer otherwise: what the difference says, which call it is with which input, and why."""

import re

# (what the difference says, the call and [its input], why)
KNOWN = [
    (r"'>=' not supported between instances of 'str' and 'int'", r"\.(arg)?(min|max)\(axis=", "the axis of a series has names here"),
    (r"parameter is not supported in the pandas implementation of repeat", r"\.repeat\(.*axis=", "the one axis of a series may be named"),
    # errors
    (r"cannot reindex on an axis with duplicate labels", r"\.case_when\(.*\[labels repeat\]", "pandas takes what repeated labels meet by accident of place"),
    (r"method must be either", r"\.corr\(y, method", "a method that is none is refused with no rows too"),
    (r"could not convert a column of dtype", r"\.(corr|cov|autocorr|corrwith)\(", "times and texts are not correlated: a ValueError for all of them"),
    (r"'(Datetime|Timedelta)Properties' object has no attribute", r"\.dt\.", "of AttributeError and TypeError the other"),
    (r"agg function failed|doesn't define __round__|\[(True|False), .*not \[", r"\[objects\]", "objects are computed cell by cell: some that pandas takes are not compared, and text is not rounded"),
    (r"unsupported operand type|not supported between|cannot reduce|bad operand|could not be converted|must be str|can only concatenate", r"\[(objects|category|several kinds|texts)\]", "objects are computed cell by cell: what is missing stays missing, and another of two errors is met first"),
    (r"along axis 1", r"axis=(1|'columns')", "across columns of text, of nullable numbers, or of objects"),
    (r"fftshift of an axis of unknown length", r"unknown length", "refused: lengths must be known"),
    (r"(needs an axis, and there is none|AxisError|at least one dimensional|does not have enough dimensions|wants at least two dimensions)", r"\[no axes\]", "another of two errors, of what has no axes"),
    (r"tri(l|u) wants at least two dimensions", r"np\.tri[lu]\(", "NumPy makes a matrix of a vector here"),
    (r"out of bounds for array of dimension", r"axis=(7|-1|None)", "another of two errors"),
    (r"is not a valid method", r"method=", "another of two errors"),
    (r"not implemented for bool dtypes", r"\[bools\]", "bools that met by label are objects, and objects are divided"),
    (r"got an unexpected keyword argument", r"np\.astype\(", "the parameters of the method are the function's too"),
    (r"cannot interpolate with object dtype|matrices of \S+ cannot be multiplied", r"\.(interpolate|multi_dot)\(", "of two errors the other"),
    (r"'list' object has no attribute 'dtype'", r"take_along_axis", "lists are taken for places"),
    (r"wants a tensor of known shape|the length of x is not known", r"unknown length", "refused: lengths must be known"),
    (r"repeat along an axis of unknown length", r"unknown length", "refused: lengths must be known"),
    (r"have no histogram|a must be an array of real numbers", r"\[complex\]", "complex numbers are not ordered here"),
    (r"Cannot cast ufunc", r"dtype=.*\[(dates|spans)\]", "times are not cast to floats before they are subtracted"),
    (r"have no histogram|must be an array of real numbers|cannot reduce (timedelta|datetime)64", r"\[(dates|spans)\]", "times are not histogrammed, interpolated or added up by these"),
    (r"No loop matching", r"dtype=", "loops of another dtype than the input has"),
    (r"reference raises UFuncTypeError|reference TypeError|reference raises TypeError", r"np\..*(dtype=|order=|axis=None|axis='|axes=|axis=)", "a dtype, an order or an axis that NumPy refuses here is taken"),
    (r"reference raises IndexError: index -1", r"quantile|percentile", "quantiles of nothing are NaN"),
    (r"all inputs must be Index", r"\.index\.append\(", "a series or frame is refused, or its rows are taken, in other words"),
    (r"index: \[", r"\.index\.symmetric_difference\(", "labels of mixed kinds are ordered where pandas leaves them"),
    (r"not supported between instances of 'tuple'", r"\.index\.union\(.*sort=True", "labels of mixed kinds are ordered where pandas refuses"),
    (r"has no attribute '(swaplevel|reorder_levels)'|AssertionError|unexpected keyword argument 'axis'", r"(swaplevel|reorder_levels|droplevel)\(", "one level is refused in other words; an index takes the parameters of a frame"),
    (r"Invalid kind", r"np\.isin\(", "kind says how, which is not for the user to say here"),
    (r"no attribute '(dtype|ndim)'", r"np\.(put|take)_along_axis\(", "lists are taken for places"),
    (r"", r"np\.(unique_values)\(", "values ascend; NumPy leaves their order open"),
    (r"UFuncTypeError|function not available|cannot be multiplied|reference TypeError|reference ValueError|reference raises", r"np\.(convolve|correlate|cross|dot|histogram2d|linalg\.(cross|pinv|matrix_rank)|isin|delete)\(", "of two errors the other, or one that NumPy has and is not needed"),
    (r"unknown length", r"np\.(correlate|convolve)\(.*\[unknown length\]", "refused: lengths must be known"),
    (r"vector of coefficients|operands with types", r"np\.poly(der|int)\(", "a polynomial is a vector of numbers: what has more axes, or is of times, has no derivative"),
    (r"a number has no axes to invert over", r"np\.linalg\.tensorinv\(.*\[no axes\]", "another of two errors, of what has no axes"),
    (r"no common data type", r"np\.poly\w+\(.*\[(dates|spans)\]", "times are no coefficients"),
    (r"Only valid with DatetimeIndex", r"\.asfreq\(", "labels that are no times have no frequency: pandas takes numbers for nanoseconds"),
    (r"0-dimensional array given|axis 1 is out of bounds", r"np\.linalg\.(multi_dot|vecdot)\(", "another of two errors"),
    (r"e\+\d+, not ", r"np\.linalg\.cond\(.*\[matrix\]", "the condition of a singular matrix is rounding"),
    # dtypes
    (r"dtype object, not (int64|str|Int64)", r"\.(describe|map)\(", "the dtype of a result does not follow from which objects happen to be met: they stay objects"),
    (r"not ", r"\.describe\(.*\[int8\]", "the distance of two narrow integers overflows in pandas"),
    (r"kind: tuple, not list", r"np\.(array_|[hvd])?split\(", "parts are a tuple that executes together"),
    (r"cannot be interpreted as an integer", r"np\.unstack\(x, axis='index'\)", "another of two errors"),
    (r"cannot aggregate a column", r"\.expanding\(", "TypeError is what windows say of columns that are no numbers"),
    (r"could not convert string to float|Cannot cast", r"astype\('float64'\)", "another of two errors"),
    (r"value should be a|Cannot setitem on a Categorical", r"\.align\(.*fill_value", "a fill value is looked at where something is filled"),
    (r"columns: 1 levels, not 2", r"\.compare\(", "where nothing differs there are no columns to have levels"),
    (r"columns: 1 labels, not 0", r"pivot_table\(.*\[no rows\]", "of no rows a value that was named is a column still"),
    (r"dtype (datetime|timedelta)64\[us\], not object", r"\.align\(y, fill_value", "a fill value of another kind makes objects only where it fills"),
    (r"dtype object, not bool", r"\[bools\]", "bools that met by label, or miss, are objects"),
    (r"dtype float64, not int64", r"r?floordiv\(.*fill_value", "a fill value that is a fraction makes fractions"),
    (r"dtype float64, not u?int64|dtype object, not float64", r"\.(r?mod|r?floordiv|map|nunique|r?add|r?sub|r?mul)\(", "labels that repeat, or values that are not there, make floats"),
    (r"dtype (Float64|float64), not (Int64|int64)", r"quantile\(.*\[nullable\]", "quantiles of nullable numbers are fractions"),
    (r"dtype float64, not bool|dtype bool, not float64|dtype int64, not float64", r"\[no rows\]", "of no rows there are no values to tell a dtype from"),
    # values
    (r"^columns: 1 levels, not 2", r"pivot_table\(.*aggfunc=\[.*\[no rows\]", "of no rows there are no columns to have levels"),
    (r"dtype int64, not int8", r"pivot_table\(.*aggfunc=.*\[int8\]", "sums of narrow integers are wide, as those of groups"),
    (r"None\], not \[.*nan\]", r"pivot_table\(.*aggfunc=\[.*\[objects\]", "what is missing among objects stays None"),
    (r"nan|inf", r"np\.fft\.\w+\(.*\[(floats|unknown length|floats in two dimensions|matrix)", "what is infinite or missing spreads through a transform in another order"),
    (r"nan", r"np\.linalg\.\w+\(", "a matrix with a missing element has factors of nothing but these"),
    (r"^\[\d\]: ", r"np\.linalg\.svd\(.*\[matrix\]", "vectors of singular values that are zero are any of a plane"),
    (r"not ", r"quantile\(.*\[int8\]|percentile\(.*\[int8\]", "the distance of two narrow integers overflows in NumPy"),
    (r"not ", r"np\.(nan)?(var|std)\(x, dtype=('i8'|bool)", "moments are computed in floats, then cast"),
]  # fmt: skip


def why(call, says):
    """Why a difference is known, None where it is not."""
    text = f"{call.line.code} [{call.kind}]"
    for words, holds, reason in KNOWN:
        if re.search(words, says) and re.search(holds, text):
            return reason
    return None
