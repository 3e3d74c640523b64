#!/usr/bin/env bash
# fresh-gen.sh: fail when "make gen" changes a file.
. "$(dirname "$0")/env.sh"
before=$(mktemp) after=$(mktemp)
trap 'rm -f "$before" "$after"' EXIT
snapshot >"$before"
scripts/gen.sh
snapshot >"$after"
if ! diff "$before" "$after"; then
	echo 'generated files are not fresh: run "make gen" and commit'
	exit 1
fi
