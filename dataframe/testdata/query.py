from rows_data import golden, labeled, mixed

# Each case is named by its expression, which query_test.go gives to Query or Eval of the same frame.
low, names, scale = 3, ["w1", "w3"], 2.5

QUERY = """
i > 3
i > 3 and s in ['w1', 'w3']
i > 3 & i < 9
i > 3 & s == 'w1' | b
not b
~b & i > 2
not b and i > 2
3 < i <= 9
3 < i < f * 4 < 40
i == 3 or i == 4
i in [1, 2, 3]
i not in (1, 2, 3)
i == [1, 2, 3]
i != [1, 2, 3]
[1, 2] == i
[1, 2] in i
s == 'w1'
s != 'w1'
'w1' == s
s == "w1" or s == 'w2'
s in @names
s not in @names
s == @names
i > @low
i > @low * 2 - 1 and f < @scale
f != f
f == f
n > 1
n == 2
f > f.mean()
s.str.startswith('w')
s.str.contains('3')
s.str.contains('W', case=False)
s.str.contains('[12]', regex=True)
s.str.len() > 1
s.str[1] == '3'
s.str[0:2] == 'w3'
s.str.upper() == 'W1'
s.str.replace('w', 'v') == 'v1'
s.isna()
s.notnull() & i > 4
s.isin(['w1', 'w5'])
i.between(2, 5)
i.between(2, 5, inclusive='left')
t > '1970-01-05'
t == '1970-01-03'
'1970-01-05' > t
t.dt.day > 4
t.dt.day_of_week == 3
index > 5
index in [1, 2, 30]
ilevel_0 < 4
`a b` > 12
`a b` + i > 12 and `a b` != 20
(i + f) / 2 > 2.5
i % 3 == 1
i // 2 == 2
i ** 2 > 30
-i < -6
i > 2 + 3 * 2
i > 10 - 2 ** 2
sqrt(i) > 2
abs(f - 2) < 1
i.shift(1) > i
b == True
i.isin([1, 2]) == False
i.fillna(0) > 4
i.astype('float64') > 4.5
s in ['w1'] and not (i > 4 or f < 1)
i * (b and i > 3) > 0
i in [-1, 2 + 1, 4]
i < 5 < 6
""".strip().splitlines()

EVAL = """
i + f
i + 1
i * f - `a b` / 2
-i
+f
not b
~b
i > 3
3 < i < 9
i + 2 * 3
2 * 3 + i
2 ** i
7 // (i + 1)
7 % (i + 1)
i / f
s + s
s == 'w1'
s.str.len()
s.str.upper()
s.str.find('3', 1)
s.str.strip('w')
s.fillna('none')
n + 1
n * i
n > 1
f.round(1)
f.mean()
f.max() - f.min()
i.sum() * 2
i.sum() > 3
t.dt.year
t.dt.day_name()
i.shift(2)
i.diff()
sqrt(i)
exp(f) + log1p(i)
arctan2(i, f)
floor(f)
f.isna()
i.max()
index
index + 1
1 + 2
7 // -2
7 % -2
7 / 2
2 ** -1
'a' < 'b'
1 < 2 < 3
@low + @scale
i + @low
c = i + f
i = i * 2
c = 1
c = 'x'
c = i.mean()
c = s.str.len() > 1
""".strip().splitlines()

MANY = {"two": "c = i + f\nd = c * 2", "same": "c = i\nc = c + 1\n\n  i = c", "backticks": "c = `a b` + 1\ne = c - `a b`"}


def with_space(d):
    return d.assign(**{"a b": d["i"] * 2 + 1})



d, l = with_space(mixed()), with_space(labeled())
cases = {"query " + q: d.query(q) for q in QUERY} | {"eval " + q: d.eval(q) for q in EVAL}
cases |= {"eval " + q: d.eval(q) for q in MANY.values()}
cases |= {"labels " + q: l.query(q) for q in ["key > 'r10'", "key in ['r07', 'r14'] or index == 'r21'", "key.str.contains('2') & i > 3", "i > 5"]}
golden.write(cases)
