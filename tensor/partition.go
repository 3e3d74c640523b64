package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Partition orders the elements along an axis, the last one by default, so that each of the places kth holds what sorting puts there,
// with lesser elements before it and others behind. The elements between come sorted, which NumPy leaves open.
func Partition(a any, kth []int, axis ...int) *Tensor { return partitionBy("partition", a, kth, axis) }

// Argpartition is the positions of the elements as Partition orders them.
func Argpartition(a any, kth []int, axis ...int) *Tensor {
	return partitionBy("argpartition", a, kth, axis)
}

func partitionBy(name string, a any, kth, axis []int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor."+name, err)
	}
	o := op.Lookup("tensor." + name).New().(*partition)
	o.Kth = kth
	if len(axis) > 0 {
		o.Axis = &axis[0]
	}
	return apply(o, t)
}

type partition struct {
	macro
	Kth  []int
	Axis *int
	row  string
}

func (o *partition) Row() string { return o.row }

func init() {
	op.Register[partition](op.Doc{
		Name: "tensor.partition", Like: "numpy.partition", Sig: "partition(a, kth, axis=-1, kind='introselect', order=None)",
		Summary: "Elements along an axis, places kth as sorted", Notes: "All places are as sorted.",
	}, partition{row: "partition"})
	op.Register[partition](op.Doc{
		Name: "tensor.argpartition", Like: "numpy.argpartition", Methods: "Tensor.argpartition", Sig: "argpartition(a, kth, axis=-1, kind='introselect', order=None)",
		Summary: "Positions of elements along an axis, places kth as sorted", Notes: "All places are as sorted.",
	}, partition{row: "argpartition"})
	expand[partition]("partition")
}

// Normalize counts the axis from 0 and drops kth, which decides nothing here once it is checked.
func (o *partition) Normalize(in []op.Meta) error {
	if err := oneAxis(o.Axis, in[0]); err != nil {
		return err
	}
	n := in[0].Dims[*o.Axis]
	for _, k := range o.Kth {
		if n.Known() && (k < -n.N || k >= n.N) {
			return errs.New(errs.Invalid, "kth(=%d) out of bounds (%d)", k, n.N)
		}
	}
	o.Kth = nil
	return nil
}

func (o *partition) Infer(in []op.Meta) ([]op.Meta, error) { return inferred(o, in) }

func (o *partition) build(b builder, in []op.Value) op.Value {
	axis := *o.Axis
	if o.row == "partition" {
		return b.value(&sorted{Axis: &axis}, in[0])
	}
	return b.value(&argsort{Axis: &axis}, in[0])
}
