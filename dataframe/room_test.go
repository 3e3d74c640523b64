package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dataframe/times"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/dt"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// TestOperatorsOfRooms: a user's function builds the operator of its room.
func TestOperatorsOfRooms(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "i", Data: []int64{1, 2}}, dataframe.C{Name: "f", Data: []float64{0.5, 2}})
	s, wide := d.Col("f"), dataframe.New(dataframe.C{Name: frame.Tup("a", "b"), Data: []int64{1}})
	for want, h := range map[string]op.Handle{
		"dataframe.idxmin":                s.IdxMin(),
		"dataframe.rename_column_axis":    d.RenameColumnAxis("of"),
		"dataframe.dataframe_from_tensor": dataframe.FromTensor(tensor.Ones([]int{2, 2})),
		"dataframe.series_from_tensor":    dataframe.SeriesFromTensor(tensor.Ones([]int{2})),
		"dataframe.rename_levels":         d.RenameAxis("row"),
		"dataframe.fill_cells":            d.FillNA(0.0),
		"dataframe.isin_labels":           s.IsIn(2.0),
		"dataframe.round_cells":           d.Round(1),
		"dataframe.transpose":             d.T(),
		"dataframe.rename_columns":        d.Rename(map[any]any{"i": "j"}),
		"dataframe.columns_as_labels":     d.SetIndex("i"),
		"dataframe.reindex_rows":          d.Reindex([]int{1}),
		"dataframe.stack_last":            d.Stack(),
		"dataframe.column_part":           wide.Part("a"),
	} {
		if v := h.Value(); v.Err() != nil || v.N.Name != want {
			t.Errorf("%s: the operator is %s (%v)", want, v.N.Name, v.Err())
		}
	}
}

// TestFieldsOfTimes: every part of times is an operator.
func TestFieldsOfTimes(t *testing.T) {
	for _, f := range dt.Fields() {
		def := op.Lookup("dataframe.Series.dt." + f.Name)
		if def == nil {
			t.Errorf("no operator of %s", f.Name)
			continue
		}
		if o, ok := def.New().(*times.Field); !ok || o.Row() != f.Name {
			t.Errorf("%s is the operator %T", f.Name, def.New())
		}
	}
}
