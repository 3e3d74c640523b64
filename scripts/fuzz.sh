#!/usr/bin/env bash
# fuzz.sh TIME [PACKAGE...]: run every fuzz target of the packages (default: all) for TIME each.
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
