package group_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/golden"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

var treeFuncs = []group.Func{
	group.Sum, group.Prod, group.Min, group.Max, group.Mean, group.Count, group.Size, group.First, group.Last, group.Std,
	group.Var, group.Sem, group.Any, group.All,
}

// A tree of chunks gives what one chunk does, wherever it is cut.
func TestTreeIsDirect(t *testing.T) {
	g := read(t)
	by := g.Groupings[2]
	keys := columnsOf(by.Keys)
	for name, col := range g.Columns {
		for _, f := range treeFuncs {
			a := group.New(f)
			if _, err := a.Partials(col.DType); err != nil {
				continue
			}
			t.Run(f.String()+" of "+name, rapid.MakeCheck(func(t *rapid.T) {
				n := col.Rows
				cuts := []int{0, n}
				for range rapid.IntRange(0, 4).Draw(t, "cuts") {
					cuts = append(cuts, rapid.IntRange(0, n).Draw(t, "cut"))
				}
				slices.Sort(cuts)
				a.MinCount = rapid.IntRange(0, 3).Draw(t, "min")
				o := group.Options{Sort: rapid.Bool().Draw(t, "sort"), Keep: rapid.Bool().Draw(t, "keep")}
				var chunks [][]*frame.Column // keys, then partials
				for i := 1; i < len(cuts); i++ {
					ks := slice(keys, cuts[i-1], cuts[i])
					gs := must(group.Of(mem.Heap, ks, group.Options{Keep: o.Keep}))
					if o.Keep && rapid.Bool().Draw(t, "apart") {
						gs = must(group.Apart(mem.Heap, ks[0].Rows))
					}
					parts := must(a.Map(mem.Heap, gs, col.Slice(cuts[i-1], cuts[i])))
					ds := must(a.Partials(col.DType))
					for j, p := range parts {
						if p.DType != ds[j] || p.Rows != gs.N {
							t.Fatalf("partial %d is %v of %d rows, want %v of %d", j, p.DType, p.Rows, ds[j], gs.N)
						}
					}
					chunks = append(chunks, append(must(gs.Keys(mem.Heap, ks)), parts...))
				}
				for len(chunks) > 1 { // pairwise
					merged := combine(a, col.DType, len(keys), o.Keep, false, chunks[0], chunks[1])
					chunks = append([][]*frame.Column{merged}, chunks[2:]...)
				}
				all := combine(a, col.DType, len(keys), o.Keep, o.Sort, chunks[0])
				got := must(a.Final(mem.Heap, all[len(keys):], col.DType))
				gs := must(group.Of(mem.Heap, keys, o))
				want := must(a.Direct(mem.Heap, gs, col.Column))
				if d := (golden.Column{Column: want}).Diff(got, 1e-12); d != "" {
					t.Fatalf("cut at %v: %s", cuts, d)
				}
				for i, k := range must(gs.Keys(mem.Heap, keys)) {
					if d := k.Diff(all[i]); d != "" {
						t.Fatalf("key %d: %s", i, d)
					}
				}
			}))
		}
	}
}

func slice(cs []*frame.Column, lo, hi int) []*frame.Column {
	out := make([]*frame.Column, len(cs))
	for i, c := range cs {
		out[i] = c.Slice(lo, hi)
	}
	return out
}

func combine(a group.Agg, d dtype.DType, keys int, keep, sort bool, chunks ...[]*frame.Column) []*frame.Column {
	cols := make([]*frame.Column, len(chunks[0]))
	for i := range cols {
		var cs []*frame.Column
		for _, c := range chunks {
			cs = append(cs, c[i])
		}
		cols[i] = must(frame.Concat(mem.Heap, cs...))
	}
	gs := must(group.Of(mem.Heap, cols[:keys], group.Options{Keep: keep, Sort: sort}))
	return append(must(gs.Keys(mem.Heap, cols[:keys])), must(a.Combine(mem.Heap, gs, cols[keys:], d))...)
}

// Holistic aggregates run partition by partition after a shuffle by hash.
func TestPartitionsAreDirect(t *testing.T) {
	g := read(t)
	by := g.Groupings[2]
	keys := columnsOf(by.Keys)
	var parts [3][]int64
	for i, h := range must(hash.Rows(mem.Heap, keys...)) {
		p := hash.Part(h, len(parts))
		parts[p] = append(parts[p], int64(i))
	}
	whole := must(group.Of(mem.Heap, keys, group.Options{Sort: true, Keep: true}))
	for _, name := range []string{"int64", "str", "category", "Float64", "datetime64[us]"} {
		for _, f := range []group.Func{group.NUnique, group.Median, group.Sum} {
			a, col := group.New(f), g.Columns[name].Column
			if _, err := a.Result(col.DType); err != nil {
				continue
			}
			want := map[string]any{}
			for i, v := range must(a.Direct(mem.Heap, whole, col)).Cells() {
				want[keyText(keys, int(whole.First[i]))] = v
			}
			seen := 0
			for _, part := range parts {
				ks := []*frame.Column{must(keys[0].Take(mem.Heap, part)), must(keys[1].Take(mem.Heap, part))}
				gs := must(group.Of(mem.Heap, ks, group.Options{Keep: true}))
				for i, v := range must(a.Direct(mem.Heap, gs, must(col.Take(mem.Heap, part)))).Cells() {
					if w := want[keyText(ks, int(gs.First[i]))]; fmt.Sprint(v) != fmt.Sprint(w) {
						t.Errorf("%v of %s: %v, want %v", f, name, v, w)
					}
					seen++
				}
			}
			if seen != whole.N {
				t.Errorf("%d groups in partitions, %d in all", seen, whole.N)
			}
		}
	}
}

func keyText(keys []*frame.Column, i int) string {
	return keys[0].Label(i).Repr() + keys[1].Label(i).Repr()
}

func TestSumIsCompensated(t *testing.T) {
	gs := must(group.One(mem.Heap, 4))
	for _, c := range []struct {
		v    []float64
		want float64
	}{
		{[]float64{1e16, 1, 1, -1e16}, 2},
		{[]float64{math.Inf(1), 1, 2, 3}, math.Inf(1)},
		{[]float64{math.NaN(), 1, 2, math.NaN()}, 3},
	} {
		if got := must(group.New(group.Sum).Direct(mem.Heap, gs, frame.Of(c.v))).Cell(0); got != any(c.want) {
			t.Errorf("sum of %v is %v, want %v", c.v, got, c.want)
		}
	}
}

func TestMeanOfTimesDoesNotOverflow(t *testing.T) {
	d := dtype.Datetime(dtype.Nano)
	c := frame.OfType(d, []int64{math.MaxInt64, math.MaxInt64 - 3, frame.NaT, -7, -8})
	gs := must(group.Of(mem.Heap, []*frame.Column{frame.Of([]int64{0, 0, 0, 1, 1})}, group.Options{Sort: true}))
	got := must(group.New(group.Mean).Direct(mem.Heap, gs, c))
	if v := frame.Values[int64](got); v[0] != math.MaxInt64-2 || v[1] != -7 {
		t.Errorf("means %v", v)
	}
}

func TestSumOfObjects(t *testing.T) {
	gs := must(group.Of(mem.Heap, []*frame.Column{frame.Of([]int64{0, 0, 0, 1, 1, 2})}, group.Options{}))
	c := frame.NewObjects([]any{int64(1), true, 0.5, "a", "b", nil})
	got := must(group.New(group.Sum).Direct(mem.Heap, gs, c)).Cells()
	if !slices.Equal(got, []any{2.5, "ab", int64(0)}) {
		t.Errorf("got %v", got)
	}
	bad := frame.NewObjects([]any{int64(1), "a", 0.5, "a", "b", nil})
	if _, err := group.New(group.Sum).Direct(mem.Heap, gs, bad); err == nil || err.Error() != "unsupported operand type(s) for +: 'int' and 'str'" {
		t.Errorf("got %v", err)
	}
}

// A NaN that arithmetic made of a chunk is no missing row: it stays, wherever rows are cut and whether or not
// rows are apart.
func TestNaNOfArithmeticStays(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	keys := frame.Of([]int64{0, 0, 0, 1, 1, 1, 2, 2})
	for _, c := range []*frame.Column{
		frame.Of([]float64{inf, -inf, 5, 0, inf, 3, nan, 4}),
		frame.Of([]float32{float32(inf), float32(-inf), 5, 0, float32(inf), 3, float32(nan), 4}),
		frame.Of([]complex128{complex(inf, 0), complex(-inf, 0), 5, 0, complex(inf, 0), 3, complex(nan, 0), 4}),
		frame.NewObjects([]any{inf, -inf, 5.0, 0.0, inf, 3.0, nil, 4.0}),
	} {
		for _, f := range []group.Func{group.Sum, group.Prod, group.Mean, group.Std, group.Var, group.Sem} {
			a := group.New(f)
			if _, err := a.Partials(c.DType); err != nil {
				continue
			}
			want := must(a.Direct(mem.Heap, must(group.Of(mem.Heap, []*frame.Column{keys}, group.Options{})), c))
			for k := 1; k <= 8; k++ {
				var chunks [][]*frame.Column
				for lo := 0; lo < 8; lo += k {
					ks := keys.Slice(lo, min(lo+k, 8))
					gs := must(group.Of(mem.Heap, []*frame.Column{ks}, group.Options{}))
					if k%2 == 1 {
						gs = must(group.Apart(mem.Heap, ks.Rows))
					}
					chunks = append(chunks, append(must(gs.Keys(mem.Heap, []*frame.Column{ks})), must(a.Map(mem.Heap, gs, c.Slice(lo, lo+ks.Rows)))...))
				}
				got := must(a.Final(mem.Heap, combine(a, c.DType, 1, false, false, chunks...)[1:], c.DType))
				if fmt.Sprint(cells(got)) != fmt.Sprint(cells(want)) {
					t.Errorf("%v of %v in chunks of %d: %v, want %v", f, c.DType, k, cells(got), cells(want))
				}
			}
		}
	}
}

func TestRowsCumcountSpread(t *testing.T) {
	gs := must(group.Of(mem.Heap, []*frame.Column{frame.Of([]float64{2, 1, math.NaN(), 2})}, group.Options{Sort: true}))
	rows, bounds, err := gs.Rows(mem.Heap)
	if err != nil || !slices.Equal(rows, []int64{1, 0, 3}) || !slices.Equal(bounds, []int{0, 1, 3}) {
		t.Errorf("rows %v, bounds %v, %v", rows, bounds, err)
	}
	if c := must(gs.Cumcount(mem.Heap)); !slices.Equal(c, []int64{0, 0, -1, 1}) {
		t.Errorf("cumcount %v", c)
	}
	if s := must(gs.Spread(mem.Heap, frame.Strs("one", "two"))); s.Str(0) != "two" || s.Str(1) != "one" || !s.IsNull(2) || s.Str(3) != "two" {
		t.Errorf("spread %v", s.Cells())
	}
}

func TestUnknownFunction(t *testing.T) {
	_, err := group.Parse("sun")
	if err == nil || err.Error() != `no aggregate "sun" of groups` || errs.PythonOf(err) != "'SeriesGroupBy' object has no attribute 'sun'" {
		t.Errorf("got %v, for Python %s", err, errs.PythonOf(err))
	}
}

// Keys that come once in a sample may still come often: those of a cycle do.
func TestMostlyApart(t *testing.T) {
	const n = 1 << 17
	once, cycle := make([]int64, n), make([]int64, n)
	for i := range once {
		once[i], cycle[i] = int64(i)*7919, int64(i%20000)
	}
	for _, c := range []struct {
		keys []*frame.Column
		want bool
	}{
		{[]*frame.Column{frame.Of(once)}, true},
		{[]*frame.Column{frame.Of(cycle)}, false},
		{[]*frame.Column{frame.Of(cycle), frame.Of(once)}, true},
		{[]*frame.Column{frame.Of(once[1:])}, false}, // too few rows to ask
	} {
		if got := must(group.Mostly(mem.Heap, c.keys)); got != c.want {
			t.Errorf("keys %v of %d rows: %v", c.keys[0].Cell(1), c.keys[0].Rows, got)
		}
	}
}

// Sums of a column of one value are those of its rows.
func TestSumOfOneValue(t *testing.T) {
	keys := []*frame.Column{frame.Of([]int64{2, 1, 2, 2, 5})}
	gs := must(group.Of(mem.Heap, keys, group.Options{}))
	a := group.New(group.Sum)
	for _, one := range []*frame.Column{
		frame.Of([]int64{-7}), frame.Of([]uint8{200}), frame.Of([]bool{true}), frame.Of([]uint64{1 << 63}),
		frame.OfType(dtype.Timedelta(dtype.Nano), []int64{40}), frame.OfType(dtype.Timedelta(dtype.Nano), []int64{frame.NaT}),
	} {
		c := must(frame.NewConst(mem.Heap, one, 5))
		got, want := must(a.Direct(mem.Heap, gs, c)), must(a.Direct(mem.Heap, gs, must(c.Decode(mem.Heap))))
		if got.DType != want.DType || fmt.Sprint(cells(got)) != fmt.Sprint(cells(want)) {
			t.Errorf("%v: %v %v, want %v %v", one.DType, got.DType, cells(got), want.DType, cells(want))
		}
	}
}

func cells(c *frame.Column) (out []any) {
	for i := range c.Rows {
		out = append(out, c.Cell(i))
	}
	return out
}
