#!/usr/bin/env bash
# prove-scripts.sh [-k MODE]: the scripts of the documentation against real processes: one supervisor, two schedulers with
# a web process, mars local, and a cluster of which only the web port can be reached. The last line is one JSON object.
. "$(dirname "$0")/env.sh"
python=$(scripts/venv.sh python)
$GO build -o bin/mars ./cmd/mars
scripts/install.sh .cache/prefix >/dev/null
PYTHONPATH=$PWD/python exec "$python" python/tests/prove_scripts.py "$PWD/.cache/prefix/bin" "$@"
