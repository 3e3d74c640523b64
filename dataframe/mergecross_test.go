package dataframe_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
)

// All pairs of rows are what an inner join by a key finds that is the same in all rows: texts often enough that they are coded, missing values, objects.
func TestCrossIsAJoinByAConstant(t *testing.T) {
	const nl, nr = 9, 20
	side := func(n int, tag string) []dataframe.C {
		text, miss, small, many, key := make([]string, n), make([]float64, n), make([]int64, n), make([]any, n), make([]int64, n)
		for i := range n {
			text[i], miss[i], small[i], many[i] = fmt.Sprintf("%s, row %d of them", tag, i), float64(i), int64(i-3), int64(i%4)
			if i%3 == 1 {
				miss[i], many[i] = math.NaN(), nil
			}
		}
		return []dataframe.C{
			{Name: tag + "text", Data: text},
			{Name: tag + "miss", Data: miss},
			{Name: tag + "small", Data: small},
			{Name: tag + "many", Data: many},
			{Name: "key", Data: key},
		}
	}
	l, r := side(nl, "l"), side(nr, "r")
	for name, ind := range map[string]any{"plain": nil, "indicator": true} {
		want := frameOf(t, dataframe.New(l...).Merge(dataframe.New(r...), merging{On: "key", Indicator: ind}).Drop("key"))
		if want.NRows != nl*nr {
			t.Fatalf("%d rows", want.NRows)
		}
		cross := dataframe.New(l[:4]...).Merge(dataframe.New(r[:4]...), merging{How: "cross", Indicator: ind})
		marstest.Check(t, name, cross, want)
	}
}
