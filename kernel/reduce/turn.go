package reduce

import (
	"cmp"
	"slices"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// A Turn brings the axes of arrays in the order in which the elements of one lie in memory: folds whose
// results do not depend on the order of elements read a transposed array as it lies, and give the same bits.
type Turn struct {
	Axes []int // reduced, after the turn
	perm []int // nil: axes stay where they are
	back []int // of results; nil: theirs do
	far  []int // of each result: parts of the sums whose wide ones it is, or 0
}

// TurnOf is the turn for folds over a along axes, which is none where one of the folds goes by the order of
// elements. Errors: Invalid for bad axes.
func TurnOf(folds []Fold, a *nd.Array, axes []int) (Turn, error) {
	t := Turn{Axes: axes}
	reduced, _, err := split(a.Shape, axes)
	if err != nil {
		return t, err
	}
	if slices.ContainsFunc(folds, func(f Fold) bool { return !f.free }) {
		return t, nil
	}
	perm := make([]int, a.Rank())
	for i, s := range a.Strides {
		if perm[i] = i; s == 0 && a.Shape[i] > 1 {
			return t, nil // one element stands for many
		}
	}
	apart := func(i int) int { return max(a.Strides[i], -a.Strides[i]) }
	slices.SortStableFunc(perm, func(i, j int) int { return cmp.Compare(apart(j), apart(i)) })
	if slices.IsSorted(perm) {
		return t, nil
	}
	t.perm, t.Axes = perm, []int{}
	var kept []int
	for i, p := range perm {
		if reduced[p] {
			t.Axes = append(t.Axes, i)
		} else {
			kept = append(kept, p)
		}
	}
	if slices.IsSorted(kept) {
		return t, nil
	}
	t.back = make([]int, len(kept))
	for i := range kept {
		t.back[i] = i
	}
	slices.SortFunc(t.back, func(i, j int) int { return kept[i] - kept[j] })
	for _, f := range folds {
		parts := 0
		if f.far > 0 {
			parts = f.step.(farer).width()
		}
		t.far = append(t.far, parts)
	}
	return t, nil
}

// In is a view of a with its axes turned; a has as many as the array that the turn was made for.
func (t Turn) In(a *nd.Array) *nd.Array {
	if t.perm == nil {
		return a
	}
	return a.Transpose(t.perm...)
}

// Shape is a turned shape.
func (t Turn) Shape(shape []int) []int {
	if t.perm == nil {
		return shape
	}
	out := make([]int, len(shape))
	for i, p := range t.perm {
		out[i] = shape[p]
	}
	return out
}

// Out turns results back; they are C-contiguous.
func (t Turn) Out(al mem.Allocator, results []*nd.Array) ([]*nd.Array, error) {
	if t.back == nil {
		return results, nil
	}
	for i, r := range results { // wide sums go with the sums, and know their places by these' shape
		if parts := t.far[i]; parts > 0 {
			k := slices.Index(t.far, 0)
			for row := nd.Data[int64](r); len(row) > 0; row = row[FarRow:] {
				row[0] = t.place(row[0], int64(parts), results[k].Shape)
			}
		}
	}
	for i, r := range results {
		if t.far[i] > 0 {
			continue
		}
		c, err := r.Transpose(t.back...).Contig(al)
		if err != nil {
			return nil, err
		}
		results[i] = c
	}
	return results, nil
}

// place is where the part that is at place p of results of a shape comes to lie.
func (t Turn) place(p, parts int64, shape []int) int64 {
	part, i := p%parts, p/parts
	at := make([]int64, len(shape))
	for k, n := range slices.Backward(shape) {
		at[k] = i % int64(n)
		i /= int64(n)
	}
	for _, k := range t.back {
		i = i*int64(shape[k]) + at[k]
	}
	return i*parts + part
}
