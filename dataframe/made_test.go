package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// TestMade: frames, series and indexes of data of the cluster.
func TestMade(t *testing.T) {
	s := dataframe.NewSeries([]int64{1, 2, 3}, dataframe.Options{Name: "s"}).SetLabels(dataframe.NewIndex([]int64{5, 6, 7}))
	v := tensor.FromArray(nd.Of([]float64{0.5, 1.5, 2.5}))
	other := dataframe.NewIndex([]int64{7, 5})
	made := func(kind string, fields map[string]any, in ...op.Handle) op.Value {
		fields["Kind"] = kind
		vs := make([]op.Value, len(in))
		for i, h := range in {
			vs[i] = h.Value()
		}
		return asWritten("dataframe.made", fields, vs...)
	}
	ref := func(i int) op.Ref { return op.In(i) }
	columns := op.Dict{{Key: "s", Value: ref(0)}, {Key: "v", Value: ref(1)}, {Key: "n", Value: int64(4)}}
	f := dataframe.FrameOf(made("dataframe", map[string]any{"Data": columns}, s, v))
	marstest.Check(t, "columns", f.ToTensor(), nd.Of([]float64{1, 0.5, 4, 2, 1.5, 4, 3, 2.5, 4}, 3, 3))
	marstest.Check(t, "labels of the series", f.Index().ToTensor(), nd.Of([]int64{5, 6, 7}))
	f = dataframe.FrameOf(made("dataframe", map[string]any{"Data": columns, "Index": ref(2)}, s, v.Get(tensor.Slice(0, 2)), other))
	marstest.Check(t, "under other labels", f.ToTensor(), nd.Of([]float64{3, 0.5, 4, 1, 1.5, 4}, 2, 3))
	f = dataframe.FrameOf(made("dataframe", map[string]any{"Data": ref(0), "Dtype": dtype.Float32}, s))
	marstest.Check(t, "of a series", f.ToTensor(), nd.Of([]float32{1, 2, 3}, 3, 1))
	marstest.Check(t, "series", dataframe.SeriesOf(made("series", map[string]any{"Data": ref(0), "Index": ref(1)}, s, other)).ToTensor(), nd.Of([]int64{3, 1}))
	marstest.Check(t, "index", dataframe.IndexOf(made("index", map[string]any{"Data": ref(0), "Name": "x"}, v)).ToTensor(), nd.Of([]float64{0.5, 1.5, 2.5}))
	marstest.Check(t, "series of a frame", dataframe.SeriesOf(made("series", map[string]any{"Data": ref(0)}, f)), errs.Invalid)
	marstest.Check(t, "index of a frame", dataframe.IndexOf(made("index", map[string]any{"Data": ref(0)}, f)), errs.Invalid)
}
