package dataframe_test

import (
	"testing"
	"time"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

type asof = dataframe.AsofOptions

// TestMergeAsof checks dataframe.merge_asof.
func TestMergeAsof(t *testing.T) {
	in := goldenFrames{t, marstest.Load(t, "testdata/asof.json")}
	check := func(name string, h op.Handle) { marstest.Check(t, name, h, in.g.Get(t, name)) }
	part := func(name string, lo, hi int, cols ...string) *dataframe.DataFrame {
		return dataframe.FromFrame(in.frame(name, cols...).Slice(lo, hi))
	}
	for _, d := range []string{"backward", "forward", "nearest"} {
		for _, exact := range []bool{true, false} {
			text := map[bool]string{true: " True", false: " False"}[exact]
			check(d+text, dataframe.MergeAsof(in.get("L", "i", "x", "both"), in.get("R", "i", "y", "both"), asof{On: "i", Direction: d, AllowExactMatches: &exact}))
			check("by "+d+text, dataframe.MergeAsof(in.get("L", "i", "by", "x"), in.get("R", "i", "by", "y"), asof{On: "i", By: "by", Direction: d, AllowExactMatches: &exact}))
		}
		check("near "+d, dataframe.MergeAsof(in.get("L", "i", "x"), in.get("R", "i", "y"), asof{On: "i", Direction: d, Tolerance: 1}))
		check("float "+d, dataframe.MergeAsof(in.get("L", "f", "x"), in.get("R", "f", "y"), asof{On: "f", Direction: d, Tolerance: 0.3}))
		check("time "+d, dataframe.MergeAsof(in.get("L", "t", "x"), in.get("R", "t", "y"), asof{On: "t", Direction: d, Tolerance: 2 * time.Minute}))
		check("small "+d, dataframe.MergeAsof(in.get("L", "i", "by", "x"), part("R", 3, 6, "i", "by", "y"), asof{On: "i", By: "by", Direction: d}))
		check("right empty "+d, dataframe.MergeAsof(in.get("L", "i", "x"), part("R", 0, 0, "i", "y"), asof{On: "i", Direction: d}))
		check("left empty "+d, dataframe.MergeAsof(part("L", 0, 0, "i", "x"), in.get("R", "i", "y"), asof{On: "i", Direction: d}))
	}
	check("names", dataframe.MergeAsof(in.get("L", "u", "x", "both"), in.renamed("R", "u", "v", "u", "y", "both"), asof{LeftOn: "u", RightOn: "v", Suffixes: &[2]string{"", "_r"}}))
	check("two by", dataframe.MergeAsof(in.get("L", "i", "by", "also", "x"), in.get("R", "i", "by", "also", "y"), asof{On: "i", By: []string{"by", "also"}}))
	check("by names", dataframe.MergeAsof(in.get("L", "i", "by", "x"), in.renamed("R", "by", "who", "i", "by", "y"), asof{On: "i", LeftBy: "by", RightBy: "who"}))
	check("indexes", dataframe.MergeAsof(in.indexed("L", 1, "i", "x"), in.indexed("R", 1, "i", "y"), asof{LeftIndex: true, RightIndex: true}))

	l, r := in.get("L", "i", "f", "by", "x"), in.get("R", "i", "f", "by", "y")
	backwards := func(name string, cols ...string) *dataframe.DataFrame {
		f := in.frame(name, cols...)
		rows := make([]int64, f.NRows)
		for i := range rows {
			rows[i] = int64(f.NRows - 1 - i)
		}
		return dataframe.FromFrame(must(f.Take(mem.Heap, rows)))
	}
	holes := in.frame("L", "i", "f", "by", "x")
	rows := make([]int64, holes.NRows)
	for i := range rows {
		if rows[i] = int64(i); i == 5 {
			rows[i] = -1
		}
	}
	missing := dataframe.FromFrame(holes.With(frame.L("f"), must(holes.Cols[1].Take(mem.Heap, rows))))
	check("X unsorted", dataframe.MergeAsof(backwards("L", "i", "x"), r, asof{On: "i"}))
	check("X unsorted right", dataframe.MergeAsof(l, backwards("R", "i", "y"), asof{On: "i"}))
	check("X missing", dataframe.MergeAsof(missing, r, asof{On: "f"}))
	check("X types", dataframe.MergeAsof(l, r, asof{LeftOn: "i", RightOn: "f"}))
	check("X text", dataframe.MergeAsof(l, r, asof{On: "by"}))
	check("X direction", dataframe.MergeAsof(l, r, asof{On: "i", Direction: "up"}))
	check("X tolerance", dataframe.MergeAsof(l, r, asof{On: "i", Tolerance: 0.5}))
	check("X negative", dataframe.MergeAsof(l, r, asof{On: "i", Tolerance: -1}))
	check("X two", dataframe.MergeAsof(l, r, asof{On: []string{"i", "f"}}))
	check("X by", dataframe.MergeAsof(l, r, asof{On: "i", LeftBy: "by"}))
	marstest.Check(t, "key", dataframe.MergeAsof(l, r, asof{On: "nope"}), errs.NotFound)
}
