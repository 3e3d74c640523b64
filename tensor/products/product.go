package products

import (
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/linalg"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// product is what sums of products over two tensors share: their subscripts say all, as in einsum. Blocks
// along the labels that are summed are chained, each task adding to the product so far.
type product struct{ subs string }

func (p product) split() (a, b, out string) {
	in, out, _ := strings.Cut(p.subs, "->")
	a, b, _ = strings.Cut(in, ",")
	return a, b, out
}

// infer gives the shape by the lengths of the labels; a label's lengths must agree, or be 1 where
// mayBroadcast.
func (p product) infer(in []op.Meta, refuse func(in []op.Meta) error) ([]op.Meta, error) {
	a, b, out := p.split()
	d, err := dtype.Promote(in[0].DType.Is, in[1].DType.Is)
	if err != nil {
		return nil, err
	}
	size := map[byte]op.Dim{}
	for i, l := range []string{a, b} {
		for k := range l {
			n := in[i].Dims[k]
			have, ok := size[l[k]]
			if ok && have != n && have.Known() && n.Known() {
				return nil, refuse(in)
			}
			if !ok || !have.Known() {
				size[l[k]] = n
			}
		}
	}
	m := op.NewTensor(d)
	for k := range out {
		m.Dims = append(m.Dims, size[out[k]])
	}
	return []op.Meta{m}, nil
}

func (p product) exec(x *op.Exec) error {
	d := x.Out(0).DType.Is
	a, err := chunk.Cast(x, x.Array(0), d)
	if err != nil {
		return err
	}
	b, err := chunk.Cast(x, x.Array(1), d)
	if err != nil {
		return err
	}
	sa, sb, so := p.split()
	if x.Len() == 2 {
		c, err := linalg.Contract(x.Mem(), x.Parallel, a, sa, b, sb, so)
		if err != nil {
			return err
		}
		return x.Put(0, c)
	}
	c := x.Own(2)
	if err := linalg.ContractInto(x.Mem(), x.Parallel, c, so, a, sa, b, sb, true); err != nil {
		return err
	}
	return x.Put(0, c)
}

// Letters are n labels from the i-th on.
func Letters(i, n int) string { return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[i : i+n] }

func notAligned(in []op.Meta, i, j int) error {
	return errs.New(errs.Invalid, "shapes %s and %s not aligned: %s (dim %d) != %s (dim %d)", op.ShapeString(in[0].Dims),
		op.ShapeString(in[1].Dims), in[0].Dims[i], i, in[1].Dims[j], j)
}
