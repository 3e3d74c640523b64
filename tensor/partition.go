package tensor

import (
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/op"
)

// Partition orders the elements along an axis, the last one by default, so that each of the places kth holds what sorting puts there,
// with lesser or equal elements before it and others behind. What lies between two of these places, before the first and behind the last keeps the
// order of a, which NumPy leaves open; complex numbers, and all where there are more than 16 places, come sorted.
func Partition(a any, kth []int, axis ...int) *Tensor { return partitionBy("partition", a, kth, axis) }

// Argpartition is the positions of the elements of a as Partition orders them. Equal elements are in order of position.
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
	op.Recipe
	Kth  []int
	Axis *int
	row  string
}

func (o *partition) Row() string { return o.row }

func init() {
	notes := "Elements between places keep their order; complex numbers, and all where there are more than 16 places, come sorted."
	op.Register[partition](op.Doc{
		Forms: "axis=ravel",
		Name:  "tensor.partition", Like: "numpy.partition", Sig: "partition(a, kth, axis=-1, kind='introselect', order=None)",
		Summary: "Elements along an axis, places kth as sorted", Notes: notes,
	}, partition{row: "partition"})
	op.Register[partition](op.Doc{
		Forms: "axis=ravel",
		Name:  "tensor.argpartition", Like: "numpy.argpartition", Methods: "Tensor.argpartition", Sig: "argpartition(a, kth, axis=-1, kind='introselect', order=None)",
		Summary: "Positions of elements along an axis, places kth as sorted", Notes: notes,
	}, partition{row: "argpartition"})
}

// Normalize counts the axis from 0, and places too where its length is known.
func (o *partition) Normalize(in []op.Meta) error {
	if err := oneAxis(o.Axis, in[0]); err != nil {
		return err
	}
	n := in[0].Dims[*o.Axis]
	if !n.Known() {
		return nil
	}
	ks, err := sort.Places(o.Kth, n.N)
	o.Kth = ks
	return err
}

func (o *partition) Build(a *Tensor) *Tensor {
	placed := o.row == "argpartition"
	switch all := len(o.Kth) > sort.ManyPlaces || !sort.Keyed(a.DType(), true); {
	case all && placed:
		return Argsort(a, *o.Axis)
	case all:
		return Sort(a, *o.Axis)
	}
	return apply(&parted{Kth: o.Kth, Axis: *o.Axis, Placed: placed}, a)
}
