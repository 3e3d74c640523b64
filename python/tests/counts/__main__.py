"""python -m counts [-w] [-v]: count names; -w writes README's table, -v says which names are not native. The last line is JSON."""

import json
import sys

from . import lists
from .client import NATIVE, Client
from .table import counts, in_readme, sums, table

client = Client()
all_ = counts(client)
if "-w" in sys.argv:
    in_readme(table(all_))
if "-v" in sys.argv:
    for reference, names in (
        ("original", lists.original()),
        ("numpy", lists.numpy()),
        ("array_api", [(p, n) for p, n, _ in lists.array_api()]),
        ("pandas", lists.pandas()),
    ):
        for place, name in names:
            if (word := client.look(place, name)[0]) != NATIVE:
                print(f"{reference} {place}.{name}: {word}")
print(json.dumps({k: {**sums(v), "by class": {p: dict(c) for p, c in v.items()}} for k, v in all_.items()}))
