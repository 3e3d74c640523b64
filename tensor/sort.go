package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/op"
)

// Sort orders the elements along an axis, the last one by default; NaN and NaT go last.
func Sort(a any, axis ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.sort", err)
	}
	o := &sorted{}
	if len(axis) > 0 {
		o.Axis = &axis[0]
	}
	return apply(o, t)
}

type sorted struct {
	Axis *int
	Kind string
}

func init() {
	op.Register[sorted](op.Doc{
		Name: "tensor.sort", Like: "numpy.sort", Sig: "sort(a, axis=-1, kind=None, order=None, *, stable=None)",
		Summary: "Elements in ascending order along an axis",
		Notes:   "A long vector is sorted by range partition: samples choose the bounds (Frazer and McKellar, Samplesort, 1970).",
	})
}

// Normalize counts the axis from 0.
func (o *sorted) Normalize(in []op.Meta) error {
	if err := sortKind(&o.Kind); err != nil {
		return err
	}
	return oneAxis(o.Axis, in[0])
}

// sortKind accepts the names of NumPy's algorithms, which give equal results here: all of them are stable.
func sortKind(kind *string) error {
	switch *kind {
	case "", "quicksort", "heapsort", "mergesort", "stable":
		*kind = ""
		return nil
	}
	return errs.New(errs.Invalid, "sort kind must be one of 'quick', 'heap', or 'stable' (got '%s')", *kind)
}

// oneAxis counts an axis of a tensor from 0, in place.
func oneAxis(axis *int, in op.Meta) error {
	if len(in.Dims) == 0 {
		return errs.New(errs.Invalid, "axis %d is out of bounds for array of dimension 0", *axis)
	}
	n, err := normAxis(*axis, len(in.Dims))
	*axis = n
	return err
}

func (o *sorted) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }

func (o *sorted) Tile(t *op.Tiler) error {
	g := t.In(0)
	if len(g.Shape) == 1 && g.Shape[0] > 1 {
		return t.Out(t.Shuffle(op.ByKey, op.By(g)))
	}
	return t.Out(t.Map(t.WholeAxes(g, *o.Axis)))
}

func (o *sorted) Exec(x *op.Exec) error {
	a := x.Own(0)
	if err := sort.Sort(x.Mem(), a, *o.Axis, x.Parallel); err != nil {
		return err
	}
	return x.Put(0, a)
}
