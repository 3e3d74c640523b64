package tensor

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/pick"
)

// Split cuts a along an axis into n tensors of equal length. Invalid: the length does not divide.
func Split(a any, n, axis int) []*Tensor {
	return splitBy(&split{name: "split", IndicesOrSections: chunk.Plain(n), Axis: axis}, a, n)
}

// SplitAt cuts a along an axis before each of the places.
func SplitAt(a any, places []int, axis int) []*Tensor {
	return splitBy(&split{name: "split", IndicesOrSections: chunk.Plain(places), Axis: axis}, a, len(places)+1)
}

// ArraySplit cuts a along an axis into n tensors, whose lengths differ by one at most; the first are the
// longer ones.
func ArraySplit(a any, n, axis int) []*Tensor {
	return splitBy(&split{name: "array_split", IndicesOrSections: chunk.Plain(n), Axis: axis}, a, n)
}

// Unstack is the parts of a along an axis, without it. Its length must be known.
func Unstack(a any, axis int) []*Tensor {
	t, err := As(a)
	if err != nil {
		return []*Tensor{bad("tensor.unstack", err)}
	}
	n := 1
	if k, err := chunk.NormAxis(axis, t.Rank()); err == nil {
		n = t.Shape()[k]
	}
	return splitBy(&split{name: "unstack", Axis: axis}, t, n)
}

// splitBy is views of what has a known length.
func splitBy(o *split, a any, n int) []*Tensor {
	if t, err := As(a); err == nil && t != nil && t.Err() == nil {
		if axis, err := o.along(t.Rank()); err == nil && t.Shape()[axis] >= 0 {
			if ts, err := o.parts(t, axis, t.Shape()[axis]); err == nil {
				return ts
			}
		}
	}
	return madeN(max(1, n), o, a)
}

// split is the family of functions that cut a tensor. A length that is not known is waited for. In Python the
// parts are views.
type split struct {
	op.Deferred
	IndicesOrSections op.Written `sig:"-"` // how many parts there are, or the places where they end
	Axis              int        `sig:"-"`
	name              string
}

func (o *split) Row() string { return o.name }

func init() {
	for _, r := range []struct{ name, sig, summary string }{
		{"split", "(ary, indices_or_sections, axis=0)", "Equal parts of a tensor along an axis, or parts that end at given places"},
		{"array_split", "(ary, indices_or_sections, axis=0)", "Parts of a tensor along an axis, whose lengths differ by one where they do not come out even"},
		{"hsplit", "(ary, indices_or_sections)", "Parts of a tensor along its second axis, of a vector along its only one"},
		{"vsplit", "(ary, indices_or_sections)", "Parts of a tensor along its first axis"},
		{"dsplit", "(ary, indices_or_sections)", "Parts of a tensor along its third axis"},
		{"unstack", "(x, /, *, axis=0)", "Parts of a tensor along an axis, without it"},
	} {
		d := op.Doc{
			Name: "tensor." + r.name, Like: "numpy." + r.name, Sig: r.name + r.sig, Summary: r.summary,
			Gives: "parts indices_or_sections", Forms: "indices_or_sections=plain", Text: "The parts are views.",
		}
		if r.name == "unstack" {
			d.Gives, d.Forms = "parts axis", ""
		}
		op.Register[split](d, split{name: r.name})
	}
	op.Register[withSplit](op.Doc{
		Face: "inner", Name: "tensor.with_split", Sig: "with_split(a, value, of, part, indices_or_sections=None, axis=0)", Summary: "Tensor with other elements in one of the parts that a split makes",
	})
}

// along is the axis that is cut.
func (o *split) along(rank int) (int, error) {
	least := map[string]int{"hsplit": 1, "vsplit": 2, "dsplit": 3}[o.name]
	switch {
	case rank == 0 && o.name == "unstack":
		return 0, errs.New(errs.Invalid, "Input array must be at least 1-d.")
	case rank < least:
		return 0, errs.New(errs.Invalid, "%s only works on arrays of %d or more dimensions", o.name, least)
	case o.name == "hsplit":
		return min(1, rank-1), nil
	case o.name == "dsplit":
		return 2, nil
	}
	return chunk.NormAxis(o.Axis, rank)
}

// places are where the parts of n elements end, the last one's left out.
func (o *split) places(n int) ([]int, error) {
	if o.name == "unstack" {
		return ends(n, n), nil
	}
	at, ok := chunk.WholeIn(o.IndicesOrSections.V)
	if !ok {
		return nil, errs.New(errs.Type, "indices_or_sections is an int or a list of ints, not %v", o.IndicesOrSections.V)
	}
	if _, list := chunk.ItemsIn(o.IndicesOrSections.V); list {
		return at, nil
	}
	switch k := at[0]; {
	case k <= 0:
		return nil, errs.New(errs.Invalid, "number sections must be larger than 0.")
	case n%k != 0 && o.name != "array_split":
		return nil, errs.New(errs.Invalid, "array split does not result in an equal division")
	default:
		return ends(n, k), nil
	}
}

// ends are where k parts of n elements end, as long as can be alike.
func ends(n, k int) []int {
	var at []int
	for i := 1; i < k; i++ {
		at = append(at, i*(n/k)+min(i, n%k))
	}
	return at
}

// Infer knows how many parts there are, where the length of the axis is not known yet.
func (o *split) Infer(in []op.Meta) ([]op.Meta, error) {
	axis, _ := o.along(len(in[0].Dims))
	at, err := o.places(0)
	if o.name == "unstack" {
		err = errs.New(errs.Invalid, "unstack along an axis of unknown length: execute the tensor first")
	}
	out := make([]op.Meta, len(at)+1)
	for i := range out {
		out[i] = in[0].WithDims(slices.Clone(in[0].Dims)...)
		out[i].Dims[axis] = op.Sym(fmt.Sprintf("part %d of a split", i), in...)
	}
	return out, err
}

func (o *split) Build(a *op.Asker, t *Tensor) ([]*Tensor, error) {
	axis, err := o.along(t.Rank())
	if err != nil {
		return nil, err
	}
	n := t.size(axis)
	if !n.Known() {
		lying := Moveaxis(t, []int{axis}, []int{0})
		if err := a.Need(op.Rows, lying); err != nil {
			return nil, err
		}
		n.N = a.Rows(lying)
	}
	return o.parts(t, axis, n.N)
}

// parts are the parts of t along an axis of length n.
func (o *split) parts(t *Tensor, axis, n int) ([]*Tensor, error) {
	at, err := o.places(n)
	if err != nil || n == 0 && o.name == "unstack" {
		return nil, err
	}
	out := make([]*Tensor, len(at)+1)
	for i := range out {
		out[i] = t.Get(o.part(axis, at, i)...)
	}
	return out, nil
}

// part is the index of a part.
func (o *split) part(axis int, at []int, i int) []pick.Index {
	s := Whole
	if o.name == "unstack" {
		s = At(i)
	} else {
		if i > 0 {
			s.Start = &at[i-1]
		}
		if i < len(at) {
			s.Stop = &at[i]
		}
	}
	return append(slices.Repeat([]pick.Index{Whole}, axis), s)
}

// withSplit is what assigning to a part of a split makes of the whole.
type withSplit struct {
	op.Deferred
	Of                string
	Part              int
	IndicesOrSections op.Written
	Axis              int
}

func (*withSplit) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }

func (o *withSplit) Build(a *op.Asker, t, value *Tensor) (*Tensor, error) {
	parts, err := (&split{name: o.Of, IndicesOrSections: o.IndicesOrSections, Axis: o.Axis}).Build(a, t)
	if err != nil {
		return nil, err
	}
	parts[o.Part].Set(value)
	return t, nil
}
