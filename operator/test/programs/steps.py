"""A program of many steps: steps.py FILE [URL]. FILE gets the number of each step that is over."""

import hashlib
import sys

import door  # noqa: F401

import mars
import mars.dataframe as md
import mars.tensor as mt
from mars.session import new_session

STEPS = 12

if len(sys.argv) > 2:
    new_session(sys.argv[2]).as_default()
else:
    mars.new_session()

digest = hashlib.sha256()
held = mt.random.RandomState(7).rand(3000, 1000, chunk_size=500).execute()
for step in range(STEPS):
    product = mt.dot(held.T, held) + step
    frame = md.DataFrame(held[:, :4], columns=list("abcd"))
    frame["k"] = (frame.a * 10).astype("int64")
    groups = frame.groupby("k").agg({"b": "sum", "c": "max", "d": "count"})
    mars.execute(product, groups)
    digest.update(product.fetch().tobytes())
    digest.update(groups.fetch().sort_index().to_numpy().tobytes())
    with open(sys.argv[1], "a") as f:
        print(step, file=f)
print(digest.hexdigest())
