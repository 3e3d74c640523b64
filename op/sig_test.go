package op_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/op"
)

type sigFields struct {
	Axis     []int
	Keepdims bool
	LeftOn   string
	N        *int
	Other    op.Ref
	Rest     []op.Ref
}

func TestParseSigGivesRoles(t *testing.T) {
	s, err := op.ParseSig("f(a, /, axis=None, keepdims=False, *, left_on='x', n=5, other=None, rest=None, out=None)", &sigFields{})
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		name, kind string
		role       op.Role
	}{
		{"a", "pos", op.InputRole},
		{"axis", "any", op.FieldRole},
		{"keepdims", "any", op.FieldRole},
		{"left_on", "kw", op.FieldRole},
		{"n", "kw", op.FieldRole},
		{"other", "kw", op.OptRole},
		{"rest", "kw", op.InputsRole},
		{"out", "kw", op.DefaultRole},
	}
	for i, w := range want {
		if p := s.Params[i]; p.Name != w.name || p.Kind != w.kind || p.Role != w.role {
			t.Errorf("parameter %d is %s %s %s, want %v", i, p.Name, p.Kind, p.Role, w)
		}
	}
}

func TestParseSigRefuses(t *testing.T) {
	for _, c := range []struct{ name, sig, want string }{
		{"a field without a name", "f(a, axis=None)", "does not name field"},
		{"no brackets", "f", "want name(...)"},
		{"a default the zero value is not", "f(axis=None, keepdims=True, left_on='', n=1, other=None, rest=None)", "make the field *bool"},
	} {
		if _, err := op.ParseSig(c.sig, &sigFields{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestBindFollowsPython(t *testing.T) {
	arange, err := op.ParseSig("arange([start,] stop[, step], dtype=None)", nil)
	if err != nil {
		t.Fatal(err)
	}
	rolling, err := op.ParseSig("groupby(df, by=None, *, sort=True).agg(func=None)", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		sig  *op.Sig
		npos int
		kw   []string
		want string // names that got a value, or the error
	}{
		{&arange, 1, nil, "stop"},
		{&arange, 2, nil, "start stop"},
		{&arange, 3, []string{"dtype"}, "start stop step dtype"},
		{&arange, 5, nil, "takes 4 positional arguments"},
		{&arange, 1, []string{"axis"}, "unexpected keyword argument 'axis'"},
		{&arange, 0, nil, "missing required argument: 'stop'"},
		{&rolling, 1, []string{"sort", "func"}, "df sort func"},
		{&rolling, 2, []string{"by"}, "multiple values for argument 'by'"},
	} {
		got, err := c.sig.Bind(c.npos, c.kw...)
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%d %v: %v, want %q", c.npos, c.kw, err, c.want)
			}
			continue
		}
		var names []string
		for _, p := range c.sig.Params {
			if got[p.Name] > 0 {
				names = append(names, p.Name)
			}
		}
		if s := strings.Join(names, " "); s != c.want {
			t.Errorf("%d %v: %q, want %q", c.npos, c.kw, s, c.want)
		}
	}
}
