package group_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

// The first rows of groups are those of a stable sort, whether values are compared in place or by a function;
// infinities and ties stay in order.
func TestTopIsAStableSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(0, 60).Draw(t, "rows")
		keys, floats, ints := make([]int64, rows), make([]float64, rows), make([]int64, rows)
		for i := range rows {
			keys[i] = int64(rapid.IntRange(0, 6).Draw(t, "key"))
			k := rapid.IntRange(0, 5).Draw(t, "value")
			floats[i] = []float64{math.Inf(-1), -1, 0, 1, math.Inf(1), math.MaxFloat64}[k]
			ints[i] = []int64{math.MinInt64, -1, 0, 1, math.MaxInt64, 7}[k]
		}
		desc, n := rapid.Bool().Draw(t, "desc"), rapid.IntRange(0, 4).Draw(t, "n")
		gs := must(group.Of(mem.Heap, []*frame.Column{frame.Of(keys)}, group.Options{}))
		byFloat := func(i, j int) int { return turned(cmp.Compare(floats[i], floats[j]), desc) }
		byInt := func(i, j int) int { return turned(cmp.Compare(ints[i], ints[j]), desc) }
		for _, c := range []struct {
			col     *frame.Column
			compare func(i, j int) int
		}{{frame.Of(floats), byFloat}, {nil, byFloat}, {frame.Of(ints), byInt}, {nil, byInt}} {
			var want []int64
			for id := range gs.N {
				var of []int64
				for i, k := range gs.IDs {
					if int(k) == id {
						of = append(of, int64(i))
					}
				}
				slices.SortStableFunc(of, func(a, b int64) int { return c.compare(int(a), int(b)) })
				want = append(want, of[:min(n, len(of))]...)
			}
			slices.Sort(want)
			if got := must(gs.Top(mem.Heap, n, c.col, desc, c.compare)); !slices.Equal(got, want) {
				t.Fatalf("rows %v, want %v", got, want)
			}
		}
	})
}

// Among many rows, too, the first of each group are those of a stable sort: values that equal the last of
// them, that are the least or the greatest there are, and rows of no group.
func TestTopOfManyRows(t *testing.T) {
	const rows, groups = 20_000, 300
	r := rand.New(rand.NewPCG(1, 2))
	keys, holes := make([]int64, rows), must(frame.NewBits(mem.Heap, rows, true))
	floats, ints := make([]float64, rows), make([]int64, rows)
	for i := range rows {
		if keys[i] = int64(r.IntN(groups)); r.IntN(20) == 0 {
			holes.Clear(i)
		}
		floats[i], ints[i] = math.Round(r.NormFloat64()*20), r.Int64N(40)-20
		if r.IntN(50) == 0 {
			floats[i], ints[i] = math.Inf(2*r.IntN(2)-1), []int64{math.MinInt64, math.MaxInt64}[r.IntN(2)]
		}
	}
	key := frame.NewPlain(dtype.Int64.Nullable(), mem.WrapOf(keys), 0, rows, holes.Bitmap())
	gs := must(group.Of(mem.Heap, []*frame.Column{key}, group.Options{}))
	for _, c := range []*frame.Column{frame.Of(floats), frame.Of(ints)} {
		for _, desc := range []bool{false, true} {
			compare := func(i, j int) int {
				if c.DType.IsFloat() {
					return turned(cmp.Compare(floats[i], floats[j]), desc)
				}
				return turned(cmp.Compare(ints[i], ints[j]), desc)
			}
			of := make([][]int64, gs.N)
			for i, id := range gs.IDs {
				if id >= 0 {
					of[id] = append(of[id], int64(i))
				}
			}
			for _, n := range []int{1, 2, 5} {
				var want []int64
				for _, all := range of {
					slices.SortStableFunc(all, func(a, b int64) int { return cmp.Or(compare(int(a), int(b)), cmp.Compare(a, b)) })
					want = append(want, all[:min(n, len(all))]...)
				}
				slices.Sort(want)
				if got := must(gs.Top(mem.Heap, n, c, desc, compare)); !slices.Equal(got, want) {
					t.Errorf("%v, %d, down %v: other rows", c.DType, n, desc)
				}
				if got := must(gs.Top(mem.Heap, n, nil, desc, compare)); !slices.Equal(got, want) {
					t.Errorf("%v, %d, down %v: other rows by comparing", c.DType, n, desc)
				}
			}
		}
	}
}

// Of many groups of few rows one or two are found by the halves of words: all first rows are among those, and
// only where halves are equal a few others are.
func TestTopOfManyGroups(t *testing.T) {
	const rows, groups = 20_000, 4000
	r := rand.New(rand.NewPCG(3, 4))
	keys, holes := make([]int64, rows), must(frame.NewBits(mem.Heap, rows, true))
	for i := range rows {
		if keys[i] = int64(r.IntN(groups)); r.IntN(20) == 0 {
			holes.Clear(i)
		}
	}
	key := frame.NewPlain(dtype.Int64.Nullable(), mem.WrapOf(keys), 0, rows, holes.Bitmap())
	gs := must(group.Of(mem.Heap, []*frame.Column{key}, group.Options{}))
	for name, value := range map[string]func() float64{
		"normal":   r.NormFloat64,
		"small":    func() float64 { return float64(r.IntN(7) - 3) },
		"infinite": func() float64 { return []float64{math.Inf(-1), -0.0, 0, math.MaxFloat64, math.Inf(1)}[r.IntN(5)] },
		"near":     func() float64 { return 1 + 1e-12*float64(r.IntN(50)) },
		"whole":    func() float64 { return math.Trunc(r.NormFloat64() * 1e15) },
		"far":      func() float64 { return []float64{math.MinInt64, -1, 0, 1 << 62}[r.IntN(4)] },
	} {
		floats, ints := make([]float64, rows), make([]int64, rows)
		for i := range rows {
			floats[i] = value()
			ints[i] = int64(max(min(floats[i], 1<<62), math.MinInt64))
		}
		for _, c := range []*frame.Column{frame.Of(floats), frame.Of(ints)} {
			for _, desc := range []bool{false, true} {
				compare := func(i, j int) int {
					if c.DType.IsFloat() {
						return turned(cmp.Compare(floats[i], floats[j]), desc)
					}
					return turned(cmp.Compare(ints[i], ints[j]), desc)
				}
				for _, n := range []int{1, 2} {
					want := must(gs.Top(mem.Heap, n, nil, desc, compare))
					got := must(gs.Top(mem.Heap, n, c, desc, compare))
					if more := len(got) - len(want); more < 0 || more > len(want)/32 || !slices.IsSorted(got) || !within(want, got) {
						t.Errorf("%s, %v, %d, down %v: %d rows, %d wanted", name, c.DType, n, desc, len(got), len(want))
					}
				}
			}
		}
	}
}

// within reports that rows that ascend have all of some that ascend.
func within(some, rows []int64) bool {
	for _, r := range some {
		if _, ok := slices.BinarySearch(rows, r); !ok {
			return false
		}
	}
	return true
}

func turned(c int, desc bool) int {
	if desc {
		return -c
	}
	return c
}
