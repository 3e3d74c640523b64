package frame_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// checkStats compares statistics with what the cells say; what is Unknown may be anything.
func checkStats(t *rapid.T, s frame.Stats, c *frame.Column) {
	t.Helper()
	if s.Rows != int64(c.Rows) {
		t.Fatalf("%d rows, not %d", s.Rows, c.Rows)
	}
	nulls, sorted, unique := int64(0), true, true
	var least, most, last frame.Label
	seen := map[frame.Label]bool{}
	for i := range c.Rows {
		l := c.Label(i)
		if z, ok := c.Cell(i).(complex128); ok && z == z {
			l = frame.L(fmt.Sprint(z))
		}
		if b, ok := c.Cell(i).(bool); ok && b && c.DType.IsObject() {
			l = frame.L(1) // as in Python
		}
		if c.IsNull(i) {
			l = frame.Label{}
			nulls++
		} else {
			sorted = sorted && nulls == 0 && (last.IsNil() || !l.Less(last))
			if least.IsNil() || l.Less(least) {
				least = l
			}
			if most.IsNil() || most.Less(l) {
				most = l
			}
			last = l
		}
		unique = unique && !seen[l]
		seen[l] = true
	}
	if s.Nulls != nulls {
		t.Fatalf("%d missing, not %d", s.Nulls, nulls)
	}
	if s.Sorted != frame.Unknown && s.Sorted != frame.Known(sorted) {
		t.Fatalf("sorted %s, but it is %v: %v", s.Sorted, sorted, c.Cells())
	}
	if s.Unique != frame.Unknown && s.Unique != frame.Known(unique) {
		t.Fatalf("unique %s, but it is %v: %v", s.Unique, unique, c.Cells())
	}
	if !s.Min.IsNil() && (s.Min != least || s.Max != most) {
		t.Fatalf("from %s to %s, not %s to %s", s.Min, s.Max, least, most)
	}
	float := (c.DType.IsFloat() || c.DType.IsComplex()) && !c.DType.Null
	if s.HasNaN != frame.Unknown && s.HasNaN != frame.Known(float && nulls > 0) {
		t.Fatalf("hasNaN %s with %d missing of %s", s.HasNaN, nulls, c.DType)
	}
	if s.Sketch != nil {
		delete(seen, frame.Label{})
		// Of 16 values in 1024 registers several may meet.
		if d := s.Sketch.Count() - float64(len(seen)); math.Abs(d) > 4+0.2*float64(len(seen)) {
			t.Fatalf("sketch counts %.1f of %d", s.Sketch.Count(), len(seen))
		}
	}
}

func TestStatsAndTheirMerge(t *testing.T) {
	forAllTypes(t, func(t *rapid.T, d dtype.DType) {
		a := genModel(t, d, 8).c
		b := genModel(t, d, 8).c
		if d.IsCategorical() && a.Dict.Values.DType != b.Dict.Values.DType {
			return
		}
		checkStats(t, a.StatsWithSketch(), a)
		checkStats(t, b.StatsWithSketch(), b)
		c, err := frame.Concat(dirty, a, b)
		if err != nil {
			t.Fatal(err)
		}
		checkStats(t, a.StatsWithSketch().Merge(b.StatsWithSketch()), c)
	})
}

func TestStatsKnowWhatOnePassTells(t *testing.T) {
	for _, c := range []struct {
		name           string
		c              *frame.Column
		sorted, unique frame.Tri
	}{
		{"rising", frame.Of([]int64{1, 2, 3}), frame.Yes, frame.Yes},
		{"falling", frame.Of([]int64{3, 2}), frame.No, frame.Yes},
		{"ties", frame.Of([]float64{1, 1, 2}), frame.Yes, frame.No},
		{"mixed", frame.Of([]int64{1, 3, 2}), frame.No, frame.Unknown},
		{"NaN last", frame.Of([]float64{1, 2, math.NaN()}), frame.Yes, frame.Yes},
		{"NaN first", frame.Of([]float64{math.NaN(), 1}), frame.No, frame.Yes},
		{"two NaN", frame.Of([]float64{math.NaN(), math.NaN()}), frame.Yes, frame.No},
		{"texts", frame.Strs("a", "b", "ba"), frame.Yes, frame.Yes},
		{"dictionary", frame.Strs("b", "b", "c", "c", "c", "c", "c", "c"), frame.Yes, frame.No},
		{"range", frame.NewRangeColumn(dtype.Int64, 3, -1, 3), frame.No, frame.Yes},
		{"nothing", frame.Of([]int64{}), frame.Yes, frame.Yes},
		{"objects", frame.NewObjects([]any{1, 2}), frame.Unknown, frame.Unknown},
	} {
		if s := c.c.Stats(); s.Sorted != c.sorted || s.Unique != c.unique {
			t.Errorf("%s: sorted %s, unique %s; not %s, %s", c.name, s.Sorted, s.Unique, c.sorted, c.unique)
		}
	}
	s := frame.Of([]int64{1, 2}).Stats().Merge(frame.Of([]int64{3, 4}).Stats())
	if s.Sorted != frame.Yes || s.Unique != frame.Yes || s.Max != frame.L(4) {
		t.Errorf("ranges that follow each other merge as %+v", s)
	}
}

func TestSketchError(t *testing.T) {
	for _, n := range []int{0, 1, 10, 1000, 100000, 1000000} {
		vs := make([]int64, n)
		for i := range vs {
			vs[i] = int64(i) * 7
		}
		half := frame.Of(vs[:n/2]).StatsWithSketch().Sketch
		got := frame.Of(vs).StatsWithSketch().Sketch.Merge(half).Count()
		if math.Abs(got-float64(n)) > 0.1*float64(n)+0.01 {
			t.Errorf("%d values counted as %.1f", n, got)
		}
	}
	// Values that are equal hash alike, whatever their encoding.
	a := frame.Of([]float64{0, 1.5, 0}).StatsWithSketch().Sketch
	b := frame.Of([]float64{math.Copysign(0, -1), 1.5, math.NaN()}).StatsWithSketch().Sketch
	if string(a.Reg) != string(b.Reg) {
		t.Error("-0 and NaN change the sketch")
	}
	texts := []string{"x", "y", "x", "x", "x", "x", "x", "x"}
	dict := frame.Strs(texts...)
	plain, _ := dict.Decode(dirty)
	if dict.Enc != frame.Dict || string(dict.StatsWithSketch().Sketch.Reg) != string(plain.StatsWithSketch().Sketch.Reg) {
		t.Error("a dictionary has another sketch than its rows")
	}
}

// TestMinMax agrees with statistics, but for the sign of a zero.
func TestMinMax(t *testing.T) {
	for _, c := range []*frame.Column{
		frame.Of([]int64{3, -5, 9}), frame.Of([]int64{7}), frame.Of([]int64{}), frame.Of([]int64{math.MinInt64, math.MaxInt64}),
		frame.Of([]float64{math.NaN(), 2, -1, math.NaN()}), frame.Of([]float64{math.NaN()}), frame.Of([]float64{math.Inf(1)}), frame.Of([]float64{math.Inf(-1), 0}),
		frame.Strs("b", "a"), frame.NewRangeColumn(dtype.Int64, 5, -1, 3),
	} {
		lo, hi := c.MinMax()
		if s := c.Stats(); lo != s.Min || hi != s.Max {
			t.Errorf("%v: %s to %s, want %s to %s", c.Cells(), lo.Repr(), hi.Repr(), s.Min.Repr(), s.Max.Repr())
		}
	}
}
