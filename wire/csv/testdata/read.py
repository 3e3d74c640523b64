"""What pandas reads from small texts: a list of cases with options, and the frame or the error."""

import io
import json
import math
import warnings

import pandas as pd

warnings.simplefilter("ignore")


def cell(v):
    if v is None or v is pd.NaT or v is pd.NA or (isinstance(v, float) and math.isnan(v)):
        return None
    if isinstance(v, str):
        return "s:" + v
    if hasattr(v, "item") and not isinstance(v, pd.Timestamp):
        v = v.item()
    if isinstance(v, (bool, int)):
        return str(v)
    if isinstance(v, float):
        return repr(v)
    return str(v)


def column(c):
    return [cell(v) for v in c.tolist()]


def case(text, **kw):
    raw = text.encode() if isinstance(text, str) else text
    out = {"text": raw.decode("latin-1"), "options": {k: v for k, v in kw.items() if k != "engine"}}
    if "float_precision" not in kw and kw.get("engine") != "python":
        kw["float_precision"] = "round_trip"
    try:
        df = pd.read_csv(io.BytesIO(raw), **kw)
    except Exception as e:
        out["error"] = type(e).__name__ + ": " + str(e).strip()
        return out
    out["columns"] = [cell(c) for c in df.columns]
    out["dtypes"] = [str(t) for t in df.dtypes]
    out["values"] = [column(df.iloc[:, i]) for i in range(df.shape[1])]
    ix = df.index
    levels = [ix.get_level_values(i) for i in range(ix.nlevels)]
    out["index"] = {
        "names": [cell(n) for n in ix.names],
        "dtypes": [str(lv.dtype) for lv in levels],
        "values": [column(lv) for lv in levels],
    }
    return out


def dates(*vals, **kw):
    return case("a,b\n" + "".join(f'"{v}",1\n' for v in vals), parse_dates=["a"], **kw)


C = case
cases = [
    # dtypes
    C("a\n1\n2\n"), C("a\n1\n-2\n"), C("a,b\n1,2\n,3\n"), C("a\n1\n2.5\n"), C("a\n1e400\n-1e400\n"), C("a\n1e-400\n"), C("a\n1e\n"),
    C("a\n.\n"), C("a\n5.\n.5\n+5\n"), C("a\n 12 \n7\n"), C("a\n 1.5 \n7\n"), C("a\ninf\n-inf\n"), C("a\nInfinity\n+INF\n-infinity\n"),
    C("a\n18446744073709551615\n1\n"), C("a\n18446744073709551615\n-1\n"), C("a,b\n18446744073709551615,1\n,1\n"),
    C("a\n18446744073709551615\n1.5\n"), C("a\n9223372036854775807\n-9223372036854775808\n"), C("a\n9223372036854775808\n1\n"),
    C("a\n18446744073709551616\n1\n"), C("a,b\n18446744073709551616,1\n,1\n"), C("a\n99999999999999999999\nx\n"),
    C("a\n-9223372036854775809\n"), C("a,b\nTrue,1\n,2\n"), C("a\nTrue\n1\n"), C("a\nTRUE\nfalse\n"), C("a\n True\n"),
    C("a\nTrue\n1.5\n"), C("a,b\n,\n,\n"), C("a,b\n"), C("a\n1_000\n"), C("a\n0x10\n"), C("a\n1d5\n"), C("a\n007\n"), C("a\n--1\n"),
    C("a\n- 1\n"), C("a\n1 2\n"), C("a\n1E+5\n1e5\n"), C("a\n0.1\n1234.5678\n123456789.123456789\n1e22\n1e23\n"),
    C("a\n12345678\n123456789012345678\n1234567890123456789\n"), C("a\n0.30000000000000004\n9007199254740993.0\n5e-324\n"),
    C("a\n-0\n0\n"), C("a\n-0.0\n0\n"), C("a\n1.7976931348623157e308\n"), C("a\n100000000\n99999999\n00000001\n"),
    C("a,b\nNA,x\nfoo,NA\n"), C("a\nnan\nNaN\nNULL\nnull\nN/A\nn/a\n#N/A\n<NA>\nNone\n1\n-nan\n"), C("a\nNone\nx\n"),
    C("a,b\nx,yes\ny,no\n", true_values=["yes"], false_values=["no"]),
    # missing values
    C("a\n-999\n1\n", na_values=[-999]), C("a\n-999.0\n1.5\n", na_values=[-999]), C("a\n-999.0\n1.5\n", na_values=["-999"]),
    C("a,b\nNA,x\nfoo,NA\n", keep_default_na=False), C("a,b\n,x\n1,\n", keep_default_na=False), C("a,b\n,x\n1,\n", na_filter=False),
    C("a,b\n1,1\n2,2\n", na_values={"a": ["1"]}), C("a\nfoo\nbar\n", na_values=["foo"]), C('a,b\n"",1\nx,2\n'), C('a\n""\nx\n'),
    # shape
    C("a,b\n1\n2,3\n"), C("a,b\n1,2,3\n"), C("a,b\n1,2\n1,2,3\n"), C("a,b\n1,2,3,4\n5,6,7,8\n"), C("a,b\n1,2,3\n", index_col=False),
    C("a,b\n1,2\n3,4,5\n", usecols=["a"]), C("a,b\n1,2\n1,2,3,4\n5,6\n", on_bad_lines="skip"), C("a\n1,\n"), C("a,b,\n1,2,\n"),
    C(""), C("\n\n"), C("a,b\n1,2\n\n3,4\n"), C("a,b\n1,2\n\n3,4\n", skip_blank_lines=False), C("a,b\n \n1,2\n"), C(" \na,b\n1,2\n"),
    C("a,b\n1,2"), C("a,b\r\n1,2\r\n3,4"), C("a,b\r1,2\r3,4\r"), C("a\tb\n\t2\n", sep="\t"), C("a\tb\n\t\n3\t4\n", sep="\t"),
    C("a b\n\n3 4\n", sep=" "), C("a b\n \n3 4\n", sep=" "), C("a\n\n\"x\n\ny\"\n1,2\n"),
    # names
    C("a,a,a.1\n1,2,3\n"), C(",a,\n1,2,3\n"), C("a,,a\n1,2,3\n"), C("a.1,a,a\n1,2,3\n"), C("a,a,a,a.2\n1,2,3,4\n"),
    C("1,2\n3,4\n", header=None), C("1,2\n3,4\n", names=["a", "b", "c"]), C("1,2,5\n3,4,5\n", names=["a", "b"]),
    C("x,y\n3,4\n", names=["a", "b"], header=0), C("x,y\n3,4\n", names=["a", "a"]), C("j\nk\na,b\n1,2\n", header=2),
    C("1,2,3\n4,5,6\n", header=None, names=["a", "b"], usecols=[0, 2]),
    # index and columns
    C(",a\n1,2\n", index_col=0), C("x,a\n1,2\n", index_col="x"), C("x,a\nk,2\nl,3\n", index_col="x"), C("x,a\n1,2\n", index_col="q"),
    C("x,y,a\n1,u,3\n4,v,6\n", index_col=["x", "y"]), C("x,a\n1,2\n", usecols=["q"]), C("x,y,a\n1,2,3\n", usecols=["a", "x"]),
    C("x,y,a\n1,2,3\n", usecols=[2, 0]), C("x,y,a\n1,2,3\n", usecols=["a", "y"], index_col=0),
    C("x,y,a\n1,2,3\n", usecols=["a", "y"], index_col="a"),
    # quotes, escapes, comments
    C('a,b\n"x"y,2\n'), C('a,b\n"x\n'), C('a,b\nx"y",2\n'), C('a,b\n"x\ny","q""z"\n'), C('a,b\n"x,y",2\n'), C('a,b\n"x,y,2\n'),
    C("a,b\n'x,y',2\n", quotechar="'"), C('a,b\n"x,2\n', quoting=3), C('"a ""b""",c\n1,2\n'), C('a,b\n"1",2\n'), C('a,b\n"x"" ,y",2\n'),
    C("a,b\n1,2\\,3\n", escapechar="\\"), C('a,b\n"1\\"x",2\n', escapechar="\\", doublequote=False), C("a,b\nx\\\ny,2\n", escapechar="\\"),
    C("#c\na,b\n1,2#x\n#z\n3,4\n", comment="#"), C("a,b\n1 #x,2\n", comment="#"), C('a,b\n"1#",2\n', comment="#"),
    C("a,b\n #x\n1,2\n", comment="#"), C("a, b\n1, 2\n", skipinitialspace=True), C('a, b\n1, "x, y"\n', skipinitialspace=True),
    C('a,b\n"x\r\ny",2\r\n'),
    # separators and numbers
    C("a;b\n1.000,5;2\n", sep=";", decimal=",", thousands="."), C("a;b\n1,000;2\n", sep=";", thousands=","),
    C("a;b\n1,0,0;2,3.5\n", sep=";", thousands=","), C("a;b\n1,5;1.5\n", sep=";", decimal=","), C("a b\n1  2\n 3 4\n", sep=r"\s+"),
    C("a\tb \n1 \t 2 \n\n3 4", sep=r"\s+"), C("a::b\n1::2\n\"3\"::4 \n", sep="::", engine="python"),
    C("a¦b\n1¦2\n\"3¦\"¦4\n", sep="¦", engine="python"), C("a;b,c\n1,2;3\n", sep="[;,]", engine="python"),
    # the beginning
    C("\ufeffa,b\n1,2\n"), C('\ufeff"a",b\n1,2\n'), C(b"a\n\xff\n"), C("a\né\n日本\n"), C("j\nj\na,b\n1,2\n", skiprows=2),
    C("a,b\n1,2\n3,4\n5,6\n", skiprows=[1, 3]), C("a,b\n1,2\n3,4\n", nrows=1), C("a,b\n1,2\n3,4\n", nrows=0), C("a,b\n1,x\n3,4\n", nrows=5),
    # dtypes given
    C("a\n300\n", dtype="int8"), C("a\n100\n", dtype="int8"), C("a\nx\n", dtype="int64"), C("a,b\n,1\n", dtype={"a": "int64"}),
    C("a,b\n,1\n2,3\n", dtype={"a": "Int64"}), C("a,b\nTrue,1\n,2\n", dtype={"a": "boolean"}), C("a,b\n1,1\n,2\n", dtype="str"),
    C("a,b\n1,1\n,2\n", dtype="string"), C("a,b\n1,1\n,2\n", dtype="object"), C("a\n1.0\n", dtype="int64"), C("a\n1\n0\n", dtype="bool"),
    C("a\n1.5\n", dtype="float32"), C("a\n1.0\n", dtype="Int64"), C("a\n1.5\n", dtype="Int64"), C("a\n1\n", dtype="float64"),
    C("a,b\n1.5,1\n,1\n", dtype={"a": "Float64"}), C("a,b\n,1\n", dtype={"a": "bool"}), C("a\n2020-01-01\n", dtype="datetime64[ns]"),
    # datetimes
    dates("2020-01-02"), dates("2020-01-02", "2020-1-3"), dates("2020-01-02", "2020-01-02 10:00"), dates("2020-01-02 10:00", "2020-01-02"),
    dates("2020-01-02 10:00:00.5", "2020-01-02 10:00:00.123456"), dates("2020-01-02 10:00:00", "2020-01-02 10:00:00.5"),
    dates("2020-01-02T10:00:00.1234567"), dates("2020-01-02T10:00:00.1", "2020-01-02T10:00:00.123456789"), dates("", ""),
    dates("NaT", "2020-01-02"), dates("", "2020-01-02"), dates("2020-01-02T10:00:00Z"), dates("2020-01-02T10:00:00+01:00"),
    dates("2020-01-02T10:00:00+01:00", "2020-01-02T10:00:00+02:00"), dates("2020-01-02T10:00:00+00:00"), dates("2020-01-02T10:00:00-0130"),
    dates("2020-01-02 10:00:00 +0100"), dates("2020-01-02T10:00:00+01"), dates("01/02/2020"), dates("31/12/2020"),
    dates("01/02/2020", "31/12/2020"), dates("01/02/2020", dayfirst=True), dates("1/2/2020"), dates("1/2/2020 3:04"), dates("01/02/20"),
    dates("20200102"), dates("2020"), dates("2020-01"), dates("2020/01/02"), dates("2020/01/02 03:04:05"), dates("01.02.2020"),
    dates("01-02-2020"), dates("Jan 5, 2020"), dates("5 Jan 2020"), dates("05-Jan-2020"), dates("January 5, 2020"), dates("05-Jan-20"),
    dates("Jan 5 2020"), dates("2020 Jan 5"), dates("1/2/2020 3:04 PM"), dates("01/02/2020 03:04:05 PM"), dates("Mon Jan 6 2020"), dates("x"),
    dates("2020-13-01"), dates("2020-02-30"), dates("20200102T030405"), dates("2020-01-02T03"), dates("20200102030405"),
    dates("2020-01-02 03:04:05.000000001"), dates("0001-01-01"), dates("9999-12-31"), dates("2020-01-02 24:00:00"), dates(" 2020-01-02"),
    dates("2020-01-02 "), dates("Jan 2020"), dates("2020-Jan-05"), dates("12/2020"), dates("1577836800"),
    dates("02.01.2020 7h", date_format="%d.%m.%Y %Hh"), dates("x", date_format="%Y"),
    dates("2020-01-02", "2020-01-03 10:00", date_format="ISO8601"), dates("2020-01-02", "01/03/2020", date_format="mixed"),
    dates("2020-1-2", date_format="%Y-%m-%d"), dates("Thu Jan  2 2020", date_format="%a %b %d %Y"),
    dates("1:02 am 5/6/07", date_format="%I:%M %p %m/%d/%y"), dates("2020-366", date_format="%Y-%j"), dates("12:30 PM Jan 5, 2020"),
    dates("2020-01-02T10:00:00.123Z"), dates("2020-01-02 10:00:00 UTC"), dates("1600-01-01 00:00:00.1234567"), dates("1/2/2020 13:04:05"),
    dates("2020-01-02T10:00"), dates("2020-01-02T10:00Z"), dates("2020-01-02T10:00:00.5Z", "2020-01-02T10:00:00.25+00:00"),
    C("a,b\n2020-01-02,1\n", index_col=0, parse_dates=True), C("a,b\nx,1\n", index_col=0, parse_dates=True),
    C("a,b\n1,1\n", parse_dates=["q"]), C("a,b\n", parse_dates=["b"]), C("a,b\n1,20200102\n", parse_dates=["b"]),
    # rows are skipped by record: a line end in quotes is none
    C('"a\nb",1\nc,2\nd,3\n', header=None, skiprows=[1]), C('"a\nb",1\nc,2\nd,3\n', header=None, skiprows=2),
    C('a,b\n1,"x\r\ny"\n2,z\n3,w\n', skiprows=[0, 2]), C('x"y\na,b\n"1,2\n3,4\n5,6\n', skiprows=1), C('a\n\n"x""\ny"\n2\n3\n', skiprows=[2]),
    C('a,b\n\n"p\nq",1\n#c\n2,3\n4,5\n', skiprows=[4], comment="#"), C('a\n1\n"2\n', skiprows=[2]),
    # a comment's character behind a closing quote
    C('a,b\n1,"x"# said\n2,"y"#\n3,"z" # w\n', comment="#"), C('a,b\n1,"x"##y\n', comment="#"), C('a,b\n1,"x"#y\n', comment="#", doublequote=False),
    # names of row labels
    C(",b\n1,2\n", index_col=0), C("Unnamed: 0,b\n1,2\n", index_col=0), C("Unnamed: 0,b\n1,2\n", index_col="Unnamed: 0"),
    # fewer lines than the header asks for, and names in their stead
    C("a\n1\n", header=2), C("a\n1\n", header=5), C("", header=1), C("", names=["p", "q"]), C("a|b\n1|2\n", sep="|", names=["p", "q"], header=0, skiprows=2),
    C("a,b\n", names=["p", "q"], header=0), C("a\n", names=["p"], header=1), C(b"a\xff,b\n1,2\n"), C(b"a\xff,b\n1,2\n", names=["p", "q"], header=0),
    # names and columns to use
    C("a,b\n1,x\n", names=["p"], usecols=["p"], header=None), C("a,b\n1,x\n", names=["p"], usecols=["p"], header=0),
    C("a,b\n1,x\n", names=["p"], usecols=[1], header=0), C("a,b,c\n1,x,y\n", names=["p", "q"], usecols=["p"], header=0),
    C("a,b,c\n1,x,y\n", names=["p", "q"], usecols=[0, 1, 2], header=0), C("a,b\nk,1,2\nl,3,4\n", usecols=["b"]), C("a,b\nk,1,2\nl,3,4\n", usecols=["a", "b"]),
    # dates of columns that are not used, and of row labels that are none
    C("a,b\n2020-01-02,2\n", usecols=["b"], parse_dates=["a"]), C("a,b\n1,2020-01-02\n", usecols=["b"], parse_dates=[0]),
    C("a,b\n1,2\n3,4\n", index_col=0, parse_dates=True), C("a,b\n1.5,2\n,4\n", index_col=0, parse_dates=True), C("a,b\nx,2\n3,4\n", index_col=0, parse_dates=True),
    C("a,b\nTrue,2\nFalse,4\n", index_col="a", parse_dates=["a"]), C("a,b\n2020-01-01,2\n7,4\n", index_col=0, parse_dates=True),
    C("a,b\n1,1\n5,3\n", index_col=0, dtype="object"),
]
print('{"pandas": "%s", "cases": [' % pd.__version__)
print(",\n".join(json.dumps(c) for c in cases))
print("]}")
