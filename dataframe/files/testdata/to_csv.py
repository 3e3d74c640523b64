"""Writes what pandas makes of testdata/csv/types.csv to testdata/to_csv, and says nothing."""

import pathlib

import pandas as pd

here = pathlib.Path(__file__).parent
out = here / "to_csv"
out.mkdir(exist_ok=True)
df = pd.read_csv(here / "csv" / "types.csv", parse_dates=["d"], low_memory=False)
df.to_csv(out / "plain.csv")
df.to_csv(out / "bare.csv", index=False, header=False)
df.to_csv(out / "columns.csv", columns=["d", "nas"], sep=";", na_rep="-", index_label="row")
df.to_csv(out / "named.csv", columns=["d", "i"], header=["day", "n"], index=False)
df.to_csv(out / "floats.csv", columns=["f"], float_format="%.3f", quoting=2)
late = df.assign(d=df.d + pd.to_timedelta((df.i == 70).astype(int), "s"))
late[["i", "d"]].set_index("d").to_csv(out / "seconds.csv")
df.f.to_csv(out / "series.csv")
df[df.i % 3 == 1].to_csv(out / "filtered.csv", columns=["i"])
for k in range(4):
    df[["i", "b"]].iloc[20 * k : 20 * k + 20].to_csv(out / f"part-{k}.csv")
