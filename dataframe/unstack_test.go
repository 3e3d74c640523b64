package dataframe_test

import (
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

func TestUnstack(t *testing.T) {
	g := marstest.Load(t, "testdata/unstack.json")
	f := g.Get(t, "frame").Value(t).(*frame.Frame)
	part := f.Slice(0, 11)
	d, num := dataframe.FromFrame(part), cut(part, "v", "x")
	for name, h := range map[string]op.Handle{
		"full":         dataframe.FromFrame(f).Unstack(),
		"part":         d.Unstack(),
		"level name":   d.Unstack(dataframe.UnstackOptions{Level: "i"}),
		"level zero":   d.Unstack(dataframe.UnstackOptions{Level: 0}),
		"two":          d.Unstack(dataframe.UnstackOptions{Level: []string{"i", "z"}}),
		"two reversed": d.Unstack(dataframe.UnstackOptions{Level: []int{2, 0}}),
		"fill":         num.Unstack(dataframe.UnstackOptions{FillValue: 7}),
		"fill float":   num.Unstack(dataframe.UnstackOptions{Level: "i", FillValue: 0.5}),
		"series":       series(part, "v").Unstack(),
		"series full":  series(f, "s").Unstack(dataframe.UnstackOptions{Level: "k"}),
		"empty":        cut(f.Slice(0, 0), "v").Unstack(),
		"one row":      dataframe.FromFrame(f.Slice(0, 1)).Unstack(),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	twice := frame.Must(f.Take(mem.Heap, append(slices.Repeat([]int64{3}, 2), 1, 5, 7)))
	marstest.Check(t, "duplicate", dataframe.FromFrame(twice).Unstack(), errs.Invalid)
	marstest.Check(t, "level", d.Unstack(dataframe.UnstackOptions{Level: "zz"}), errs.NotFound)
	marstest.Check(t, "index", dataframe.New(dataframe.C{Name: "x", Data: []int{1}}).Unstack(), errs.Invalid)
}
