package frame_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// genIndex draws an index of few distinct labels, so that lookups meet hits, misses and repeats.
func genIndex(t *rapid.T) *frame.Index {
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return frame.NewRange(rapid.Int64Range(-3, 3).Draw(t, "start"), rapid.SampledFrom([]int64{-2, -1, 1, 3}).Draw(t, "step"), rapid.IntRange(0, 6).Draw(t, "n"))
	case 1:
		a, b := genLevel(t, dtype.Str, 6), genLevel(t, dtype.Int64, 6)
		n := min(a.Rows, b.Rows)
		return frame.NewMulti(nil, a.Slice(0, n), b.Slice(0, n))
	}
	d := rapid.SampledFrom([]dtype.DType{dtype.Int64, dtype.Float64, dtype.Str, dtype.Datetime(dtype.Micro), dtype.Categorical, dtype.Uint8, dtype.Object}).Draw(t, "dtype")
	return frame.NewIndex(frame.Label{}, genLevel(t, d, 8))
}

func genLevel(t *rapid.T, d dtype.DType, most int) *frame.Column {
	c := genModel(t, d, most).c
	if rapid.Bool().Draw(t, "sort") && !d.IsObject() { // sorted ones are searched in another way
		rows := make([]int64, c.Rows)
		for i := range rows {
			rows[i] = int64(i)
		}
		slices.SortStableFunc(rows, func(i, j int64) int { return c.Label(int(i)).Compare(c.Label(int(j))) })
		s, err := c.Take(dirty, rows)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	return c
}

func TestLocate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := genIndex(t)
		var all []frame.Label
		for i := range x.N {
			all = append(all, x.Label(i))
		}
		probes := append(frame.Labels(nil, 1, 1.0, "a", 2.5, true, math.NaN(), frame.Tup("a", 1), -7), all...)
		if x.Kind == frame.MultiIndex {
			probes = append(probes, frame.L("ab"))
			for _, l := range all {
				probes = append(probes, l.Elem(0))
			}
		}
		for _, l := range probes {
			var want []int
			for i, m := range all {
				hit := l.Same(m) || l.IsMissing() && m.IsMissing()
				if x.Kind == frame.MultiIndex {
					hit = prefix(l, m)
				}
				if hit {
					want = append(want, i)
				}
			}
			if got := x.Locate(l); !slices.Equal(got, want) {
				t.Fatalf("%s in %s %v: %v, not %v", l.Repr(), x.Kind, all, got, want)
			}
		}
		unique, rising, falling := true, true, true
		for i := range all {
			for j := range i {
				unique = unique && !all[i].Same(all[j])
			}
			rising = rising && !lacks(all[i]) && (i == 0 || !less(all[i], all[i-1]))
			falling = falling && !lacks(all[i]) && (i == 0 || !less(all[i-1], all[i]))
		}
		if x.IsUnique() != unique {
			t.Fatalf("unique %v of %v", x.IsUnique(), all)
		}
		if ordered := x.Kind != frame.CategoricalIndex && x.Kind != frame.ObjectIndex; ordered && (x.IsIncreasing() != rising || x.IsDecreasing() != falling) {
			t.Fatalf("increasing %v, decreasing %v of %s %v", x.IsIncreasing(), x.IsDecreasing(), x.Kind, all)
		}
	})
}

func less(a, b frame.Label) bool { return !a.Same(b) && a.Less(b) }

// lacks reports a missing label, or one of a tuple.
func lacks(l frame.Label) bool {
	return slices.ContainsFunc(l.Elems(), frame.Label.IsMissing)
}

// prefix reports that the elements of l begin those of m.
func prefix(l, m frame.Label) bool {
	a, b := l.Elems(), m.Elems()
	if len(a) > len(b) {
		return false
	}
	for i := range a {
		if !a[i].Same(b[i]) && !(a[i].IsMissing() && b[i].IsMissing()) {
			return false
		}
	}
	return true
}

func TestBounds(t *testing.T) {
	texts := frame.NewIndex(frame.Label{}, frame.Strs("a", "c", "c", "e"))
	down := frame.NewIndex(frame.Label{}, frame.Of([]int64{9, 5, 5, 1}))
	loose := frame.NewIndex(frame.Label{}, frame.Strs("b", "a", "a", "c", "b"))
	multi := frame.NewMulti(nil, frame.Strs("a", "a", "b", "b"), frame.Of([]int64{1, 2, 1, 2}))
	for _, c := range []struct {
		x        *frame.Index
		from, to any
		lo, hi   int
		err      string
	}{
		{frame.NewRange(0, 1, 5), 1, 3, 1, 4, ""},
		{frame.NewRange(0, 1, 5), -1, nil, 0, 5, ""},
		{frame.NewRange(8, -2, 5), 6, 2, 1, 4, ""},
		{texts, "b", "d", 1, 3, ""},
		{texts, "c", "c", 1, 3, ""},
		{texts, nil, "a", 0, 1, ""},
		{texts, "e", "a", 3, 3, ""},
		{down, 7, 4, 1, 3, ""},
		{down, 5, 5, 1, 3, ""},
		{loose, "a", "c", 1, 4, ""},
		{loose, "b", "c", 0, 0, "Cannot get left slice bound for non-unique label: 'b'"},
		{loose, "a", "b", 0, 0, "Cannot get right slice bound for non-unique label: 'b'"},
		{loose, "x", nil, 0, 0, "'x'"},
		{multi, "b", "b", 2, 4, ""},
		{multi, frame.Tup("a", 2), frame.Tup("b", 1), 1, 3, ""},
		{multi, frame.Tup("a", 2), "b", 1, 4, ""},
		{grades(true), "low", "mid", 0, 3, ""},
		{grades(true), "mid", nil, 1, 4, ""},
		{grades(true), "none", nil, 0, 0, "'none'"},
		{grades(false), "mid", "high", 1, 4, ""},
	} {
		lo, hi, err := c.x.Bounds(frame.L(c.from), frame.L(c.to))
		if c.err != "" {
			if !errs.Is(err, errs.NotFound) || err.Error() != c.err {
				t.Errorf("%v to %v: %v, not %s", c.from, c.to, err, c.err)
			}
			continue
		}
		if err != nil || lo != c.lo || hi != c.hi {
			t.Errorf("%v to %v: %d to %d, not %d to %d (%v)", c.from, c.to, lo, hi, c.lo, c.hi, err)
		}
	}
}

// grades is low, mid, mid, high as categories in this order, which is not that of the texts.
func grades(ordered bool) *frame.Index {
	dict, err := frame.NewDictionary(frame.Strs("low", "mid", "high"))
	if err != nil {
		panic(err)
	}
	d := dtype.Categorical
	d.Ordered = ordered
	return frame.NewIndex(frame.Label{}, frame.NewDict(d, dict, mem.WrapOf([]int8{0, 1, 1, 2}), 0, 4, 1))
}

func TestOrderedCategoriesAreFound(t *testing.T) {
	x := grades(true)
	if !x.IsIncreasing() || x.IsUnique() {
		t.Error("categories in order are not increasing, or their repeats unique")
	}
	for l, want := range map[string][]int{"low": {0}, "mid": {1, 2}, "high": {3}, "none": nil} {
		if got := x.Locate(frame.L(l)); !slices.Equal(got, want) {
			t.Errorf("%s: %v", l, got)
		}
	}
}

func TestTimesAreFoundInAnyUnit(t *testing.T) {
	x := frame.NewIndex(frame.Label{}, frame.OfType(dtype.Datetime(dtype.Micro), []int64{5000000, 1000000, 1500000}))
	for _, c := range []struct {
		l    frame.Timestamp
		want []int
	}{
		{frame.Timestamp{Ticks: 1, Unit: dtype.Second}, []int{1}},
		{frame.Timestamp{Ticks: 1500000000, Unit: dtype.Nano}, []int{2}},
		{frame.Timestamp{Ticks: 1500000001, Unit: dtype.Nano}, nil},
	} {
		if got := x.Locate(frame.L(c.l)); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v", c.l, got)
		}
	}
}

func TestIndexRowsAgainstLabels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := genIndex(t)
		rows := []int64{}
		if x.N > 0 {
			rows = rapid.SliceOfN(rapid.Int64Range(0, int64(x.N)-1), 0, 6).Draw(t, "rows")
		}
		y, err := x.Take(dirty, rows)
		if err != nil {
			t.Fatal(err)
		}
		if y.N != len(rows) {
			t.Fatalf("%d rows, not %d", y.N, len(rows))
		}
		for i, r := range rows {
			if y.Label(i) != x.Label(int(r)) {
				t.Fatalf("row %d of %s is %s, not %s", i, y.Kind, y.Label(i).Repr(), x.Label(int(r)).Repr())
			}
		}
		lo := rapid.IntRange(0, x.N).Draw(t, "lo")
		hi := rapid.IntRange(lo, x.N).Draw(t, "hi")
		z, err := frame.ConcatIndexes(dirty, x.Slice(0, lo), x.Slice(lo, hi), x.Slice(hi, x.N))
		if err != nil {
			t.Fatal(err)
		}
		if d := z.Diff(x); d != "" || z.Kind != x.Kind {
			t.Fatalf("cut and joined: %s %s: %s", z.Kind, x.Kind, d)
		}
	})
}

func TestRangeIndexIsKept(t *testing.T) {
	x := frame.NewRange(10, 5, 10)
	for _, c := range []struct {
		rows []int64
		want string
	}{
		{[]int64{2, 4, 6}, "RangeIndex(start=20, stop=50, step=10)"},
		{[]int64{9, 8, 7}, "RangeIndex(start=55, stop=40, step=-5)"},
		{[]int64{3}, "RangeIndex(start=25, stop=30, step=5)"},
		{[]int64{}, "RangeIndex(start=10, stop=10, step=5)"},
		{[]int64{1, 2, 4}, "Index([15, 20, 30], dtype='int64')"},
		{[]int64{1, 1}, "Index([15, 15], dtype='int64')"},
		{[]int64{1, -1}, "Index([15.0, nan], dtype='float64')"},
	} {
		y, err := x.Take(dirty, c.rows)
		if err != nil {
			t.Fatal(err)
		}
		if y.String() != c.want {
			t.Errorf("%v: %s, not %s", c.rows, y, c.want)
		}
	}
	y, err := frame.ConcatIndexes(dirty, frame.NewRange(0, 1, 3), frame.NewRange(0, 1, 3))
	if err != nil || y.Kind != frame.IntIndex {
		t.Errorf("equal ranges join as %v %v", y, err)
	}
	y, err = frame.ConcatIndexes(dirty, frame.NewRange(0, 1, 3), frame.NewIndex(frame.Label{}, frame.Of([]int64{3, 4})))
	if err != nil || y.Kind != frame.IntIndex {
		t.Errorf("a range and ints join as %v %v", y, err)
	}
}

func TestTokens(t *testing.T) {
	a, b := frame.NewRange(0, 1, 5), frame.NewRange(0, 1, 5)
	if !a.Token.Same(b.Token) || a.Token.Same(frame.NewRange(1, 1, 5).Token) {
		t.Error("tokens of ranges tell other things than their labels")
	}
	x := frame.NewIndex(frame.Label{}, frame.Of([]int64{1, 2}))
	if x.Token.Same(x.Token) {
		t.Error("an unknown identity is the same as itself")
	}
	x.Token = frame.NewToken("chunk 7")
	f := x.Token.Derive("filter: mask 9")
	if !f.Same(frame.NewToken("chunk 7").Derive("filter: mask 9")) || f.Same(x.Token) || f.Same(x.Token.Derive("filter: mask 8")) {
		t.Error("derived tokens are wrong")
	}
	if y, _ := x.Take(dirty, []int64{1}); !y.Token.IsZero() {
		t.Error("Take kept the token")
	}
	if !x.Slice(0, 1).Token.IsZero() || x.Slice(0, 2).Token != x.Token {
		t.Error("only the whole slice keeps the token")
	}
	if y := x.WithNames(frame.L("n")); y.Token != x.Token || fmt.Sprint(x.Names) == fmt.Sprint(y.Names) {
		t.Error("names are no part of the identity")
	}
}

// TestTakeFreq: rows that a slice would take keep the frequency of their labels, others have none.
func TestTakeFreq(t *testing.T) {
	days := frame.OfType(dtype.Datetime(dtype.Second), []int64{0, 86400, 2 * 86400, 3 * 86400})
	x := frame.NewIndex(frame.Label{}, days).WithFreq("D")
	for want, takes := range map[string][][]int64{
		"D": {{0, 1}, {2, 3}, {1}, {}},
		"":  {{0, 2}, {1, 0}, {-1}, {1, 1}},
	} {
		for _, rows := range takes {
			y, err := x.Take(mem.Heap, rows)
			if err != nil {
				t.Fatal(err)
			}
			if y.Freq != want {
				t.Errorf("rows %v: frequency %q, want %q", rows, y.Freq, want)
			}
		}
	}
}
