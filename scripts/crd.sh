#!/usr/bin/env bash
# crd.sh: remake what controller-gen writes for the operator: deep copies of its types, the CRD, its rights, its webhooks.
# The version is that of tools/crd; it is built once into .cache/bin. The chart gets what it has in common with config/.
. "$(dirname "$0")/env.sh"
version=$(sed -n 's|.*sigs.k8s.io/controller-tools \(v[0-9.]*\).*|\1|p' tools/crd/go.mod | head -1)
bin=$PWD/.cache/bin/controller-gen-$version
if [[ ! -x $bin ]]; then
	mkdir -p .cache/bin
	(cd tools/crd && $GO build -o "$bin.new" sigs.k8s.io/controller-tools/cmd/controller-gen) 2> >(grep -v '^go: downloading' >&2)
	mv "$bin.new" "$bin"
fi
cd operator
"$bin" object crd:crdVersions=v1 paths=./api/... output:crd:dir=config/crd/bases
"$bin" rbac:roleName=mars-operator webhook paths=./internal/... output:rbac:dir=config/rbac output:webhook:dir=config/webhook
# In an installation for one namespace what the operator may do in all is a role of that namespace.
awk '/^---$/ { n++ } n == 1' config/rbac/role.yaml | sed 's/^kind: ClusterRole$/kind: Role/; s/^  name: mars-operator$/&-jobs\n  namespace: mars-jobs/' >config/namespaced/role.yaml
cp config/crd/bases/*.yaml charts/mars-operator/crds/
cp config/rbac/{role,binding,viewer,editor}.yaml config/webhook/{service,manifests}.yaml config/prometheus/monitor.yaml charts/mars-operator/files/
for part in role binding; do
	cp config/namespaced/$part.yaml charts/mars-operator/files/jobs-$part.yaml
done
