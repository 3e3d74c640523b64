package join_test

import (
	"math"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/mem"
	"pgregory.net/rapid"
)

// nearest is the as-of join by its definition.
func nearest(s join.AsofSpec, l, r []int64, lb, rb []string) []int64 {
	out := make([]int64, len(l))
	for i, x := range l {
		back, ahead := -1, -1
		for j, y := range r {
			if lb[i] != rb[j] || x == y && !s.Exact {
				continue
			}
			if y <= x {
				back = j
			}
			if y >= x && ahead < 0 {
				ahead = j
			}
		}
		k := back
		if s.Direction == join.Forward || s.Direction == join.Nearest && (back < 0 || ahead >= 0 && r[ahead]-x < x-r[back]) {
			k = ahead
		}
		if tol, ok := s.Tolerance.(int64); ok && k >= 0 && max(x-r[k], r[k]-x) > tol {
			k = -1
		}
		out[i] = int64(k)
	}
	return out
}

func TestAsofAsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := func(name string) (k []int64, by []string) {
			k = rapid.SliceOfN(rapid.Int64Range(-9, 9), 0, 12).Draw(t, name)
			slices.Sort(k)
			return k, rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b"}), len(k), len(k)).Draw(t, name+" by")
		}
		l, lb := side("l")
		r, rb := side("r")
		s := join.AsofSpec{Direction: join.Direction(rapid.IntRange(0, 2).Draw(t, "direction")), Exact: rapid.Bool().Draw(t, "exact")}
		if rapid.Bool().Draw(t, "limited") {
			s.Tolerance = rapid.Int64Range(0, 5).Draw(t, "tolerance")
		}
		got := must(join.Asof(mem.Heap, s, frame.Of(l), frame.Of(r), []*frame.Column{frame.Strs(lb...)}, []*frame.Column{frame.Strs(rb...)}))
		if want := nearest(s, l, r, lb, rb); !slices.Equal(got, want) {
			t.Fatalf("%+v of %v %v and %v %v: %v, want %v", s, l, lb, r, rb, got, want)
		}
	})
}

func TestAsofOfDTypes(t *testing.T) {
	near := join.AsofSpec{Direction: join.Nearest, Exact: true}
	within := join.AsofSpec{Exact: true, Tolerance: 0.5}
	for _, c := range []struct {
		name string
		spec join.AsofSpec
		l, r *frame.Column
		want []int64
	}{
		{"ends of int64", near, frame.Of([]int64{math.MinInt64, 0, math.MaxInt64}), frame.Of([]int64{math.MinInt64 + 1, math.MaxInt64 - 5}), []int64{0, 1, 1}},
		{"uint64", near, frame.Of([]uint64{1 << 63}), frame.Of([]uint64{1<<63 - 2, 1<<63 + 1}), []int64{1}},
		{"uint8", near, frame.Of([]uint8{200}), frame.Of([]uint8{0, 255}), []int64{1}},
		{"float64", within, frame.Of([]float64{1, 2}), frame.Of([]float64{0.6, 1.2}), []int64{0, -1}},
		{"float32", within, frame.Of([]float32{1}), frame.Of([]float32{0.25}), []int64{-1}},
		{"times", near, frame.OfType(dtype.Datetime(dtype.Second), []int64{5}), frame.OfType(dtype.Datetime(dtype.Second), []int64{4, 7}), []int64{0}},
		{"no right rows", near, frame.Of([]int64{1}), frame.Of([]int64{}), []int64{-1}},
	} {
		if got := must(join.Asof(mem.Heap, c.spec, c.l, c.r, nil, nil)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if _, err := join.Asof(mem.Heap, near, frame.Strs("a"), frame.Strs("b"), nil, nil); err == nil {
		t.Error("text has distances")
	}
	if _, err := join.ParseDirection("up"); err == nil || err.Error() != "direction invalid: up" {
		t.Error(err)
	}
}
