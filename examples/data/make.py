"""Make the sample data of this folder from vega-datasets.

    python make.py DIR        # DIR holds flights-3m.parquet and airports.csv of the npm package vega-datasets 3.2.1

Writes flights-200k.parquet (every 15th row, same columns and types, four row groups) and copies airports.csv.
Made with pyarrow 26.0.1; the same pyarrow gives the same bytes.
"""

import pathlib
import shutil
import sys

import pyarrow as pa
import pyarrow.parquet as pq

STEP = 15
ROW_GROUP = 50_000


def main(source):
    here = pathlib.Path(__file__).parent
    flights = pq.read_table(source / "flights-3m.parquet")
    sample = flights.take(pa.array(range(0, flights.num_rows, STEP)))
    out = here / "flights-200k.parquet"
    pq.write_table(sample, out, row_group_size=ROW_GROUP, compression="zstd", compression_level=19)
    shutil.copyfile(source / "airports.csv", here / "airports.csv")
    print(f"{out.name}: {sample.num_rows} rows, {out.stat().st_size} bytes")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
