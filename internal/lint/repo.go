package lint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Repo is what the rules read: the files, and the packages of the main module.
type Repo struct {
	FS     fs.FS
	Module string
	Pkgs   []Package
}

// A Package is what "go list" says of one package.
type Package struct {
	Path    string   // below the module: "service/task", "" for the root package
	Imports []string // import paths of its ordinary files
	Files   []string // its Go files, those of other platforms included
	Tests   []string // its test files, external ones included
}

// A Problem is one broken rule.
type Problem struct {
	Rule string // floors, docs, lines, words, skips, purity, operators, snippets
	Text string // where and what, for people
}

func (p Problem) String() string { return p.Rule + ": " + p.Text }

// Name is the path as people say it: the root package is "mars".
func (p Package) Name() string {
	if p.Path == "" {
		return "mars"
	}
	return p.Path
}

// Load reads the module that holds dir. A package that does not load is an error.
func Load(dir string) (*Repo, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for !exists(filepath.Join(root, "go.mod")) {
		up := filepath.Dir(root)
		if up == root {
			return nil, fmt.Errorf("no go.mod above %s", dir)
		}
		root = up
	}
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Module,Imports,GoFiles,CgoFiles,IgnoredGoFiles,TestGoFiles,XTestGoFiles,Error", "./...")
	cmd.Dir = root
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, stderr.String())
	}
	r := &Repo{FS: os.DirFS(root)}
	dec := json.NewDecoder(&out)
	for {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return r, nil
		} else if err != nil {
			return nil, err
		}
		if p.Error != nil && len(p.GoFiles)+len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			return nil, fmt.Errorf("%s: %s", p.ImportPath, p.Error.Err)
		}
		r.Module = p.Module.Path
		r.Pkgs = append(r.Pkgs, Package{
			Path:    strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, p.Module.Path), "/"),
			Imports: p.Imports,
			Files:   slices.Concat(p.GoFiles, p.CgoFiles, p.IgnoredGoFiles),
			Tests:   slices.Concat(p.TestGoFiles, p.XTestGoFiles),
		})
	}
}

type listed struct {
	ImportPath                                                   string
	Module                                                       struct{ Path string }
	Imports                                                      []string
	GoFiles, CgoFiles, IgnoredGoFiles, TestGoFiles, XTestGoFiles []string
	Error                                                        *struct{ Err string }
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// inner is path without the module's prefix; ok is false for packages of others.
func (r *Repo) inner(importPath string) (p string, ok bool) {
	if importPath == r.Module {
		return "", true
	}
	return strings.CutPrefix(importPath, r.Module+"/")
}

// sources calls f for every text file that people write: Go, protobuf, Markdown, scripts. Generated files,
// testdata and what is not ours (caches, environments, node_modules) are left out. Nested modules are in.
func (r *Repo) sources(f func(name string, text []byte) error) error {
	return fs.WalkDir(r.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if d.IsDir() {
			if name != "." && (strings.HasPrefix(base, ".") && base != ".ci" || slices.Contains(notOurs, base)) {
				return fs.SkipDir
			}
			return nil
		}
		if !slices.Contains(written, path.Ext(base)) && base != "Makefile" || !d.Type().IsRegular() {
			return nil
		}
		text, err := fs.ReadFile(r.FS, name)
		if err != nil || generated.Match(text) {
			return err
		}
		return f(name, text)
	})
}

var (
	notOurs = []string{"testdata", "node_modules", "bin", "dist", "build", "__pycache__"}
	written = []string{".go", ".s", ".proto", ".md", ".py", ".sh", ".ts", ".tsx", ".yml"}
)
