#!/usr/bin/env bash
# venv.sh [NAME]: make the Python environment .venv (or .venv-NAME) from scripts/requirements[-NAME].txt and print its
# python. It is made again when the pins change. Who comes meanwhile waits.
. "$(dirname "$0")/env.sh"
dir=.venv${1:+-$1}
pins=scripts/requirements${1:+-$1}.txt
mkdir -p .cache
exec 9>".cache/venv${1:+-$1}.lock"
flock 9
if ! cmp -s "$pins" "$dir/pins.txt"; then
	rm -rf "$dir"
	"${PYTHON:-python3}" -m venv "$dir" >&2
	"$dir/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir -r "$pins" >&2
	cp "$pins" "$dir/pins.txt"
fi
echo "$PWD/$dir/bin/python"
