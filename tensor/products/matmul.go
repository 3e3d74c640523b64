package products

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Matmul is the operand of tensor.matmul.
type Matmul struct{}

func init() {
	op.Register[Matmul](op.Doc{
		Name: "tensor.matmul", Like: "numpy.matmul", Methods: "Tensor.__matmul__",
		Sig:     "matmul(x1, x2, /, out=None, *, casting='same_kind', order='K', dtype=None, subok=True, signature=None, axes=None, axis=None)",
		Summary: "Matrix product of two tensors",
	})
}

// subs names the batch axes from the right, so that they broadcast.
func (*Matmul) subs(ra, rb int) string {
	if ra == 0 || rb == 0 {
		return ""
	}
	ba, bb := max(0, ra-2), max(0, rb-2)
	batch := Letters(0, max(ba, bb))
	a, b, out := batch[len(batch)-ba:], batch[len(batch)-bb:], batch
	if ra > 1 {
		a, out = a+"Z", out+"Z"
	}
	a += "Y"
	b += "Y"
	if rb > 1 {
		b, out = b+"X", out+"X"
	}
	return a + "," + b + "->" + out
}

func (o *Matmul) Infer(in []op.Meta) ([]op.Meta, error) {
	ra, rb := len(in[0].Dims), len(in[1].Dims)
	if ra == 0 || rb == 0 {
		return nil, errs.In(errs.New(errs.Invalid, "the %s operand has no dimensions, and a product of matrices wants at least one", [2]string{"first", "second"}[chunk.B2I(ra != 0)]), "matmul: Input operand %d does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)", chunk.B2I(ra != 0))
	}
	d, err := dtype.Promote(in[0].DType.Is, in[1].DType.Is)
	if err != nil {
		return nil, err
	}
	ka, kb := in[0].Dims[ra-1], in[1].Dims[max(0, rb-2)]
	if ka.Known() && kb.Known() && ka != kb {
		return nil, errs.In(errs.New(errs.Invalid, "the second operand has %s rows where the first has %s columns", kb, ka), "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size %s is different from %s)", kb, ka)
	}
	batch, err := op.Broadcast(in[0].WithDims(in[0].Dims[:max(0, ra-2)]...), in[1].WithDims(in[1].Dims[:max(0, rb-2)]...))
	if err != nil {
		return nil, err
	}
	if ra > 1 {
		batch = append(batch, in[0].Dims[ra-2])
	}
	if rb > 1 {
		batch = append(batch, in[1].Dims[rb-1])
	}
	return []op.Meta{op.NewTensor(d, batch...)}, nil
}

func (o *Matmul) Tile(t *op.Tiler) error {
	return t.Out(t.Blocked(o.subs(len(t.In(0).Shape), len(t.In(1).Shape)), t.In(0), t.In(1)))
}

func (o *Matmul) Exec(x *op.Exec) error {
	d := x.Out(0).DType.Is
	a, err := chunk.Cast(x, x.Array(0), d)
	if err != nil {
		return err
	}
	b, err := chunk.Cast(x, x.Array(1), d)
	if err != nil {
		return err
	}
	if x.Len() == 2 {
		c, err := linalg.MatMul(x.Mem(), x.Parallel, a, b)
		if err != nil {
			return err
		}
		return x.Put(0, c)
	}
	c := x.Own(2)
	if err := linalg.MatMulInto(x.Mem(), x.Parallel, c, a, b, true); err != nil {
		return err
	}
	return x.Put(0, c)
}
