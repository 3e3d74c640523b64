package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/ordering"
)

// Uniques are the outputs of Unique. What is not executed costs nothing.
type Uniques struct {
	Values  *Tensor // in ascending order, NaN once and last
	Index   *Tensor // first position of each value in a's C order
	Inverse *Tensor // for each element of a, in a's shape, the place of its value
	Counts  *Tensor // how often each value occurs
}

// uniqueOfVector is the distinct elements of a vector. Chunks are made distinct first, then sent by value, so
// that many distinct values never meet on one worker. A chunk that outgrows memory is made distinct range by
// range through scratch space.
func uniqueOfVector(t *Tensor) Uniques {
	o := outputs(node(&ordering.Unique{}, t), 4)
	return Uniques{o[0], o[1], o[2], o[3]}
}

// Unique is the distinct elements of a.
func Unique(a any) Uniques { return uniqueBy(a, &uniqueOf{}) }

// UniqueAlong is the distinct slices of a along an axis, in the order of their elements: the rows of a matrix
// for axis 0. Slices with NaN are all distinct, as in NumPy. The lengths of the other axes must be known, and
// are worked through one by one: each element of a slice takes two rounds of Unique.
func UniqueAlong(a any, axis int) Uniques { return uniqueBy(a, &uniqueOf{Axis: &axis}) }

// UniqueApart is Unique with every NaN for itself, in the order of its places.
func UniqueApart(a any) Uniques { return uniqueBy(a, &uniqueOf{EqualNan: new(bool)}) }

func uniqueBy(a any, o *uniqueOf) Uniques {
	ts := madeN(4, o, a)
	return Uniques{ts[0], ts[1], ts[2], ts[3]}
}

// uniqueOf is Unique, also with an axis, or with NaN that differs from NaN.
type uniqueOf struct {
	op.Recipe
	Axis     *int
	EqualNan *bool
}

func init() {
	op.Register[uniqueOf](op.Doc{
		Forms: "return_index=own return_inverse=own return_counts=own sorted=own", Gives: "4 asked return_index return_inverse return_counts",
		Name: "tensor.unique", Like: "numpy.unique",
		Sig:     "unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, sorted=True)",
		Summary: "Distinct elements in ascending order", Notes: "Chunks are made distinct first, then sent by value.",
	})
}

// Normalize counts the axis from 0.
func (o *uniqueOf) Normalize(in []op.Meta) error {
	if o.Axis == nil {
		return nil
	}
	a, err := chunk.NormAxis(*o.Axis, len(in[0].Dims))
	o.Axis = &a
	return err
}

// Build gives the values, their first places, the places of all among the values, and counts.
func (o *uniqueOf) Build(ar *Tensor) ([]*Tensor, error) {
	if o.Axis != nil {
		return uniqueRows(ar, *o.Axis)
	}
	u := uniqueOfElements(Ravel(ar), !*o.EqualNan)
	if ar.Rank() != 1 {
		u.Inverse = Reshape(u.Inverse, ar.Shape()...)
	}
	return []*Tensor{u.Values, u.Index, u.Inverse, u.Counts}, nil
}

// uniqueOfElements are the distinct elements of a vector, with NaN apart where that is asked for.
func uniqueOfElements(x *Tensor, apart bool) Uniques {
	if d := x.DType(); !apart || d.IsInteger() || d.IsBool() {
		return uniqueOfVector(x)
	}
	missing := Isnan(x)
	present := LogicalNot(missing)
	u, at := uniqueOfVector(x.Get(By(present))), Nonzero(missing)[0]
	join := func(a, b *Tensor) *Tensor { return Concatenate([]*Tensor{a, b}, 0) }
	place := Add(Cumsum(missing), Subtract(lengthOf(u.Values, 0), 1))
	return Uniques{
		join(u.Values, x.Get(By(missing))),
		join(Take(Nonzero(present)[0], u.Index), at),
		Where(missing, place, SearchSorted(u.Values, x)),
		join(u.Counts, onesAlong(at, 0)),
	}
}

// uniqueRows numbers the rows element by element: a number says how a row begins, in order, and rows with
// equal numbers begin alike.
func uniqueRows(a *Tensor, axis int) ([]*Tensor, error) {
	m := Moveaxis(a, Axes(axis), Axes(0))
	width := nd.Size(m.Shape()[1:])
	if unknown(m.Shape()[1:]) > 0 {
		return nil, errs.New(errs.Invalid, "unique along an axis beside axes of unknown length: execute the tensor first")
	}
	rows, n := m, Add(lengthOf(m, 0), 1)
	if m.Rank() != 2 && width > 0 {
		rows = Reshape(m, -1, width)
	}
	number := ZerosLike(positions(m, 0))
	for k := range width {
		e := Ravel(m)
		if m.Rank() > 1 {
			e = rows.Get(Whole, At(k))
		}
		number = Unique(Add(Multiply(number, n), Unique(e).Inverse)).Inverse
	}
	if d := m.DType(); width > 0 && m.Rank() > 1 && (d.IsFloat() || d.IsComplex()) {
		apart := Where(Any(Isnan(rows), Reduce{Axis: Axes(1)}), Add(positions(m, 0), 1), AsType(scalarOf(int64(0)), dtype.Int64))
		number = Unique(Add(Multiply(number, n), apart)).Inverse
	}
	u := Unique(number)
	first := 0
	return []*Tensor{Moveaxis(Take(m, u.Index, TakeOptions{Axis: &first}), Axes(0), Axes(axis)), u.Index, u.Inverse, u.Counts}, nil
}
