#!/usr/bin/env bash
# kube-assets.sh [LEVELS]: print the folder that holds Kubernetes for tests of some levels, "2 3 4" where none is said.
# All have the control plane: etcd, kube-apiserver, kube-controller-manager, kube-scheduler, kubectl (one file,
# test/kube). 2 to 4 have helm; 3 and 4 have kwok, which plays nodes, with its stages; 5 has what a real node is made
# of: kubelet and kube-proxy (one file, test/kube/node), containerd with what belongs to it, and CoreDNS. What is missing
# is built first: half an hour of one processor for 2 to 4, a quarter for 5 alone. REMAKE=1 forgets what is there.
. "$(dirname "$0")/env.sh"
root=$PWD levels=" ${1:-2 3 4} "

# version MODULE DIR is the version of a module that the go.mod in dir asks for.
version() { (cd "$2" && $GO list -m -f '{{.Version}}' "$1"); }

# has LEVEL... says whether one of these is asked for.
has() {
	local level
	for level; do
		[[ $levels != *" $level "* ]] || return 0
	done
	return 1
}

kube=$(sed -n 's|^[[:space:]]*k8s.io/kubernetes \(v[0-9.]*\)$|\1|p' test/kube/go.mod)
sum=$(cat test/kube/{,dns/}{go.mod,go.sum,main.go} test/kube/node/main.go tools/{kwok,helm,containerd}/{go.mod,go.sum} | sha256sum | cut -c1-12)
dir=$root/.cache/kube/$kube-$($GO env GOVERSION)-$sum
box=(etcd kube-apiserver kube-controller-manager kube-scheduler kubectl)
node=(kubelet kube-proxy)
want=("${box[@]}")
has 2 3 4 && want+=(helm)
has 3 4 && want+=(kwok stages.yaml)
has 5 && want+=("${node[@]}" containerd containerd-shim-runc-v2 ctr coredns)

# there says whether all that is wanted has been built.
there() {
	local name
	for name in "${want[@]}"; do
		[[ -e $dir/$name ]] || return 1
	done
}

if [[ -z ${REMAKE:-} ]] && there; then
	echo "$dir"
	exit
fi
mkdir -p "$root/.cache/kube"
exec 9>"$root/.cache/kube/lock"
flock 9 # another may be at it
[[ -z ${REMAKE:-} ]] || rm -rf "$dir"
mkdir -p "$dir"

# build NAME DIR PACKAGE [LDFLAGS [TAGS]]: a static program of the module in dir. Debuggers do not come here.
build() {
	[[ ! -x $dir/$1 ]] || return 0
	echo "kube-assets: building $1" >&2
	(cd "$2" && CGO_ENABLED=0 $GO build -mod=readonly -trimpath -tags "${5:-}" -ldflags "-s -w ${4:-}" -o "$dir/$1.new" "$3") 2> >(grep -v '^go: downloading' >&2)
	mv "$dir/$1.new" "$dir/$1"
}

# links FILE NAME...: programs that one file is, by the name that it is called by.
links() {
	local name
	for name in "${@:2}"; do
		ln -sfn "$1" "$dir/$name"
	done
}

v=k8s.io/component-base/version
flags="-X $v.gitVersion=$kube -X $v.gitMajor=1 -X $v.gitMinor=$(cut -d. -f2 <<<"$kube")"
build kubebox test/kube . "$flags"
links kubebox "${box[@]}"
if has 2 3 4; then
	helm=$(version helm.sh/helm/v3 tools/helm)
	build helm tools/helm helm.sh/helm/v3/cmd/helm "-X helm.sh/helm/v3/internal/version.version=$helm"
fi
if has 3 4; then
	kwok=$(version sigs.k8s.io/kwok tools/kwok)
	build kwok tools/kwok sigs.k8s.io/kwok/cmd/kwok "-X sigs.k8s.io/kwok/pkg/consts.Version=$kwok"
	# How nodes and pods of kwok behave: they start, they run, they go, they end with an exit code that a label asks for.
	stage=$(cd tools/kwok && $GO list -m -f '{{.Dir}}' sigs.k8s.io/kwok)/kustomize/stage
	for s in node/fast/node-initialize node/heartbeat-with-lease/node-heartbeat-with-lease pod/fast/pod-ready pod/fast/pod-complete pod/fast/pod-delete pod/chaos/pod-container-running-failed; do
		cat "$stage/$s.yaml"
		echo ---
	done >"$dir/stages.yaml.new"
	mv "$dir/stages.yaml.new" "$dir/stages.yaml"
fi
if has 5; then
	build nodebox test/kube ./node "$flags"
	links nodebox "${node[@]}"
	cd=github.com/containerd/containerd/v2
	for name in containerd containerd-shim-runc-v2 ctr; do
		build "$name" tools/containerd "$cd/cmd/$name" "-X $cd/version.Version=$(version "$cd" tools/containerd)" no_btrfs,no_devmapper,no_zfs
	done
	build coredns test/kube/dns .
fi
find "$root/.cache/kube" -mindepth 1 -maxdepth 1 -type d ! -path "$dir" -exec rm -rf {} +
echo "$dir"
