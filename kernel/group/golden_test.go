package group_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/golden"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/mem"
)

type goldens struct {
	Columns   map[string]golden.Column
	Groupings []struct {
		Sort, Keep   bool
		Keys, Groups []golden.Column
		Aggs         []aggregate
	}
}

type aggregate struct {
	Column, Agg, Error string
	Args               struct {
		Min_count     *int
		Q             *float64
		Ddof          *int
		Dropna        *bool
		Interpolation string
	}
	Want *golden.Column
}

func (a aggregate) agg() group.Agg {
	g := group.New(must(group.Parse(a.Agg)))
	if p := a.Args.Min_count; p != nil {
		g.MinCount = *p
	}
	if p := a.Args.Q; p != nil {
		g.Q = *p
	}
	if p := a.Args.Ddof; p != nil {
		g.Ddof = *p
	}
	if p := a.Args.Dropna; p != nil {
		g.KeepNull = !*p
	}
	if a.Args.Interpolation == "lower" {
		g.Method = sort.Lower
	}
	return g
}

// deviates names what differs from pandas on purpose: narrow integers and float32 means have one dtype
// whatever the data, extremes of objects stay objects (pandas infers text and floats), objects are summed,
// ordered and counted but not averaged, complex numbers lack what their order or their square would need, and
// texts say their dtype's error always, where pandas has two.
func deviates(a aggregate, d dtype.DType) string {
	switch {
	case (a.Agg == "sum" || a.Agg == "prod") && d.IsInteger() && d.Size() < 8:
		return "dtype"
	case d.IsObject() && (a.Agg == "min" || a.Agg == "max"):
		return "text"
	case d == dtype.Float32 && a.Agg == "mean":
		return "dtype"
	case d.IsObject() && (a.Agg == "prod" || a.Agg == "mean" || a.Agg == "std" || a.Agg == "var" || a.Agg == "sem" || a.Agg == "median" || a.Agg == "quantile"):
		return "all"
	case d.IsComplex() && !(a.Agg == "sum" || a.Agg == "mean" || a.Agg == "count" || a.Agg == "size" || a.Agg == "any" || a.Agg == "all" || a.Agg == "nunique"):
		return "all"
	}
	return ""
}

func read(t *testing.T) (g goldens) {
	if err := golden.Read("testdata/golden.json", &g); err != nil {
		t.Fatal(err)
	}
	return g
}

func columnsOf(cs []golden.Column) []*frame.Column {
	out := make([]*frame.Column, len(cs))
	for i, c := range cs {
		out[i] = c.Column
	}
	return out
}

func TestAggregatesAsPandas(t *testing.T) {
	g := read(t)
	for k, by := range g.Groupings {
		keys := columnsOf(by.Keys)
		gs := must(group.Of(mem.Heap, keys, group.Options{Sort: by.Sort, Keep: by.Keep}))
		for i, c := range must(gs.Keys(mem.Heap, keys)) {
			if d := by.Groups[i].Diff(c, 0); d != "" {
				t.Errorf("grouping %d: key %d: %s", k, i, d)
			}
		}
		for _, a := range by.Aggs {
			c := g.Columns[a.Column].Column
			dev := deviates(a, c.DType)
			got, err := a.agg().Direct(mem.Heap, gs, c)
			switch {
			case dev == "all":
			case err != nil || a.Error != "":
				if !sameError(err, a.Error, c.DType) {
					t.Errorf("grouping %d: %s of %s: error %v, pandas says %s", k, a.Agg, a.Column, err, a.Error)
				}
			case dev == "text":
				if x, y := fmt.Sprint(got.Cells()), strings.ReplaceAll(fmt.Sprint(a.Want.Cells()), "NaN", "<nil>"); x != y {
					t.Errorf("grouping %d: %s of %s: %s, pandas says %s", k, a.Agg, a.Column, x, y)
				}
			case dev == "dtype":
				want := *a.Want
				if got.DType != want.DType { // compare as floats
					got, want.Column = widen(got), widen(want.Column)
				}
				if d := want.Diff(got, 1e-6); d != "" {
					t.Errorf("grouping %d: %s of %s: %s", k, a.Agg, a.Column, d)
				}
			default:
				tol := 1e-12
				if c.DType.Kind == dtype.Float32Kind {
					tol = 1e-6
				}
				if got.IsPending() { // an int64 whose dtype is decided from all chunks
					got = must(got.Settle(mem.Heap, true))
				}
				if d := a.Want.Diff(got, tol); d != "" {
					t.Errorf("grouping %d: %s%+v of %s: %s", k, a.Agg, a.Args, a.Column, d)
				}
			}
		}
	}
}

func sameError(err error, want string, d dtype.DType) bool {
	if err == nil {
		return false
	}
	if d.IsString() && strings.HasPrefix(want, "agg function failed") {
		return strings.Contains(err.Error(), "does not support operation")
	}
	return err.Error() == want || want == "No matching signature found" && d.IsCategorical()
}

// widen is an integer or float column as float64 cells.
func widen(c *frame.Column) *frame.Column {
	b := frame.NewNumBuilder[float64](mem.Heap, dtype.Float64, c.Rows)
	for i := range c.Rows {
		switch v := c.Cell(i).(type) {
		case int64:
			b.Append(float64(v))
		case uint64:
			b.Append(float64(v))
		case float64:
			b.Append(v)
		default:
			b.AppendNull()
		}
	}
	return must(b.Column())
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
