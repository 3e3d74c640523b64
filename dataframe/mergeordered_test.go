package dataframe_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// A merge by ascending key whose parts make many rows is cut further: keys of one side alone, missing ones
// and one that most rows have included. The answer is that of one chunk.
func TestMergeInKeyOrderIsCut(t *testing.T) {
	const n = 400
	side := func(x string, alone int) *dataframe.DataFrame {
		k, s, at, v := make([]float64, n), make([]string, n), make([]int64, n), make([]int64, n)
		for i := range n {
			k[i], v[i] = float64((i*7+alone)%40), int64(i)
			switch {
			case i%10 == 3:
				k[i] = math.NaN()
			case i%3 == 0:
				k[i] = 17
			case k[i] > 30:
				k[i] = float64(alone)
			}
			s[i] = fmt.Sprint("s", i%3)
			if at[i] = int64(k[i]); math.IsNaN(k[i]) {
				at[i] = frame.NaT
			}
		}
		return dataframe.New(dataframe.C{Name: "k", Data: k}, dataframe.C{Name: "s", Data: s}, dataframe.C{Name: "at", Data: at}, dataframe.C{Name: x, Data: v})
	}
	l, r := side("x", -5), side("y", 50)
	timed := func(d *dataframe.DataFrame) *dataframe.DataFrame {
		return d.AsType(map[any]any{"at": "datetime64[s]"})
	}
	byLabel := func(d *dataframe.DataFrame) *dataframe.DataFrame { return d.SetIndex("k") }
	for name, h := range map[string]op.Handle{
		"outer":        l.Merge(r, merging{On: "k", How: "outer", Indicator: true}),
		"two keys":     l.Merge(r, merging{On: []string{"k", "s"}, How: "outer"}),
		"times":        timed(l).Merge(timed(r), merging{On: "at", How: "outer"}),
		"labels":       byLabel(l).Merge(byLabel(r), merging{LeftIndex: true, RightIndex: true, How: "outer"}),
		"one label":    l.Merge(byLabel(r), merging{LeftOn: "k", RightIndex: true, How: "outer"}),
		"sorted inner": l.Merge(r, merging{On: "k", Sort: true}),
		"sorted left":  l.Merge(r, merging{On: "k", How: "left", Sort: true}),
		"sorted right": l.Merge(r, merging{On: "k", How: "right", Sort: true}),
		"sum":          dataframe.FrameOf(l.Merge(r, merging{On: "k", How: "outer"}).Value()).Col("x").Sum(),
	} {
		want, err := (&marstest.Loop{ChunkBytes: 1 << 30}).Run(h.Value())
		if err != nil {
			t.Fatal(err)
		}
		loop := marstest.Loop{ChunkBytes: 8000}
		got, err := loop.Run(h.Value())
		if err != nil {
			t.Fatal(err)
		}
		if d := marstest.Diff(got[0], want[0], marstest.Tolerance{}); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if n := loop.Calls["*merge.Merge final"]; n < 30 || n > 250 {
			t.Errorf("%s: %d pieces, calls %v", name, n, loop.Calls)
		}
	}
}

// Rows that cannot be unique are still found out in a merge that is cut.
func TestMergeInKeyOrderValidates(t *testing.T) {
	k := make([]int64, 1000)
	for i := range k {
		k[i] = int64(i % 10)
	}
	d := dataframe.New(dataframe.C{Name: "k", Data: k})
	loop := marstest.Loop{ChunkBytes: 1000}
	if _, err := loop.Run(d.Merge(d, merging{How: "outer", Validate: "one_to_many"}).Value()); err == nil {
		t.Error("keys are not unique, but no error")
	}
}
