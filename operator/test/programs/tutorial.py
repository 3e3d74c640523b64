"""The program of the tutorial: tutorial.py URL; without one it runs where it is."""

import hashlib
import sys

import door  # noqa: F401

import mars
import mars.dataframe as md
import mars.tensor as mt
from mars.session import new_session

if len(sys.argv) > 1:
    new_session(sys.argv[1]).as_default()
else:
    mars.new_session()

a = mt.ones((2000, 2000), chunk_size=200)
b = mt.inner(a, a)
b.execute()
df = md.DataFrame(a).sum()
df.execute()

digest = hashlib.sha256(b.fetch().tobytes())
digest.update(df.fetch().to_numpy().tobytes())
print(digest.hexdigest())
