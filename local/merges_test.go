package local_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/op"
)

// lone is a key that only one side has, instead of some that both have: behind or before all others.
func lone(k int64, side int) int64 {
	if k%7 == 3 {
		return (2*int64(side) - 1) * (k + 1<<12)
	}
	return k
}

// side is n rows of a key and of x, which counts them.
func side(n int, key func(i int) int64, x string) *dataframe.DataFrame {
	k, v := make([]int64, n), make([]int64, n)
	for i := range n {
		k[i], v[i] = key(i), int64(i)
	}
	return dataframe.New(dataframe.C{Name: "k", Data: k}, dataframe.C{Name: x, Data: v})
}

// made is how many rows a merge makes of n on both sides, and the sum of by in them: of weights of the key
// and of the rows of both sides. Rows of one side that has none stand for one, of number 0.
func made(n int, keys [2]func(i int) int64, outer bool, by [3]int64) (count, sum int64) {
	var of, total [2]map[int64]int64
	all := map[int64]bool{}
	for s, key := range keys {
		of[s], total[s] = map[int64]int64{}, map[int64]int64{}
		for i := range n {
			k := key(i)
			of[s][k], total[s][k], all[k] = of[s][k]+1, total[s][k]+int64(i), true
		}
	}
	for k := range all {
		l, r := of[0][k], of[1][k]
		if outer {
			l, r = max(l, 1), max(r, 1)
		}
		count, sum = count+l*r, sum+by[0]*k*l*r+by[1]*r*total[0][k]+by[2]*l*total[1][k]
	}
	return count, sum
}

// Merges that make three times the memory of the worker end, with all rows in order.
func TestMergesOutgrowMemory(t *testing.T) {
	const rows = 1 << 18 // of three columns
	g := start(t, local.Config{Workers: 1, Memory: rows * 24 / 3}, client.Options{ChunkBytes: 64 << 10})
	for name, c := range map[string]struct {
		n     int
		zero  func(i int) bool // the rows whose key is 0
		other int              // how many keys the other rows have
	}{
		"many meet many":          {1 << 11, func(int) bool { return false }, 16},
		"neither side is small":   {1 << 15, func(int) bool { return false }, 1 << 10},
		"nearly all have one key": {1 << 9, func(i int) bool { return i%100 != 0 }, 1 << 9},
		"some of many share one":  {1 << 14, func(i int) bool { return i%55 == 0 }, 1 << 14}, // and make more than the memory
	} {
		for what, m := range map[string]struct {
			how  string
			sort bool
			by   [3]int64 // by what rows ascend: weights of k, x and y
		}{
			"inner": {"inner", false, [3]int64{0, 1 << 15, 1}}, "left": {"left", false, [3]int64{0, 1 << 15, 1}},
			"right": {"right", false, [3]int64{0, 1, 1 << 15}}, "outer": {"outer", false, [3]int64{1 << 30, 1 << 15, 1}},
			"sorted": {"inner", true, [3]int64{1 << 30, 1 << 15, 1}}, "sorted right": {"right", true, [3]int64{1 << 30, 1, 1 << 15}},
		} {
			if raced && (name != "some of many share one" || what != "outer" && what != "sorted right") {
				continue
			}
			var keys [2]func(i int) int64
			for s := range keys {
				keys[s] = func(i int) int64 {
					switch {
					case c.zero(i):
						return 0
					case m.how == "outer":
						return lone(int64(i*7919%c.other), s)
					}
					return int64(i * 7919 % c.other)
				}
			}
			count, sum := made(c.n, keys, m.how == "outer", m.by)
			h := side(c.n, keys[0], "x").Merge(side(c.n, keys[1], "y"), dataframe.MergeOptions{On: "k", How: m.how, Sort: m.sort})
			g.execute(h)
			at := dataframe.SeriesOf(h.FillNA(0).Eval(fmt.Sprintf("%d * k + %d * x + %d * y", m.by[0], m.by[1], m.by[2])).Value())
			for fact, v := range map[string]struct {
				h    op.Handle
				want int64
			}{"rows": {at.Count(), count}, "sum": {at.AsType("int64").Sum(), sum}, "order": {at.Diff().Gt(0).Sum(), count - 1}} {
				g.execute(v.h)
				if got, err := g.s.Fetch(g.ctx, v.h); err != nil || fmt.Sprint(got) != fmt.Sprint(v.want) {
					t.Errorf("%s, %s, %s: %v, %v, want %v", name, what, fact, got, err, v.want)
				}
			}
		}
	}
}
