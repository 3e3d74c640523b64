"""The 22 queries of TPC-H in pandas' spelling, for pandas and for Mars, with the parameters that the specification validates.

A query is a function of the tables and of the library's module; its answer is a frame, a series or a number.
"""

from pandas import Timestamp

# All of them are held, by each library, while the queries run.
TABLES = "lineitem orders customer part supplier partsupp nation region".split()


def revenue(t):
    return t["l_extendedprice"] * (1 - t["l_discount"])


def during(column, first, end):
    """From the first day on, before the end."""
    return (column >= Timestamp(first)) & (column < Timestamp(end))


def summed(t, keys, columns):
    return t.groupby(keys, as_index=False)[columns].sum()


def q1(t, _):
    x = t.lineitem[t.lineitem["l_shipdate"] <= Timestamp("1998-09-02")]
    x = x.assign(disc_price=revenue(x))
    x = x.assign(charge=x["disc_price"] * (1 + x["l_tax"]))
    return x.groupby(["l_returnflag", "l_linestatus"], as_index=False).agg(
        sum_qty=("l_quantity", "sum"),
        sum_base_price=("l_extendedprice", "sum"),
        sum_disc_price=("disc_price", "sum"),
        sum_charge=("charge", "sum"),
        avg_qty=("l_quantity", "mean"),
        avg_price=("l_extendedprice", "mean"),
        avg_disc=("l_discount", "mean"),
        count_order=("l_orderkey", "count"),
    )


def q2(t, _):
    parts = t.part[(t.part["p_size"] == 15) & t.part["p_type"].str.endswith("BRASS")]
    nations = t.nation.merge(t.region[t.region["r_name"] == "EUROPE"], left_on="n_regionkey", right_on="r_regionkey")
    sellers = t.supplier.merge(nations, left_on="s_nationkey", right_on="n_nationkey")
    x = t.partsupp.merge(sellers, left_on="ps_suppkey", right_on="s_suppkey").merge(parts, left_on="ps_partkey", right_on="p_partkey")
    least = x.groupby("ps_partkey", as_index=False)["ps_supplycost"].min()
    x = x.merge(least, on=["ps_partkey", "ps_supplycost"])
    x = x[["s_acctbal", "s_name", "n_name", "p_partkey", "p_mfgr", "s_address", "s_phone", "s_comment"]]
    return x.sort_values(["s_acctbal", "n_name", "s_name", "p_partkey"], ascending=[False, True, True, True]).head(100)


def q3(t, _):
    day = Timestamp("1995-03-15")
    people = t.customer[t.customer["c_mktsegment"] == "BUILDING"]
    orders, lines = t.orders[t.orders["o_orderdate"] < day], t.lineitem[t.lineitem["l_shipdate"] > day]
    x = lines.merge(orders.merge(people, left_on="o_custkey", right_on="c_custkey"), left_on="l_orderkey", right_on="o_orderkey")
    x = summed(x.assign(revenue=revenue(x)), ["l_orderkey", "o_orderdate", "o_shippriority"], ["revenue"])
    return x.sort_values(["revenue", "o_orderdate"], ascending=[False, True]).head(10)


def q4(t, _):
    late = t.lineitem[t.lineitem["l_commitdate"] < t.lineitem["l_receiptdate"]]
    orders = t.orders[during(t.orders["o_orderdate"], "1993-07-01", "1993-10-01")]
    orders = orders[orders["o_orderkey"].isin(late["l_orderkey"])]
    return orders.groupby("o_orderpriority", as_index=False).agg(order_count=("o_orderkey", "count"))


def q5(t, _):
    nations = t.nation.merge(t.region[t.region["r_name"] == "ASIA"], left_on="n_regionkey", right_on="r_regionkey")
    people = t.customer.merge(nations, left_on="c_nationkey", right_on="n_nationkey")
    orders = t.orders[during(t.orders["o_orderdate"], "1994-01-01", "1995-01-01")]
    x = t.lineitem.merge(orders.merge(people, left_on="o_custkey", right_on="c_custkey"), left_on="l_orderkey", right_on="o_orderkey")
    x = x.merge(t.supplier, left_on=["l_suppkey", "c_nationkey"], right_on=["s_suppkey", "s_nationkey"])
    return summed(x.assign(revenue=revenue(x)), "n_name", ["revenue"]).sort_values("revenue", ascending=False)


def q6(t, _):
    x = t.lineitem
    x = x[during(x["l_shipdate"], "1994-01-01", "1995-01-01") & (x["l_discount"] >= 0.05) & (x["l_discount"] <= 0.07) & (x["l_quantity"] < 24)]
    return (x["l_extendedprice"] * x["l_discount"]).sum()


def q7(t, _):
    two = t.nation[t.nation["n_name"].isin(["FRANCE", "GERMANY"])][["n_nationkey", "n_name"]]
    sellers = t.supplier.merge(two.rename(columns={"n_name": "supp_nation"}), left_on="s_nationkey", right_on="n_nationkey")
    people = t.customer.merge(two.rename(columns={"n_name": "cust_nation"}), left_on="c_nationkey", right_on="n_nationkey")
    lines = t.lineitem[during(t.lineitem["l_shipdate"], "1995-01-01", "1997-01-01")]
    x = lines.merge(sellers[["s_suppkey", "supp_nation"]], left_on="l_suppkey", right_on="s_suppkey")
    orders = t.orders.merge(people[["c_custkey", "cust_nation"]], left_on="o_custkey", right_on="c_custkey")
    x = x.merge(orders, left_on="l_orderkey", right_on="o_orderkey")
    x = x[x["supp_nation"] != x["cust_nation"]]
    x = x.assign(l_year=x["l_shipdate"].dt.year, revenue=revenue(x))
    return summed(x, ["supp_nation", "cust_nation", "l_year"], ["revenue"])


def q8(t, _):
    parts = t.part[t.part["p_type"] == "ECONOMY ANODIZED STEEL"]
    american = t.nation.merge(t.region[t.region["r_name"] == "AMERICA"], left_on="n_regionkey", right_on="r_regionkey")
    people = t.customer[["c_custkey", "c_nationkey"]].merge(american[["n_nationkey"]], left_on="c_nationkey", right_on="n_nationkey")
    orders = t.orders[(t.orders["o_orderdate"] >= Timestamp("1995-01-01")) & (t.orders["o_orderdate"] <= Timestamp("1996-12-31"))]
    orders = orders.merge(people[["c_custkey"]], left_on="o_custkey", right_on="c_custkey")
    x = t.lineitem.merge(parts, left_on="l_partkey", right_on="p_partkey").merge(orders, left_on="l_orderkey", right_on="o_orderkey")
    sellers = t.supplier.merge(t.nation, left_on="s_nationkey", right_on="n_nationkey")
    x = x.merge(sellers[["s_suppkey", "n_name"]], left_on="l_suppkey", right_on="s_suppkey")
    x = x.assign(o_year=x["o_orderdate"].dt.year, volume=revenue(x))
    x = summed(x.assign(brazil=x["volume"].where(x["n_name"] == "BRAZIL", 0.0)), "o_year", ["brazil", "volume"])
    return x[["o_year"]].assign(mkt_share=x["brazil"] / x["volume"])


def q9(t, _):
    parts = t.part[t.part["p_name"].str.contains("green", regex=False)]
    sellers = t.supplier.merge(t.nation, left_on="s_nationkey", right_on="n_nationkey")
    x = t.lineitem.merge(parts[["p_partkey"]], left_on="l_partkey", right_on="p_partkey")
    x = x.merge(t.partsupp, left_on=["l_partkey", "l_suppkey"], right_on=["ps_partkey", "ps_suppkey"])
    x = x.merge(sellers[["s_suppkey", "n_name"]], left_on="l_suppkey", right_on="s_suppkey")
    x = x.merge(t.orders, left_on="l_orderkey", right_on="o_orderkey")
    x = x.assign(o_year=x["o_orderdate"].dt.year, amount=revenue(x) - x["ps_supplycost"] * x["l_quantity"])
    return summed(x, ["n_name", "o_year"], ["amount"]).sort_values(["n_name", "o_year"], ascending=[True, False])


def q10(t, _):
    orders = t.orders[during(t.orders["o_orderdate"], "1993-10-01", "1994-01-01")]
    lines = t.lineitem[t.lineitem["l_returnflag"] == "R"]
    x = lines.merge(orders, left_on="l_orderkey", right_on="o_orderkey")
    x = summed(x.assign(revenue=revenue(x)), "o_custkey", ["revenue"])
    x = x.merge(t.customer, left_on="o_custkey", right_on="c_custkey").merge(t.nation, left_on="c_nationkey", right_on="n_nationkey")
    x = x[["c_custkey", "c_name", "revenue", "c_acctbal", "n_name", "c_address", "c_phone", "c_comment"]]
    return x.sort_values("revenue", ascending=False).head(20)


def q11(t, _):
    sellers = t.supplier.merge(t.nation[t.nation["n_name"] == "GERMANY"], left_on="s_nationkey", right_on="n_nationkey")
    x = t.partsupp.merge(sellers, left_on="ps_suppkey", right_on="s_suppkey")
    x = summed(x.assign(value=x["ps_supplycost"] * x["ps_availqty"]), "ps_partkey", ["value"])
    return x[x["value"] > x["value"].sum() * (0.0001 / t.scale)].sort_values("value", ascending=False)


def q12(t, _):
    x = t.lineitem
    x = x[
        x["l_shipmode"].isin(["MAIL", "SHIP"])
        & (x["l_commitdate"] < x["l_receiptdate"])
        & (x["l_shipdate"] < x["l_commitdate"])
        & during(x["l_receiptdate"], "1994-01-01", "1995-01-01")
    ]
    x = x.merge(t.orders, left_on="l_orderkey", right_on="o_orderkey")
    high = x["o_orderpriority"].isin(["1-URGENT", "2-HIGH"])
    x = x.assign(high_line_count=high.astype("int64"), low_line_count=(~high).astype("int64"))
    return summed(x, "l_shipmode", ["high_line_count", "low_line_count"])


def q13(t, _):
    orders = t.orders[~t.orders["o_comment"].str.contains("special.*requests")]
    x = t.customer.merge(orders, how="left", left_on="c_custkey", right_on="o_custkey")
    x = x.groupby("c_custkey", as_index=False).agg(c_count=("o_orderkey", "count"))
    x = x.groupby("c_count", as_index=False).agg(custdist=("c_custkey", "count"))
    return x.sort_values(["custdist", "c_count"], ascending=[False, False])[["c_count", "custdist"]]


def q14(t, _):
    lines = t.lineitem[during(t.lineitem["l_shipdate"], "1995-09-01", "1995-10-01")]
    x = lines.merge(t.part, left_on="l_partkey", right_on="p_partkey")
    r = revenue(x)
    return 100 * r.where(x["p_type"].str.startswith("PROMO"), 0.0).sum() / r.sum()


def q15(t, _):
    lines = t.lineitem[during(t.lineitem["l_shipdate"], "1996-01-01", "1996-04-01")]
    x = summed(lines.assign(total_revenue=revenue(lines)), "l_suppkey", ["total_revenue"])
    x = t.supplier.merge(x[x["total_revenue"] == x["total_revenue"].max()], left_on="s_suppkey", right_on="l_suppkey")
    return x[["s_suppkey", "s_name", "s_address", "s_phone", "total_revenue"]].sort_values("s_suppkey")


def q16(t, _):
    p = t.part
    p = p[(p["p_brand"] != "Brand#45") & ~p["p_type"].str.startswith("MEDIUM POLISHED") & p["p_size"].isin([49, 14, 23, 45, 19, 3, 36, 9])]
    bad = t.supplier[t.supplier["s_comment"].str.contains("Customer.*Complaints")]
    x = t.partsupp[~t.partsupp["ps_suppkey"].isin(bad["s_suppkey"])].merge(p, left_on="ps_partkey", right_on="p_partkey")
    x = x.groupby(["p_brand", "p_type", "p_size"], as_index=False)["ps_suppkey"].nunique()
    return x.sort_values(["ps_suppkey", "p_brand", "p_type", "p_size"], ascending=[False, True, True, True])


def q17(t, _):
    parts = t.part[(t.part["p_brand"] == "Brand#23") & (t.part["p_container"] == "MED BOX")]
    x = t.lineitem.merge(parts[["p_partkey"]], left_on="l_partkey", right_on="p_partkey")
    mean = x.groupby("l_partkey", as_index=False).agg(mean=("l_quantity", "mean"))
    x = x.merge(mean, on="l_partkey")
    return x[x["l_quantity"] < 0.2 * x["mean"]]["l_extendedprice"].sum() / 7.0


def q18(t, _):
    x = t.lineitem.groupby("l_orderkey")["l_quantity"].sum()
    large = x[x > 300]
    orders = t.orders[t.orders["o_orderkey"].isin(large.index)]
    x = orders.merge(large, left_on="o_orderkey", right_index=True).merge(t.customer, left_on="o_custkey", right_on="c_custkey")
    x = x[["c_name", "c_custkey", "o_orderkey", "o_orderdate", "o_totalprice", "l_quantity"]]
    return x.sort_values(["o_totalprice", "o_orderdate"], ascending=[False, True]).head(100)


def q19(t, _):
    lines = t.lineitem[t.lineitem["l_shipmode"].isin(["AIR", "REG AIR"]) & (t.lineitem["l_shipinstruct"] == "DELIVER IN PERSON")]
    x = lines.merge(t.part, left_on="l_partkey", right_on="p_partkey")

    def kind(brand, sizes, containers, quantity):
        fits = (x["p_brand"] == brand) & x["p_container"].isin(containers) & (x["p_size"] >= 1) & (x["p_size"] <= sizes)
        return fits & (x["l_quantity"] >= quantity) & (x["l_quantity"] <= quantity + 10)

    x = x[
        kind("Brand#12", 5, ["SM CASE", "SM BOX", "SM PACK", "SM PKG"], 1)
        | kind("Brand#23", 10, ["MED BAG", "MED BOX", "MED PKG", "MED PACK"], 10)
        | kind("Brand#34", 15, ["LG CASE", "LG BOX", "LG PACK", "LG PKG"], 20)
    ]
    return revenue(x).sum()


def q20(t, _):
    parts = t.part[t.part["p_name"].str.startswith("forest")]
    lines = t.lineitem[during(t.lineitem["l_shipdate"], "1994-01-01", "1995-01-01")]
    sold = summed(lines[lines["l_partkey"].isin(parts["p_partkey"])], ["l_partkey", "l_suppkey"], ["l_quantity"])
    x = t.partsupp.merge(sold, left_on=["ps_partkey", "ps_suppkey"], right_on=["l_partkey", "l_suppkey"])
    x = x[x["ps_availqty"] > 0.5 * x["l_quantity"]]
    sellers = t.supplier.merge(t.nation[t.nation["n_name"] == "CANADA"], left_on="s_nationkey", right_on="n_nationkey")
    return sellers[sellers["s_suppkey"].isin(x["ps_suppkey"])][["s_name", "s_address"]].sort_values("s_name")


def q21(t, _):
    late = t.lineitem[t.lineitem["l_receiptdate"] > t.lineitem["l_commitdate"]]
    sellers = t.lineitem.groupby("l_orderkey", as_index=False)["l_suppkey"].nunique().rename(columns={"l_suppkey": "sellers"})
    lates = late.groupby("l_orderkey", as_index=False)["l_suppkey"].nunique().rename(columns={"l_suppkey": "lates"})
    saudi = t.supplier.merge(t.nation[t.nation["n_name"] == "SAUDI ARABIA"], left_on="s_nationkey", right_on="n_nationkey")
    x = late.merge(saudi, left_on="l_suppkey", right_on="s_suppkey")
    x = x.merge(t.orders[t.orders["o_orderstatus"] == "F"], left_on="l_orderkey", right_on="o_orderkey")
    x = x.merge(sellers[sellers["sellers"] > 1], on="l_orderkey").merge(lates[lates["lates"] == 1], on="l_orderkey")
    x = x.groupby("s_name", as_index=False).agg(numwait=("l_orderkey", "count"))
    return x.sort_values(["numwait", "s_name"], ascending=[False, True]).head(100)


def q22(t, _):
    people = t.customer.assign(cntrycode=t.customer["c_phone"].str.slice(0, 2))
    people = people[people["cntrycode"].isin(["13", "31", "23", "29", "30", "18", "17"])]
    people = people[people["c_acctbal"] > people[people["c_acctbal"] > 0.0]["c_acctbal"].mean()]
    people = people[~people["c_custkey"].isin(t.orders["o_custkey"])]
    return people.groupby("cntrycode", as_index=False).agg(numcust=("c_acctbal", "count"), totacctbal=("c_acctbal", "sum"))


CASES = {f"tpch_q{k}": globals()[f"q{k}"] for k in range(1, 23)}
