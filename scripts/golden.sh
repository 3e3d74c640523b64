#!/usr/bin/env bash
# golden.sh [check]: run every golden.py with the pinned NumPy and pandas; each writes the answers of its own package.
# With "check", fail when that changed a file.
. "$(dirname "$0")/env.sh"
python=$(scripts/venv.sh)
before=$(mktemp) after=$(mktemp)
trap 'rm -f "$before" "$after"' EXIT
[[ ${1:-} == check ]] && snapshot >"$before"
while read -r script; do
	echo "$script"
	(cd "$(dirname "$script")" && "$python" "$(basename "$script")")
done < <(find . -name golden.py -not -path './.*' -not -path '*/node_modules/*' | sort)
if [[ ${1:-} == check ]]; then
	snapshot >"$after"
	if ! diff "$before" "$after"; then
		echo "the committed answers are not those of the pinned versions: run \"make golden\" and look at the difference"
		exit 1
	fi
fi
