#!/usr/bin/env bash
# kube-assets.sh [2]: print the folder that holds a Kubernetes control plane for tests: etcd, kube-apiserver,
# kube-controller-manager, kube-scheduler, kubectl (one file, test/kube), helm, and, but for level 2, kwok, which plays
# nodes, with its stages. What is missing is built first: half an hour of one processor for all. REMAKE=1 forgets what is
# there.
. "$(dirname "$0")/env.sh"
root=$PWD

# version MODULE DIR is the version of a module that the go.mod in dir asks for.
version() { (cd "$2" && $GO list -m -f '{{.Version}}' "$1"); }

kube=$(sed -n 's|^[[:space:]]*k8s.io/kubernetes \(v[0-9.]*\)$|\1|p' test/kube/go.mod)
sum=$(cat test/kube/{go.mod,go.sum,main.go} tools/{kwok,helm}/{go.mod,go.sum} | sha256sum | cut -c1-12)
dir=$root/.cache/kube/$kube-$($GO env GOVERSION)-$sum
if [[ -z ${REMAKE:-} && (-e $dir/complete || (${1:-} == 2 && -e $dir/complete-2)) ]]; then
	echo "$dir"
	exit
fi
mkdir -p "$root/.cache/kube"
exec 9>"$root/.cache/kube/lock"
flock 9 # another may be at it
[[ -z ${REMAKE:-} ]] || rm -rf "$dir"
mkdir -p "$dir"

# build NAME DIR PACKAGE [LDFLAGS]: a static program of the module in dir. Debuggers do not come here.
build() {
	[[ ! -x $dir/$1 ]] || return 0
	echo "kube-assets: building $1" >&2
	(cd "$2" && CGO_ENABLED=0 $GO build -mod=readonly -trimpath -ldflags "-s -w ${4:-}" -o "$dir/$1.new" "$3") 2> >(grep -v '^go: downloading' >&2)
	mv "$dir/$1.new" "$dir/$1"
}

v=k8s.io/component-base/version
build kubebox test/kube . "-X $v.gitVersion=$kube -X $v.gitMajor=1 -X $v.gitMinor=$(cut -d. -f2 <<<"$kube")"
for part in etcd kube-apiserver kube-controller-manager kube-scheduler kubectl; do
	ln -sfn kubebox "$dir/$part"
done
helm=$(version helm.sh/helm/v3 tools/helm)
build helm tools/helm helm.sh/helm/v3/cmd/helm "-X helm.sh/helm/v3/internal/version.version=$helm"
touch "$dir/complete-2"
if [[ ${1:-} == 2 ]]; then
	echo "$dir"
	exit
fi
kwok=$(version sigs.k8s.io/kwok tools/kwok)
build kwok tools/kwok sigs.k8s.io/kwok/cmd/kwok "-X sigs.k8s.io/kwok/pkg/consts.Version=$kwok"

# How nodes and pods of kwok behave: they start, they run, they go, they end with an exit code that a label asks for.
stage=$(cd tools/kwok && $GO list -m -f '{{.Dir}}' sigs.k8s.io/kwok)/kustomize/stage
: >"$dir/stages.yaml"
for s in node/fast/node-initialize node/heartbeat-with-lease/node-heartbeat-with-lease pod/fast/pod-ready pod/fast/pod-complete pod/fast/pod-delete pod/chaos/pod-container-running-failed; do
	cat "$stage/$s.yaml" >>"$dir/stages.yaml"
	echo --- >>"$dir/stages.yaml"
done
touch "$dir/complete"
find "$root/.cache/kube" -mindepth 1 -maxdepth 1 -type d ! -path "$dir" -exec rm -rf {} +
echo "$dir"
