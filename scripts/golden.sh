#!/usr/bin/env bash
# golden.sh [check] [FILE...]: run every testdata/NAME.py, or those that are named, with the pinned NumPy and pandas, in
# its folder, as many at once as there are processors. What it prints becomes testdata/NAME.json; one that prints nothing
# writes its files itself. With "check", fail when that changed a file.
#
# NumPy and OpenBLAS choose their kernels by the processor, and those differ in the last bit; every machine is held to the
# same ones here, so that the answers can be compared.
. "$(dirname "$0")/env.sh"
export OPENBLAS_CORETYPE=Haswell OPENBLAS_NUM_THREADS=1
export NPY_DISABLE_CPU_FEATURES="X86_V4 AVX512_ICL AVX512_SPR"
python=$(scripts/venv.sh)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
check=
[[ ${1:-} == check ]] && check=1 && shift
scripts=$(printf '%s\n' "$@")
[[ $# -gt 0 ]] || scripts=$(find . -path '*/testdata/*.py' -not -path './.*' -not -path '*/node_modules/*' | sort)
folders=$(xargs -r -n1 dirname <<<"$scripts" | sort -u)
sums() { find $folders -type f -print0 | sort -z | xargs -0 sha256sum; }

if [[ -z $scripts ]]; then
	echo "no scripts below testdata"
	exit 1
fi
[[ -n $check ]] && sums >"$tmp/before"
# made SCRIPT: its answers.
made() {
	local out
	out=$tmp/$(md5sum <<<"$1" | cut -c1-32)
	echo "$1"
	(cd "$(dirname "$1")" && "$python" "$(basename "$1")") >"$out"
	if [[ -s $out ]]; then
		cp "$out" "${1%.py}.json"
	fi
}
export tmp python
export -f made
xargs -n1 -P "$(nproc)" bash -euo pipefail -c 'made "$0"' <<<"$scripts"
if [[ -n $check ]]; then
	sums >"$tmp/after"
	if ! diff "$tmp/before" "$tmp/after"; then
		echo "the committed answers are not those of the pinned versions: run \"make golden\" and look at the difference"
		exit 1
	fi
fi
