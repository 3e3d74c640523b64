#!/usr/bin/env bash
# kube.sh [2|3] [ARGS...]: the operator against a real control plane. Level 2 is etcd and the API server; level 3 has
# controllers, a scheduler and nodes that kwok plays too. Without a level it is both. ARGS are those of go test.
. "$(dirname "$0")/env.sh"
levels="2 3"
case ${1:-} in
2 | 3) levels=$1 && shift ;;
'') shift $(($# > 0)) ;;
-*) ;;
*) echo "kube.sh: level $1: it is 2 or 3" >&2 && exit 2 ;;
esac
assets=$(scripts/kube-assets.sh)
cd operator
mkdir -p ../bin
$GO build -o ../bin/mars-operator ./cmd/mars-operator
export MARS_KUBE_ASSETS=$assets MARS_KUBE_OPERATOR=$PWD/../bin/mars-operator
unset KUBECONFIG KUBEBUILDER_ASSETS USE_EXISTING_CLUSTER
for level in $levels; do
	echo "level $level" # one control plane at a time: it takes 700 MB
	$GO vet -tags kube "./test/level$level"
	$GO test -tags kube -count=1 -timeout 20m "./test/level$level" "$@"
done
