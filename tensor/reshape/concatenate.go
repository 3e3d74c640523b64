package reshape

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
	"github.com/mars-project/mars-go/tensor/ufunc"
)

// Concatenate is the operand of tensor.concatenate.
type Concatenate struct {
	Arrays  []op.Ref
	Axis    int
	Dtype   dtype.DType
	Casting string
	To      dtype.DType `sig:"-"` // of the result, which chunks are cast to before they are cut
}

func init() {
	op.Register[Concatenate](op.Doc{
		Forms: "axis=ravel",
		Name:  "tensor.concatenate", Like: "numpy.concatenate", Aliases: "concat",
		Sig: "concatenate(arrays, /, axis=0, out=None, *, dtype=None, casting='same_kind')", Summary: "Tensors joined along an axis",
	})
}

// Normalize counts the axis from 0 and promotes.
func (o *Concatenate) Normalize(in []op.Meta) (err error) {
	if len(in) == 0 {
		return errs.New(errs.Invalid, "need at least one array to concatenate")
	}
	if len(in[0].Dims) == 0 {
		return errs.New(errs.Invalid, "zero-dimensional arrays cannot be concatenated")
	}
	o.To = in[0].DType.Is
	for _, m := range in[1:] {
		if o.To, err = dtype.Promote(o.To, m.DType.Is); o.Dtype.IsZero() && err != nil {
			return err
		}
	}
	if !o.Dtype.IsZero() {
		for _, m := range in {
			if _, err := (&ufunc.AsType{Dtype: o.Dtype, Casting: o.Casting}).Infer([]op.Meta{m}); err != nil {
				return err
			}
		}
		o.To = o.Dtype
	}
	o.Axis, err = chunk.NormAxis(o.Axis, len(in[0].Dims))
	return err
}

func (o *Concatenate) Infer(in []op.Meta) ([]op.Meta, error) {
	m := op.NewTensor(o.To, append([]op.Dim(nil), in[0].Dims...)...)
	for i, n := range in[1:] {
		if len(n.Dims) != len(m.Dims) {
			return nil, errs.New(errs.Invalid, "all the input arrays must have same number of dimensions, but the array at index 0 has %d dimension(s) and the array at index %d has %d dimension(s)", len(m.Dims), i+1, len(n.Dims))
		}
		for a, k := range n.Dims {
			switch have := m.Dims[a]; {
			case a == o.Axis:
				m.Dims[a] = have.Plus(k)
			case have.Known() && k.Known() && have != k:
				return nil, errs.New(errs.Invalid, "all the input array dimensions except for the concatenation axis must match exactly, but along dimension %d, the array at index 0 has size %s and the array at index %d has size %s", a, have, i+1, k)
			}
		}
	}
	return []op.Meta{m}, nil
}

// Tile joins chunk lists; chunks of another dtype are cast by tasks. Slivers are joined to their neighbours.
func (o *Concatenate) Tile(t *op.Tiler) error {
	in := append([]op.Grid(nil), t.Ins()...)
	for i, g := range in {
		if g.Meta.DType != t.Meta(0).DType {
			in[i] = t.At(op.Map).Map(g)
		}
	}
	g := t.Concat(o.Axis, in...)
	if t.Err() != nil {
		return t.Err()
	}
	return t.Out(t.Rechunk(g, t.Joined(t.Meta(0), t.AllSplits(g))...))
}

// StageMeta describes chunks that are cast.
func (o *Concatenate) StageMeta(_ op.Stage, in []op.Meta) ([]op.Meta, error) {
	m := in[0]
	m.DType = op.T(o.To)
	return []op.Meta{m}, nil
}

// Exec casts a chunk.
func (o *Concatenate) Exec(x *op.Exec) error {
	a, err := chunk.Cast(x, x.Array(0), x.Out(0).DType.Is)
	if err != nil {
		return err
	}
	return x.Put(0, a)
}
