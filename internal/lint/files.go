package lint

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
)

// MaxLines is the length that no written Go file passes.
const MaxLines = 800

var generated = regexp.MustCompile(`(?m)^(//|#) Code generated .* DO NOT EDIT\.$`)

// Words that mean unfinished work; split so that this file does not break its own rule.
var banned = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X)\b|\b(?i:for n` + `ow)\b|` + "\u2014")

// CheckFiles reports Go files over MaxLines, and banned words in every written file.
func CheckFiles(r *Repo) (ps []Problem, err error) {
	err = r.sources(func(name string, text []byte) error {
		if n := bytes.Count(text, []byte("\n")); n > MaxLines && strings.HasSuffix(name, ".go") {
			ps = append(ps, Problem{"lines", fmt.Sprintf("%s has %d lines, more than %d", name, n, MaxLines)})
		}
		for i, line := range strings.Split(string(text), "\n") {
			if w := banned.FindString(line); w != "" {
				ps = append(ps, Problem{"words", fmt.Sprintf("%s:%d: %q", name, i+1, w)})
			}
		}
		return nil
	})
	return ps, err
}

// CheckSkips reports tests that skip. A test that cannot run here is not written, or it installs what it
// needs.
func CheckSkips(r *Repo) (ps []Problem, err error) {
	err = r.goFiles(func(name string, tree *ast.File, fset *token.FileSet) {
		if !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "marstest/") {
			return
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := sel.X.(*ast.Ident)
			if !ok {
				return true
			}
			switch {
			case (x.Name == "t" || x.Name == "b" || x.Name == "f" || x.Name == "tb") &&
				(sel.Sel.Name == "Skip" || sel.Sel.Name == "Skipf" || sel.Sel.Name == "SkipNow"),
				x.Name == "testing" && sel.Sel.Name == "Short":
				ps = append(ps, Problem{"skips", fmt.Sprintf("%s: %s.%s", fset.Position(n.Pos()), x.Name, sel.Sel.Name)})
			}
			return true
		})
	})
	return ps, err
}

// goFiles parses every written Go file.
func (r *Repo) goFiles(f func(name string, tree *ast.File, fset *token.FileSet)) error {
	return r.sources(func(name string, text []byte) error {
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		tree, fset, err := parseFile(name, text)
		if err != nil {
			return err
		}
		f(name, tree, fset)
		return nil
	})
}

func parseFile(name string, text []byte) (*ast.File, *token.FileSet, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution|parser.ParseComments)
	return tree, fset, err
}
