package order_test

import (
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"pgregory.net/rapid"
)

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
