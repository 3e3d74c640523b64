package lint

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// mathematics are the packages, and all below them, that start no goroutine and read no clock.
var mathematics = []string{"mem", "dtype", "nd", "frame", "kernel", "op", "graph", "plan", "tensor", "remote", "dataframe", "learn"}

// impure are the standard packages a machine does not see, and all below them: time and randomness come as
// events.
var impure = []string{"time", "os", "net", "sync", "math/rand", "crypto/rand", "context", "log", "io", "runtime", "syscall"}

// clocks are the functions of package time that read or wait for the clock.
var clocks = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

// CheckPurity reports machines (machine*.go) that import above floor 4, anything impure or anything from
// others, and goroutines and clocks in mathematics.
func CheckPurity(r *Repo, fl Floors) (ps []Problem, err error) {
	err = r.goFiles(func(name string, tree *ast.File, fset *token.FileSet) {
		if strings.HasSuffix(name, "_test.go") {
			return
		}
		if base := path.Base(name); strings.HasPrefix(base, "machine") {
			for _, spec := range tree.Imports {
				imp, _ := strconv.Unquote(spec.Path.Value)
				if why := r.impureImport(imp, fl); why != "" {
					ps = append(ps, Problem{"purity", fmt.Sprintf("%s imports %s: %s", name, imp, why)})
				}
			}
		}
		if !within(name, mathematics) {
			return
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				ps = append(ps, Problem{"purity", fmt.Sprintf("%s starts a goroutine", fset.Position(n.Pos()))})
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains(clocks, n.Sel.Name) {
					ps = append(ps, Problem{"purity", fmt.Sprintf("%s calls time.%s", fset.Position(n.Pos()), n.Sel.Name)})
				}
			}
			return true
		})
	})
	return ps, err
}

func (r *Repo) impureImport(imp string, fl Floors) string {
	if inner, ok := r.inner(imp); ok {
		if f := fl.Floor(Package{Path: inner}.Name()); f > 4 {
			return fmt.Sprintf("floor %d, a machine sees 4 and lower", f)
		}
		return ""
	}
	if within(imp, impure) {
		return "a machine sees no clock, network, disk, lock or randomness"
	}
	if first, _, _ := strings.Cut(imp, "/"); strings.Contains(first, ".") {
		return "a machine needs the standard library and Mars alone"
	}
	return ""
}

// within reports whether name is one of dirs or below one.
func within(name string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(d string) bool { return name == d || strings.HasPrefix(name, d+"/") })
}
