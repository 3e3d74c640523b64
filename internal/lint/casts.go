package lint

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// literals are the packages that turn values of the user's into those of a dtype, and all below them.
var literals = []string{"tensor", "dataframe", "learn", "kernel", "wire", "dtype"}

// CheckCasts reports floats that become integers to be asked whether they are some: float64(int64(x)) and
// HoldsInt(int64(x)). The cast of what an int64 does not hold is any number; dtype.IntOf and HoldsWhole look
// before.
func CheckCasts(r *Repo) (ps []Problem, err error) {
	err = r.goFiles(func(name string, tree *ast.File, fset *token.FileSet) {
		if strings.HasSuffix(name, "_test.go") || !within(name, literals) {
			return
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 || !casts(call.Args[0], "int64") {
				return true
			}
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "HoldsInt" {
				ps = append(ps, Problem{"casts", fmt.Sprintf("%s: HoldsInt of a cast, use HoldsWhole", fset.Position(call.Pos()))})
			}
			return true
		})
		ast.Inspect(tree, func(n ast.Node) bool {
			if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) && (roundTrip(b.X) || roundTrip(b.Y)) {
				ps = append(ps, Problem{"casts", fmt.Sprintf("%s: float64(int64(x)) compared, use dtype.IntOf", fset.Position(b.Pos()))})
			}
			return true
		})
	})
	return ps, err
}

// casts reports the conversion name(x).
func casts(e ast.Expr, name string) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == name
}

func roundTrip(e ast.Expr) bool {
	return casts(e, "float64") && casts(e.(*ast.CallExpr).Args[0], "int64")
}
