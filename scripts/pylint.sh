#!/usr/bin/env bash
# pylint.sh [-w]: ruff and mypy over the Python package; -w formats and repairs.
. "$(dirname "$0")/env.sh"
bin=$(dirname "$(scripts/venv.sh python)")
cd python
if [[ ${1:-} == -w ]]; then
	"$bin/ruff" check --fix --quiet .
	"$bin/ruff" format --quiet .
fi
"$bin/ruff" check --quiet .
"$bin/ruff" format --check --quiet . || {
	echo "not formatted: run scripts/pylint.sh -w"
	exit 1
}
"$bin/mypy"
