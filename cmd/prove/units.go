package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A unit is a declaration of a package, or what belongs together: a type with its methods, constants of one
// block. Methods of exported types that are no operands, which are what users hold, are units of their own.
type unit struct {
	name     string // "tensor.Vdot", "tensor.(Tensor).Vdot"
	file     string
	exported bool
	function bool
	lines    int              // of code: no blank ones, no comments
	parts    []part           // of an init function: its statements
	uses     map[string]bool  // names of other units
	users    map[string]*unit // by name
}

// A part is a statement at the top of an init function.
type part struct {
	lines int
	uses  map[string]bool
}

// units reads packages and says what each declaration of theirs is made of. Generated files are left out.
func units(operands map[string]int, patterns ...string) (map[string]*unit, error) {
	r := &unitReader{fset: token.NewFileSet(), exports: map[string]string{}, operands: operands, all: map[string]*unit{}}
	cmd := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles,DepOnly"}, patterns...)...)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, stderr.String())
	}
	type listed struct {
		ImportPath, Export, Dir string
		GoFiles                 []string
		DepOnly                 bool
	}
	var read []listed
	for dec := json.NewDecoder(&out); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		if r.exports[p.ImportPath] = p.Export; !p.DepOnly {
			read = append(read, p)
		}
	}
	for _, p := range read {
		if err := r.read(p.ImportPath, p.Dir, p.GoFiles); err != nil {
			return nil, err
		}
	}
	for _, u := range r.all {
		for name := range u.uses {
			if v := r.all[name]; v != nil && v != u {
				v.users[u.name] = u
			} else {
				delete(u.uses, name)
			}
		}
	}
	return r.all, nil
}

type unitReader struct {
	fset     *token.FileSet
	exports  map[string]string // files of export data, by import path
	operands map[string]int    // names of operands' types
	all      map[string]*unit
}

// read adds the units of one package.
func (r *unitReader) read(path, dir string, names []string) error {
	var files []*ast.File
	texts := map[*ast.File][]byte{}
	for _, n := range names {
		src, err := os.ReadFile(filepath.Join(dir, n))
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(r.fset, filepath.Join(dir, n), src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files, texts[f] = append(files, f), src
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(r.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(r.exports[path]) })}
	if _, err := conf.Check(path, r.fset, files, info); err != nil {
		return err
	}
	for _, f := range files {
		if generated.Match(texts[f]) {
			continue
		}
		code := r.codeLines(f, texts[f])
		for _, d := range f.Decls {
			r.declared(d, info, code)
		}
	}
	return nil
}

// codeLines tells the lines of a file that have code.
func (r *unitReader) codeLines(f *ast.File, src []byte) map[int]bool {
	lines := map[int]bool{}
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return lines
		}
		at := file.Line(pos)
		for i := range 1 + strings.Count(strings.TrimSuffix(lit, "\n"), "\n") {
			lines[at+i] = true
		}
	}
}

// declared adds a declaration to its unit.
func (r *unitReader) declared(d ast.Decl, info *types.Info, code map[int]bool) {
	var name string
	exported := false
	switch d := d.(type) {
	case *ast.GenDecl:
		if d.Tok == token.IMPORT {
			return
		}
		for _, s := range d.Specs {
			var ids []*ast.Ident
			switch s := s.(type) {
			case *ast.TypeSpec:
				ids = []*ast.Ident{s.Name}
			case *ast.ValueSpec:
				ids = s.Names
			}
			for _, id := range ids {
				if exported = exported || id.IsExported(); name == "" && id.Name != "_" {
					name = r.nameOf(info.Defs[id])
				} else if id.Name != "_" { // others of a block stand for its first
					r.all[r.nameOf(info.Defs[id])] = r.unit(name, d)
				}
			}
		}
	case *ast.FuncDecl:
		o := info.Defs[d.Name]
		if name, exported = r.nameOf(o), d.Name.IsExported(); d.Recv == nil && d.Name.Name == "init" {
			name += "@" + r.fset.Position(d.Pos()).Filename
		}
	}
	u := r.unit(name, d)
	if _, u.function = d.(*ast.FuncDecl); exported {
		u.exported = true
	}
	u.lines += r.lines(d, code)
	r.used(d, info, u.uses)
	if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
		for _, s := range fn.Body.List {
			p := part{r.lines(s, code), map[string]bool{}}
			r.used(s, info, p.uses)
			u.parts = append(u.parts, p)
		}
	}
}

func (r *unitReader) unit(name string, d ast.Decl) *unit {
	if r.all[name] == nil {
		r.all[name] = &unit{name: name, file: r.fset.Position(d.Pos()).Filename, uses: map[string]bool{}, users: map[string]*unit{}}
	}
	return r.all[name]
}

func (r *unitReader) lines(n ast.Node, code map[int]bool) (count int) {
	for i := r.fset.Position(n.Pos()).Line; i <= r.fset.Position(n.End()).Line; i++ {
		if code[i] {
			count++
		}
	}
	return count
}

// used adds the units that a node names.
func (r *unitReader) used(n ast.Node, info *types.Info, to map[string]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o := info.Uses[id]; o != nil && o.Pkg() != nil {
				if name := r.nameOf(o); name != "" {
					to[name] = true
				}
			}
		}
		return true
	})
}

// nameOf is the unit of an object; none of what is local, and of fields.
func (r *unitReader) nameOf(o types.Object) string {
	if o == nil || o.Pkg() == nil {
		return ""
	}
	pkg := o.Pkg().Path() + "."
	if fn, ok := o.(*types.Func); ok {
		recv := fn.Origin().Signature().Recv()
		if recv == nil {
			return pkg + o.Name()
		}
		t := recv.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		named, ok := t.(*types.Named)
		if !ok {
			return ""
		}
		owner := pkg + named.Obj().Name()
		if named.Obj().Exported() && r.operands[owner] == 0 {
			return pkg + "(" + named.Obj().Name() + ")." + o.Name()
		}
		return owner
	}
	if o.Parent() != o.Pkg().Scope() {
		return ""
	}
	return pkg + o.Name()
}
