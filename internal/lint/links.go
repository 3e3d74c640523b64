package lint

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// linked is a name in brackets, which go doc makes a link of where it is there.
var linked = regexp.MustCompile(`\[[A-Z]\w*(\.[A-Z]\w*)?\]`)

// CheckLinks reports names in brackets in the comments of packages that nothing of the package has.
func CheckLinks(r *Repo) (ps []Problem, err error) {
	for _, p := range r.Pkgs {
		text, err := fs.ReadFile(r.FS, path.Join(p.Path, "doc.go"))
		if err != nil || !linked.Match(text) {
			continue
		}
		set, files := token.NewFileSet(), []*ast.File(nil)
		for _, f := range p.Files {
			src, err := fs.ReadFile(r.FS, path.Join(p.Path, f))
			if err != nil {
				return nil, err
			}
			tree, err := parser.ParseFile(set, f, src, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			files = append(files, tree)
		}
		d, err := doc.NewFromFiles(set, files, path.Join(r.Module, p.Path))
		if err != nil {
			return nil, err
		}
		for _, m := range linked.FindAllString(d.Doc, -1) {
			if !strings.Contains(string(d.Markdown(m)), "](#") {
				ps = append(ps, Problem{"docs", fmt.Sprintf("%s: the package comment names %s, which is not there", p.Name(), m)})
			}
		}
	}
	return ps, nil
}
