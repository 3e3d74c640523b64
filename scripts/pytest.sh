#!/usr/bin/env bash
# pytest.sh [LEG] [ARGS]: the tests of the Python package against a server that is built first, with the versions of
# scripts/requirements-python.txt, or of LEG "old", which runs the shorter part of them.
. "$(dirname "$0")/env.sh"
leg= marks=()
if [[ ${1:-} == old ]]; then
	shift
	leg=-old marks=(-m "not slow and not modern")
fi
python=$(scripts/venv.sh "python$leg")
[[ -n ${MARS_BIN:-} ]] || $GO build -o bin/mars ./cmd/mars
export MARS_BIN=${MARS_BIN:-$PWD/bin/mars}
cd python
PYTHONPATH=$PWD exec "$python" -m pytest -q "${marks[@]}" "$@"
