package dataframe_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// goldenSet reads frames that a golden script wrote beside its answers.
type goldenSet struct {
	marstest.Goldens
	t *testing.T
}

func load(t *testing.T, name string) goldenSet {
	t.Helper()
	return goldenSet{marstest.Load(t, "testdata/"+name+".json"), t}
}

func (in goldenSet) frame(name string) *frame.Frame {
	in.t.Helper()
	return in.Get(in.t, "in "+name).Value(in.t).(*frame.Frame)
}

func (in goldenSet) df(name string) *dataframe.DataFrame {
	in.t.Helper()
	return dataframe.FromFrame(in.frame(name))
}

func (in goldenSet) series(name string) *dataframe.Series {
	in.t.Helper()
	return dataframe.SeriesFromFrame(in.frame(name))
}

// check compares every handle with the golden of its name; pandas' exceptions are errors with the same words.
func (in goldenSet) check(cases map[string]op.Handle, opts ...marstest.Option) {
	in.t.Helper()
	for name, h := range cases {
		g := in.Get(in.t, name)
		if g.Kind == "error" {
			in.refused(name, h, g)
			continue
		}
		marstest.Check(in.t, name, h, g, opts...)
	}
}

// refused runs a handle that must fail as pandas does.
func (in goldenSet) refused(name string, h op.Handle, g marstest.Golden) {
	in.t.Helper()
	l := marstest.Loop{ChunkBytes: 64}
	_, err := l.Run(h.Value())
	want := map[string]errs.Kind{"TypeError": errs.Type, "KeyError": errs.NotFound, "NotImplementedError": errs.Type, "UFuncTypeError": errs.Type}[g.Type]
	if want == 0 {
		want = errs.Invalid
	}
	if words := strings.Trim(g.Text, "'\""); !errs.Is(err, want) || !strings.Contains(cmp.Or(errs.PythonOf(err), err.Error()), words) { // of a KeyError the text is a repr
		in.t.Errorf("%s: %v\nwant %s: %s", name, err, g.Type, g.Text)
	}
}
