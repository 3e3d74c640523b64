package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

type packbits struct {
	op.Deferred
	Axis     *int
	Bitorder string
}

type unpackbits struct {
	op.Deferred
	Axis     *int
	Count    *int
	Bitorder string
}

func init() {
	op.Register[packbits](op.Doc{
		Name: "tensor.packbits", Like: "numpy.packbits", Sig: "packbits(a, /, axis=None, bitorder='big')", Summary: "Eight elements of an axis as the bits of a byte",
		Text: "Elements are integers or bools; what is missing behind the last counts as zeros.", Go: "Packbits(a, axis...)",
	})
	op.Register[unpackbits](op.Doc{
		Name: "tensor.unpackbits", Like: "numpy.unpackbits", Sig: "unpackbits(a, /, axis=None, count=None, bitorder='big')", Summary: "The bits of bytes as elements of an axis",
		Text: "count says how many stay, those behind the last are zeros; a negative one leaves so many out.", Go: "Unpackbits(a, axis...)",
	})
}

// lastAxis is a with an axis as the last one, or flat, and the place it had.
func lastAxis(a *Tensor, axis *int) (*Tensor, int, error) {
	if axis == nil {
		return flat(a), 0, nil
	}
	k, err := chunk.NormAxis(*axis, a.Rank())
	if err != nil {
		return nil, 0, err
	}
	return Moveaxis(a, []int{k}, []int{-1}), k, nil
}

// weights are the values of eight bits.
func weights(order string) (*Tensor, error) {
	w := []uint8{128, 64, 32, 16, 8, 4, 2, 1}
	switch order {
	case "little":
		slices.Reverse(w)
	case "big":
	default:
		return nil, errs.New(errs.Invalid, "'order' must be either 'little' or 'big'")
	}
	return Array(w), nil
}

// bitMeta knows the dtype where lengths are waited for, and the lengths of other axes.
func bitMeta(in op.Meta, axis *int) ([]op.Meta, error) {
	m := op.NewTensor(dtype.Uint8, op.Sym("bits", in))
	if axis != nil {
		k, err := chunk.NormAxis(*axis, len(in.Dims))
		if err != nil {
			return nil, err
		}
		m.Dims = slices.Clone(in.Dims)
		m.Dims[k] = op.Sym("bits", in)
	}
	return []op.Meta{m}, nil
}

func (o *packbits) Infer(in []op.Meta) ([]op.Meta, error)   { return bitMeta(in[0], o.Axis) }
func (o *unpackbits) Infer(in []op.Meta) ([]op.Meta, error) { return bitMeta(in[0], o.Axis) }

func (o *packbits) Build(ask *op.Asker, a *Tensor) (*Tensor, error) {
	if !a.DType().IsInteger() && !a.DType().IsBool() {
		return nil, errs.New(errs.Type, "Expected an input array of integer or boolean data type")
	}
	w, err := weights(o.Bitorder)
	if err != nil {
		return nil, err
	}
	if err := settle(ask, &a); err != nil {
		return nil, err
	}
	bits, axis, err := lastAxis(a, o.Axis)
	if err != nil {
		return nil, err
	}
	shape := bits.Shape()
	last := len(shape) - 1
	n := (shape[last] + 7) / 8
	bits = AsType(NotEqual(bits, 0), dtype.Uint8)
	if more := n*8 - shape[last]; more > 0 {
		tail := slices.Clone(shape)
		tail[last] = more
		bits = Concatenate([]*Tensor{bits, Zeros(tail, Create{DType: dtype.Uint8})}, last)
	}
	eights := Reshape(bits, append(slices.Clone(shape[:last]), n, 8)...)
	return Moveaxis(Sum(Multiply(eights, w), Reduce{Axis: Axes(-1), DType: dtype.Uint8}), []int{-1}, []int{axis}), nil
}

func (o *unpackbits) Build(ask *op.Asker, a *Tensor) (*Tensor, error) {
	if a.DType() != dtype.Uint8 {
		return nil, errs.New(errs.Type, "Expected an input array of unsigned byte data type")
	}
	w, err := weights(o.Bitorder)
	if err != nil {
		return nil, err
	}
	if err := settle(ask, &a); err != nil {
		return nil, err
	}
	bytes, axis, err := lastAxis(a, o.Axis)
	if err != nil {
		return nil, err
	}
	shape := bytes.Shape()
	last := len(shape) - 1
	n := shape[last] * 8
	bits := AsType(NotEqual(BitwiseAnd(ExpandDims(bytes, last+1), w), 0), dtype.Uint8)
	bits = Reshape(bits, append(slices.Clone(shape[:last]), n)...)
	if o.Count != nil {
		want := *o.Count
		if want < 0 {
			want += n
		}
		if want < 0 {
			return nil, errs.New(errs.Invalid, "-count larger than number of elements")
		}
		if want > n {
			tail := slices.Clone(shape)
			tail[last] = want - n
			bits = Concatenate([]*Tensor{bits, Zeros(tail, Create{DType: dtype.Uint8})}, last)
		} else {
			bits = along(bits, last, To(want))
		}
	}
	return Moveaxis(bits, []int{-1}, []int{axis}), nil
}
