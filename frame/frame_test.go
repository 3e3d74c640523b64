package frame_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

func small(t testing.TB) *frame.Frame {
	t.Helper()
	f, err := frame.New(frame.NewIndex(frame.L("k"), frame.Strs("x", "y", "z")), frame.Labels("a", 1, "a"),
		frame.Of([]int64{1, 2, 3}), frame.Strs("one", "two", "three"), frame.Of([]float64{.5, 1, 1.5}))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFrameChecksItsParts(t *testing.T) {
	if _, err := frame.New(nil, frame.Labels("a", "b"), frame.Of([]int64{1})); !errs.Is(err, errs.Invalid) {
		t.Errorf("two names for one column: %v", err)
	}
	_, err := frame.New(frame.NewRange(0, 1, 3), frame.Labels("a"), frame.Of([]int64{1}))
	if !errs.Is(err, errs.Invalid) || err.Error() != "column 'a' has 1 rows, the index 3" {
		t.Errorf("a short column: %v", err)
	}
}

func TestColumnsByName(t *testing.T) {
	f := small(t)
	if f.Find(frame.L("a")) != 0 || f.Find(frame.L(1.0)) != 1 || f.Find(frame.L("b")) != -1 || f.Col(frame.L("b")) != nil {
		t.Error("columns are not found by name")
	}
	g := f.With(frame.L("b"), frame.Of([]bool{true, false, true})).With(frame.L(1), frame.Of([]int8{7, 8, 9}))
	if got := fmt.Sprint(g.Names, g.DTypes()); got != "[a 1 a b] [int64 int8 float64 bool]" {
		t.Errorf("With gives %s", got)
	}
	if got := fmt.Sprint(g.Drop(0, 2).Names); got != "[1 b]" {
		t.Errorf("Drop leaves %s", got)
	}
	if got := fmt.Sprint(f.Names, f.DTypes()); got != "[a 1 a] [int64 str float64]" {
		t.Errorf("the frame changed: %s", got)
	}
	if got := f.Select(2, 0); got.Cols[0] != f.Cols[2] || got.Index != f.Index {
		t.Error("Select copies")
	}
}

func TestRowsGoTogether(t *testing.T) {
	f := small(t)
	f = f.WithOrd(frame.NewRangeColumn(dtype.Int64, 100, 1, 3))
	g, err := f.Take(dirty, []int64{2, -1, 0})
	if err != nil {
		t.Fatal(err)
	}
	want := `       a      1    a
k                   
z    3.0  three  1.5
NaN  NaN    NaN  NaN
x    1.0    one  0.5`
	s, _ := g.Cols[0].Settle(dirty, true)
	h := g.Select(0, 1, 2)
	h.Cols[0] = s
	if h.String() != want {
		t.Errorf("got\n%s\nwant\n%s", h, want)
	}
	ord, err := g.Ord.Decode(dirty)
	if err != nil || !slices.Equal(frame.Values[int64](ord), []int64{102, -1, 100}) {
		t.Errorf("ordinals %v %v", ord, err)
	}
	few, err := f.Take(dirty, []int64{2, 0, 1})
	if err == nil {
		few, err = few.Take(dirty, []int64{1, -1, 0})
	}
	if err != nil || few.Ord.Enc != frame.Narrow || !slices.Equal(frame.Values[int32](few.Ord.Stored()), []int32{100, -1, 102}) {
		t.Errorf("ordinals of four bytes: %v %v", few.Ord, err)
	}
	known := frame.Of([]float64{8, 9})
	with, err := f.TakeWith(dirty, []int64{2, 0}, 2, known)
	if err != nil || with.Cols[2] != known {
		t.Errorf("taken with a known column: %v %v", with, err)
	}
	rest, err := f.Take(dirty, []int64{2, 0})
	if err != nil {
		t.Fatal(err)
	}
	if d := with.Select(0, 1).Diff(rest.Select(0, 1)); d != "" {
		t.Errorf("taken beside a known column: %s", d)
	}
	if _, err := f.TakeWith(dirty, []int64{2, 0, 1}, 2, known); err == nil {
		t.Error("taken with a column of fewer rows")
	}
	k, err := frame.ConcatFrames(dirty, f.Slice(0, 1), f.Slice(1, 3))
	if err != nil {
		t.Fatal(err)
	}
	if d := k.Diff(f); d != "" {
		t.Errorf("cut and joined: %s", d)
	}
	if k.Ord.Enc != frame.Range {
		t.Errorf("ordinals that continue became %s", k.Ord.Enc)
	}
	if o := small(t).Ord; o != nil {
		t.Errorf("ordinals out of nowhere: %v", o)
	}
	r, err := frame.Must(frame.New(nil, nil)).WithIndex(frame.NewRange(0, 1, 0)).Follow(dirty, f, nil)
	if err != nil || r.Ord == nil {
		t.Errorf("follow: %v %v", r, err)
	}
	if _, err := f.Follow(dirty, f, []int64{1}); !errs.Is(err, errs.Internal) {
		t.Errorf("follow of too few rows: %v", err)
	}
}

func TestConcatRefusesOtherColumns(t *testing.T) {
	f := small(t)
	g := f.Select(0, 1)
	if _, err := f.Concat(dirty, g); !errs.Is(err, errs.Invalid) {
		t.Errorf("fewer columns: %v", err)
	}
	g = f.With(frame.L(1), frame.Of([]int8{1, 2, 3}))
	_, err := f.Concat(dirty, g)
	if !errs.Is(err, errs.Type) || err.Error() != "column 1: concat of a str and a int8 column" {
		t.Errorf("another dtype: %v", err)
	}
	g = f.WithIndex(frame.NewRange(0, 1, 3))
	if _, err := f.Concat(dirty, g); !errs.Is(err, errs.Type) {
		t.Errorf("another index: %v", err)
	}
}

func TestConcatOfUnlikeCategories(t *testing.T) {
	of := func(values *frame.Column) *frame.Column {
		d, err := frame.NewDictionary(values)
		if err != nil {
			t.Fatal(err)
		}
		return frame.NewDict(dtype.Categorical, d, mem.WrapOf([]int8{0, -1, 1}), 0, 3, 1)
	}
	ints, floats, texts := of(frame.Of([]int64{7, 1})), of(frame.Of([]float64{1, 0.5})), of(frame.Strs("7", "b"))
	big, none := of(frame.Of([]uint64{1 << 63, 1})), of(frame.Strs("a", "b")).Slice(1, 2)
	for _, c := range []struct {
		parts  []*frame.Column
		values dtype.DType
		want   string
	}{
		{[]*frame.Column{ints, floats, ints}, dtype.Float64, "[7 <nil> 1 1 <nil> 0.5 7 <nil> 1]"},
		{[]*frame.Column{ints, of(frame.Of([]int8{1, 3}))}, dtype.Int64, "[7 <nil> 1 1 <nil> 3]"},
		{[]*frame.Column{of(frame.Of([]uint8{200, 3})), of(frame.Of([]int8{-1, 3}))}, dtype.Int64, "[200 <nil> 3 -1 <nil> 3]"},
		{[]*frame.Column{ints, big}, dtype.Float64, "[7 <nil> 1 9.223372036854776e+18 <nil> 1]"},
		{[]*frame.Column{ints, texts}, dtype.Object, "[7 <nil> 1 7 <nil> b]"},
		{[]*frame.Column{floats, none, texts, ints}, dtype.Object, "[1 <nil> 0.5 <nil> 7 <nil> b 7 <nil> 1]"},
	} {
		got, err := frame.Concat(dirty, c.parts...)
		if err != nil {
			t.Fatal(err)
		}
		if s := fmt.Sprint(got.Cells()); s != c.want || got.Dict.Values.DType != c.values {
			t.Errorf("%s with categories of %s, want %s of %s", s, got.Dict.Values.DType, c.want, c.values)
		}
	}
}

func TestDiffNamesTheFirstDifference(t *testing.T) {
	f := small(t)
	for _, c := range []struct {
		g    *frame.Frame
		want string
	}{
		{f.Slice(0, 3), ""},
		{f.Slice(0, 2), "shape (3, 3), not (2, 3)"},
		{f.With(frame.L(1), frame.Strs("one", "2", "three")), "column 1: row 1 is 'two', not '2'"},
		{f.With(frame.L("a"), frame.Of([]int32{1, 2, 3})), "column 'a': dtype int64, not int32"},
		{f.WithIndex(f.Index.WithNames(frame.L("q"))), "index: level 0 is named 'k', not 'q'"},
		{f.WithIndex(frame.NewIndex(frame.L("k"), frame.Strs("x", "y", "w"))), "index: level 0: row 2 is 'z', not 'w'"},
	} {
		if got := f.Diff(c.g); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
	ints := frame.Must(frame.New(frame.NewIndex(frame.Label{}, frame.Of([]int64{0, 1})), nil))
	if d := ints.Diff(frame.Must(frame.New(frame.NewRange(0, 1, 2), nil))); d != "" {
		t.Errorf("ints and a range of the same labels: %s", d)
	}
}

func TestMemoryIsCountedOnce(t *testing.T) {
	al := &counter{}
	b := frame.NewStrBuilder(al, dtype.Str)
	for i := range 1000 {
		b.Append(fmt.Sprintf("a text beyond twelve bytes, number %d", i))
	}
	c, err := b.Column()
	if err != nil {
		t.Fatal(err)
	}
	f := frame.Must(frame.New(nil, frame.Labels("a", "b"), c, c.Slice(0, 1000)))
	n := 0
	seen := map[*mem.Block]bool{}
	f.Blocks(func(b *mem.Block) {
		if seen[b] {
			t.Error("a block was visited twice")
		}
		seen[b] = true
		n += b.Len()
	})
	if int64(n) != f.Bytes() || n < 16000+30000 || n > 2*(16000+40000) {
		t.Errorf("%d bytes in blocks, Bytes() %d", n, f.Bytes())
	}
}

// counter counts what it gives out.
type counter struct{ bytes, blocks int }

func (c *counter) Alloc(n int) (*mem.Block, error) {
	c.bytes += n
	c.blocks++
	return mem.Heap.Alloc(n)
}

// tenThousand is a frame of so many rows: labels i, numbers n, and long texts s.
func tenThousand(t *testing.T) *frame.Frame {
	t.Helper()
	b := frame.PlainStr(dirty, dtype.Str)
	ints := make([]int64, 10000)
	for i := range ints {
		ints[i] = int64(i)
		b.Append(fmt.Sprintf("a text beyond twelve bytes, number %d", i))
	}
	text, err := b.Column()
	if err != nil {
		t.Fatal(err)
	}
	return frame.Must(frame.New(frame.NewIndex(frame.L("i"), frame.Of(slices.Clone(ints))), frame.Labels("n", "s"), frame.Of(ints), text))
}

func TestCompactLetsGoOfBlocks(t *testing.T) {
	f := tenThousand(t)
	f = f.WithOrd(frame.NewRangeColumn(dtype.Int64, 0, 1, 10000))
	if g, err := f.Slice(0, 9000).Compact(dirty); err != nil || g.Cols[0].Data != f.Cols[0].Data || g.Cols[1].Data != f.Cols[1].Data {
		t.Errorf("a dense view was copied (%v)", err)
	}
	part := f.Slice(500, 600)
	g, err := part.Compact(dirty)
	if err != nil {
		t.Fatal(err)
	}
	if d := g.Diff(part); d != "" {
		t.Error(d)
	}
	if g.Bytes() > 3*100*(8+8+16+40) {
		t.Errorf("100 rows of %d bytes keep %d", f.Bytes(), g.Bytes())
	}
	// The texts of every other heap are gone: only those heaps are packed anew.
	var rows []int64
	for i := range 10000 {
		if i%1000 < 300 || i > 6000 {
			rows = append(rows, int64(i))
		}
	}
	some, err := f.Cols[1].Take(dirty, rows)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := some.Compact(dirty)
	if err != nil {
		t.Fatal(err)
	}
	if d := packed.Diff(some); d != "" {
		t.Error(d)
	}
	if packed.Bytes() > some.Bytes() {
		t.Errorf("compaction made %d bytes of %d", packed.Bytes(), some.Bytes())
	}
}

// TestScopesAreEnough: nothing here retains or releases, and a closed scope leaves the pool empty.
func TestScopesAreEnough(t *testing.T) {
	pool := mem.NewPool(64 << 20)
	pool.Poison(true)
	defer pool.Close()
	scope := mem.NewScope(pool)
	b := frame.NewStrBuilder(scope, dtype.Str)
	n := frame.NewNumBuilder[int64](scope, dtype.Int64, 0)
	for i := range 30000 {
		b.Append(fmt.Sprintf("text number %d", i%20000))
		n.Append(int64(i))
	}
	text, err := b.Column()
	if err != nil {
		t.Fatal(err)
	}
	nums, err := n.Column()
	if err != nil {
		t.Fatal(err)
	}
	f := frame.Must(frame.New(nil, frame.Labels("t", "n"), text, nums))
	g, err := f.Take(scope, []int64{5, 29999, 0})
	if err != nil {
		t.Fatal(err)
	}
	g, err = g.Concat(scope, g)
	if err != nil {
		t.Fatal(err)
	}
	want := `                      t      n
5         text number 5      5
29999  text number 9999  29999
0         text number 0      0
5         text number 5      5
29999  text number 9999  29999
0         text number 0      0`
	if g.String() != want {
		t.Errorf("got\n%s\nwant\n%s", g, want)
	}
	scope.Close()
	if used := pool.Stats().Used; used != 0 {
		t.Errorf("%d bytes left in the pool", used)
	}
}

// TestSharedFramesAreReadAtOnce finds facts on demand from several goroutines; run with -race.
func TestSharedFramesAreReadAtOnce(t *testing.T) {
	f := small(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, c := range f.Cols {
				c.StatsWithSketch()
			}
			if !f.Index.IsUnique() || f.Index.Locate(frame.L("y")) == nil {
				t.Error("the index is not what it was")
			}
		})
	}
	wg.Wait()
}

func TestSliceOfTakeOfConcat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(genTypes).Draw(t, "dtype")
		m := genModel(t, d, 10)
		f := frame.Must(frame.New(nil, frame.Labels("c"), m.c))
		g, err := f.Concat(dirty, f.WithIndex(frame.NewRange(int64(f.NRows), 1, f.NRows)))
		if err != nil {
			t.Fatal(err)
		}
		if g.Index.Kind != frame.RangeIndex {
			t.Fatalf("ranges that join became %s", g.Index.Kind)
		}
		rows := rapid.Permutation(all(g.NRows)).Draw(t, "rows")
		h, err := frame.Take(dirty, g, rows)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range rows {
			if !sameCell(h.Cols[0].Cell(i), m.cells[int(r)%len(m.cells)]) || h.Index.Label(i) != frame.L(r) {
				t.Fatalf("row %d is not row %d", i, r)
			}
		}
	})
}

func all(n int) []int32 {
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}
