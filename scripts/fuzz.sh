#!/usr/bin/env bash
# fuzz.sh TIME [PACKAGE...]: run every fuzz target of the packages (default: all) for TIME each. Without packages, then
# FRAMES_SECONDS (default 600) of random programs on frames against pandas, from FRAMES_SEED (default: another one each time).
. "$(dirname "$0")/env.sh"
time=${1:-10s}
shift || true
n=0
for pkg in $($GO list "${@:-./...}"); do
	for target in $($GO test -list '^Fuzz' "$pkg" | grep '^Fuzz' || true); do
		echo "$pkg $target"
		$GO test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 20x "$pkg"
		n=$((n + 1))
	done
done
echo "$n fuzz targets, $time each"
if (($# == 0)); then
	python=$(scripts/venv.sh python)
	[[ -n ${MARS_BIN:-} ]] || $GO build -o bin/mars ./cmd/mars
	export MARS_BIN=${MARS_BIN:-$PWD/bin/mars}
	cd python/tests
	PYTHONPATH=$PWD/.. "$python" -W ignore -m fuzz "${FRAMES_SECONDS:-600}" "${FRAMES_SEED:-$RANDOM}"
fi
