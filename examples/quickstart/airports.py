"""The airports of main.go in pandas' spelling: airports.py [ADDRESS] runs on the cluster there, or on one that it starts.

With "pandas" as the address pandas itself answers: the same function of another module.
"""

import pathlib
import sys

DATA = pathlib.Path(__file__).parents[1] / "data"


def airports(pd):
    """The airports with the worst mean delay of flights over 200 miles, of module pd: pandas or mars.dataframe."""
    flights = pd.read_parquet(DATA / "flights-200k.parquet")
    airports = pd.read_csv(DATA / "airports.csv")

    far = flights[flights["distance"] > 200]
    named = far.merge(airports, left_on="origin", right_on="iata")
    delays = named.groupby(["origin", "name"])["delay"].agg(**{"flights": "count", "mean delay": "mean"})
    return delays[delays["flights"] >= 100].sort_values("mean delay", ascending=False).head(10)


def main(address=None):
    if address == "pandas":
        import pandas as pd

        print(airports(pd))
        return
    import mars
    import mars.dataframe as md

    mars.new_session(address)
    print(airports(md).execute())


if __name__ == "__main__":
    main(*sys.argv[1:])
