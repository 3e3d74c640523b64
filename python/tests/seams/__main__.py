"""python -m seams [EVERY] [WORD]: all calls, or one of EVERY, of those that hold WORD; what differs and is not known is printed."""

import sys
from collections import Counter

from idioms.line import outcome

import mars

from . import known
from .calls import calls

mars.new_session()
seen = Counter()
every = int(sys.argv[1]) if len(sys.argv) > 1 else 1
for call in calls(every):
    if len(sys.argv) > 2 and sys.argv[2] not in call.line.code:
        continue
    word, says = outcome(call, call.line)
    if word == "wrong":
        reason = known.why(call, says)
        word = "known" if reason else word
        if not reason:
            print(f"{call.line.code}  [{call.kind}]\n    {says}", flush=True)
    seen[word] += 1
print(dict(seen))
