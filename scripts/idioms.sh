#!/usr/bin/env bash
# idioms.sh [-w] [FILE...]: lines that people write, with NumPy and pandas and with Mars; the last line counts them as JSON.
. "$(dirname "$0")/env.sh"
python=$(scripts/venv.sh python)
[[ -n ${MARS_BIN:-} ]] || $GO build -o bin/mars ./cmd/mars
export MARS_BIN=${MARS_BIN:-$PWD/bin/mars}
files=()
for a in "$@"; do
	[[ $a == -* ]] || a=$(realpath "$a")
	files+=("$a")
done
cd python/tests
PYTHONPATH=$PWD/.. exec "$python" -W ignore -m idioms "${files[@]}"
