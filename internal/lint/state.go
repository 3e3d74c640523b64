package lint

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"strings"
)

// CheckState reports functions of mathematics that change a package variable. Exempt are init, and functions
// whose comment says "call it from init".
func CheckState(r *Repo) (ps []Problem, err error) {
	vars := map[string]map[string]bool{} // package variables by directory
	type file struct {
		name string
		tree *ast.File
		fset *token.FileSet
	}
	var files []file
	err = r.goFiles(func(name string, tree *ast.File, fset *token.FileSet) {
		if strings.HasSuffix(name, "_test.go") || !within(name, mathematics) {
			return
		}
		dir := path.Dir(name)
		if vars[dir] == nil {
			vars[dir] = map[string]bool{}
		}
		for _, d := range tree.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for _, s := range g.Specs {
					for _, id := range s.(*ast.ValueSpec).Names {
						vars[dir][id.Name] = true
					}
				}
			}
		}
		files = append(files, file{name, tree, fset})
	})
	for _, f := range files {
		for _, d := range f.tree.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil || fn.Name.Name == "init" || strings.Contains(fn.Doc.Text(), "call it from init") {
				continue
			}
			local := locals(fn)
			for _, id := range assigned(fn.Body) {
				if vars[path.Dir(f.name)][id.Name] && !local[id.Name] {
					ps = append(ps, Problem{"purity", fmt.Sprintf("%s: %s changes the package variable %s", f.fset.Position(id.Pos()), fn.Name.Name, id.Name)})
				}
			}
		}
	}
	return ps, err
}

// locals are the names that fn declares anywhere: receiver, parameters, results, variables.
func locals(fn *ast.FuncDecl) map[string]bool {
	names := map[string]bool{}
	add := func(e ast.Expr) {
		if id, ok := e.(*ast.Ident); ok {
			names[id.Name] = true
		}
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, id := range n.Names {
				names[id.Name] = true
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, e := range n.Lhs {
					add(e)
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(n.Key)
				add(n.Value)
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				names[id.Name] = true
			}
		}
		return true
	})
	return names
}

// assigned are the variables that body assigns to, whole or in part: x = 1, x.f++, x[k] = v.
func assigned(body ast.Node) (ids []*ast.Ident) {
	add := func(e ast.Expr) {
		for {
			switch x := e.(type) {
			case *ast.Ident:
				ids = append(ids, x)
				return
			case *ast.SelectorExpr:
				e = x.X
			case *ast.IndexExpr:
				e = x.X
			case *ast.StarExpr:
				e = x.X
			case *ast.ParenExpr:
				e = x.X
			default:
				return
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, e := range n.Lhs {
					add(e)
				}
			}
		case *ast.IncDecStmt:
			add(n.X)
		}
		return true
	})
	return ids
}
