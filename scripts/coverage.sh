#!/usr/bin/env bash
# coverage.sh [-w] [-v]: names of the original, NumPy, the array API and pandas that the client has, refuses by name, and does not know; -v lists
# those that it has not, -w writes README's table. The last line is JSON.
. "$(dirname "$0")/env.sh"
python=$(scripts/venv.sh python)
[[ -n ${MARS_BIN:-} ]] || $GO build -o bin/mars ./cmd/mars
export MARS_BIN=${MARS_BIN:-$PWD/bin/mars}
cd python/tests
PYTHONPATH=$PWD/.. exec "$python" -W ignore -m counts "$@"
