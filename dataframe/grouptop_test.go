package dataframe_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// first is the rows of keys ks that are among the n first of their group in the order of less, in that order;
// stable.
func first(ks []int64, n int, less func(i, j int) int) []int64 {
	rows := make([]int64, len(ks))
	for i := range rows {
		rows[i] = int64(i)
	}
	slices.SortStableFunc(rows, func(a, b int64) int { return less(int(a), int(b)) })
	have := map[int64]int{}
	var out []int64
	for _, r := range rows {
		if have[ks[r]]++; have[ks[r]] <= n {
			out = append(out, r)
		}
	}
	return out
}

type oneReader struct{}

func (oneReader) Readers(op.Value) int { return 1 }

// Labeled: nobody looks.
func (oneReader) Labeled(op.Value) bool { return false }

func TestFirstRowsOfGroupsBeforeASort(t *testing.T) {
	const n = 60
	k, i, v, s := make([]int64, n), make([]int64, n), make([]float64, n), make([]string, n)
	x := uint64(5)
	for r := range n {
		x = x*6364136223846793005 + 1442695040888963407
		k[r], i[r], v[r], s[r] = int64(x>>62), int64(x>>55%9), float64(x>>50%20)/2, fmt.Sprint("t", x>>45%5)
	}
	f := frame.Must(frame.New(nil, frame.Labels("k", "i", "v", "s"), frame.Of(k), frame.Of(i), frame.Of(v), frame.Strs(s...)))
	w := slices.Clone(v)
	for r := 0; r < n; r += 7 {
		w[r] = math.NaN()
	}
	holes := frame.Must(frame.New(nil, frame.Labels("k", "v"), frame.Of(k), frame.Of(w)))
	last := func(a, b float64) int { // NaN comes last
		if a != a || b != b {
			return cmp.Compare(b, a)
		}
		return cmp.Compare(a, b)
	}
	for name, c := range map[string]struct {
		f    *frame.Frame
		by   any
		o    dataframe.Sort
		n    int
		less func(a, b int) int
	}{
		"greatest":   {f, "v", dataframe.Sort{Descending: true}, 2, func(a, b int) int { return cmp.Compare(v[b], v[a]) }},
		"least":      {f, "i", dataframe.Sort{}, 1, func(a, b int) int { return cmp.Compare(i[a], i[b]) }},
		"texts":      {f, "s", dataframe.Sort{}, 3, func(a, b int) int { return cmp.Compare(s[a], s[b]) }},
		"two keys":   {f, []string{"s", "v"}, dataframe.Sort{}, 2, func(a, b int) int { return cmp.Or(cmp.Compare(s[a], s[b]), cmp.Compare(v[a], v[b])) }},
		"none":       {f, "v", dataframe.Sort{}, 0, func(a, b int) int { return 0 }},
		"with holes": {holes, "v", dataframe.Sort{}, 9, func(a, b int) int { return last(w[a], w[b]) }},
	} {
		h := dataframe.FromFrame(c.f).SortValues(c.by, c.o).GroupBy("k").Head(c.n)
		want := frame.Must(c.f.Take(mem.Heap, first(k, c.n, c.less)))
		marstest.Check(t, name, h, want, marstest.ChunkBytes(400))
		became := false
		for _, r := range op.Rules(h.Value().N.Op) {
			if r.Name == "first rows of groups before a sort" {
				out, ok := r.Try(h.Value().N, oneReader{})
				became = ok && out.N.In[0].N.In[0].N.Name == "dataframe.groupby_top"
				if _, again := r.Try(out.N, oneReader{}); again {
					t.Errorf("%s: the rule applies to what it made", name)
				}
			}
		}
		if !became {
			t.Errorf("%s: all rows are sorted", name)
		}
	}
}
