package dataframe_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

func TestGetDummies(t *testing.T) {
	g := marstest.Load(t, "testdata/getdummies.json")
	f := g.Get(t, "frame").Value(t).(*frame.Frame)
	d := dataframe.FromFrame(f)
	cases := map[string]op.Handle{
		"frame all":  d.GetDummies(),
		"columns":    d.GetDummies(dataframe.DummyOptions{Columns: []string{"i", "s"}, Prefix: []string{"I", "S"}, PrefixSep: []string{"_", ":"}}),
		"one prefix": cut(f, "s", "c", "x").GetDummies(dataframe.DummyOptions{Prefix: []string{"Z"}}),
		"first":      cut(f, "s", "c").GetDummies(dataframe.DummyOptions{DropFirst: true}),
		"first na":   series(f, "s").GetDummies(dataframe.DummyOptions{DropFirst: true, DummyNA: true}),
		"none":       cut(f, "x", "i").GetDummies(),
		"empty":      cut(f.Slice(0, 0), "x", "s").GetDummies(),
		"empty cat":  cut(f.Slice(0, 0), "x", "c").GetDummies(),
	}
	for _, l := range f.Names[1:] {
		k := l.String()
		cases["series "+k] = series(f, k).GetDummies()
		cases["na "+k] = series(f, k).GetDummies(dataframe.DummyOptions{DummyNA: true, Prefix: []string{"P"}, PrefixSep: []string{"-"}})
	}
	for _, dt := range []dtype.DType{dtype.Int64, dtype.Uint8, dtype.Float64, dtype.Float32, dtype.Int16} {
		cases["dtype "+dt.String()] = cut(f, "x", "s").GetDummies(dataframe.DummyOptions{DType: dt})
	}
	var missing, as []int64
	for i, v := range f.Col(frame.L("s")).Cells() {
		if v == nil {
			missing = append(missing, int64(i))
		} else if v == "a" {
			as = append(as, int64(i))
		}
	}
	cases["all missing"] = cut(frame.Must(f.Take(mem.Heap, missing)), "x", "s").GetDummies()
	cases["one value"] = series(frame.Must(f.Take(mem.Heap, as)), "s").GetDummies(dataframe.DummyOptions{DropFirst: true})
	for name, h := range cases {
		marstest.Check(t, name, h, g.Get(t, name))
	}
}

func TestGetDummiesOpenColumns(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "x", Data: []int{1, 2, 3}}, dataframe.C{Name: "s", Data: []string{"b", "a", "b"}})
	m := d.GetDummies().Value().Meta()
	if !m.Open || len(m.Cols) != 1 {
		t.Errorf("columns %v, open %t; want x and more", m.Cols, m.Open)
	}
}

func TestGetDummiesErrors(t *testing.T) {
	g := marstest.Load(t, "testdata/getdummies.json")
	f := g.Get(t, "frame").Value(t).(*frame.Frame)
	for name, c := range map[string]struct {
		o    dataframe.DummyOptions
		kind errs.Kind
	}{
		"object": {dataframe.DummyOptions{DType: dtype.Object}, errs.Invalid},
		"length": {dataframe.DummyOptions{Prefix: []string{"a", "b", "c"}}, errs.Invalid},
		"column": {dataframe.DummyOptions{Columns: "zz"}, errs.NotFound},
	} {
		err := cut(f, "s", "c").GetDummies(c.o).Err()
		if !errs.Is(err, c.kind) {
			t.Errorf("%s: %v, want %v", name, err, c.kind)
			continue
		}
		if want := strings.Trim(g.Get(t, "err "+name).Text, `"`); name == "length" && !strings.Contains(cmp.Or(errs.PythonOf(err), err.Error()), want) {
			t.Errorf("%s: %v, pandas says %s", name, err, want)
		}
	}
}
