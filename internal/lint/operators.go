package lint

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// operators are the packages whose files register operators.
var operators = []string{"tensor", "remote", "dataframe", "learn"}

// An operator file is one with a call of op.Register.
type operatorFile struct {
	name  string
	ops   []string // "tensor.kron", as far as they are literals
	funcs []string // its exported functions and methods
	doc   bool     // every call has an op.Doc with a name, a signature and a summary
}

// CheckOperators reports operator files without a complete Doc, and those whose package's tests mention
// neither the name of one of their operators ("tensor.kron", "kron") nor one of their exported functions.
func CheckOperators(r *Repo) (ps []Problem, err error) {
	files := map[string][]operatorFile{} // by directory
	said := map[string]map[string]bool{} // words of the tests, by directory
	err = r.goFiles(func(name string, tree *ast.File, _ *token.FileSet) {
		dir := path.Dir(name)
		if !within(dir, operators) {
			return
		}
		if strings.HasSuffix(name, "_test.go") {
			if said[dir] == nil {
				said[dir] = map[string]bool{}
			}
			mentions(tree, said[dir])
		} else if o := readOperators(tree); len(o.ops) > 0 {
			o.name = name
			files[dir] = append(files[dir], o)
		}
	})
	if err != nil {
		return nil, err
	}
	for dir, list := range files {
		for _, o := range list {
			if !o.doc {
				ps = append(ps, Problem{"operators", o.name + " registers an operator without a Doc literal that has Name, Sig and Summary"})
			}
			words := said[dir]
			if up := path.Dir(dir); within(up, operators) { // a room: users call it by the package above, whose tests may stand there
				words = maps.Clone(said[up])
				maps.Copy(words, said[dir])
			}
			tested := func(s string) bool { return words[s] || words[s[strings.LastIndexByte(s, '.')+1:]] }
			if !slices.ContainsFunc(slices.Concat(o.ops, o.funcs), tested) {
				ps = append(ps, Problem{"operators", fmt.Sprintf("%s: no test of %s mentions %s", o.name, dir, strings.Join(o.ops, ", "))})
			}
		}
	}
	slices.SortFunc(ps, func(a, b Problem) int { return strings.Compare(a.Text, b.Text) })
	return ps, nil
}

// readOperators finds the op.Register calls of a file. A Doc built by a table has the name "table".
func readOperators(tree *ast.File) operatorFile {
	o := operatorFile{doc: true}
	for _, d := range tree.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.IsExported() && !slices.Contains(moments, fn.Name.Name) {
			o.funcs = append(o.funcs, fn.Name.Name)
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !isRegister(call.Fun) || len(call.Args) == 0 {
			return true
		}
		lit, ok := call.Args[0].(*ast.CompositeLit)
		if !ok { // a variable, a row's method, or a function of the name: the registry checks it at init
			o.ops = append(o.ops, "table")
			o.ops = append(o.ops, named(call.Args[0])...)
			o.ops = append(o.ops, rows(tree)...)
			if ix, ok := call.Fun.(*ast.IndexExpr); ok { // a test may look for operators of the type
				if t, ok := ix.Index.(*ast.Ident); ok && t.IsExported() {
					o.funcs = append(o.funcs, t.Name)
				}
			}
			return true
		}
		name := "table"
		need := map[string]bool{"Name": true, "Sig": true, "Summary": true}
		for _, e := range lit.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			key, _ := kv.Key.(*ast.Ident)
			s, isText := text(kv.Value)
			if key != nil && (!isText || s != "") {
				delete(need, key.Name)
			}
			if key != nil && key.Name == "Name" && isText {
				name = s
			}
			if key != nil && key.Name == "Go" && isText { // names that are generated
				for _, n := range strings.Fields(bracketed.ReplaceAllString(s, "")) {
					o.funcs = append(o.funcs, n[strings.IndexByte(n, '.')+1:])
				}
			}
		}
		if o.ops = append(o.ops, name); name == "table" {
			o.ops = append(o.ops, rows(tree)...)
		}
		o.doc = o.doc && len(need) == 0
		return true
	})
	return o
}

// first is a name that a list begins with.
func first(list []ast.Expr) []string {
	if len(list) == 0 {
		return nil
	}
	e := list[0]
	if kv, ok := e.(*ast.KeyValueExpr); ok {
		e = kv.Value
	}
	if s, ok := text(e); ok && s != "" {
		return []string{s}
	}
	return nil
}

// named is the name in a call that makes a Doc, strDoc("cat", ...).As("hand").
func named(e ast.Expr) []string {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return nil
	}
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		return named(sel.X)
	}
	return first(call.Args)
}

// rows are the names that the rows of a file's tables begin with: {"cat", ...}, {name: "cat", ...}, "cat":
// ...
func rows(tree *ast.File) (names []string) {
	ast.Inspect(tree, func(n ast.Node) bool {
		table, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		for _, e := range table.Elts {
			switch e := e.(type) {
			case *ast.CompositeLit:
				names = append(names, first(e.Elts)...)
			case *ast.KeyValueExpr:
				names = append(names, first([]ast.Expr{e.Key})...)
			}
		}
		return true
	})
	return names
}

// bracketed is a list of parameters in the field Go of a Doc.
var bracketed = regexp.MustCompile(`\([^)]*\)`)

// moments are methods that every operator has; calling one says nothing about which is tested.
var moments = []string{"Infer", "StageMeta", "Tile", "Exec", "Lower", "Row", "Look"}

// isRegister reports op.Register and op.Register[T].
func isRegister(fun ast.Expr) bool {
	if ix, ok := fun.(*ast.IndexExpr); ok {
		fun = ix.X
	}
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Register" {
		return false
	}
	x, ok := sel.X.(*ast.Ident)
	return ok && x.Name == "op"
}

// mentions adds the selectors and the words of the string literals of a test file.
func mentions(tree *ast.File, said map[string]bool) {
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			said[n.Sel.Name] = true
		case *ast.BasicLit:
			if s, ok := text(n); ok {
				for _, w := range strings.FieldsFunc(s, func(c rune) bool { return !strings.ContainsRune(wordRunes, c) }) {
					said[w] = true
				}
			}
		}
		return true
	})
}

const wordRunes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."

// text is the value of a string literal.
func text(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}
