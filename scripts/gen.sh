#!/usr/bin/env bash
# gen.sh [baseline]: remake every generated file; with "baseline" only the descriptor set that the contract is held to.
. "$(dirname "$0")/env.sh"
protogen() { (cd tools/protogen && $GO run . -proto ../../proto "$@"); }
if [[ ${1:-} == baseline ]]; then
	protogen -descriptor ../../proto/mars/v1/baseline.binpb
	exit
fi
protogen -out ../../gen -page ../../web/reference_services.html
kernels() {
	local family
	local elementwise="ewfloat ewint ewcompare ewchoose"
	for family in $elementwise gemm cgemm gemv limits pack philox subst secular sort symv; do
		(cd kernel/asm/gen && $GO run . "$family" -out "../${family}_amd64.s" -stubs "../${family}_amd64.go" -pkg asm)
	done
}
kernels
$GO run ./tools/ufuncgen
$GO run ./cmd/marsgen
scripts/ui.sh build
