// Command crosscheck checks the types of packages, their tests included, as another architecture sees them,
// and compiles nothing: crosscheck arm64 ./...
//
// It exits with 1 when something does not type-check: a function that only one architecture has, a constant
// that does not fit.
//
// Floor 0.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: crosscheck GOARCH PATTERN...")
		os.Exit(2)
	}
	n, faults, err := check(os.Args[1], os.Args[2:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "crosscheck:", err)
		os.Exit(2)
	}
	for _, f := range faults {
		fmt.Println(f)
	}
	fmt.Printf("%d packages for %s, %d faults\n", n, os.Args[1], len(faults))
	if len(faults) > 0 {
		os.Exit(1)
	}
}

const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule

// check loads the packages of this module that match the patterns. Bodies of functions of other modules are
// not looked at.
func check(arch string, patterns ...string) (n int, faults []string, err error) {
	dir, err := os.Getwd()
	if err != nil {
		return 0, nil, err
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: mode, Tests: true, Env: append(os.Environ(), "GOARCH="+arch, "CGO_ENABLED=0"),
		ParseFile: func(set *token.FileSet, name string, src []byte) (*ast.File, error) {
			f, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
			if f != nil && !strings.HasPrefix(name, dir) {
				strip(f)
			}
			return f, err
		},
	}, patterns...)
	if err != nil {
		return 0, nil, err
	}
	for _, p := range pkgs {
		if strings.HasSuffix(p.ID, ".test") { // what go makes to run tests: it stands in a cache, without bodies here
			continue
		}
		n++
		for _, e := range p.Errors {
			faults = append(faults, e.Error())
		}
	}
	return n, faults, nil
}

// strip takes the bodies of functions away.
func strip(f *ast.File) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			fn.Body = nil
		}
	}
}
