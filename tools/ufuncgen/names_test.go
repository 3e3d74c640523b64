package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const toy = `package tensor

import "github.com/mars-project/mars-go/op"

type toy struct {
	op.Recipe
	N     *int // how many times
	Axis  []int
	Dtype dtype.DType
	Right op.Ref // put behind a
	Apart *bool  ` + "`go:\"!Together\"`" + `
}

func init() {
	op.Register[toy](op.Doc{
		Name: "tensor.toy", Like: "numpy.toy", Sig: "toy(a, n=1, axis=None, dtype=None, right=None, apart=True)",
		Summary: "Toys of a tensor", Text: "Two a " + "day.", Go: "Toy Tensor.Toy Toys(a, axis...) Toyed(a, n...)",
	})
	op.Register[shut](op.Doc{Name: "tensor.shut", Sig: "shut(a)", Summary: "No name"})
}

type shut struct{ op.Recipe }

func (o *toy) Build(a, right *Tensor) (*Tensor, error) { return a, nil }
`

const toyNames = `
// ToyOptions are the options of Toy.
type ToyOptions struct {
N *int // how many times. The default is 1.
Axis []int
DType dtype.DType
Right any // put behind a
Together bool
}

// Toy is numpy.toy: Toys of a tensor. Two a day.
func Toy(a any, o ...ToyOptions) *Tensor {
a = only(a, o)
r := &toy{}
var opt ToyOptions
if len(o) > 0 {
opt = o[0]
}
r.N = opt.N
r.Axis = opt.Axis
r.Dtype = opt.DType
r.Apart = new(!opt.Together)
in := []any{a}
if opt.Right != nil {
in, r.Right = append(in, opt.Right), op.In(len(in))
}
return made(r, in...)
}
`

// TestOneFileMakesItsNames generates Go names from nothing but the file of an operator.
func TestOneFileMakesItsNames(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("tensor", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("tensor", "toy.go"), []byte(toy), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := readPackage("tensor")
	if err != nil || len(p.operators) != 1 {
		t.Fatalf("%d operators ask for names, %v", len(p.operators), err)
	}
	w := &nameWriter{pkg: p, structs: map[string]string{}}
	for _, n := range asked(p.operators[0].doc["Go"]) {
		if err := w.name(p.operators[0], n); err != nil {
			t.Fatal(err)
		}
	}
	got := w.body.String()
	if !strings.HasPrefix(got, toyNames) {
		t.Errorf("%s", got)
	}
	for _, want := range []string{
		"func (t *Tensor) Toy(o ...ToyOptions) *Tensor {", "func Toys(a any, axis ...int) *Tensor {",
		"func Toyed(a any, n ...int) *Tensor {\na = only(a, n)\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if strings.Contains(got, "Shut") {
		t.Error("a name that nobody asked for")
	}
}

func TestWhatIsAskedFor(t *testing.T) {
	ns := asked(" Roll(a, shift, axis...) Tensor.Roll  Pinv(a, Pinvs) Empty()")
	var got []string
	for _, n := range ns {
		s := n.class + "." + n.name
		if n.params != nil {
			s += "(" + strings.Join(n.params, "|") + ")"
		}
		got = append(got, s)
	}
	if want := []string{".Roll(a|shift|axis...)", "Tensor.Roll", ".Pinv(a|Pinvs)", ".Empty()"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestWrongDocsAreTold finds names that a Doc asks for and that nothing in its operator answers.
func TestWrongDocsAreTold(t *testing.T) {
	o := &operator{doc: map[string]string{"Name": "tensor.toy", "Sig": "toy(n)", "Summary": "Toys"}, typ: "toy", proto: "toy{}", fields: []field{{name: "N", typ: "int"}}}
	w := &nameWriter{pkg: &goPackage{name: "tensor"}, structs: map[string]string{}}
	for _, s := range []string{"Toy(m)", "Tensor.Toy"} {
		if err := w.name(o, asked(s)[0]); err == nil {
			t.Errorf("%s is written", s)
		}
	}
}
