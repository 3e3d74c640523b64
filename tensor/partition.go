package tensor

import (
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/ordering"
)

type partition struct {
	op.Recipe
	Kth  []int
	Axis *int
	row  string
}

func (o *partition) Row() string { return o.row }

func init() {
	const notes = "Elements between places keep their order; complex numbers, and all where there are more than 16 places, come sorted."
	op.Register[partition](op.Doc{
		Forms: "axis=ravel",
		Name:  "tensor.partition", Like: "numpy.partition", Sig: "partition(a, kth, axis=-1, kind='introselect', order=None)",
		Summary: "Elements along an axis, places kth as sorted", Notes: notes,
		Also: []op.Name{{Sig: "Tensor.partition(kth, axis=-1, kind='introselect', order=None)", Summary: "Put the elements of this tensor along an axis so that places kth are as sorted", Stores: true}},
		Go:   "Partition(a, kth, axis...)",
		Text: "Lesser or equal elements are before each place and others behind.",
	}, partition{row: "partition"})
	op.Register[partition](op.Doc{
		Forms: "axis=ravel",
		Name:  "tensor.argpartition", Like: "numpy.argpartition", Methods: "Tensor.argpartition", Sig: "argpartition(a, kth, axis=-1, kind='introselect', order=None)",
		Summary: "Positions of elements along an axis, places kth as sorted", Notes: notes,
		Go: "Argpartition(a, kth, axis...)", Text: "Equal elements are in order of position.",
	}, partition{row: "argpartition"})
}

// Normalize counts the axis from 0, and places too where its length is known.
func (o *partition) Normalize(in []op.Meta) error {
	if err := ordering.OneAxis(o.Axis, in[0]); err != nil {
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
	return apply(&ordering.Parted{Kth: o.Kth, Axis: *o.Axis, Placed: placed}, a)
}
