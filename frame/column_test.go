package frame_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

func TestTakeSliceDecode(t *testing.T) {
	forAllTypes(t, func(t *rapid.T, d dtype.DType) {
		m := genModel(t, d, 12)
		m.check(t, "column")
		n := len(m.cells)
		rows := rapid.SliceOfN(rapid.Int64Range(-1, int64(n)-1), 0, 15).Draw(t, "take")
		taken := model{}
		for _, r := range rows {
			if r < 0 {
				taken.cells = append(taken.cells, missing(d))
			} else {
				taken.cells = append(taken.cells, m.cells[r])
			}
		}
		var err error
		if taken.c, err = m.c.Take(dirty, rows); err != nil {
			t.Fatal(err)
		}
		taken.check(t, "take")
		lo := rapid.IntRange(0, n).Draw(t, "lo")
		hi := rapid.IntRange(lo, n).Draw(t, "hi")
		model{m.c.Slice(lo, hi), m.cells[lo:hi]}.check(t, "slice")
		p, err := m.c.Decode(dirty)
		if err != nil {
			t.Fatal(err)
		}
		model{p, m.cells}.check(t, "decode")
		if p.Enc != frame.Plain && !d.IsCategorical() {
			t.Fatalf("decode left %s", p.Enc)
		}
		k, err := m.c.Slice(lo, hi).Compact(dirty)
		if err != nil {
			t.Fatal(err)
		}
		model{k, m.cells[lo:hi]}.check(t, "compact")
	})
}

func TestConcat(t *testing.T) {
	forAllTypes(t, func(t *rapid.T, d dtype.DType) {
		var all model
		var parts []*frame.Column
		var kind dtype.DType
		for range rapid.IntRange(1, 4).Draw(t, "parts") {
			m := genModel(t, d, 6)
			if d.IsCategorical() { // categories of one dtype
				if k := m.c.Dict.Values.DType; kind.IsZero() {
					kind = k
				} else if k != kind {
					continue
				}
			}
			parts = append(parts, m.c)
			all.cells = append(all.cells, m.cells...)
		}
		var err error
		if all.c, err = frame.Concat(dirty, parts...); err != nil {
			t.Fatal(err)
		}
		all.check(t, "concat")
	})
}

func TestConcatKeepsEncodings(t *testing.T) {
	text := frame.Strs("x", "y", "x", "x", "x", "x", "x", "y", "x")
	other := frame.Strs("y", "y", "z", "z", "z", "z", "y", "y", "y")
	if text.Enc != frame.Dict || other.Enc != frame.Dict {
		t.Fatalf("texts that repeat are %s and %s", text.Enc, other.Enc)
	}
	one := frame.Strs("a text beyond twelve bytes")
	many, _ := frame.NewConst(dirty, one, 3)
	for _, c := range []struct {
		name  string
		parts []*frame.Column
		want  frame.Enc
	}{
		{"ranges that continue", []*frame.Column{frame.NewRangeColumn(dtype.Int64, 0, 2, 3), frame.NewRangeColumn(dtype.Int64, 6, 2, 2)}, frame.Range},
		{"a range of one row takes any step", []*frame.Column{frame.NewRangeColumn(dtype.Int64, 5, 1, 1), frame.NewRangeColumn(dtype.Int64, 3, -2, 2)}, frame.Range},
		{"ranges with a gap", []*frame.Column{frame.NewRangeColumn(dtype.Int64, 0, 1, 3), frame.NewRangeColumn(dtype.Int64, 4, 1, 2)}, frame.Plain},
		{"one value", []*frame.Column{many, many.Slice(0, 2)}, frame.Const},
		{"constants of no rows, without a value", []*frame.Column{{DType: dtype.Int64, Enc: frame.Const}, {DType: dtype.Int64, Enc: frame.Const}}, frame.Const},
		{"dictionaries", []*frame.Column{text, other}, frame.Dict},
		{"dictionary and plain", []*frame.Column{text, one}, frame.Plain},
	} {
		got, err := frame.Concat(dirty, c.parts...)
		if err != nil {
			t.Fatal(err)
		}
		if got.Enc != c.want {
			t.Errorf("%s: %s, not %s", c.name, got.Enc, c.want)
		}
	}
	both, _ := frame.Concat(dirty, text, other)
	if got := fmt.Sprint(both.Dict.Values.Cells()); got != "[x y z]" {
		t.Errorf("merged dictionary %s", got)
	}
	same, _ := frame.Concat(dirty, text, text.Slice(1, 3))
	if same.Dict != text.Dict {
		t.Error("a shared dictionary was copied")
	}
	if _, err := frame.Concat(dirty, text, frame.Of([]int64{1})); !errs.Is(err, errs.Type) {
		t.Errorf("concat of two dtypes: %v", err)
	}
}

func TestPendingAndSettle(t *testing.T) {
	ints, err := frame.Of([]int32{5, 6}).Take(dirty, []int64{1, -1})
	if err != nil {
		t.Fatal(err)
	}
	if !ints.IsPending() || ints.DType != dtype.Int32 {
		t.Fatalf("an int32 column that misses a row is %s, pending %v", ints.DType, ints.IsPending())
	}
	f, _ := ints.Settle(dirty, true)
	if f.DType != dtype.Float64 || f.Cell(0) != 6.0 || !f.IsNull(1) {
		t.Errorf("settled as %s %v", f.DType, f.Cells())
	}
	whole, _ := ints.Slice(0, 1).Settle(dirty, false)
	if whole.DType != dtype.Int32 || whole.IsPending() {
		t.Errorf("without a miss it settled as %s, pending %v", whole.DType, whole.IsPending())
	}
	bools, _ := frame.Of([]bool{true}).Take(dirty, []int64{0, -1})
	o, _ := bools.Settle(dirty, true)
	if o.DType != dtype.Object || o.Cell(0) != true || !frame.IsMissing(o.Cell(1)) {
		t.Errorf("bools settled as %s %v", o.DType, o.Cells())
	}
	missed, _ := frame.Of([]uint8{7}).Settle(dirty, true)
	if missed.DType != dtype.Float64 || missed.Cell(0) != 7.0 {
		t.Errorf("a chunk without a miss of a column with one settled as %s", missed.DType)
	}
}

func TestStrBuilderChoosesItsEncoding(t *testing.T) {
	for _, c := range []struct {
		name           string
		rows, distinct int
		want           frame.Enc
	}{
		{"few texts", 1000, 10, frame.Dict},
		{"a quarter", 1000, 250, frame.Dict},
		{"more than a quarter", 1000, 251, frame.Plain},
		{"many rows, few texts", 100000, 10000, frame.Dict},
		{"many rows, many texts", 100000, 30000, frame.Plain},
		{"no rows", 0, 0, frame.Dict},
	} {
		b := frame.NewStrBuilder(dirty, dtype.Str)
		for i := range c.rows {
			if i%100 == 99 {
				b.AppendNull()
				continue
			}
			b.Append(fmt.Sprintf("a text of some length %d", i%c.distinct))
		}
		got, err := b.Column()
		if err != nil {
			t.Fatal(err)
		}
		if got.Enc != c.want || got.Rows != c.rows {
			t.Errorf("%s: %s of %d rows", c.name, got.Enc, got.Rows)
		}
		for i := 0; i < c.rows; i += 37 {
			want := fmt.Sprintf("a text of some length %d", i%c.distinct)
			if got.IsNull(i) != (i%100 == 99) || !got.IsNull(i) && got.Str(i) != want {
				t.Fatalf("%s: row %d is %q", c.name, i, got.Str(i))
			}
		}
	}
	b := frame.NewStrBuilder(dirty, dtype.Str)
	big := strings.Repeat("x", 1<<20)
	for i := range 40 {
		for range 8 {
			b.Append(fmt.Sprint(i, big))
		}
	}
	if c, _ := b.Column(); c.Enc != frame.Plain || c.Str(319)[:2] != "39" {
		t.Errorf("a dictionary of 40 MB stayed: %s", c.Enc)
	}
}

// full refuses every allocation.
type full struct{}

func (full) Alloc(int) (*mem.Block, error) { return nil, errs.New(errs.Pressure, "full") }

func TestBuildersReportTheAllocator(t *testing.T) {
	s := frame.NewStrBuilder(full{}, dtype.Str)
	n := frame.NewNumBuilder[int64](full{}, dtype.Int64, 10)
	for range 100 {
		s.Append("a text beyond twelve bytes")
		s.AppendNull()
		n.Append(1)
		n.AppendNull()
	}
	if _, err := s.Column(); !errs.Is(err, errs.Pressure) {
		t.Errorf("str: %v", err)
	}
	if _, err := n.Column(); !errs.Is(err, errs.Pressure) {
		t.Errorf("num: %v", err)
	}
	c := frame.Strs("a", "b", "c")
	if _, err := c.Take(full{}, []int64{0, 2}); !errs.Is(err, errs.Pressure) {
		t.Errorf("take: %v", err)
	}
	if _, err := frame.Concat(full{}, c, c); !errs.Is(err, errs.Pressure) {
		t.Errorf("concat: %v", err)
	}
}

func TestTakeBeyondTheColumnPanics(t *testing.T) {
	one, _ := frame.NewConst(dirty, frame.Of([]int64{1}), 3)
	for _, c := range []*frame.Column{frame.Of([]int64{1, 2, 3}), frame.Strs("a", "b", "c"), one, frame.NewRangeColumn(dtype.Int64, 0, 1, 3)} {
		for _, rows := range [][]int64{{3}, {0, 3}, {0, 1, 2, 3}, {2, 0, 5}} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("take of %v from 3 rows of %s %s did not panic", rows, c.Enc, c.DType)
					}
				}()
				c.Take(dirty, rows)
			}()
		}
	}
}

func TestArraysAreShared(t *testing.T) {
	vs := []float64{1, 2, 3, 4}
	a := nd.Of(vs)
	c, err := frame.FromArray(dirty, a)
	if err != nil {
		t.Fatal(err)
	}
	if &frame.Values[float64](c)[0] != &vs[0] {
		t.Error("a contiguous array was copied")
	}
	b, ok := c.Slice(1, 3).Array()
	if !ok || b.String() != "[2. 3.]" {
		t.Errorf("back as %v", b)
	}
	r, err := frame.FromArray(dirty, a.Slice(0, 3, -1, -2))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(r.Cells()); got != "[4 2]" {
		t.Errorf("a strided array became %s", got)
	}
	if _, err := frame.FromArray(dirty, nd.Of(vs, 2, 2)); !errs.Is(err, errs.Invalid) {
		t.Errorf("two dimensions: %v", err)
	}
	if _, ok := frame.Strs("a").Array(); ok {
		t.Error("texts as an array")
	}
}

func TestDictionaryRefusesWhatIsNone(t *testing.T) {
	for name, c := range map[string]*frame.Column{
		"twice":   frame.Of([]int64{1, 2, 1}),
		"missing": frame.Of([]float64{1, math.NaN()}),
		"range":   frame.NewRangeColumn(dtype.Int64, 0, 1, 3),
	} {
		if _, err := frame.NewDictionary(c); !errs.Is(err, errs.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	d, err := frame.NewDictionary(frame.Of([]int64{30, 10, 20}))
	if err != nil {
		t.Fatal(err)
	}
	if k, ok := d.Code(frame.L(10.0)); !ok || k != 1 {
		t.Errorf("code of 10.0: %d %v", k, ok)
	}
	if _, ok := d.Code(frame.L("10")); ok {
		t.Error("found a text among ints")
	}
	if got := fmt.Sprint(d.Sorted()); got != "[1 2 0]" {
		t.Errorf("sorted %s", got)
	}
}

func TestCastSharesOrRefuses(t *testing.T) {
	ints := frame.Of([]int64{1, 2})
	nulls, _ := ints.Cast(dtype.Int64.Nullable())
	missing, _ := nulls.Take(dirty, []int64{0, -1})
	day := dtype.Datetime(dtype.Second)
	for _, c := range []struct {
		c    *frame.Column
		to   dtype.DType
		want string
	}{
		{ints, day, "[{1 s } {2 s }]"},
		{ints, dtype.Int64.Nullable(), "[1 2]"},
		{nulls, dtype.Int64, "[1 2]"},
		{missing, dtype.Int64, ""},
		{missing, dtype.Int64.Nullable(), "[1 <nil>]"},
		{ints, dtype.Float64, ""},
		{ints, dtype.Uint64, ""},
		{frame.OfType(day, []int64{5}), dtype.DatetimeTZ(dtype.Second, "UTC"), "[{5 s UTC}]"},
		{frame.OfType(day, []int64{5}), dtype.Datetime(dtype.Nano), ""},
		{frame.OfType(day, []int64{5}), dtype.Timedelta(dtype.Second), "[{5 s}]"},
		{frame.Strs("a"), dtype.NullStr, "[a]"},
		{frame.Strs("a"), dtype.Binary, "[[97]]"},
		{frame.Strs("a"), dtype.Object, ""},
		{frame.Of([]float64{1}), dtype.Float64.Nullable(), ""},
		{frame.NewRangeColumn(dtype.Int64, 3, 1, 2), day, "[{3 s } {4 s }]"},
	} {
		got, ok := c.c.Cast(c.to)
		if ok != (c.want != "") || ok && (fmt.Sprint(got.Cells()) != c.want || got.DType != c.to) {
			t.Errorf("%s to %s: %v %v", c.c.DType, c.to, got, ok)
		}
	}
}

// TestNarrowed tells the width of what columns hold, and that rows taken, cut and joined stay narrow.
func TestNarrowed(t *testing.T) {
	for _, tc := range []struct {
		vs   []int64
		want frame.CodeWidth
	}{
		{[]int64{0, 127, -128}, 1},
		{[]int64{128}, 2},
		{[]int64{-129, 5}, 2},
		{[]int64{32767, -32768}, 2},
		{[]int64{1, 2, 3, 4, 5, 32768}, 4},
		{[]int64{math.MaxInt32, math.MinInt32}, 4},
		{[]int64{math.MaxInt32 + 1}, 0},
		{[]int64{math.MinInt32 - 1}, 0},
		{[]int64{math.MinInt64}, 0},
		{nil, 0},
	} {
		c := frame.Of(tc.vs)
		n, err := c.Narrowed(dirty)
		if err != nil {
			t.Fatal(err)
		}
		if n.Codes != tc.want || (n.Enc == frame.Narrow) != (tc.want > 0) {
			t.Errorf("%v: %s in %d bytes, want %d", tc.vs, n.Enc, n.Codes, tc.want)
		}
		if d := n.Diff(c); d != "" {
			t.Errorf("%v: %s", tc.vs, d)
		}
		if tc.want == 0 {
			continue
		}
		rows := []int64{int64(len(tc.vs) - 1), 0, -1}
		got, err := n.Take(dirty, rows)
		if err != nil {
			t.Fatal(err)
		}
		want, err := c.Take(dirty, rows)
		if err != nil {
			t.Fatal(err)
		}
		if d := got.Diff(want); d != "" || got.Enc != frame.Narrow || !got.IsPending() {
			t.Errorf("%v taken: %s, %s", tc.vs, got.Enc, d)
		}
		for _, missed := range []bool{false, true} {
			a, errA := n.Settle(dirty, missed)
			b, errB := c.Settle(dirty, missed)
			if errA != nil || errB != nil || a.Diff(b) != "" {
				t.Errorf("%v settled with %v: %v, %v, %s", tc.vs, missed, errA, errB, a.Diff(b))
			}
		}
	}
	small, _ := frame.Of([]int64{1, 2}).Narrowed(dirty)
	large, _ := frame.Of([]int64{70000}).Narrowed(dirty)
	both, err := frame.Concat(dirty, small, large)
	if d := both.Diff(frame.Of([]int64{1, 2, 70000})); err != nil || d != "" || both.Enc != frame.Narrow || both.Codes != 4 {
		t.Errorf("joined: %s in %d bytes, %v, %s", both.Enc, both.Codes, err, d)
	}
}
