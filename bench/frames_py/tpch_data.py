"""Data of the TPC-H queries: tpch_data.py DIR SF writes its eight tables, of the scale SF, as Parquet.

The schema, the numbers of rows and the distributions of values that the 22 queries look at are those of dbgen (TPC-H 3.0, section 4.2): keys with their gaps, the four suppliers
of a part, orders of two thirds of the customers, dates that follow from each other, prices from parts, flags and states from dates, names and types from the same words.
It differs where the queries do not look: the random numbers are NumPy's; addresses, clerks' names and comments are short and of few words, though as many comments as dbgen's
hold "special ... requests", "Customer ... Complaints"; money is float64 in whole cents, not decimal, and days are timestamps, as pandas reads them.
"""

import pathlib
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

REGIONS = ["AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST"]
NATIONS = (
    "ALGERIA 0 ARGENTINA 1 BRAZIL 1 CANADA 1 EGYPT 4 ETHIOPIA 0 FRANCE 3 GERMANY 3 INDIA 2 INDONESIA 2 IRAN 4 IRAQ 4 JAPAN 2 JORDAN 4 KENYA 0 MOROCCO 0 "
    "MOZAMBIQUE 0 PERU 1 CHINA 2 ROMANIA 3 SAUDI_ARABIA 4 VIETNAM 2 RUSSIA 3 UNITED_KINGDOM 3 UNITED_STATES 1"
).split()
COLORS = (
    "almond antique aquamarine azure beige bisque black blanched blue blush brown burlywood burnished chartreuse chiffon chocolate coral cornflower cornsilk cream cyan "
    "dark deep dim dodger drab firebrick floral forest frosted gainsboro ghost goldenrod green grey honeydew hot indian ivory khaki lace lavender lawn lemon light lime "
    "linen magenta maroon medium metallic midnight mint misty moccasin navajo navy olive orange orchid pale papaya peach peru pink plum powder puff purple red rose rosy "
    "royal saddle salmon sandy seashell sienna sky slate smoke snow spring steel tan thistle tomato turquoise violet wheat white yellow"
).split()
TYPES = [
    f"{a} {b} {c}"
    for a in "STANDARD SMALL MEDIUM LARGE ECONOMY PROMO".split()
    for b in "ANODIZED BURNISHED PLATED POLISHED BRUSHED".split()
    for c in "TIN NICKEL BRASS STEEL COPPER".split()
]
CONTAINERS = [f"{a} {b}" for a in "SM LG MED JUMBO WRAP".split() for b in "CASE BOX BAG JAR PKG PACK CAN DRUM".split()]
SEGMENTS = ["AUTOMOBILE", "BUILDING", "FURNITURE", "MACHINERY", "HOUSEHOLD"]
PRIORITIES = ["1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW"]
INSTRUCTIONS = ["DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN"]
MODES = ["REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB"]
WORDS = "furiously quickly slyly carefully blithely deposits accounts packages ideas theodolites pinto beans foxes instructions pending final express ironic bold even".split()

START, END, TODAY = np.datetime64("1992-01-01"), np.datetime64("1998-12-31"), np.datetime64("1995-06-17")


def take(words, codes):
    return pa.array(words).take(pa.array(codes))


def text(rng, n, words):
    """So many comments of so many words, of a few thousand that differ."""
    some = [" ".join(w) for w in rng.choice(WORDS, (4096, words))]
    return take(some, rng.integers(0, len(some), n))


def with_words(rng, column, share, first, second):
    """The comments, a share of which holds two words that a query looks for, with others between them."""
    at = np.flatnonzero(rng.random(len(column)) < share)
    out = column.to_numpy(zero_copy_only=False)
    between = rng.choice(WORDS, len(at))
    out[at] = [f"{c} {first} {w} {second}" for c, w in zip(out[at], between)]
    return pa.array(out, pa.string())


def cents(rng, low, high, n):
    return np.round(rng.integers(low, high + 1, n) / 100, 2)


def phones(rng, nations):
    n = len(nations)
    a, b, c = rng.integers(100, 1000, n), rng.integers(100, 1000, n), rng.integers(1000, 10000, n)
    return pa.array([f"{k + 10}-{x}-{y}-{z}" for k, x, y, z in zip(nations, a, b, c)])


def named(prefix, keys):
    return pa.array([f"{prefix}#{k:09d}" for k in keys])


def days(d):
    return pa.array(d.astype("datetime64[us]"))


def small():
    n = np.arange(25)
    yield "region", {"r_regionkey": np.arange(5), "r_name": REGIONS, "r_comment": WORDS[:5]}
    names, regions = [x.replace("_", " ") for x in NATIONS[::2]], [int(x) for x in NATIONS[1::2]]
    yield "nation", {"n_nationkey": n, "n_name": names, "n_regionkey": regions, "n_comment": [WORDS[k % 20] for k in n]}


def supplier(rng, n):
    keys, nations = np.arange(1, n + 1), rng.integers(0, 25, n)
    comments = with_words(rng, text(rng, n, 9), 0.0005, "Customer", "Recommends")
    return {
        "s_suppkey": keys,
        "s_name": named("Supplier", keys),
        "s_address": text(rng, n, 2),
        "s_nationkey": nations,
        "s_phone": phones(rng, nations),
        "s_acctbal": cents(rng, -99999, 999999, n),
        "s_comment": with_words(rng, comments, 0.0005, "Customer", "Complaints"),
    }


def retail(keys):
    """The price of a part in cents."""
    return 90000 + keys // 10 % 20001 + 100 * (keys % 1000)


def part(rng, n):
    keys, maker = np.arange(1, n + 1), rng.integers(1, 6, n)
    brand = maker * 10 + rng.integers(1, 6, n)
    words = np.argsort(rng.random((n, len(COLORS)), np.float32), axis=1)[:, :5]  # five that differ
    names = np.array(COLORS, object)[words]
    return {
        "p_partkey": keys,
        "p_name": pa.array([" ".join(w) for w in names]),
        "p_mfgr": take([f"Manufacturer#{k}" for k in range(6)], maker),
        "p_brand": take([f"Brand#{k}" for k in range(56)], brand),
        "p_type": take(TYPES, rng.integers(0, len(TYPES), n)),
        "p_size": rng.integers(1, 51, n),
        "p_container": take(CONTAINERS, rng.integers(0, len(CONTAINERS), n)),
        "p_retailprice": np.round(retail(keys) / 100, 2),
        "p_comment": text(rng, n, 2),
    }


def seller(parts, which, suppliers):
    """The supplier of a part that is the first, second, third or fourth of its four."""
    return (parts + which * (suppliers // 4 + (parts - 1) // suppliers)) % suppliers + 1


def partsupp(rng, parts, suppliers):
    keys, which = np.repeat(np.arange(1, parts + 1), 4), np.tile(np.arange(4), parts)
    n = len(keys)
    return {
        "ps_partkey": keys,
        "ps_suppkey": seller(keys, which, suppliers),
        "ps_availqty": rng.integers(1, 10000, n),
        "ps_supplycost": cents(rng, 100, 100000, n),
        "ps_comment": text(rng, n, 8),
    }


def customer(rng, n):
    keys, nations = np.arange(1, n + 1), rng.integers(0, 25, n)
    return {
        "c_custkey": keys,
        "c_name": named("Customer", keys),
        "c_address": text(rng, n, 2),
        "c_nationkey": nations,
        "c_phone": phones(rng, nations),
        "c_acctbal": cents(rng, -99999, 999999, n),
        "c_mktsegment": take(SEGMENTS, rng.integers(0, 5, n)),
        "c_comment": text(rng, n, 6),
    }


def orders_and_lines(rng, n, customers, parts, suppliers):
    """Orders and their one to seven lines, which give an order its price and its state."""
    place = np.arange(n)
    keys = place // 8 * 32 + place % 8 + 1  # eight of each 32 are used
    buyer = rng.integers(0, (customers + 2) // 3 * 2, n)  # a third of the customers, every third one, never order
    buyer = np.minimum(buyer // 2 * 3 + buyer % 2 + 1, customers - (customers % 3 == 0))
    ordered = START + rng.integers(0, int((END - START).astype(int)) - 151 + 1, n)
    lines = rng.integers(1, 8, n)
    of = np.repeat(place, lines)
    m = len(of)
    first = np.cumsum(lines) - lines
    item = rng.integers(1, parts + 1, m)
    quantity = rng.integers(1, 51, m)
    cost = quantity * retail(item)
    discount, tax = rng.integers(0, 11, m), rng.integers(0, 9, m)
    shipped = ordered[of] + rng.integers(1, 122, m)
    received = shipped + rng.integers(1, 31, m)
    returned = np.where(received <= TODAY, rng.integers(0, 2, m), 2)
    still = shipped > TODAY
    total = np.add.reduceat(cost / 100 * (1 + tax / 100) * (1 - discount / 100), first)
    still_open = np.add.reduceat(still.astype(np.int64), first)
    state = np.where(still_open == 0, 0, np.where(still_open == lines, 1, 2))
    yield (
        "orders",
        {
            "o_orderkey": keys,
            "o_custkey": buyer,
            "o_orderstatus": take(["F", "O", "P"], state),
            "o_totalprice": np.round(total, 2),
            "o_orderdate": days(ordered),
            "o_orderpriority": take(PRIORITIES, rng.integers(0, 5, n)),
            "o_clerk": take([f"Clerk#{k:09d}" for k in range(1, 1001)], rng.integers(0, 1000, n)),
            "o_shippriority": np.zeros(n, np.int64),
            "o_comment": with_words(rng, text(rng, n, 6), 0.0108, "special", "requests"),
        },
    )
    yield (
        "lineitem",
        {
            "l_orderkey": keys[of],
            "l_partkey": item,
            "l_suppkey": seller(item, rng.integers(0, 4, m), suppliers),
            "l_linenumber": np.arange(m) - first[of] + 1,
            "l_quantity": quantity.astype(np.float64),
            "l_extendedprice": np.round(cost / 100, 2),
            "l_discount": np.round(discount / 100, 2),
            "l_tax": np.round(tax / 100, 2),
            "l_returnflag": take(["R", "A", "N"], returned),
            "l_linestatus": take(["F", "O"], still.astype(np.int64)),
            "l_shipdate": days(shipped),
            "l_commitdate": days(ordered[of] + rng.integers(30, 91, m)),
            "l_receiptdate": days(received),
            "l_shipinstruct": take(INSTRUCTIONS, rng.integers(0, 4, m)),
            "l_shipmode": take(MODES, rng.integers(0, 7, m)),
            "l_comment": text(rng, m, 4),
        },
    )


def tables(scale):
    rng = np.random.default_rng(22)
    suppliers, parts, customers, orders = (max(int(scale * k), 40) for k in (10_000, 200_000, 150_000, 1_500_000))
    yield from small()
    yield "supplier", supplier(rng, suppliers)
    yield "part", part(rng, parts)
    yield "partsupp", partsupp(rng, parts, suppliers)
    yield "customer", customer(rng, customers)
    yield from orders_and_lines(rng, orders, customers, parts, suppliers)


def main(directory, scale):
    to = pathlib.Path(directory)
    to.mkdir(parents=True, exist_ok=True)
    for name, columns in tables(scale):
        pq.write_table(pa.table(columns), to / f"{name}.parquet", row_group_size=1 << 20)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
