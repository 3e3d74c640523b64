package dataframe_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
)

// TestModeOfGreatNumbers: modes of rows of whole numbers that no float holds.
func TestModeOfGreatNumbers(t *testing.T) {
	const great = math.MaxUint64
	d := dataframe.New(dataframe.C{Name: "a", Data: []uint64{great, 7}}, dataframe.C{Name: "b", Data: []uint64{great - 1, 0}})
	got := d.Mode(dataframe.ModeOptions{Axis: 1})
	marstest.Check(t, "two in each row", got.ToTensor(), nd.Of([]uint64{great - 1, great, 0, 7}, 2, 2))
	d = d.Assign(dataframe.C{Name: "c", Data: []uint64{great - 1, 3}})
	got = d.Mode(dataframe.ModeOptions{Axis: 1})
	marstest.Check(t, "one and three", got.IlocCol(0).ToTensor(), nd.Of([]float64{great - 1, 0}))
}

// whole is a column of nullable numbers, the second of which is missing.
func whole() *dataframe.DataFrame {
	f := frame.Must(frame.New(nil, frame.Labels("v"), frame.Of([]float64{1, math.NaN(), 3})))
	return dataframe.FromFrame(f).AsType(dtype.Int64.Nullable())
}

// TestMissingWithinBounds: what is missing is beyond no bound, and is no mode.
func TestMissingWithinBounds(t *testing.T) {
	d := whole()
	for name, got := range map[string]*dataframe.DataFrame{
		"one value": d.Clip(2, 2), "of a series": d.Col("v").Clip(2, nil).ToFrame("v"),
		"of a series by rows": d.Col("v").Clip(nil, dataframe.NewSeries([]int64{2, 2, 2})).ToFrame("v"),
	} {
		marstest.Check(t, name, got.IsNA().ToTensor(), nd.Of([]bool{false, true, false}, 3, 1))
	}
	marstest.Check(t, "mode", d.Mode().AsType(dtype.Int64).ToTensor(), nd.Of([]int64{1, 3}, 2, 1))
}
