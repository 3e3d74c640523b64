#!/usr/bin/env bash
# reference.sh: write the list of names that pandas, NumPy and SciPy answer where there is no operator, of all versions that the client is
# tested with.
. "$(dirname "$0")/env.sh"
pythons=("$(scripts/venv.sh python)" "$(scripts/venv.sh python-old)" "$(scripts/venv.sh)")
"${pythons[0]}" tools/referencegen/names.py "${pythons[@]}"
