package dataframe_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
)

// All pairs of rows are what an inner join by a key finds that is the same in all rows: texts often enough
// that they are coded, missing values, objects.
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

// A chunk whose pairs of rows would be far more than a chunk is cut.
func TestCrossIsCutToChunks(t *testing.T) {
	side := func(name string) *dataframe.DataFrame {
		v := make([]int64, 60)
		for i := range v {
			v[i] = int64(i)
		}
		return dataframe.New(dataframe.C{Name: name, Data: v})
	}
	h := side("l").Merge(side("r"), merging{How: "cross"})
	want, err := (&marstest.Loop{ChunkBytes: 1 << 30}).Run(h.Value())
	if err != nil {
		t.Fatal(err)
	}
	l := marstest.Loop{ChunkBytes: 6000} // 375 of 3600 rows
	got, err := l.Run(h.Value())
	if err != nil {
		t.Fatal(err)
	}
	if d := marstest.Diff(got[0], want[0], marstest.Tolerance{}); d != "" {
		t.Error(d)
	}
	if n := l.Calls["*merge.Merge chunk"]; n < 10 || n > 20 {
		t.Errorf("%d pieces, calls %v", n, l.Calls)
	}
	if n := l.Calls["*merge.Merge other columns"]; n != 1 {
		t.Errorf("texts of the right side are coded %d times", n)
	}
}
