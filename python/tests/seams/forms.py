"""Values of parameters, by name: what must be given, and what may be."""

# Of a parameter without a default, by function or for all.
GIVEN = {
    "x1": "x", "x2": "y", "a": "x", "b": "y", "m": "x", "x": "x", "tup": "[x, y]", "arys": "x", "arrays": "[x, y]", "val": "x", "z": "x",
    "arr": "x", "a1": "x", "a2": "y", "ar": "x", "v": "x", "y": "x", "A": "x", "prototype": "x", "array": "x", "q": "0.25", "kth": "1",
    "condition": "x == x", "axis1": "0", "axis2": "-1", "other": "y", "func": "'sum'", "cond": "x == x", "right": "y", "pat": "'b'",
    "width": "5", "window": "2", "sub": "'b'", "value": "0", "reps": "2", "repeats": "2", "shift": "1", "indices": "[0, 0]",
    "subscripts": "'...i->...'", "operands": "x", "values": "y", "bins": "[0, 1, 2]", "source": "0", "destination": "-1", "keys": "'v'",
    "names": "'k'", "freq": "'h'", "unit": "'s'", "date_format": "'%Y-%m-%d %H:%M'", "i": "0", "sep": "'-'", "prefix": "'b'",
    "suffix": "'b'", "name": "'k'", "level": "0", "arg": "{2: 9, 'b': 'c'}", "object": "x", "key": "x == x", "id_vars": "'v'", "loc": "0", "item": "2",
    "labels": "[0]", "time": "'06:00'", "start_time": "'06:00'", "end_time": "'18:00'", "element": "x", "test_elements": "y", "ar1": "x", "ar2": "y",
    "ary": "x", "p": "x", "choices": "[x, y]", "mask": "x == x", "vals": "[0]", "obj": "0", "filt": "x",
    "condlist": "[x == x]", "caselist": "[(x.isna(), y), (x == x, x.iloc[:2])]", "rule": "'D'", "funclist": "[2]", "expr": "'v == v'",
}  # fmt: skip
OF = {
    "expand_dims": {"axis": "1"}, "rollaxis": {"axis": "-1"}, "astype": {"dtype": "'float64'"}, "full_like": {"fill_value": "3"},
    "reshape": {"shape": "(1, -1)"}, "broadcast_to": {"shape": "(2, *np.shape(x))"}, "isin": {"values": "[2, 1.5, 'b']"},
    "searchsorted": {"a": "np.sort(x)", "v": "y"}, "append": {"values": "y"}, "diag": {"v": "x"}, "compress": {"condition": "[True, False]"},
    "tz_localize": {"tz": "'UTC'"}, "tz_convert": {"tz": "'UTC'"}, "sort_values": {"by": "'v'"}, "set_index": {"keys": "'v'"},
    "nlargest": {"n": "2", "columns": "'n'"}, "nsmallest": {"n": "2", "columns": "'n'"}, "melt": {"id_vars": "'v'"}, "explode": {"column": "'v'"},
    "where": {"condition": "x == x", "x": "x", "y": "y", "cond": "x == x"}, "bincount": {"x": "x"}, "digitize": {"x": "x"},
    "pivot_table": {"index": "'v'", "values": "'n'"}, "merge": {"right": "y", "on": "'v'"}, "replace": {"pat": "'b'", "repl": "'c'"},
    "ewm": {"span": "2"}, "slice_replace": {"start": "0", "stop": "1", "repl": "'Q'"}, "extract": {"pat": "'([a-z])'"}, "unstack": {},
    "delete": {"loc": "0"}, "insert": {"loc": "0", "item": "2", "values": "0"}, "reorder_levels": {"order": "[0]"}, "resize": {"new_shape": "(2, 2)"},
    "split": {"indices_or_sections": "[1]"}, "array_split": {"indices_or_sections": "2"}, "hsplit": {"indices_or_sections": "[1]"},
    "vsplit": {"indices_or_sections": "[1]"}, "dsplit": {"indices_or_sections": "[1]"}, "gradient": {"f": "x"}, "pad": {"pad_width": "1"},
    "choose": {"a": "x == x"}, "put_along_axis": {"values": "0", "axis": "0"}, "putmask": {"values": "[0]"},
    "between": {"left": "1", "right": "2"}, "pivot": {"index": "'n'", "columns": "'v'"},
    "union": {"other": "y.index[1:]"}, "intersection": {"other": "y.index[1:]"}, "difference": {"other": "y.index[1:]"},
    "symmetric_difference": {"other": "y.index[1:]"}, "cat": {"others": "x"}, "partition": {"sep": "' '"}, "rpartition": {"sep": "' '"}, "shift": {}, "sample": {"n": "1", "random_state": "0"},
}  # fmt: skip

# What follows a call that gives no value yet.
AFTER = {
    "groupby": ".sum(numeric_only=True)",
    "rolling": ".sum()",
    "expanding": ".sum()",
    "resample": ".sum(numeric_only=True)",
    "ewm": ".mean()",
}

# What comes before a method: searches want values in order.
BEFORE = {"searchsorted": ".sort_values()"}

# Of a parameter with a default, tried one at a time; of methods of pandas first those of PANDAS.
PANDAS = {"axis": ["0", "1", "'index'", "'columns'"], "keep": ["'last'"], "out": [], "order": [], "dtype": []}
TRIED = {
    "axis": ["0", "1", "-1", "None", "7", "'index'", "'columns'"], "keepdims": ["True"], "dtype": ["'f4'", "'i8'", "bool"], "ddof": ["0", "1", "2"],
    "n": ["0", "1", "2", "-1", "3"], "k": ["1", "-1"], "skipna": ["False"], "numeric_only": ["True"], "bool_only": ["True"], "min_count": ["1", "9"],
    "q": ["[0.0, 0.5, 1.0]", "1.0", "2"], "method": ["'lower'", "'min'", "'first'", "'dense'", "'nonsense'"], "interpolation": ["'nearest'", "'lower'", "'midpoint'"],
    "fill_value": ["0", "-1.5"], "level": ["0"], "periods": ["2", "-1", "0", "99"], "ascending": ["False", "True"], "na_position": ["'first'"],
    "keep": ["'last'", "False", "'all'"], "ignore_index": ["True", "False"], "dropna": ["False"], "normalize": ["True"], "sort": ["True", "False"],
    "limit": ["1"], "how": ["'left'", "'outer'", "'right'", "'all'"], "subset": ["['v']"], "thresh": ["1"], "min_periods": ["1", "5"], "center": ["True"],
    "closed": ["'left'", "'both'"], "adjust": ["False"], "ignore_na": ["True"], "decimals": ["1", "-1"], "drop": ["True", "False"], "append": ["True"],
    "pct": ["True"], "na_option": ["'top'", "'bottom'"], "indicator": ["True"], "suffixes": ["('_l', '_r')"], "lower": ["0"], "upper": ["1"],
    "as_index": ["False"], "inplace": ["True"], "inclusive": ["'left'"], "case": ["False"], "na": ["False"], "regex": ["True", "False"], "expand": ["True", "False"],
    "side": ["'left'", "'both'", "'right'"], "fillchar": ["'*'"], "to_strip": ["'b'"], "start": ["1", "-2"], "end": ["2"], "stop": ["2"], "step": ["2"],
    "flags": ["2"], "prepend": ["[0]"], "return_index": ["True"], "return_inverse": ["True"], "return_counts": ["True"], "equal_nan": ["True", "False"],
    "rtol": ["0.5"], "atol": ["1.0"], "rowvar": ["False"], "bias": ["True"], "offset": ["1"], "right": ["True"], "minlength": ["4"], "weights": ["np.ones(np.shape(x))"],
    "nan": ["-1.0"], "posinf": ["9.0"], "norm": ["'ortho'", "'forward'"], "copy": ["True"], "ord": ["1", "np.inf"], "min": ["0"], "max": ["1"], "a_min": ["0"], "a_max": ["1"],
    "deg": ["True"], "returned": ["True"], "bins": ["3"], "range": ["(0, 4)"], "density": ["True"], "ndmin": ["3"], "mode": ["'clip'", "'wrap'"],
    "initial": ["1"], "where": ["x == x"], "stable": ["True"], "kind": ["'stable'"], "order": ["'F'"], "correction": ["1"], "casting": ["'unsafe'"],
    "shape": ["(2, 2)"], "axes": ["(0,)", "1"], "s": ["(2,)"], "dx": ["0.5"], "sorter": ["None"], "on": ["'v'"], "observed": ["False"], "margins": ["True"],
    "aggfunc": ["'sum'", "'count'", "['sum', 'max']"], "columns": ["'n'"], "index": ["None"], "values": ["'n'"], "value_name": ["'c'"], "var_name": ["'c'"], "na_action": ["'ignore'"],
    "ambiguous": ["'NaT'"], "nonexistent": ["'shift_forward'"], "locale": ["None"], "names": ["['i']"], "name": ["'c'"], "errors": ["'raise'"], "frac": ["1.0"],
    "raw": ["True"], "percentiles": ["[0.1]"], "lag": ["2"], "limit_area": ["'inside'"], "sep": ["'|'"], "maxsplit": ["1"], "unit": ["'ms'"],
    "na_rep": ["'-'"], "group_keys": ["False"], "sort_remaining": ["False"], "freq": ["'D'"],
}  # fmt: skip
