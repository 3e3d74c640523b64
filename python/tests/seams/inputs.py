"""Inputs that go wrong first: nothing, one, few in chunks, numbers at the end of their range, what is missing, labels that repeat."""

# NumPy: x, and y for functions of two.
_arrays = {
    "no elements": "np.array([], dtype=float)",
    "one": "np.array([3])",
    "ints": "np.array([5, -3, 0, 2, 2])",
    "floats": "np.array([1.5, np.nan, -2.0, np.inf, 0.0])",
    "float32": "np.array([0.5, -1.25, 3.0], dtype='f4')",
    "uint64": "np.array([2**64 - 1, 0, 2**63, 1], dtype='u8')",
    "int8": "np.array([127, -128, 3], dtype='i1')",
    "bools": "np.array([True, False, True])",
    "matrix": "np.arange(12).reshape(4, 3)",
    "floats in two dimensions": "np.array([[1.0, np.nan], [0.5, 2.0], [-3.0, 4.0]])",
    "no rows": "np.zeros((0, 3))",
    "complex": "np.array([1 + 2j, 0, -1j])",
    "dates": "np.array(['2024-01-31', 'NaT', '1970-01-01'], dtype='M8[s]')",
    "spans": "np.array([90, 'NaT', -3], dtype='m8[s]')",
    "no axes": "np.array(2.5)",
}
_reversed = "[::-1].copy()"
ARRAYS = {k: [f"x = {v}", f"y = ({v}){_reversed if k != 'no axes' else ''}"] for k, v in _arrays.items()}
ARRAYS["unknown length"] = [
    "w = np.array([3.0, -9.0, 1.0, np.inf, 2.0, -1.0])",
    "x = w[w > -5]",
    "y = w[w < 5]",
]

# pandas: x, and y for methods of two.
_columns = {
    "no rows": "[]",
    "one row": "[7]",
    "ints": "[5, -3, 0, 2, 2]",
    "floats": "[1.5, np.nan, -2.0, np.inf, 0.0]",
    "uint64": "np.array([2**64 - 1, 0, 2**63, 1], dtype='u8')",
    "int8": "np.array([127, -128, 3, 3], dtype='i1')",
    "bools": "[True, False, True]",
    "nullable": "pd.array([1, None, 3], dtype='Int64')",
    "dates": "pd.to_datetime(['2024-01-31', None, '1970-01-01', '2024-01-31'])",
    "zone": "pd.date_range('2024-10-26 22:00', periods=3, freq='8h', tz='Europe/Berlin')",
    "spans": "pd.to_timedelta(['90s', None, '-3D'])",
    "texts": "['b', None, '', 'B a', 'b']",
    "category": "pd.Categorical(['u', None, 't', 'u'], categories=['u', 't', 'never'])",
    "objects": "pd.Series([1, 'a', None, 2.5], dtype=object)",
}
SERIES = {
    k: [f"x = pd.Series({v}, name='v'{', dtype=float' if v == '[]' else ''})", "y = x.iloc[::-1]"]
    for k, v in _columns.items()
}
SERIES["labels repeat"] = ["x = pd.Series([4, 1, 3, 1], index=['a', 'b', 'a', 'c'], name='v')", "y = x.iloc[::-1]"]
SERIES["unknown length"] = ["w = pd.Series([4.0, -1.0, np.nan, 3.0, 8.0], name='v')", "x = w[w > 0]", "y = w[w < 5]"]
FRAMES = {
    k: [
        f"x = pd.DataFrame({{'v': pd.Series({v}{', dtype=float' if v == '[]' else ''}), 'n': pd.Series({v}{', dtype=float' if v == '[]' else ''}).iloc[::-1].reset_index(drop=True)}})",
        "y = x.iloc[::-1]",
    ]
    for k, v in _columns.items()
}
FRAMES["labels repeat"] = [
    "x = pd.DataFrame({'v': [4, 1, 3, 1], 'n': [0.5, None, 2.5, 1.5]}, index=['a', 'b', 'a', 'c'])",
    "y = x.iloc[::-1]",
]
FRAMES["unknown length"] = [
    "w = pd.DataFrame({'v': [4.0, -1.0, np.nan, 3.0, 8.0], 'n': [1, 2, 3, 4, 5]})",
    "x = w[w.v > 0]",
    "y = w[w.v < 5]",
]
FRAMES["several kinds"] = [
    "x = pd.DataFrame({'v': ['b', 'a', None, 'b'], 'n': [1, 2, 3, 4], 't': pd.date_range('2024', periods=4)})",
    "y = x.iloc[::-1]",
]
FRAMES["levels"] = [
    "x = pd.DataFrame({'v': [4, 1, 3, 1], 'n': [0.5, None, 2.5, 1.5]}, index=pd.MultiIndex.from_tuples([('a', 1), ('b', 1), ('a', 2), ('b', 2)], names=['p', 'q']))",
    "y = x.iloc[::-1]",
]
TEXTS = {
    "texts": ["x = pd.Series(['b', None, '', 'B a1', 'ßÀ x', '12', ' b '])"],
    "no rows": ["x = pd.Series([], dtype='str')"],
    "one row": ["x = pd.Series(['x-y'], index=['r'])"],
    "string": ["x = pd.Series(['b', None, 'cb'], dtype='string')"],
    "unknown length": ["w = pd.Series(['b', None, 'cb', 'q b'])", "x = w[w != 'cb']"],
    "labels repeat": ["x = pd.Series(['b', 'a b', 'c'], index=[1, 1, 2])"],
}
TIMES = {
    "dates": [
        "x = pd.Series(pd.to_datetime(['2024-02-29 23:59:59.5', None, '1969-12-31', '2000-01-01 12:30'], format='mixed'))"
    ],
    "zone": ["x = pd.Series(pd.date_range('2024-10-26 22:00', periods=4, freq='7h', tz='Europe/Berlin'))"],
    "no rows": ["x = pd.Series([], dtype='M8[us]')"],
    "one row": ["x = pd.Series(pd.to_datetime(['2024-12-31']), index=['r'])"],
    "nothing there": ["x = pd.Series([None, None], dtype='M8[ns]')"],
    "spans": ["x = pd.Series(pd.to_timedelta(['90s', None, '-3D', '1us']))"],
    "unknown length": ["w = pd.Series(pd.date_range('2024-02-27', periods=5, freq='D'))", "x = w[w > '2024-02-28']"],
}
# Of a method, by class: rows under times, and some that are not.
_timed = {
    "hours": "pd.date_range('2024-02-28 22:00', periods=5, freq='7h')",
    "not in order": "pd.DatetimeIndex(['2024-03-02', '2024-02-28 22:00', '2024-03-02 12:00', '2024-02-28', '2024-02-29'])",
    "zone": "pd.date_range('2024-10-26 12:00', periods=5, freq='8h', tz='Europe/Berlin')",
    "spans": "pd.to_timedelta(['90s', '1D', '1D 3h', '30h', '4D'])",
    "no times": "[1, 2, 3, 4, 5]",
}
_resampled = {
    k: [f"x = pd.DataFrame({{'v': [4, 1, 3, 1, 2], 'n': [0.5, np.nan, 2.5, 1.5, -1.0]}}, index={v})"]
    for k, v in _timed.items()
}
_resampled["unknown length"] = [_resampled["hours"][0].replace("x =", "w =", 1), "x = w[w.v > 1]"]
OF = {"resample": {"DataFrame": _resampled, "Series": {k: [*v, "x = x['n']"] for k, v in _resampled.items()}}}
