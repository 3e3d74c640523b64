package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dataframe/groupby"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// TestSqueeze: axes of one label go, others stay.
func TestSqueeze(t *testing.T) {
	of := func(h op.Handle, fields map[string]any) op.Value {
		return asWritten("dataframe.squeeze", fields, h.Value())
	}
	d := dataframe.New(dataframe.C{Name: "a", Data: []int64{1, 2}})
	marstest.Check(t, "one column", dataframe.SeriesOf(of(d, nil)).ToTensor(), nd.Of([]int64{1, 2}))
	marstest.Check(t, "one cell", dataframe.ScalarOf(of(d.Head(1), nil)).Tensor(), nd.Scalar(int64(1)))
	marstest.Check(t, "one row", dataframe.SeriesOf(of(d.Head(1), map[string]any{"Axis": new(0)})).ToTensor(), nd.Of([]int64{1}))
	if v := of(d, map[string]any{"Axis": new(0)}); v.Meta().Kind != op.Frame {
		t.Errorf("two rows squeezed are a %s", v.Meta().Kind)
	}
	marstest.Check(t, "a value", dataframe.ScalarOf(of(d.Col("a").Tail(1), nil)).Tensor(), nd.Scalar(int64(2)))
}

// TestAggAcross: several aggregates of each row.
func TestAggAcross(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "a", Data: []int64{1, 2}}, dataframe.C{Name: "b", Data: []int64{5, 7}})
	r := dataframe.FrameOf(asWritten("dataframe.agg", map[string]any{"Func": groupby.Spec{Form: "list", Items: []groupby.Item{{Func: "min"}, {Func: "sum"}}}, "Axis": 1}, d.Value()))
	marstest.Check(t, "two", r.ToTensor(), nd.Of([]int64{1, 6, 2, 9}, 2, 2))
}
