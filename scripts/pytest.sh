#!/usr/bin/env bash
# pytest.sh [LEG] [ARGS]: the tests of the Python package against a server that is built first, with the versions of
# scripts/requirements-python.txt, of LEG "old", which runs the shorter part of them, or of LEG "contrib", which runs those
# of other libraries. Without ARGS all of them run, as many at once as there are processors.
. "$(dirname "$0")/env.sh"
leg=python args=()
case ${1:-} in
old)
	shift
	leg=python-old args=(-m "not slow and not modern")
	;;
contrib)
	shift
	leg=contrib
	args=(-o timeout=600)
	(($#)) || args+=(tests/contrib)
	;;
esac
(($#)) || args+=(-n auto --maxprocesses 4 --dist worksteal)
python=$(scripts/venv.sh "$leg")
[[ -n ${MARS_BIN:-} ]] || $GO build -o bin/mars ./cmd/mars
export MARS_BIN=${MARS_BIN:-$PWD/bin/mars}
cd python
PYTHONPATH=$PWD exec "$python" -m pytest -q "${args[@]}" "$@"
