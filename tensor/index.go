package tensor

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

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

// Get selects by an index: integers, slices, an ellipsis, new axes, and with By index tensors, as NumPy reads
// a[...]. Without index tensors the result is a view: assigning to it with Set assigns to t. NotFound, in
// NumPy's words: an index is out of bounds or there are too many.
func (t *Tensor) Get(ix ...pick.Index) *Tensor {
	ix, by := indexTensors(ix)
	if len(by) > 0 {
		return apply(&pick.Getitem{Index: ix}, append([]*Tensor{t}, by...)...)
	}
	return view(&pick.Getitem{Index: ix}, t)
}

// Set assigns a value, a Go number or a tensor that broadcasts to the selection, to the part of t that the
// index selects; see Get. The cell moves: what was built from t before keeps the old elements, other views of
// t see the new ones, and assigning through a view assigns to what it was derived from. Values are cast to
// the dtype of t. Of equal places told by index tensors the last one wins. An error marks t.
func (t *Tensor) Set(value any, ix ...pick.Index) {
	ix, by := indexTensors(ix)
	o := &pick.Setitem{Index: ix}
	in := []*Tensor{t}
	if n := chunk.Number(value); n != nil {
		o.Args = []any{nil, n}
	} else {
		v, err := As(value)
		if err != nil {
			v = bad("tensor.setitem", err)
		}
		in = append(in, v)
	}
	t.move(op.Value{N: node(o, append(in, by...)...)})
}

// Nonzero is the positions, one int64 tensor per axis, of the elements of a that are not zero or false, in C
// order. Invalid: a has no axes.
func Nonzero(a any) []*Tensor {
	t, err := As(a)
	if err != nil {
		return []*Tensor{bad("tensor.nonzero", err)}
	}
	return outputs(node(&pick.Nonzero{}, t), max(1, t.Rank()))
}
