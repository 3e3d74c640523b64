#!/usr/bin/env bash
# kube.sh [2|3|4|5] [ARGS...]: the operator against a real control plane. Level 2 is etcd and the API server; level 3 has
# controllers, a scheduler and nodes that kwok plays too; at level 4 pods are containers of podman that run the image
# with Python; level 5 is a real node, with kubelet and containerd, in namespaces of its own. Without a level it is 2, 3
# and 4. ARGS are those of go test; without any, level 2 has the Python client post its objects too.
. "$(dirname "$0")/env.sh"
levels="2 3 4"
case ${1:-} in
2 | 3 | 4 | 5) levels=$1 && shift ;;
'') shift $(($# > 0)) ;;
-*) ;;
*) echo "kube.sh: level $1: it is 2, 3, 4 or 5" >&2 && exit 2 ;;
esac

# images makes the images of the operator and with Python, and what programs need that use them from here.
images() {
	scripts/image.sh operator python
	MARS_KUBE_PYTHON=$(scripts/venv.sh python)
	$GO build -o bin/mars ./cmd/mars
	export MARS_KUBE_PYTHON MARS_BIN=$PWD/bin/mars
}

# podman gives it the images, and sets what level 4 needs.
podman_images() {
	scripts/need.sh podman=podman runc=runc conmon=conmon iptables=iptables
	[[ -e /usr/lib/podman/netavark && -e /usr/lib/podman/aardvark-dns ]] || scripts/need.sh mars-netavark=netavark mars-aardvark=aardvark-dns
	[[ -x /usr/libexec/podman/catatonit ]] || scripts/need.sh catatonit=catatonit # the first process of a container
	images
	MARS_KUBE_IMAGE=$(podman load --quiet --input dist/mars-python.tar) MARS_KUBE_OPERATOR_IMAGE=$(podman load --quiet --input dist/mars-operator.tar)
	export MARS_KUBE_IMAGE=${MARS_KUBE_IMAGE##*: } MARS_KUBE_OPERATOR_IMAGE=${MARS_KUBE_OPERATOR_IMAGE##*: }
}

# node_images is the folder of those that the node of level 5 gets: ours, and the one whose process holds the namespaces of
# a pod.
node_images() {
	scripts/need.sh ip=iproute2 nft=nftables runc=runc catatonit=catatonit
	[[ -x /usr/lib/cni/bridge ]] || scripts/need.sh mars-cni=containernetworking-plugins
	images
	local dir=$PWD/.cache/image/node root=$PWD/.cache/image/pause
	rm -rf "$dir" "$root"
	mkdir -p "$dir" "$root"
	install "$(PATH=$PATH:/usr/libexec/podman command -v catatonit)" "$root/catatonit"
	.cache/image/write -out "$dir/pause.tar" -name pause:1 -entry /catatonit -entry -P "$root" >/dev/null
	ln -s "$PWD"/dist/mars-{python,operator}.tar "$dir"
	export MARS_KUBE_IMAGES=$dir
}

assets=$(scripts/kube-assets.sh "$levels")
[[ $levels != *4* ]] || podman_images
[[ $levels != *5* ]] || node_images
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
if [[ $levels == *2* && $# == 0 ]]; then # what the client of Python posts; ARGS choose among the tests of Go
	cd ..
	scripts/need.sh openssl=openssl
	PYTHONPATH=python "$(scripts/venv.sh python)" test/kube-python/prove.py "$assets"
fi
