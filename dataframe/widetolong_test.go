package dataframe_test

import (
	"math"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// TestWideToLong: columns of alike labels below each other, under identifiers and suffixes.
func TestWideToLong(t *testing.T) {
	d := dataframe.New(
		dataframe.C{Name: "id", Data: []int64{1, 2}}, dataframe.C{Name: "k", Data: []int64{5, 6}}, dataframe.C{Name: "A1", Data: []float64{1, 2}},
		dataframe.C{Name: "A2", Data: []float64{3, 4}}, dataframe.C{Name: "B1", Data: []int64{7, 8}},
	)
	long := func(stubs, i any, more map[string]any) *dataframe.DataFrame {
		fields := map[string]any{"Stubnames": stubs, "I": i, "J": frame.L("n")}
		for k, v := range more {
			fields[k] = v
		}
		return dataframe.FrameOf(asWritten("dataframe.wide_to_long", fields, d.Value()))
	}
	one := long(op.List{"A", "B"}, "id", nil).ResetIndex()
	nan := math.NaN()
	marstest.Check(t, "one identifier", one.Select("id", "n", "k", "A", "B").ToTensor(), nd.Of([]float64{1, 1, 5, 1, 7, 2, 1, 6, 2, 8, 1, 2, 5, 3, nan, 2, 2, 6, 4, nan}, 4, 5))
	marstest.Check(t, "two identifiers", long("A", op.List{"id", "k"}, nil).ResetIndex().Select("n", "A").ToTensor(), nd.Of([]float64{1, 1, 2, 3, 1, 2, 2, 4}, 4, 2))
	marstest.Check(t, "another suffix", long("A", "id", map[string]any{"Suffix": "2"}).Col("A").ToTensor(), nd.Of([]float64{3, 4}))
	marstest.Check(t, "a stub that is a column", long("k", "id", nil), errs.Invalid)
	marstest.Check(t, "no such column", long("A", "zz", nil), errs.NotFound)
	d = d.Assign(dataframe.C{Name: "id", Data: 1})
	marstest.Check(t, "identifiers repeat", long("A", "id", nil), errs.Invalid)
}
