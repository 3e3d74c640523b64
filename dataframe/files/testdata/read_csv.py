"""What pandas reads from examples/data/airports.csv and from small texts, which it writes to testdata/csv."""

import gzip
import pathlib
import sys

import pandas as pd

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here / "../../../marstest"))
import golden  # noqa: E402

cases = {}
exact = dict(low_memory=False)
a = pd.read_csv(here / "../../../examples/data/airports.csv", **exact)
cases["airports"] = pd.concat([a.head(40), a.iloc[1000:1020], a.tail(40)])
cases["airports of a state"] = a[["iata", "latitude"]].head(10)

n = 80
texts = {
    "types.csv": "i,f,s,b,late,nas,d\n" + "".join(
        f'{k},{k / 7},"text, number {k}\nof ""{n}""",{k % 3 == 0},{"x" if k == 70 else k},{"" if k % 9 == 4 else k},2020-01-{k % 28 + 1:02d}\n' for k in range(n)),
    "longer.csv": "a,b\n" + "".join(f"r{k},{k},{k * k}\n" for k in range(30)),
    "plain.txt": "# a comment\nx;y\n" + "".join(f"{k};{k}.5\n" for k in range(30)),
    "header.csv": "only,names\n",
    "part-1.csv": "a,b\n" + "".join(f"{k},{k}\n" for k in range(20)),
    "part-2.csv": "a,b\n" + "".join(f"{k},{k + 0.5}\n" for k in range(20)),
}
(here / "csv").mkdir(exist_ok=True)
for name, text in texts.items():
    (here / "csv" / name).write_text(text)
(here / "csv" / "types.csv.gz").write_bytes(gzip.compress(texts["types.csv"].encode(), mtime=0))


def read(name, **kw):
    return golden.call(lambda: pd.read_csv(here / "csv" / name, **exact, **kw))


cases["types"] = read("types.csv")
cases["gzip"] = read("types.csv.gz")
cases["dates"] = read("types.csv", parse_dates=["d"])
cases["index"] = read("types.csv", index_col="i")
cases["two levels"] = read("types.csv", index_col=["b", "i"])
cases["usecols"] = read("types.csv", usecols=["late", "i", "d"])
cases["nrows"] = read("types.csv", nrows=33)
cases["skiprows"] = read("longer.csv", skiprows=[1, 3, 4])
cases["longer"] = read("longer.csv")
cases["index_col false"] = read("longer.csv", index_col=False)
cases["plain"] = read("plain.txt", sep=";", comment="#")
cases["no header"] = read("longer.csv", header=None, skiprows=1, names=["p", "q", "r"])
cases["dtype"] = read("types.csv", dtype={"i": "float32", "late": "str", "nas": "Int64"})
cases["all str"] = read("types.csv", dtype="str")
cases["na_values"] = read("types.csv", na_values=["7"], keep_default_na=False)
cases["only header"] = read("header.csv")
cases["parts"] = pd.concat([read("part-1.csv"), read("part-2.csv")], ignore_index=True)
golden.write(cases)
