package tensor

import "github.com/mars-project/mars-go/tensor/pick"

// An Index is one entry of an index. Make it with At, Slice, From, To, Every, Ellipsis, NewAxis and By.
type Index = pick.Index

// At is the place i of an axis, which goes away; negative places count from the end.
func At(i int) pick.Index { return pick.EntryAt(i) }

// Slice is start:stop of an axis; negative places count from the end.
func Slice(start, stop int) pick.Index { return pick.Index{Kind: "slice", Start: &start, Stop: &stop} }

// From is start: of an axis, To is :stop.
func From(start int) pick.Index { return pick.Index{Kind: "slice", Start: &start} }

// To is :stop of an axis.
func To(stop int) pick.Index { return pick.Index{Kind: "slice", Stop: &stop} }

// By is the places along an axis that an integer tensor tells, or the places of its axes where a bool tensor
// is true. By takes what As takes.
func By(v any) pick.Index {
	t, err := As(v)
	if err != nil {
		t = bad("tensor.getitem", err)
	}
	return pick.ByTensor(t)
}

// indexTensors are the tensors of an index, whose entries then tell which is theirs.
func indexTensors(ix []pick.Index) ([]pick.Index, []*Tensor) {
	out, hs := pick.HandlesIn(ix)
	ts := make([]*Tensor, len(hs))
	for i, h := range hs {
		ts[i] = h.(*Tensor)
	}
	return out, ts
}

// Whole is : of an axis, Ellipsis as many of them as are left, NewAxis a new axis of length 1.
var (
	Whole    = pick.Whole
	Ellipsis = pick.Ellipsis
	NewAxis  = pick.NewAxis
)
