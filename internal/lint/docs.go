package lint

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"
)

// CheckDocs reports packages whose comment is missing, stands in two files, does not start with "Package x "
// (or "Command x "), or does not end with the line "Floor N." of the table.
func CheckDocs(r *Repo, fl Floors) (ps []Problem) {
	for _, p := range r.Pkgs {
		files := p.Files
		if len(files) == 0 {
			files = p.Tests
		}
		var doc, in, name string
		for _, f := range files {
			file := path.Join(p.Path, f)
			text, err := fs.ReadFile(r.FS, file)
			if err != nil {
				ps = append(ps, Problem{"docs", err.Error()})
				continue
			}
			tree, err := parser.ParseFile(token.NewFileSet(), file, text, parser.PackageClauseOnly|parser.ParseComments)
			if err != nil {
				ps = append(ps, Problem{"docs", err.Error()})
				continue
			}
			if s := tree.Doc.Text(); s != "" && !generated.Match(text) {
				if doc != "" {
					ps = append(ps, Problem{"docs", fmt.Sprintf("%s: package comments in %s and %s", p.Name(), in, f)})
				}
				doc, in, name = s, f, tree.Name.Name
			}
		}
		if why := badDoc(doc, name, path.Base(p.Name()), fl.Floor(p.Name())); why != "" {
			ps = append(ps, Problem{"docs", p.Name() + ": " + why})
		}
	}
	return ps
}

func badDoc(doc, pkg, dir string, floor int) string {
	start := "Package " + strings.TrimSuffix(pkg, "_test") + " "
	if pkg == "main" {
		start = "Command " + dir + " "
	}
	lines := strings.Split(strings.TrimSpace(doc), "\n")
	switch end := fmt.Sprintf("Floor %d.", floor); {
	case doc == "":
		return "no package comment (doc.go)"
	case !strings.HasPrefix(doc, start):
		return fmt.Sprintf("the package comment does not start with %q", start)
	case floor >= 0 && lines[len(lines)-1] != end: // without a floor: said by CheckFloors
		return fmt.Sprintf("the package comment ends with %q, not with %q", lines[len(lines)-1], end)
	}
	return ""
}
