// Command gen writes the assembly of package asm with avo: one family of kernels per run, its name the first argument.
//
//	go run . gemm -out ../gemm_amd64.s -stubs ../gemm_amd64.go -pkg asm
package main

import (
	"fmt"
	"os"

	"github.com/mmcloughlin/avo/build"
)

var families = map[string]func(){
	"cgemm":  cgemm,
	"gemm":   gemm,
	"gemv":   gemv,
	"limits": limits,
	"pack":   pack,
	"philox": philox,
}

func main() {
	if len(os.Args) < 2 || families[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: gen FAMILY -out FILE.s -stubs FILE.go -pkg asm")
		os.Exit(2)
	}
	family := families[os.Args[1]]
	os.Args = append(os.Args[:1], os.Args[2:]...)
	family()
	build.Generate()
}
