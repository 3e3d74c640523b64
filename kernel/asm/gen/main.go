// Command gen writes the assembly of package asm with avo: one family of kernels per run, its name the first
// argument.
//
//	go run . gemm -out ../gemm_amd64.s -stubs ../gemm_amd64.go -pkg asm
package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/mmcloughlin/avo/build"
)

var families = map[string]func(){
	"cgemm":   cgemm,
	"delimit": delimit,
	"draw":    draw,
	"fft":     fourier,
	"gemm":    gemm,
	"gemv":    gemv,
	"limits":  limits,
	"missing": missing,
	"pack":    pack,
	"subst":   subst,
	"philox":  philox,
	"product": producing,
	"reduce":  reduce,
	"scan":    scan,
	"secular": secular,
	"select":  selecting,
	"slide":   sliding,
	"sort":    sorting,
	"sum":     summing,
	"symv":    symv,
	"unpack":  unpacking,
}

// elementwise are families whose Go side is a table.
var elementwise = map[string]func(*ewTable){
	"ewcast":    ewcast,
	"ewchoose":  ewchoose,
	"ewcomplex": ewcomplex,
	"ewdivide":  ewdivide,
	"ewcompare": ewcompare,
	"ewfloat":   ewfloat,
	"ewfused":   ewfused,
	"ewint":     ewint,
}

func main() {
	if len(os.Args) == 4 && os.Args[1] == "portable" {
		portable(functionFamilies, os.Args[2], os.Args[3])
		return
	}
	if len(os.Args) == 3 && os.Args[1] == "drawn" {
		drawPortable(os.Args[2])
		return
	}
	if len(os.Args) == 3 && os.Args[1] == "bessel" {
		besselTables(os.Args[2])
		return
	}
	if len(os.Args) == 4 && os.Args[1] == "table" {
		functionTables(os.Args[2], os.Args[3])
		return
	}
	if len(os.Args) < 2 || families[os.Args[1]] == nil && elementwise[os.Args[1]] == nil && functionFamilies[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: gen FAMILY -out FILE.s -stubs FILE.go -pkg asm | gen portable FAMILY FILE.go | gen table ASM.go BASIC.go | gen drawn RNG.go | gen bessel SPECIAL.go")
		os.Exit(2)
	}
	name := os.Args[1]
	os.Args = append(os.Args[:1], os.Args[2:]...)
	if family := elementwise[name]; family != nil {
		var t ewTable
		family(&t)
		i := slices.Index(os.Args, "-stubs")
		t.write(name, os.Args[i+1])
		os.Args = slices.Delete(os.Args, i, i+2)
	} else if family := functionFamilies[name]; family != nil {
		functions(family)
	} else {
		families[name]()
	}
	build.Generate()
}
