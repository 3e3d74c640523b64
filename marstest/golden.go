package marstest

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Goldens are the answers that marstest/golden.py wrote, by name of the case.
type Goldens map[string]Golden

// A Golden is one answer of NumPy or pandas.
type Golden struct {
	Kind    string   // tensor, dataframe, series, index, list, error
	Items   []Golden // of a list
	DType   string
	Shape   []int
	Data    []any
	Index   goldenIndex
	Columns []goldenColumn
	Axis    []any  // names of the levels of the column labels
	Type    string // of an exception
	Text    string
}

type goldenColumn struct {
	Name       any
	DType      string
	Data       []any
	Codes      []int
	Categories *goldenColumn
	Ordered    bool
}

type goldenIndex struct {
	Names  []any
	Range  []int64
	Levels []goldenColumn
	Multi  bool // a MultiIndex of one level
}

// Load reads testdata/NAME.json.
func Load(t testing.TB, path string) Goldens {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g := Goldens{}
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return g
}

// Get is the answer of a case; a case that is not there fails the test.
func (g Goldens) Get(t testing.TB, name string) Golden {
	t.Helper()
	v, ok := g[name]
	if !ok {
		t.Fatalf("no golden %q; remake them with \"make golden\"", name)
	}
	return v
}

// Frame is a frame of the goldens, with those of its columns that are named or all.
func (g Goldens) Frame(t testing.TB, name string, cols ...string) *frame.Frame {
	t.Helper()
	f := g.Get(t, name).Value(t).(*frame.Frame)
	if len(cols) == 0 {
		return f
	}
	at := make([]int, len(cols))
	for i, c := range cols {
		if at[i] = f.Find(frame.L(c)); at[i] < 0 {
			t.Fatalf("golden %q has no column %s", name, c)
		}
	}
	return f.Select(at...)
}

// Value is the answer as *nd.Array or *frame.Frame.
func (g Golden) Value(t testing.TB) any {
	t.Helper()
	switch g.Kind {
	case "tensor":
		return g.array(t)
	case "dataframe", "series", "index":
		f := &frame.Frame{Index: g.Index.build(t)}
		f.NRows = f.Index.N
		for _, c := range g.Columns {
			f.Names, f.Cols = append(f.Names, label(c.Name)), append(f.Cols, c.build(t))
		}
		for _, a := range g.Axis {
			if a != nil {
				f.Axis = labels(g.Axis)
			}
		}
		return f
	}
	t.Fatalf("a golden of kind %q is no value", g.Kind)
	return nil
}

func (g Golden) array(t testing.TB) *nd.Array {
	d, err := dtype.Parse(g.DType)
	if err != nil {
		t.Fatal(err)
	}
	a, err := nd.Zeros(mem.Heap, d, g.Shape...)
	if err != nil {
		t.Fatal(err)
	}
	c := frame.NewPlain(d, a.Block, 0, len(g.Data), frame.Bitmap{})
	fillColumn(t, c, g.Data)
	return a
}

func (x goldenIndex) build(t testing.TB) *frame.Index {
	if x.Range != nil {
		return frame.NewRange(x.Range[0], x.Range[1], int(x.Range[2])).WithNames(labels(x.Names)...)
	}
	if len(x.Levels) == 1 && !x.Multi {
		return frame.NewIndex(label(x.Names[0]), x.Levels[0].build(t))
	}
	var cols []*frame.Column
	for _, l := range x.Levels {
		cols = append(cols, l.build(t))
	}
	return frame.NewMulti(labels(x.Names), cols...)
}

func labels(vs []any) []frame.Label {
	out := make([]frame.Label, len(vs))
	for i, v := range vs {
		out[i] = label(v)
	}
	return out
}

// label reads what golden.py's _label wrote.
func label(v any) frame.Label {
	switch v := v.(type) {
	case float64:
		return frame.L(int64(v))
	case map[string]any:
		if l, ok := v["tuple"]; ok {
			return frame.TupleOf(labels(l.([]any)))
		}
		if f, ok := v["float"]; ok {
			return frame.L(number(f))
		}
		if n, ok := v["time"]; ok {
			u, _ := dtype.ParseUnit(v["unit"].(string))
			return frame.L(frame.Timestamp{Ticks: whole(n), Unit: u})
		}
	}
	return frame.L(v)
}

func number(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case string:
		switch v {
		case "inf":
			return math.Inf(1)
		case "-inf":
			return math.Inf(-1)
		}
	case bool:
		if v {
			return 1
		}
		return 0
	}
	return math.NaN()
}
