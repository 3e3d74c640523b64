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
	for family in ewcast ewcomplex ewdivide ewfloat ewfused ewint ewcompare ewchoose; do # element-wise loops
		(cd kernel/asm/gen && $GO run . "$family" -out "../${family}_amd64.s" -stubs "../${family}_amd64.go" -pkg asm)
	done
	for family in delimit draw gemm cgemm fft gemv limits missing pack philox product reduce scan subst secular select slide sort sum symv unpack; do
		(cd kernel/asm/gen && $GO run . "$family" -out "../${family}_amd64.s" -stubs "../${family}_amd64.go" -pkg asm)
	done
	for family in exp log trig arc hyper root; do # functions: assembly, and the same in Go
		(cd kernel/asm/gen && $GO run . "$family" -out "../fn_${family}_amd64.s" -stubs "../fn_${family}_amd64.go" -pkg asm &&
			$GO run . portable "$family" "../../basic/fn_$family.go")
	done
	(cd kernel/asm/gen && $GO run . drawn ../../rng/transform.go && $GO run . bessel ../../special/besselk_table.go)
	(cd kernel/asm/gen && $GO run . table ../functions_amd64.go ../../basic/functions.go)
}
kernels
$GO run ./tools/ufuncgen
$GO run ./cmd/marsgen
scripts/crd.sh
scripts/reference.sh
scripts/coverage.sh -w >/dev/null
scripts/ui.sh build
