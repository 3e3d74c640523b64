"""The 22 queries of TPC-H in Polars' expressions, over lazy frames, with the parameters that the specification validates."""

from datetime import date

import polars as pl
from polars import col

REVENUE = col("l_extendedprice") * (1 - col("l_discount"))


def during(column, first, end):
    """From the first day on, before the end."""
    return col(column).is_between(date.fromisoformat(first), date.fromisoformat(end), closed="left")


def nations(t, region):
    return t.nation.join(t.region.filter(col("r_name") == region), left_on="n_regionkey", right_on="r_regionkey")


def q1(t):
    x = t.lineitem.filter(col("l_shipdate") <= date(1998, 9, 2)).with_columns(disc_price=REVENUE)
    x = x.with_columns(charge=col("disc_price") * (1 + col("l_tax")))
    return (
        x.group_by("l_returnflag", "l_linestatus")
        .agg(
            sum_qty=col("l_quantity").sum(),
            sum_base_price=col("l_extendedprice").sum(),
            sum_disc_price=col("disc_price").sum(),
            sum_charge=col("charge").sum(),
            avg_qty=col("l_quantity").mean(),
            avg_price=col("l_extendedprice").mean(),
            avg_disc=col("l_discount").mean(),
            count_order=pl.len(),
        )
        .sort("l_returnflag", "l_linestatus")
    )


def q2(t):
    parts = t.part.filter((col("p_size") == 15) & col("p_type").str.ends_with("BRASS"))
    sellers = t.supplier.join(nations(t, "EUROPE"), left_on="s_nationkey", right_on="n_nationkey")
    x = t.partsupp.join(parts, left_on="ps_partkey", right_on="p_partkey").join(sellers, left_on="ps_suppkey", right_on="s_suppkey")
    x = x.filter(col("ps_supplycost") == col("ps_supplycost").min().over("ps_partkey"))
    x = x.select("s_acctbal", "s_name", "n_name", col("ps_partkey").alias("p_partkey"), "p_mfgr", "s_address", "s_phone", "s_comment")
    return x.sort("s_acctbal", "n_name", "s_name", "p_partkey", descending=[True, False, False, False]).head(100)


def q3(t):
    people = t.customer.filter(col("c_mktsegment") == "BUILDING")
    orders = t.orders.filter(col("o_orderdate") < date(1995, 3, 15)).join(people, left_on="o_custkey", right_on="c_custkey")
    x = t.lineitem.filter(col("l_shipdate") > date(1995, 3, 15)).join(orders, left_on="l_orderkey", right_on="o_orderkey")
    x = x.group_by("l_orderkey", "o_orderdate", "o_shippriority").agg(revenue=REVENUE.sum())
    return x.sort("revenue", "o_orderdate", descending=[True, False]).head(10)


def q4(t):
    late = t.lineitem.filter(col("l_commitdate") < col("l_receiptdate"))
    x = t.orders.filter(during("o_orderdate", "1993-07-01", "1993-10-01"))
    x = x.join(late, left_on="o_orderkey", right_on="l_orderkey", how="semi")
    return x.group_by("o_orderpriority").agg(order_count=pl.len()).sort("o_orderpriority")


def q5(t):
    people = t.customer.join(nations(t, "ASIA"), left_on="c_nationkey", right_on="n_nationkey")
    orders = t.orders.filter(during("o_orderdate", "1994-01-01", "1995-01-01")).join(people, left_on="o_custkey", right_on="c_custkey")
    x = t.lineitem.join(orders, left_on="l_orderkey", right_on="o_orderkey")
    x = x.join(t.supplier, left_on=["l_suppkey", "c_nationkey"], right_on=["s_suppkey", "s_nationkey"])
    return x.group_by("n_name").agg(revenue=REVENUE.sum()).sort("revenue", descending=True)


def q6(t):
    x = t.lineitem.filter(during("l_shipdate", "1994-01-01", "1995-01-01") & col("l_discount").is_between(0.05, 0.07) & (col("l_quantity") < 24))
    return x.select(revenue=(col("l_extendedprice") * col("l_discount")).sum())


def q7(t):
    two = t.nation.filter(col("n_name").is_in(["FRANCE", "GERMANY"])).select("n_nationkey", "n_name")
    sellers = t.supplier.join(two.rename({"n_name": "supp_nation"}), left_on="s_nationkey", right_on="n_nationkey")
    people = t.customer.join(two.rename({"n_name": "cust_nation"}), left_on="c_nationkey", right_on="n_nationkey")
    lines = t.lineitem.filter(during("l_shipdate", "1995-01-01", "1997-01-01"))
    x = lines.join(sellers, left_on="l_suppkey", right_on="s_suppkey")
    orders = t.orders.join(people, left_on="o_custkey", right_on="c_custkey")
    x = x.join(orders, left_on="l_orderkey", right_on="o_orderkey").filter(col("supp_nation") != col("cust_nation"))
    x = x.group_by("supp_nation", "cust_nation", col("l_shipdate").dt.year().alias("l_year")).agg(revenue=REVENUE.sum())
    return x.sort("supp_nation", "cust_nation", "l_year")


def q8(t):
    people = t.customer.join(nations(t, "AMERICA"), left_on="c_nationkey", right_on="n_nationkey").select("c_custkey")
    orders = t.orders.filter(col("o_orderdate").is_between(date(1995, 1, 1), date(1996, 12, 31)))
    orders = orders.join(people, left_on="o_custkey", right_on="c_custkey")
    parts = t.part.filter(col("p_type") == "ECONOMY ANODIZED STEEL")
    x = t.lineitem.join(parts, left_on="l_partkey", right_on="p_partkey").join(orders, left_on="l_orderkey", right_on="o_orderkey")
    sellers = t.supplier.join(t.nation, left_on="s_nationkey", right_on="n_nationkey").select("s_suppkey", "n_name")
    x = x.join(sellers, left_on="l_suppkey", right_on="s_suppkey").with_columns(volume=REVENUE)
    brazil = pl.when(col("n_name") == "BRAZIL").then("volume").otherwise(0.0).sum()
    return x.group_by(col("o_orderdate").dt.year().alias("o_year")).agg(mkt_share=brazil / col("volume").sum()).sort("o_year")


def q9(t):
    parts = t.part.filter(col("p_name").str.contains("green", literal=True)).select("p_partkey")
    sellers = t.supplier.join(t.nation, left_on="s_nationkey", right_on="n_nationkey").select("s_suppkey", "n_name")
    x = t.lineitem.join(parts, left_on="l_partkey", right_on="p_partkey")
    x = x.join(t.partsupp, left_on=["l_partkey", "l_suppkey"], right_on=["ps_partkey", "ps_suppkey"])
    x = x.join(sellers, left_on="l_suppkey", right_on="s_suppkey").join(t.orders, left_on="l_orderkey", right_on="o_orderkey")
    amount = REVENUE - col("ps_supplycost") * col("l_quantity")
    x = x.group_by("n_name", col("o_orderdate").dt.year().alias("o_year")).agg(amount=amount.sum())
    return x.sort("n_name", "o_year", descending=[False, True])


def q10(t):
    orders = t.orders.filter(during("o_orderdate", "1993-10-01", "1994-01-01"))
    x = t.lineitem.filter(col("l_returnflag") == "R").join(orders, left_on="l_orderkey", right_on="o_orderkey")
    x = x.group_by("o_custkey").agg(revenue=REVENUE.sum()).rename({"o_custkey": "c_custkey"})
    x = x.join(t.customer, on="c_custkey").join(t.nation, left_on="c_nationkey", right_on="n_nationkey")
    x = x.select("c_custkey", "c_name", "revenue", "c_acctbal", "n_name", "c_address", "c_phone", "c_comment")
    return x.sort("revenue", descending=True).head(20)


def q11(t):
    sellers = t.supplier.join(t.nation.filter(col("n_name") == "GERMANY"), left_on="s_nationkey", right_on="n_nationkey")
    x = t.partsupp.join(sellers, left_on="ps_suppkey", right_on="s_suppkey")
    x = x.group_by("ps_partkey").agg(value=(col("ps_supplycost") * col("ps_availqty")).sum())
    return x.filter(col("value") > col("value").sum() * (0.0001 / t.scale)).sort("value", descending=True)


def q12(t):
    x = t.lineitem.filter(
        col("l_shipmode").is_in(["MAIL", "SHIP"])
        & (col("l_commitdate") < col("l_receiptdate"))
        & (col("l_shipdate") < col("l_commitdate"))
        & during("l_receiptdate", "1994-01-01", "1995-01-01")
    )
    x = x.join(t.orders, left_on="l_orderkey", right_on="o_orderkey")
    high = col("o_orderpriority").is_in(["1-URGENT", "2-HIGH"])
    x = x.group_by("l_shipmode").agg(high_line_count=high.sum().cast(pl.Int64), low_line_count=(~high).sum().cast(pl.Int64))
    return x.sort("l_shipmode")


def q13(t):
    orders = t.orders.filter(~col("o_comment").str.contains("special.*requests"))
    x = t.customer.join(orders, how="left", left_on="c_custkey", right_on="o_custkey")
    x = x.group_by("c_custkey").agg(c_count=col("o_orderkey").count()).group_by("c_count").agg(custdist=pl.len())
    return x.sort("custdist", "c_count", descending=[True, True])


def q14(t):
    x = t.lineitem.filter(during("l_shipdate", "1995-09-01", "1995-10-01"))
    x = x.join(t.part, left_on="l_partkey", right_on="p_partkey").with_columns(r=REVENUE)
    promo = pl.when(col("p_type").str.starts_with("PROMO")).then("r").otherwise(0.0).sum()
    return x.select(promo_revenue=100 * promo / col("r").sum())


def q15(t):
    x = t.lineitem.filter(during("l_shipdate", "1996-01-01", "1996-04-01"))
    x = x.group_by("l_suppkey").agg(total_revenue=REVENUE.sum())
    x = t.supplier.join(x.filter(col("total_revenue") == col("total_revenue").max()), left_on="s_suppkey", right_on="l_suppkey")
    return x.select("s_suppkey", "s_name", "s_address", "s_phone", "total_revenue").sort("s_suppkey")


def q16(t):
    kinds = (col("p_brand") != "Brand#45") & ~col("p_type").str.starts_with("MEDIUM POLISHED")
    parts = t.part.filter(kinds & col("p_size").is_in([49, 14, 23, 45, 19, 3, 36, 9]))
    bad = t.supplier.filter(col("s_comment").str.contains("Customer.*Complaints"))
    x = t.partsupp.join(bad, left_on="ps_suppkey", right_on="s_suppkey", how="anti")
    x = x.join(parts, left_on="ps_partkey", right_on="p_partkey")
    x = x.group_by("p_brand", "p_type", "p_size").agg(col("ps_suppkey").n_unique())
    return x.sort("ps_suppkey", "p_brand", "p_type", "p_size", descending=[True, False, False, False])


def q17(t):
    parts = t.part.filter((col("p_brand") == "Brand#23") & (col("p_container") == "MED BOX")).select("p_partkey")
    x = t.lineitem.join(parts, left_on="l_partkey", right_on="p_partkey")
    x = x.filter(col("l_quantity") < 0.2 * col("l_quantity").mean().over("l_partkey"))
    return x.select(avg_yearly=col("l_extendedprice").sum() / 7.0)


def q18(t):
    large = t.lineitem.group_by("l_orderkey").agg(col("l_quantity").sum()).filter(col("l_quantity") > 300)
    x = t.orders.join(large, left_on="o_orderkey", right_on="l_orderkey").join(t.customer, left_on="o_custkey", right_on="c_custkey")
    x = x.select("c_name", col("o_custkey").alias("c_custkey"), "o_orderkey", "o_orderdate", "o_totalprice", "l_quantity")
    return x.sort("o_totalprice", "o_orderdate", descending=[True, False]).head(100)


def q19(t):
    x = t.lineitem.filter(col("l_shipmode").is_in(["AIR", "REG AIR"]) & (col("l_shipinstruct") == "DELIVER IN PERSON"))
    x = x.join(t.part, left_on="l_partkey", right_on="p_partkey")

    def kind(brand, sizes, containers, quantity):
        fits = (col("p_brand") == brand) & col("p_container").is_in(containers) & col("p_size").is_between(1, sizes)
        return fits & col("l_quantity").is_between(quantity, quantity + 10)

    x = x.filter(
        kind("Brand#12", 5, ["SM CASE", "SM BOX", "SM PACK", "SM PKG"], 1)
        | kind("Brand#23", 10, ["MED BAG", "MED BOX", "MED PKG", "MED PACK"], 10)
        | kind("Brand#34", 15, ["LG CASE", "LG BOX", "LG PACK", "LG PKG"], 20)
    )
    return x.select(revenue=REVENUE.sum())


def q20(t):
    parts = t.part.filter(col("p_name").str.starts_with("forest"))
    x = t.lineitem.filter(during("l_shipdate", "1994-01-01", "1995-01-01"))
    x = x.join(parts, left_on="l_partkey", right_on="p_partkey", how="semi")
    sold = x.group_by("l_partkey", "l_suppkey").agg(col("l_quantity").sum())
    x = t.partsupp.join(sold, left_on=["ps_partkey", "ps_suppkey"], right_on=["l_partkey", "l_suppkey"])
    x = x.filter(col("ps_availqty") > 0.5 * col("l_quantity"))
    sellers = t.supplier.join(t.nation.filter(col("n_name") == "CANADA"), left_on="s_nationkey", right_on="n_nationkey")
    return sellers.join(x, left_on="s_suppkey", right_on="ps_suppkey", how="semi").select("s_name", "s_address").sort("s_name")


def q21(t):
    late = t.lineitem.filter(col("l_receiptdate") > col("l_commitdate"))
    sellers = t.lineitem.group_by("l_orderkey").agg(sellers=col("l_suppkey").n_unique()).filter(col("sellers") > 1)
    lates = late.group_by("l_orderkey").agg(lates=col("l_suppkey").n_unique()).filter(col("lates") == 1)
    saudi = t.supplier.join(t.nation.filter(col("n_name") == "SAUDI ARABIA"), left_on="s_nationkey", right_on="n_nationkey")
    x = late.join(saudi, left_on="l_suppkey", right_on="s_suppkey")
    x = x.join(t.orders.filter(col("o_orderstatus") == "F"), left_on="l_orderkey", right_on="o_orderkey")
    x = x.join(sellers, on="l_orderkey").join(lates, on="l_orderkey")
    return x.group_by("s_name").agg(numwait=pl.len()).sort("numwait", "s_name", descending=[True, False]).head(100)


def q22(t):
    people = t.customer.with_columns(cntrycode=col("c_phone").str.slice(0, 2))
    people = people.filter(col("cntrycode").is_in(["13", "31", "23", "29", "30", "18", "17"]))
    rich = people.filter(col("c_acctbal") > 0.0).select(col("c_acctbal").mean().alias("mean"))
    people = people.join(rich, how="cross").filter(col("c_acctbal") > col("mean"))
    people = people.join(t.orders, left_on="c_custkey", right_on="o_custkey", how="anti")
    return people.group_by("cntrycode").agg(numcust=pl.len(), totacctbal=col("c_acctbal").sum()).sort("cntrycode")


CASES = {f"tpch_q{k}": globals()[f"q{k}"] for k in range(1, 23)}
