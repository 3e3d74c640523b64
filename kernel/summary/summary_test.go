package summary_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/summary"
	"github.com/mars-project/mars-go/mem"
)

// reduce is an aggregate of c cut into pieces of k rows.
func reduce(t rapid.TB, a summary.Agg, c *frame.Column, k int) *frame.Column {
	t.Helper()
	var all [][]*frame.Column
	for lo := 0; lo < c.Rows || lo == 0; lo += k {
		p, err := a.Map(mem.Heap, c.Slice(lo, min(lo+k, c.Rows)))
		if err != nil {
			t.Fatal(err)
		}
		if n, err := a.Width(c.DType); err != nil || n != len(p) {
			t.Fatalf("%v of %v: %d partials, said %d (%v)", a.Func, c.DType, len(p), n, err)
		}
		all = append(all, p)
	}
	parts := all[0]
	for j := range parts {
		var cs []*frame.Column
		for _, p := range all {
			cs = append(cs, p[j])
		}
		var err error
		if parts[j], err = frame.Concat(mem.Heap, cs...); err != nil {
			t.Fatal(err)
		}
	}
	parts, err := a.Combine(mem.Heap, parts, c.DType)
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Final(mem.Heap, parts, c.DType)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Pieces of any length give what the whole gives, and the dtype that Result said.
func TestStages(t *testing.T) {
	nan := math.NaN()
	cols := []*frame.Column{
		frame.Of([]float64{1, nan, 3, -2, 0.5, nan, 7}), frame.Of([]int8{1, 2, 3, 0, 5, 6, 7}), frame.Of([]bool{true, false, true, true, true, true, false}),
		frame.Of([]uint64{1, 2, 3, 4, 5, 6, 7}), frame.Of([]float32{1, 2, 3, 4, 5, 6, float32(nan)}), frame.NewRangeColumn(dtype.Int64, 3, 2, 7),
	}
	for _, c := range cols {
		for f := group.Sum; f <= group.All; f++ {
			if f == group.Size || f == group.First || f == group.Last {
				continue
			}
			for _, keep := range []bool{false, true} {
				a := summary.Agg{Func: f, KeepNull: keep, Ddof: 1}
				want := reduce(t, a, c, 100)
				if d, err := a.Result(c.DType); err != nil || want.DType != d {
					t.Errorf("%v of %v is %v, said %v (%v)", f, c.DType, want.DType, d, err)
				}
				for k := 1; k < 5; k++ {
					got := reduce(t, a, c, k)
					x, _ := got.Label(0).Float()
					y, _ := want.Label(0).Float()
					if got.DType != want.DType || math.Abs(x-y) > 1e-12*math.Abs(y) || (x != x) != (y != y) {
						t.Errorf("%v of %v in pieces of %d: %v, want %v", f, c.DType, k, got.Cell(0), want.Cell(0))
					}
				}
			}
		}
	}
}

// A NaN that arithmetic made of a piece is no missing row.
func TestNaNOfArithmeticStays(t *testing.T) {
	inf := math.Inf(1)
	for _, f := range []group.Func{group.Sum, group.Prod, group.Mean, group.Std, group.Var, group.Sem} {
		a := summary.Agg{Func: f, Ddof: 1}
		for k := 1; k <= 5; k++ {
			c := frame.Of([]float64{inf, -inf, 0, 3, math.NaN()})
			if got := reduce(t, a, c, k); !got.IsNull(0) {
				t.Errorf("%v in pieces of %d: %v", f, k, got.Cell(0))
			}
		}
	}
}

// Sums of floats, means and variances are the same bits in pieces of any length: of numbers of all magnitudes
// that cancel, with missing rows, infinities and NaN that came of them.
func TestExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "rows")
		number := rapid.OneOf(rapid.Float64Range(-10, 10), rapid.SampledFrom([]float64{
			1e16, -1e16, 1, 1e300, -1e300, 1e-300, 5e-324, math.Copysign(0, -1), math.MaxFloat64, -math.MaxFloat64, math.NaN(),
		}), rapid.Just(rapid.SampledFrom([]float64{1, math.Inf(1), math.Inf(-1)}).Draw(t, "one")))
		vs := rapid.SliceOfN(number, n, n).Draw(t, "values")
		c := cells(rapid.SampledFrom([]dtype.DType{
			dtype.Float64, dtype.Float32, dtype.Float64.Nullable(), dtype.Float32.Nullable(), dtype.Int64, dtype.Int64.Nullable(), dtype.Bool, dtype.Timedelta(dtype.Nano),
		}).Draw(t, "dtype"), vs)
		a := summary.Agg{Ddof: rapid.IntRange(0, 2).Draw(t, "ddof"), MinCount: rapid.IntRange(0, 3).Draw(t, "least"), KeepNull: rapid.Bool().Draw(t, "keep")}
		for _, a.Func = range []group.Func{group.Sum, group.Mean, group.Var, group.Std, group.Sem} {
			if _, err := a.Result(c.DType); err != nil {
				continue
			}
			want := reduce(t, a, c, n)
			for _, k := range []int{1, 2, 3, 7, 16} {
				if got := reduce(t, a, c, k); !same(got, want) {
					t.Fatalf("%v of %v in pieces of %d: %v, want %v", a.Func, c.DType, k, got.Cell(0), want.Cell(0))
				}
			}
		}
	})
}

// cells is a column of values that are missing where they are NaN, where d can miss.
func cells(d dtype.DType, vs []float64) *frame.Column {
	out := make([]any, len(vs))
	for i, v := range vs {
		switch whole := int64(math.Mod(v, 1<<62)); {
		case v != v && frame.CanMiss(d):
		case d.IsFloat():
			out[i] = v
		case d.IsBool():
			out[i] = v > 0
		case v != v:
			out[i] = int64(7)
		case d.IsTemporal():
			out[i] = frame.Timedelta{Ticks: whole, Unit: d.Unit}
		default:
			out[i] = whole
		}
	}
	c, err := column.Env{Mem: mem.Heap}.Build(out, d)
	if err != nil {
		panic(err)
	}
	return c
}

// same reports equal bits of results; NaN is NaN.
func same(a, b *frame.Column) bool {
	x, isX := a.Cell(0).(float64)
	y, isY := b.Cell(0).(float64)
	if isX && isY && a.DType == b.DType {
		return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
	}
	return a.DType == b.DType && a.Equal(b)
}

// Columns in one block are folded as each by itself.
func TestMapAll(t *testing.T) {
	vs := make([]float64, 5*7)
	for i := range vs {
		vs[i] = float64(i * 11 % 17)
	}
	vs[8] = math.NaN()
	one := frame.Of(vs)
	var cols []*frame.Column
	for i := range 5 {
		cols = append(cols, one.Slice(i*7, i*7+7))
	}
	cols = append(cols, frame.Of([]int64{1, 2, 3, 4, 5, 6, 7}), frame.Strs("a", "b", "c", "d", "e", "f", "g"))
	for _, f := range []group.Func{group.Sum, group.Mean, group.Var, group.Min, group.Max, group.Count} {
		for _, keep := range []bool{false, true} {
			a, cols := summary.Agg{Func: f, KeepNull: keep, MinCount: 1}, cols
			if f == group.Mean || f == group.Var {
				cols = cols[:len(cols)-1] // texts have none
			}
			all, err := a.MapAll(mem.Heap, cols, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range cols {
				want, err := a.Map(mem.Heap, c)
				if err != nil {
					t.Fatal(err)
				}
				for k, w := range want {
					if len(all[i]) != len(want) || !all[i][k].Equal(w) {
						t.Errorf("%v of column %d: partial %d is %v, by itself %v", f, i, k, all[i], w.Cell(0))
					}
				}
			}
		}
	}
}

func TestMissing(t *testing.T) {
	none := frame.Of([]int64{})
	if c := reduce(t, summary.Agg{Func: group.Min}, none, 1); c.DType != dtype.Float64 || !c.IsNull(0) {
		t.Errorf("the least of no integer is %v %v", c.DType, c.Cell(0))
	}
	if !(summary.Agg{Func: group.Min}).Never(0) || !(summary.Agg{Func: group.Sum, MinCount: 2}).Never(1) || (summary.Agg{Func: group.Sum}).Never(0) {
		t.Error("Never is wrong about few rows")
	}
	two := frame.Of([]int64{1, 2})
	if c := reduce(t, summary.Agg{Func: group.Sum, MinCount: 3}, two, 1); !c.IsNull(0) {
		t.Errorf("two rows of three wanted add up to %v", c.Cell(0))
	}
}

func TestRefused(t *testing.T) {
	for want, a := range map[string]struct {
		f group.Func
		d dtype.DType
	}{
		"Cannot perform reduction 'mean' with string dtype":                             {group.Mean, dtype.Str},
		"'DatetimeArray' with dtype datetime64[us] does not support operation 'sum'":    {group.Sum, dtype.Datetime(dtype.Micro)},
		"'TimedeltaArray' with dtype timedelta64[us] does not support operation 'prod'": {group.Prod, dtype.Timedelta(dtype.Micro)},
		"'Categorical' with dtype category does not support operation 'sum'":            {group.Sum, dtype.Categorical},
	} {
		_, err := summary.Agg{Func: a.f}.Result(a.d)
		if !errs.Is(err, errs.Type) || fmt.Sprint(err) != want {
			t.Errorf("%v of %v: %v, want %s", a.f, a.d, err, want)
		}
	}
}

func BenchmarkMap(b *testing.B) {
	for _, n := range []int{100, 2000, 1 << 20} {
		c := frame.Of(make([]float64, n))
		for _, f := range []group.Func{group.Sum, group.Mean, group.Std, group.Max} {
			b.Run(fmt.Sprintf("%v/%d", f, n), func(b *testing.B) {
				b.SetBytes(int64(8 * n))
				for b.Loop() {
					if _, err := (summary.Agg{Func: f, Ddof: 1}).Map(mem.Heap, c); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
