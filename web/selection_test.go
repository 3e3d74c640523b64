package web

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// python is range(*slice(start, stop, step).indices(n)), by the words of its documentation.
func python(s slice, n int) (out []int) {
	step := 1
	if s.step != nil {
		step = *s.step
	}
	lo, hi := 0, n
	if step < 0 {
		lo, hi = -1, n-1
	}
	fix := func(p *int, none int) int {
		if p == nil {
			return none
		}
		i := *p
		if i < 0 {
			i += n
		}
		return max(lo, min(i, hi))
	}
	start, stop := fix(s.start, lo), fix(s.stop, hi)
	if step < 0 {
		start, stop = fix(s.start, hi), fix(s.stop, lo)
		for i := start; i > stop; i += step {
			out = append(out, i)
		}
		return out
	}
	for i := start; i < stop; i += step {
		out = append(out, i)
	}
	return out
}

// places are those that an axis takes, in order.
func (a axis) places() (out []int) {
	var all []int
	for _, r := range a.runs {
		for i := r.lo; i < r.hi; i++ {
			all = append(all, i)
		}
	}
	for _, i := range a.rows() {
		out = append(out, all[i])
	}
	return out
}

func TestSlicesAreThoseOfPython(t *testing.T) {
	bound := rapid.OneOf(rapid.Just[*int](nil), rapid.Map(rapid.IntRange(-15, 15), func(i int) *int { return &i }))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "n")
		s := slice{bound.Draw(t, "start"), bound.Draw(t, "stop"), bound.Filter(func(p *int) bool { return p == nil || *p != 0 }).Draw(t, "step")}
		a, err := s.of(n)
		if err != nil {
			t.Fatal(err)
		}
		want := python(s, n)
		if got := a.places(); !slices.Equal(got, want) || a.len() != len(want) {
			t.Fatalf("got %v and length %d, want %v", got, a.len(), want)
		}
		text := (&selection{slices: []slice{s}}).query()
		back, err := parseSlices(text[len("select="):])
		if err != nil || fmt.Sprint((&selection{slices: back}).query()) != text {
			t.Fatalf("%s reads back as %v, %v", text, back, err)
		}
	})
}

// The segments of an axis are its places, cut at the bounds of chunks.
func TestSegments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.SliceOfN(rapid.IntRange(0, 5), 1, 5).Draw(t, "lengths")
		n := total(lengths)
		a := axis{nil, 1}
		at := 0
		for range rapid.IntRange(1, 2).Draw(t, "runs") {
			lo := rapid.IntRange(at, n).Draw(t, "lo")
			hi := rapid.IntRange(lo, n).Draw(t, "hi")
			a.runs = append(a.runs, run{lo, hi})
			at = hi
		}
		var got []int
		to := 0
		for _, g := range a.segments(lengths) {
			if g.at != to || g.hi > lengths[g.chunk] {
				t.Fatalf("segment %v at %d of %v", g, to, lengths)
			}
			to += g.hi - g.lo
			for i := g.lo; i < g.hi; i++ {
				got = append(got, total(lengths[:g.chunk])+i)
			}
		}
		if want := a.places(); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}
