"""python -m fuzz SECONDS [SEED]: look for differences; the exit status says whether there are any."""

import sys
import time

import mars

from .hunt import Hunt

seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
mars.new_session()
hunt, number, end = Hunt(seed), 0, time.monotonic() + seconds
while time.monotonic() < end:
    hunt.one(number)
    number += 1
print(hunt.report())
if "-v" in sys.argv:
    for words, n in (hunt.words + hunt.known).most_common():
        print(n, words)
sys.exit(bool(hunt.found))
