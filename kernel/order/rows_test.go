package order_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

func plainStrs(t *testing.T, vs []string) *frame.Column {
	b := frame.PlainStr(mem.Heap, dtype.Str)
	for _, v := range vs {
		b.Append(v)
	}
	c, err := b.Column()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var nan = math.NaN()

func TestRows(t *testing.T) {
	ints, floats := frame.Of([]int64{3, 1, 3, math.MinInt64}), frame.Of([]float64{nan, -1, 2, math.Inf(1)})
	text := frame.Strs("b", "", "b", "a")
	for _, c := range []struct {
		name string
		keys []order.Key
		want []int64
	}{
		{"ints", []order.Key{{Col: ints}}, []int64{3, 1, 0, 2}},
		{"descending is stable", []order.Key{{Col: ints, Desc: true}}, []int64{0, 2, 1, 3}},
		{"NaN last", []order.Key{{Col: floats}}, []int64{1, 2, 3, 0}},
		{"NaN last descending", []order.Key{{Col: floats, Desc: true}}, []int64{3, 2, 1, 0}},
		{"NaN first", []order.Key{{Col: floats, NullsFirst: true}}, []int64{0, 1, 2, 3}},
		{"text", []order.Key{{Col: text}}, []int64{1, 3, 0, 2}},
		{"two keys", []order.Key{{Col: text, Desc: true}, {Col: floats}}, []int64{2, 0, 3, 1}},
	} {
		if got := order.Rows(c.keys, 4); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Columns of different dtypes, and categories of different dictionaries, compare by what they stand for.
func TestComparerAcrossColumns(t *testing.T) {
	category := func(dict []string, codes ...int32) *frame.Column {
		d, err := frame.NewDictionary(plainStrs(t, dict))
		if err != nil {
			t.Fatal(err)
		}
		return frame.NewDict(dtype.Categorical, d, mem.WrapOf(codes), 0, len(codes), 4)
	}
	times := func(u dtype.Unit, v ...int64) *frame.Column { return frame.OfType(dtype.Datetime(u), v) }
	for _, c := range []struct {
		name string
		a, b *frame.Column
		want [3]int // of row 0 with rows 0, 1, 2
	}{
		{"int and float", frame.Of([]int64{2}), frame.Of([]float64{1.5, 2, 2.5}), [3]int{1, 0, -1}},
		{"float and int", frame.Of([]float64{-2}), frame.Of([]int8{-3, -2, 1}), [3]int{1, 0, -1}},
		{"float and missing", frame.Of([]float64{2}), frame.Of([]float64{2, nan, 1}), [3]int{0, -1, 1}},
		{"units", times(dtype.Second, 2), times(dtype.Milli, 1999, 2000, 2001), [3]int{1, 0, -1}},
		{"text and objects", frame.Strs("b"), frame.NewObjects([]any{"a", "b", "c"}), [3]int{1, 0, -1}},
		{"categories", category([]string{"a", "b", "c"}, 0), category([]string{"c", "b", "a"}, 1, 2, 0), [3]int{1, 0, 1}},
		{"category and text by value", category([]string{"z", "b"}, 0), frame.Strs("a", "z", "zz"), [3]int{1, 0, -1}},
		{"categories by value", category([]string{"z", "b"}, 1), category([]string{"z", "b", "a"}, 0, 1, 2), [3]int{-1, 0, 1}},
		{"unknown category", category([]string{"z"}, 0), category([]string{"c", "b", "a"}, 1, 2, 0), [3]int{1, 1, 1}},
	} {
		byValue := strings.HasSuffix(c.name, "by value")
		compare := order.Comparer([]order.Key{{Col: c.a, ByValue: byValue}}, []order.Key{{Col: c.b, ByValue: byValue}})
		if got := [3]int{compare(0, 0), compare(0, 1), compare(0, 2)}; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestRowsAgreesWithCompare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "n")
		f, s := make([]float64, n), make([]string, n)
		for i := range f {
			f[i] = rapid.SampledFrom([]float64{nan, 0, math.Copysign(0, -1), 1, -2, math.Inf(-1), 5e-324}).Draw(t, "f")
			s[i] = rapid.SampledFrom([]string{"", "a", "ab", "abcdefghijklmnop", "abcdefghijklmnoq"}).Draw(t, "s")
		}
		keys := []order.Key{
			{Col: frame.Of(f), Desc: rapid.Bool().Draw(t, "d"), NullsFirst: rapid.Bool().Draw(t, "nf")},
			{Col: frame.Strs(s...), Desc: rapid.Bool().Draw(t, "d2")},
		}
		got := order.Rows(keys, n)
		compare := order.Comparer(keys, keys)
		want := make([]int64, n)
		for i := range want {
			want[i] = int64(i)
		}
		slices.SortStableFunc(want, func(a, b int64) int { return compare(int(a), int(b)) })
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}
