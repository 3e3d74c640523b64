package order_test

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

// drawn is a random column of n rows of a kind that columns of the same kind can be compared with.
func drawn(t *rapid.T, kind string, n int) *frame.Column {
	pick := func(k int) int { return rapid.IntRange(0, k-1).Draw(t, "v") }
	texts := []string{"", "id", "id00000000", "id00000000\x00", "id000000001", "id0000000012345", "id0000000012345678901234", "zz", "id00000000\xff\xff\xff\xff\xff\xff\xff\xff"}
	switch kind {
	case "float":
		v := make([]float64, n)
		for i := range v {
			v[i] = []float64{nan, 0, math.Copysign(0, -1), 1, -2, math.Inf(-1), math.Inf(1), 5e-324, math.MaxFloat64}[pick(9)]
		}
		return frame.Of(v)
	case "bits":
		v := make([]float64, n)
		for i := range v {
			v[i] = math.Float64frombits(0x3ff0000000000000 + uint64(pick(1<<30)))
		}
		return frame.Of(v)
	case "int8":
		v := make([]int8, n)
		for i := range v {
			v[i] = int8(pick(256) - 128)
		}
		return frame.Of(v)
	case "uint32":
		v := make([]uint32, n)
		for i := range v {
			v[i] = []uint32{0, 1, math.MaxUint32}[pick(3)]
		}
		return frame.Of(v)
	case "time":
		v := make([]int64, n)
		for i := range v {
			v[i] = []int64{frame.NaT, frame.NaT + 1, 0, math.MaxInt64}[pick(4)]
		}
		return frame.OfType(dtype.Datetime(dtype.Nano), v)
	case "nullable", "missing":
		b := frame.NewNumBuilder[int64](mem.Heap, dtype.Int64.Nullable(), n)
		for range n {
			if kind == "missing" && pick(3) == 0 {
				b.AppendNull()
			} else {
				b.Append([]int64{math.MinInt64, 0, math.MaxInt64}[pick(3)])
			}
		}
		return done(b.Column())
	case "text", "mixed":
		b := frame.PlainStr(mem.Heap, dtype.Str)
		for range n {
			switch k := pick(len(texts) + 1); {
			case k == len(texts):
				b.AppendNull()
			case kind == "mixed" && pick(2) == 0:
				b.Append(texts[k] + fmt.Sprint(pick(1000)))
			default:
				b.Append(texts[k])
			}
		}
		return done(b.Column())
	case "const":
		return done(frame.Strs("id00000000", "").Slice(pick(2), 2).Take(mem.Heap, make([]int64, n)))
	case "range":
		return frame.NewRangeColumn(dtype.Int64, int64(pick(9)-4), int64(1-2*pick(2)), n)
	}
	codes := make([]int32, n)
	for i := range codes {
		codes[i] = int32(pick(len(texts)+1)) - 1
	}
	slices.Reverse(texts)
	d, err := frame.NewDictionary(frame.Strs(texts...))
	if err != nil {
		panic(err)
	}
	if kind == "category" {
		return frame.NewDict(dtype.Categorical, d, mem.WrapOf(codes), 0, n, 4)
	}
	return frame.NewDict(dtype.Str, d, mem.WrapOf(codes), 0, n, 4)
}

func done(c *frame.Column, err error) *frame.Column {
	if err != nil {
		panic(err)
	}
	return c
}

var kinds = []string{"float", "bits", "int8", "uint32", "time", "nullable", "missing", "text", "mixed", "const", "range", "category", "dict"}

func drawKeys(t *rapid.T, n int) (keys []order.Key, names []string) {
	for range rapid.IntRange(1, 4).Draw(t, "keys") {
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		keys = append(keys, order.Key{Col: drawn(t, kind, n), Desc: rapid.Bool().Draw(t, "desc"), NullsFirst: rapid.Bool().Draw(t, "first")})
		names = append(names, kind)
	}
	return keys, names
}

// The order of rows is that of comparing them, whatever the keys, however many rows are equal.
func TestRowsOfAllKinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 150).Draw(t, "n")
		keys, names := drawKeys(t, n)
		got, want, compare := order.Rows(keys, n), make([]int64, n), order.Comparer(keys, keys)
		for i := range want {
			want[i] = int64(i)
		}
		slices.SortStableFunc(want, func(a, b int64) int { return compare(int(a), int(b)) })
		if !slices.Equal(got, want) {
			t.Fatalf("%v: got %v, want %v", names, got, want)
		}
	})
}

// Rows are cut alike wherever they stand among many, by few bounds and by more.
func TestCutOfManyRows(t *testing.T) {
	n := 10_007
	v, whole, texts, codes := make([]float64, n), make([]int64, n), make([]string, n), make([]int32, n)
	for i := range v {
		v[i], whole[i] = float64(i*37%101), int64(i*37%101)
		texts[i], codes[i] = fmt.Sprintf("%03d and more of it", i*37%101), int32(i*37%101)
	}
	dict := make([]string, 101)
	for i := range dict {
		dict[i] = fmt.Sprintf("%03d and more of it", i)
	}
	d, err := frame.NewDictionary(frame.Strs(dict...))
	if err != nil {
		t.Fatal(err)
	}
	small := done(frame.Of(whole).Narrowed(mem.Heap))
	for name, c := range map[string]*frame.Column{
		"floats": frame.Of(v), "texts": plainStrs(t, texts), "dictionary": frame.NewDict(dtype.Str, d, mem.WrapOf(codes), 0, n, 4), "narrow": small,
	} {
		for _, m := range []int{1, 4, 5, 20} {
			at := make([]int64, m)
			for i := range at {
				at[i] = int64(slices.Index(v, float64(100*(i+1)/(m+1))))
			}
			a, b := []order.Key{{Col: c}}, []order.Key{{Col: done(c.Take(mem.Heap, at))}}
			compare := order.Comparer(a, b)
			for _, before := range []func(i, k int) bool{nil, func(i, k int) bool { return i < 700*k+5000 }} {
				got := make([]int32, n)
				if err := order.Cut(mem.Heap, a, b, before, got); err != nil {
					t.Fatal(err)
				}
				for i := range got {
					want := sort.Search(m, func(k int) bool { c := compare(i, k); return c < 0 || c == 0 && before != nil && before(i, k) })
					if int(got[i]) != want {
						t.Fatalf("%s, %d bounds: row %d is cut at %d, want %d", name, m, i, got[i], want)
					}
				}
			}
		}
	}
}

// Rows are cut where comparing them with the bounds cuts them.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(0, 60).Draw(t, "n"), rapid.IntRange(0, 9).Draw(t, "m")
		a, names := drawKeys(t, n)
		var b []order.Key
		for i, k := range a {
			kind := names[i]
			if kind == "text" || kind == "mixed" || kind == "dict" || kind == "const" {
				kind = rapid.SampledFrom([]string{"text", "mixed", "dict", "const"}).Draw(t, "other")
			}
			k.Col = drawn(t, kind, m)
			b = append(b, k)
		}
		rows := order.Rows(b, m)
		for i := range b {
			b[i].Col = done(b[i].Col.Take(mem.Heap, rows))
		}
		var before func(i, k int) bool
		if rapid.Bool().Draw(t, "apart") {
			before = func(i, k int) bool { return i < 5*k }
		}
		got := make([]int32, n)
		if err := order.Cut(mem.Heap, a, b, before, got); err != nil {
			t.Fatal(err)
		}
		compare := order.Comparer(a, b)
		for i := range got {
			want := sort.Search(m, func(k int) bool { c := compare(i, k); return c < 0 || c == 0 && before != nil && before(i, k) })
			if int(got[i]) != want {
				t.Fatalf("%v: row %d is cut at %d, want %d", names, i, got[i], want)
			}
		}
	})
}
