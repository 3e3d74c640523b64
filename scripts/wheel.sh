#!/usr/bin/env bash
# wheel.sh [DIR]: leave the Python wheel, which carries the static binary, in DIR (dist).
. "$(dirname "$0")/env.sh"
out=${1:-dist}
mkdir -p .cache/wheel
CGO_ENABLED=0 $GO build -trimpath -ldflags '-s -w' -o .cache/wheel/mars ./cmd/mars
rm -f "$out"/mars_go-*.whl
"${PYTHON:-python3}" python/wheel_builder.py "$out" --binary .cache/wheel/mars
