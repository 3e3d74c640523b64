package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A goPackage is what the sources of a package say of its operators.
type goPackage struct {
	name      string
	operators []*operator
	types     map[string]*ast.StructType // those written by hand
	texts     map[string]string          // constants
}

// An operator is a call of op.Register whose Doc is a literal.
type operator struct {
	doc     map[string]string
	typ     string // of the operand
	proto   string // the operand as it is built
	fields  []field
	build   []string // types of Build's inputs
	results []string // types of what it gives, errors apart
	viewer  bool
}

// A field is a parameter of an operand.
type field struct {
	name, typ, comment string
	option             string // its name among options where that is another; with an exclamation mark it says the opposite
}

// readPackage reads the sources of a package but tests and its file of names.
func readPackage(dir string) (*goPackage, error) {
	paths, err := filepath.Glob(dir + "/*.go")
	if err != nil {
		return nil, err
	}
	p := &goPackage{name: dir, types: map[string]*ast.StructType{}, texts: map[string]string{}}
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_gen.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	for _, f := range files {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				for _, s := range g.Specs {
					if t, ok := s.(*ast.TypeSpec); ok {
						if st, ok := t.Type.(*ast.StructType); ok {
							p.types[t.Name.Name] = st
						}
					}
				}
			}
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if g, ok := n.(*ast.GenDecl); ok && g.Tok == token.CONST {
				p.constants(g)
			}
			if call, ok := n.(*ast.CallExpr); ok {
				if o := p.registered(call); o != nil {
					p.operators = append(p.operators, o)
				}
			}
			return true
		})
	}
	for _, o := range p.operators {
		p.describe(o, files)
	}
	slices.SortFunc(p.operators, func(a, b *operator) int { return strings.Compare(a.doc["Name"], b.doc["Name"]) })
	return p, nil
}

// addRooms adds the operators of the packages below, whose operands have names with their package before
// them. It lists these packages.
func (p *goPackage) addRooms() (rooms []string, err error) {
	paths, err := filepath.Glob(p.name + "/*/doc.go")
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		room, err := readPackage(filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		for _, o := range room.operators {
			if !ast.IsExported(o.typ) {
				return nil, fmt.Errorf("%s: the operand %s is not exported, so no function can make it", o.doc["Name"], o.typ)
			}
			prefix := filepath.Base(room.name) + "."
			o.typ, o.proto = prefix+o.typ, prefix+o.proto
			p.operators = append(p.operators, o)
		}
		rooms = append(rooms, room.name)
	}
	slices.SortFunc(p.operators, func(a, b *operator) int { return strings.Compare(a.doc["Name"], b.doc["Name"]) })
	return rooms, nil
}

// registered is the operator of a call op.Register[T](op.Doc{...}, T{...}); nil of other calls, and of Docs
// that are no literal or ask for no name.
func (p *goPackage) registered(call *ast.CallExpr) *operator {
	ix, ok := call.Fun.(*ast.IndexExpr)
	if !ok || source(ix.X) != "op.Register" || len(call.Args) == 0 {
		return nil
	}
	lit, ok := call.Args[0].(*ast.CompositeLit)
	if !ok {
		return nil
	}
	o := &operator{doc: map[string]string{}, typ: source(ix.Index)}
	if o.proto = o.typ + "{}"; len(call.Args) > 1 {
		o.proto = source(call.Args[1])
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if s, ok := p.text(kv.Value); ok {
				o.doc[source(kv.Key)] = s
			}
		}
	}
	if o.doc["Go"] == "" {
		return nil
	}
	return o
}

// describe reads fields and methods of an operand.
func (p *goPackage) describe(o *operator, files []*ast.File) {
	if st := p.types[o.typ]; st != nil {
		o.fields = fieldsOf(st)
	}
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || strings.TrimPrefix(source(fn.Recv.List[0].Type), "*") != o.typ {
				continue
			}
			switch fn.Name.Name {
			case "Back":
				o.viewer = true
			case "Build":
				o.build = slices.DeleteFunc(listed(fn.Type.Params), func(t string) bool { return t == "*op.Asker" })
				o.results = slices.DeleteFunc(listed(fn.Type.Results), func(t string) bool { return t == "error" })
			}
		}
	}
}

// fieldsOf are the exported fields of a struct.
func fieldsOf(st *ast.StructType) (fs []field) {
	for _, f := range st.Fields.List {
		tag := ""
		if f.Tag != nil {
			s, _ := strconv.Unquote(f.Tag.Value)
			tag = reflect.StructTag(s).Get("go")
		}
		for _, n := range f.Names {
			if n.IsExported() {
				fs = append(fs, field{n.Name, source(f.Type), strings.TrimSpace(strings.TrimSuffix(f.Comment.Text()+f.Doc.Text(), "\n")), tag})
			}
		}
	}
	return fs
}

// listed are the types of a list of parameters, one for each name.
func listed(fl *ast.FieldList) (ts []string) {
	if fl == nil {
		return nil
	}
	for _, f := range fl.List {
		for range max(1, len(f.Names)) {
			ts = append(ts, source(f.Type))
		}
	}
	return ts
}

// constants keeps the texts among constants, which Docs may be written with.
func (p *goPackage) constants(g *ast.GenDecl) {
	for _, sp := range g.Specs {
		v := sp.(*ast.ValueSpec)
		for i, e := range v.Values {
			if s, ok := p.text(e); ok {
				p.texts[v.Names[i].Name] = s
			}
		}
	}
}

// text is the value of a string literal, of a constant, or of a sum of them.
func (p *goPackage) text(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.Ident:
		s, ok := p.texts[e.Name]
		return s, ok
	case *ast.BinaryExpr:
		a, ok := p.text(e.X)
		b, ok2 := p.text(e.Y)
		return a + b, ok && ok2 && e.Op == token.ADD
	}
	return "", false
}

// source is an expression as Go writes it.
func source(n ast.Node) string {
	var b bytes.Buffer
	if err := format.Node(&b, token.NewFileSet(), n); err != nil {
		return fmt.Sprintf("<%v>", err)
	}
	return b.String()
}
