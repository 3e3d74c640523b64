package main

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/ops"
)

func sigOf(t *testing.T, s string) []op.Param {
	t.Helper()
	sig, err := op.ParseSig(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return sig.Params
}

func TestSignature(t *testing.T) {
	for _, c := range []struct {
		sig  string
		skip int
		self bool
		want string
	}{
		{"mean(a, axis=None, *, where=None)", 0, false, "a, axis=None, *, where=None"},
		{"mean(a, axis=None, *, where=None)", 1, true, "self, axis=None, *, where=None"},
		{"inner(a, b, /)", 0, false, "a, b, /"},
		{"add(x1, x2, /, out=None, *, dtype=None)", 0, false, "x1, x2, /, out=None, *, dtype=None"},
		{"rand(*size, dtype=None)", 0, false, "*size, dtype=None"},
		{"contains(pat, na=<no_default>)", 0, true, "self, pat, na=_no_default"},
		{"merge(l, suffixes=('_x', '_y'), **kwargs)", 0, false, "l, suffixes=('_x', '_y'), **kwargs"},
	} {
		if got := signature(sigOf(t, c.sig), c.skip, c.self, noHint); got != c.want {
			t.Errorf("%s: %s, want %s", c.sig, got, c.want)
		}
	}
}

func TestPassed(t *testing.T) {
	if got := passed(sigOf(t, "f(a, *args, b=1, **kwargs)"), 1, "self"); got != "self, *args, b=b, **kwargs" {
		t.Error(got)
	}
}

func TestRefusalsNameTheParameter(t *testing.T) {
	lines, names := refusals("tensor.f", sigOf(t, "f(a, out=None, copy=True, order='K', where=True, **kwargs)"))
	want := []string{"if where is not True:", `    _refuse("mars.tensor.f", "where")`, "if kwargs:", `    _unexpected("mars.tensor.f", kwargs)`}
	if !slices.Equal(lines, want) || !slices.Equal(names, []string{"where"}) {
		t.Errorf("%q, %q", lines, names)
	}
}

func TestWrapKeepsWordsAndWidth(t *testing.T) {
	text := "one two three four five"
	got := wrap(text, 9)
	if strings.Join(got, " ") != text {
		t.Errorf("%q", got)
	}
	for _, l := range got {
		if len(l) > 9 {
			t.Errorf("%q is long", l)
		}
	}
}

func TestBreakCall(t *testing.T) {
	long := strings.Repeat("parameter=None, ", 9) + "last=(1, 2)"
	got := breakCall("", "def f(", long, "):")
	if !strings.HasPrefix(got, "def f(\n    parameter=None,\n") || !strings.HasSuffix(got, "    last=(1, 2),\n):") {
		t.Error(got)
	}
}

func TestTypesThatHaveNoWayAreFound(t *testing.T) {
	if _, err := typeOf(reflect.TypeFor[struct{ A int }]()); err == nil {
		t.Error("a struct is written in Python")
	}
	for want, v := range map[string]any{"ints": []int{}, "integer": new(int), "string": "", "boolean": new(bool), "floating": 1.0} {
		if got, err := typeOf(reflect.TypeOf(v)); err != nil || got.encode != want {
			t.Errorf("%T: %q, %v", v, got.encode, err)
		}
	}
}

// TestPythonHasEveryOperator looks for the name of every operator on the Python side: generated, or in the
// list of those that classes call.
func TestPythonHasEveryOperator(t *testing.T) {
	files, err := pythonFiles()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, text := range files {
		all.Write(text)
	}
	for _, e := range ops.Catalog() {
		f, err := newFunc(op.Lookup(e.Name), strings.HasPrefix(e.Name, "dataframe."))
		if err != nil {
			t.Fatal(err)
		}
		if op.Lookup(e.Name).Doc.Face == "inner" || op.Lookup(e.Name).Doc.Face == "hand" && strings.Contains(all.String(), "_hand."+f.handName()) || strings.Contains(all.String(), `"`+e.Name+`"`) {
			continue
		}
		if r, ok := ufuncOf(op.Lookup(e.Name)); ok && strings.Contains(all.String(), r.Name+" = _ufunc(") {
			continue
		}
		t.Errorf("Python does not call %s", e.Name)
	}
}

// TestFormsAreThere finds forms that Python's module of forms does not have.
func TestFormsAreThere(t *testing.T) {
	code, err := os.ReadFile("../../python/mars/_core/forms.py")
	if err != nil {
		t.Fatal(err)
	}
	attrs, err := os.ReadFile("../../python/mars/_core/attrs.py")
	if err != nil {
		t.Fatal(err)
	}
	words, err := os.ReadFile("../../python/mars/_core/written.py")
	if err != nil {
		t.Fatal(err)
	}
	expressions, err := os.ReadFile("../../python/mars/_core/expressions.py")
	if err != nil {
		t.Fatal(err)
	}
	attrs = append(append(attrs, words...), expressions...)
	for _, d := range op.Defs() {
		for _, f := range strings.Fields(d.Doc.Forms) {
			_, form, _ := strings.Cut(f, "=")
			name, _, _ := strings.Cut(form, ":")
			if def := "def " + name + "("; !generated[name] && !strings.Contains(string(code), def) && !strings.Contains(string(attrs), def) {
				t.Errorf("%s: there is no form %s", d.Doc.Name, form)
			}
		}
	}
}
