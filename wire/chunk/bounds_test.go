package chunk_test

import (
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// What is known of columns is known of what was written and read, of the rows that were written.
func TestBoundsRoundTrip(t *testing.T) {
	narrow := frame.Of([]int64{3, 5, 9})
	narrow = ok(narrow.Narrowed(mem.Heap))
	of := func(c *frame.Column, lo, hi any) *frame.Column {
		return c.WithBounds(frame.Bounds{Min: frame.L(lo), Max: frame.L(hi), Sorted: true, Unique: true})
	}
	for name, c := range map[string]*frame.Column{
		"narrow":           narrow,
		"int64":            of(frame.Of([]int64{-7, 1 << 60}), int64(-7), int64(1<<60)),
		"float64":          of(frame.Of([]float64{0.5, 2}), 0.5, 2.0),
		"wider than rows":  of(frame.Of([]float64{0.5, 2}), -1e300, 1e300),
		"int32":            of(frame.Of([]int32{1, 2}), int64(1), int64(2)),
		"times":            of(frame.OfType(dtype.Datetime(dtype.Second), []int64{1, 2}), int64(1), int64(2)),
		"nothing is known": frame.Of([]float64{1, 2}),
		"range":            frame.NewRangeColumn(dtype.Int64, 4, 2, 3),
	} {
		want := c.Bounds()
		h, segs, err := codec.Encode(ok(frame.New(nil, []frame.Label{frame.L("a")}, c)))
		if err != nil {
			t.Fatal(name, err)
		}
		got := ok(codec.Decode(h, segments(segs), mem.Heap)).(*frame.Frame).Cols[0].Bounds()
		if got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// Long texts do not travel as bounds.
func TestTextsHaveNoBounds(t *testing.T) {
	c := frame.Strs("a", "b").WithBounds(frame.Bounds{Min: frame.L("a"), Max: frame.L("b")})
	h, segs, err := codec.Encode(ok(frame.New(nil, []frame.Label{frame.L("a")}, c)))
	if err != nil {
		t.Fatal(err)
	}
	if got := ok(codec.Decode(h, segments(segs), mem.Heap)).(*frame.Frame).Cols[0].Bounds(); !got.Min.IsNil() {
		t.Errorf("%+v", got)
	}
}
