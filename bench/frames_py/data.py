"""Data of the frames' suite: data.py DIR ROWS writes the tables of the h2o benchmark (and one of sparse keys) as Parquet, and the first also as CSV.

The distributions are those of h2oai/db-benchmark: K = 100, no missing values, not sorted.
"""

import pathlib
import sys

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq

K = 100


def labels(codes, width):
    """Strings "id" and a number of so many digits, by code."""
    return numbered("id", codes, width)


def numbered(prefix, codes, width):
    number = pc.utf8_lpad(pc.cast(pa.array(codes), pa.string()), width, "0")
    return pc.binary_join_element_wise(prefix, number, "")


def groups(rng, n):
    """The table of the group-by questions."""
    few, many = rng.integers(1, K + 1, (4, n)), rng.integers(1, n // K + 1, (2, n))
    return pa.table(
        {
            "id1": labels(few[0], 3),
            "id2": labels(few[1], 3),
            "id3": labels(many[0], 10),
            "id4": few[2],
            "id5": few[3],
            "id6": many[1],
            "v1": rng.integers(1, 6, n),
            "v2": rng.integers(1, 16, n),
            "v3": np.round(rng.random(n) * 100, 6),
        }
    )


def keys(rng, n):
    """Keys of a table of n: nine tenths are in both tables of a join, a tenth only in this one."""
    return rng.permutation(n + n // 10)[:n] + 1


def joins(rng, n):
    """The left table of the joins, and a small, a middle and a big right one."""
    sizes = [max(n // 1_000_000, 10), max(n // 1000, 10), n]
    own = [keys(rng, s) for s in sizes]
    left = {f"id{i + 1}": rng.choice(own[i], n) if i < 2 else own[i] for i in range(3)}
    left |= {f"id{i + 4}": labels(left[f"id{i + 1}"], 1) for i in range(3)}
    left["v1"] = np.round(rng.random(n) * 100, 6)
    tables = {"x": pa.table(left)}
    for i, name in enumerate(["small", "medium", "big"]):
        have = keys(rng, sizes[i])
        t = {"id1": have} if i == 0 else {"id1": rng.choice(own[0], sizes[i]), "id2": have}
        if i == 2:
            t = {"id1": rng.choice(own[0], sizes[i]), "id2": rng.choice(own[1], sizes[i]), "id3": have}
        t |= {f"id{4 + j}": labels(t[f"id{j + 1}"], 1) for j in range(i + 1)}
        t["v2"] = np.round(rng.random(sizes[i]) * 100, 6)
        tables[name] = pa.table(t)
    return tables


def sparse(rng, n):
    """Keys that no table can address by their values."""
    few, many = rng.integers(0, n // 100, n), rng.integers(0, n // 2, n)
    spread = np.uint64(0x9E3779B97F4A7C15)
    return pa.table(
        {
            "k_lo": (few.astype(np.uint64) * spread).view(np.int64),
            "k_hi": (many.astype(np.uint64) * spread).view(np.int64),
            "s_long": numbered("key-", few, 25),
            "s_hi": numbered("key-", many, 10),
            "v": rng.random(n),
        }
    )


def main(directory, n):
    to = pathlib.Path(directory)
    to.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(1)
    tables = {"g": groups(rng, n), **joins(rng, n), "h": sparse(rng, n)}
    for name, t in tables.items():
        pq.write_table(t, to / f"{name}.parquet", row_group_size=1 << 20)
    pa.csv.write_csv(tables["g"], to / "g.csv", pa.csv.WriteOptions(quoting_style="none"))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
