#!/usr/bin/env bash
# bench.sh SUITE OUT: run a suite beside its peers, which get a Python environment of their own.
# KERNELS_N=10000000 and FRAMES_ROWS=200000 make small runs of theirs. RESUME=1: go on where a run of suite frames with the same OUT ended.
. "$(dirname "$0")/env.sh"
python=$(scripts/venv.sh bench)
xorbits=
[[ $1 == cluster ]] && xorbits=$(scripts/venv.sh xorbits)
OPENBLAS_NUM_THREADS=1 exec $GO run ./bench -suite "$1" -out "$2" -python "$python" -xorbits "$xorbits" ${RESUME:+-resume}
