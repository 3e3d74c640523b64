package hash_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// drawColumn is a column of n rows with few distinct values, in a random encoding. Kinds of one sort may be
// keys of each other.
func drawColumn(t *rapid.T, kind string, n int) *frame.Column {
	pick := func(k int) int { return rapid.IntRange(0, k-1).Draw(t, "v") }
	var c *frame.Column
	switch kind {
	case "int":
		b := frame.NewNumBuilder[int64](mem.Heap, dtype.Int64, 0)
		for range n {
			b.Append([]int64{0, 1, -1, 7, math.MaxInt64, math.MinInt64}[pick(6)])
		}
		c = must(b.Column())
		if rapid.IntRange(0, 4).Draw(t, "range") == 0 {
			return frame.NewRangeColumn(dtype.Int64, int64(pick(3)), 2, n)
		}
	case "Int8":
		b := frame.NewNumBuilder[int8](mem.Heap, dtype.Int8.Nullable(), 0)
		for range n {
			if k := pick(4); k == 0 {
				b.AppendNull()
			} else {
				b.Append(int8(k - 2))
			}
		}
		c = must(b.Column())
	case "uint":
		b := frame.NewNumBuilder[uint16](mem.Heap, dtype.Uint16, 0)
		for range n {
			b.Append(uint16(pick(3)))
		}
		c = must(b.Column())
	case "bool":
		b := frame.NewNumBuilder[bool](mem.Heap, dtype.Bool, 0)
		for range n {
			b.Append(pick(2) == 1)
		}
		c = must(b.Column())
	case "float":
		b := frame.NewNumBuilder[float64](mem.Heap, dtype.Float64, 0)
		for range n {
			b.Append([]float64{0, math.Copysign(0, -1), 1, -1, 0.5, math.Inf(1), math.NaN(), math.Float64frombits(0x7ff8000000000007)}[pick(8)])
		}
		c = must(b.Column())
	case "time", "time s":
		d, f := dtype.Datetime(dtype.Micro), int64(1e6)
		if kind == "time s" {
			d, f = dtype.Datetime(dtype.Second), 1
		}
		b := frame.NewNumBuilder[int64](mem.Heap, d, 0)
		for range n {
			if k := pick(4); k == 0 {
				b.AppendNull()
			} else {
				b.Append(int64(k-2) * f)
			}
		}
		c = must(b.Column())
	case "str", "cat":
		b := frame.PlainStr(mem.Heap, dtype.Str)
		if rapid.Bool().Draw(t, "dict") {
			b = frame.NewStrBuilder(mem.Heap, dtype.Str)
		}
		for range n {
			if k := pick(6); k == 0 {
				b.AppendNull()
			} else {
				b.Append([]string{"", "a", "b", "a long text of some bytes", "a long text of some bites"}[k-1])
			}
		}
		c = must(b.Column())
		if kind == "cat" {
			return category(c)
		}
	case "object":
		vs := make([]any, n)
		for i := range vs {
			vs[i] = []any{nil, math.NaN(), int64(1), 1.0, true, "a", "b", frame.Tuple{int64(1), "x"}}[pick(8)]
		}
		return frame.NewObjects(vs)
	case "complex":
		b := frame.NewNumBuilder[complex128](mem.Heap, dtype.Complex128, 0)
		for range n {
			b.Append([]complex128{0, 1, 1i, 1 - 1i}[pick(4)])
		}
		c = must(b.Column())
	}
	if n > 0 && rapid.IntRange(0, 5).Draw(t, "const") == 0 {
		return must(frame.NewConst(mem.Heap, c.Slice(0, 1), n))
	}
	lo := rapid.IntRange(0, n).Draw(t, "lo") // an offset: rows before are cut off and come back behind
	if n > 0 && lo > 0 {
		twice := must(frame.Concat(mem.Heap, c, c))
		return twice.Slice(lo, lo+n)
	}
	return c
}

// category is c as a categorical whose categories are in reverse order.
func category(c *frame.Column) *frame.Column {
	vals := []string{"b", "a long text of some bytes", "a long text of some bites", "a", ""}
	codes := make([]int8, c.Rows)
	for i := range codes {
		codes[i] = -1
		if !c.IsNull(i) {
			codes[i] = int8(slices.Index(vals, c.Str(i)))
		}
	}
	dict := must(frame.NewDictionary(frame.Strs(vals...)))
	return frame.NewDict(dtype.Categorical, dict, mem.WrapOf(codes), 0, c.Rows, 1)
}

// compare orders cells of two columns, missing ones last; byCode compares categories of one dictionary.
func compare(a *frame.Column, i int, b *frame.Column, j int, byCode bool) int {
	if c := boolInt(a.IsNull(i)) - boolInt(b.IsNull(j)); c != 0 || a.IsNull(i) {
		return c
	}
	if byCode {
		return cmp.Compare(a.Code(i), b.Code(j))
	}
	x, y := a.Cell(i), b.Cell(j)
	if p, ok := x.(complex128); ok {
		q := y.(complex128)
		if c := cmp.Compare(real(p), real(q)); c != 0 {
			return c
		}
		return cmp.Compare(imag(p), imag(q))
	}
	l, m := frame.L(x), frame.L(y)
	if l.Same(m) {
		return 0
	}
	return l.Compare(m)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

var sorts = [][]string{{"int"}, {"Int8", "uint", "int"}, {"uint"}, {"bool", "int"}, {"float", "Int8", "uint"}, {"time"}, {"time s", "time"}, {"str"}, {"cat"}, {"object"}, {"complex"}}

func TestNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := make([][]*frame.Column, rapid.IntRange(1, 2).Draw(t, "pieces"))
		rows := make([]int, len(pieces))
		for i := range rows {
			rows[i] = rapid.IntRange(0, 12).Draw(t, "rows")
		}
		var at [][2]int
		for p, n := range rows {
			for i := range n {
				at = append(at, [2]int{p, i})
			}
		}
		var byCode []bool
		for range rapid.IntRange(1, 3).Draw(t, "keys") {
			sort := rapid.SampledFrom(sorts).Draw(t, "sort")
			cols := make([]*frame.Column, len(pieces))
			same := true
			for i := range pieces {
				cols[i] = drawColumn(t, rapid.SampledFrom(sort).Draw(t, "kind"), rows[i])
				same = same && cols[i].DType.IsCategorical() && cols[i].Dict == cols[0].Dict
				pieces[i] = append(pieces[i], cols[i])
			}
			byCode = append(byCode, same)
		}
		order := hash.Order(rapid.IntRange(0, 1).Draw(t, "order"))
		drop := rapid.Bool().Draw(t, "drop")
		row := func(a, b int) int {
			p, q := at[a], at[b]
			for k := range byCode {
				if c := compare(pieces[p[0]][k], p[1], pieces[q[0]][k], q[1], byCode[k]); c != 0 {
					return c
				}
			}
			return 0
		}
		var groups []int // first rows
		for i, p := range at {
			if drop && slices.ContainsFunc(pieces[p[0]], func(c *frame.Column) bool { return c.IsNull(p[1]) }) {
				continue
			}
			if !slices.ContainsFunc(groups, func(g int) bool { return row(g, i) == 0 }) {
				groups = append(groups, i)
			}
		}
		if order == hash.Sorted {
			slices.SortStableFunc(groups, row)
		}
		got := must(hash.Number(mem.Heap, order, drop, pieces...))
		if got.N != len(groups) {
			t.Fatalf("%d numbers, want %d: %s", got.N, len(groups), show(pieces))
		}
		for g, first := range got.First {
			if int(first) != groups[g] {
				t.Fatalf("first rows %v, want %v: %s", got.First, groups, show(pieces))
			}
		}
		for i, p := range at {
			want := slices.IndexFunc(groups, func(g int) bool { return row(g, i) == 0 })
			if id := got.IDs[p[0]][p[1]]; int(id) != want {
				t.Fatalf("row %v has number %d, want %d: %s", p, id, want, show(pieces))
			}
		}
	})
}

func show(pieces [][]*frame.Column) (s string) {
	for _, p := range pieces {
		for _, c := range p {
			s += fmt.Sprintf("%v %v %v; ", c.DType, c.Enc, c.Cells())
		}
	}
	return s
}

// Rows that are equal have equal hashes, and Number agrees with the hash about what is equal.
func TestEqualRowsHashEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sort := rapid.SampledFrom(sorts).Draw(t, "sort")
		a := drawColumn(t, rapid.SampledFrom(sort).Draw(t, "a"), rapid.IntRange(0, 10).Draw(t, "n"))
		b := drawColumn(t, rapid.SampledFrom(sort).Draw(t, "b"), rapid.IntRange(0, 10).Draw(t, "m"))
		ha, hb := must(hash.Rows(mem.Heap, a)), must(hash.Rows(mem.Heap, b))
		for i, x := range ha {
			for j, y := range hb {
				if equal := compare(a, i, b, j, false) == 0; equal != (x == y) {
					t.Fatalf("%v and %v: equal %v, hashes %x and %x", a.Cell(i), b.Cell(j), equal, x, y)
				}
			}
		}
	})
}

// Hashes decide in which file or worker a row ends, so they stay between versions.
func TestHashesStay(t *testing.T) {
	got := []uint64{
		one(frame.Of([]int64{1})), one(frame.Strs("mars")), one(frame.Strs("a text of more than sixteen bytes")), one(frame.Of([]float64{math.NaN()})),
		one(frame.OfType(dtype.Datetime(dtype.Nano), []int64{-1})),
	}
	want := []uint64{0x1b9343da423bb90, 0xff2d5e830c305f04, 0xc92a4073636f70d, 0xaeefb34dd547406a, 0x91112832335980c}
	if !slices.Equal(got, want) {
		t.Errorf("got %#x", got)
	}
}

// Sparse and wide keys, of which the small ranges above need no table.
func TestManySparseKeys(t *testing.T) {
	const n = 50000
	a, b := make([]int64, n), make([]int64, n)
	x := uint64(1)
	for i := range a {
		x = x*6364136223846793005 + 1442695040888963407
		a[i], b[i] = int64(x%20000)*1e14-1e18, int64(x>>33)%3*1e15
	}
	for range 2 {
		got := must(hash.Number(mem.Heap, hash.Sorted, true, []*frame.Column{frame.Of(a), frame.Of(b), frame.Of(a), frame.Of(b), frame.Of(a), frame.Of(a)}))
		ids := got.IDs[0]
		last := -1
		for g, f := range got.First {
			if int(ids[f]) != g {
				t.Fatalf("first row %d of %d has number %d", f, g, ids[f])
			}
			if last >= 0 && (a[last] > a[f] || a[last] == a[f] && b[last] >= b[f]) {
				t.Fatalf("keys %d and %d are not in order", last, f)
			}
			last = int(f)
		}
		for i, id := range ids {
			if f := got.First[id]; a[f] != a[i] || b[f] != b[i] || int(f) > i {
				t.Fatalf("row %d has the number of row %d", i, f)
			}
		}
	}
}

func TestUnhashableObjects(t *testing.T) {
	c := frame.NewObjects([]any{map[string]int{}})
	if _, err := hash.Number(mem.Heap, hash.Appearance, false, []*frame.Column{c}); err == nil || err.Error() != "unhashable type: 'map[string]int'" {
		t.Errorf("got %v", err)
	}
}
