package local_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/op"
)

// An as-of merge by a further key that nearly all rows share ends in less memory than its sides have. Left
// row i has key 2i, right row i has 2i+1; few rows have the other further key, and of the right side just
// two.
func TestMergeAsofByOutgrowsMemory(t *testing.T) {
	const n = 1 << 16
	g := start(t, local.Config{Workers: 1, Memory: 2 << 20}, client.Options{ChunkBytes: 64 << 10})
	other := [2]func(i int) bool{func(i int) bool { return i%1000 == 0 }, func(i int) bool { return i == 5000 || i == n/2 }}
	by := func(side, i int) int64 {
		if other[side](i) {
			return 1
		}
		return 0
	}
	var tables [2]*dataframe.DataFrame
	for side, name := range []string{"x", "y"} {
		at, of, v := make([]int64, n), make([]int64, n), make([]float64, n)
		for i := range at {
			at[i], of[i], v[i] = int64(2*i+side), by(side, i), float64(i)
		}
		tables[side] = dataframe.New(dataframe.C{Name: "t", Data: at}, dataframe.C{Name: "by", Data: of}, dataframe.C{Name: name, Data: v})
	}
	for _, direction := range []string{"backward", "forward"} {
		if raced && direction != "forward" {
			continue
		}
		h := dataframe.MergeAsof(tables[0], tables[1], dataframe.AsofOptions{On: "t", By: "by", Direction: direction})
		g.execute(h)
		count, sum := 0, 0.
		nearest := [2]int{-1, -1} // of the right rows so far
		visit := func(right int) { nearest[by(1, right)] = right }
		meet := func(i int) {
			if y := nearest[by(0, i)]; y >= 0 {
				count, sum = count+1, sum+float64(y*(i%64))
			}
		}
		rows := make([]int, n)
		for i := range rows {
			rows[i] = i
		}
		if direction == "forward" {
			slices.Reverse(rows)
		}
		for _, i := range rows {
			if direction == "forward" {
				visit(i)
				meet(i)
			} else {
				meet(i)
				visit(i)
			}
		}
		d := dataframe.SeriesOf(h.Eval("y * (x % 64)").Value())
		for what, v := range map[string]struct {
			h    op.Handle
			want any
		}{"rows": {d.Count(), count}, "sum": {d.Sum(), fmt.Sprintf("%.1f", sum)}} {
			g.execute(v.h)
			if got, err := g.s.Fetch(g.ctx, v.h); err != nil || fmt.Sprint(got) != fmt.Sprint(v.want) {
				t.Errorf("%s, %s: %v, %v, want %v", direction, what, got, err, v.want)
			}
		}
	}
}
