package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// TestKeysOfXs: what is no label is no key of rows; of columns it stands between brackets.
func TestKeysOfXs(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "k", Data: []int64{1, 2}}, dataframe.C{Name: "v", Data: []int64{3, 4}})
	is := d.Col("v").Gt(3)
	xs := func(fields map[string]any, in ...op.Handle) *dataframe.DataFrame {
		vs := []op.Value{d.Value()}
		for _, h := range in {
			vs = append(vs, h.Value())
		}
		return dataframe.FrameOf(asWritten("dataframe.xs", fields, vs...))
	}
	marstest.Check(t, "where true", xs(map[string]any{"Key": op.In(1), "Axis": 1}, is).ToTensor(), nd.Of([]int64{2, 4}, 1, 2))
	marstest.Check(t, "of rows", xs(map[string]any{"Key": op.In(1)}, is), errs.Invalid)
	marstest.Check(t, "a slice", xs(map[string]any{"Key": op.Slice{Start: int64(0)}}), errs.Invalid)
	marstest.Check(t, "a list", xs(map[string]any{"Key": op.List{int64(0)}}), errs.Type)
	level := dataframe.FrameOf(d.XsLevel(0, 0).Value())
	marstest.Check(t, "a level of one", level, errs.Type)
	d = d.SetIndex("k", "v")
	marstest.Check(t, "a slice of levels", xs(map[string]any{"Key": op.Slice{Start: int64(0)}}), errs.Type)
}

// TestNamesOfLevels: names for all levels or one.
func TestNamesOfLevels(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "k", Data: []int64{1, 2}}, dataframe.C{Name: "v", Data: []int64{3, 4}})
	named := func(x *dataframe.Index, fields map[string]any) *dataframe.Index {
		return dataframe.IndexOf(asWritten("dataframe.Index.set_names", fields, x.Value()))
	}
	one, two := frame.Labels("p"), d.SetIndex("k", "v").Index()
	marstest.Check(t, "a level of one", named(d.Index(), map[string]any{"Names": one, "Level": frame.Labels(0)}), errs.Invalid)
	marstest.Check(t, "one name of two", named(two, map[string]any{"Names": one, "One": true}), errs.Type)
	got := named(two, map[string]any{"Names": frame.Labels(frame.Tup("p", "q")), "One": true}).Value().Meta().Index.Levels
	if len(got) != 2 || !got[1].Name.Same(frame.L("q")) {
		t.Errorf("a tuple of names gives %v", got)
	}
}

// TestLabelsOfTooFewRows: one label for rows whose number follows from the data.
func TestLabelsOfTooFewRows(t *testing.T) {
	s := dataframe.NewSeries([]int64{1, 2, 3}, dataframe.Options{Rows: 2})
	some := s.Filter(s.Gt(1))
	marstest.Check(t, "one for two", some.SetLabels([]int64{7}), errs.Invalid)
	marstest.Check(t, "two for two", some.SetLabels([]int64{7, 8}).Index().ToTensor(), nd.Of([]int64{7, 8}))
}
