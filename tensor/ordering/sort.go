package ordering

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor/chunk"
)

// Sorted is the operand of tensor.sort.
type Sorted struct {
	Axis *int
	Kind string
}

func init() {
	op.Register[Sorted](op.Doc{
		Forms: "axis=ravel stable=any",
		Name:  "tensor.sort", Like: "numpy.sort", Sig: "sort(a, axis=-1, kind=None, order=None, *, stable=None)",
		Summary: "Elements in ascending order along an axis",
		Also:    []op.Name{{Sig: "Tensor.sort(axis=-1, kind=None, order=None, *, stable=None)", Summary: "Put the elements of this tensor in ascending order along an axis", Stores: true}},
		Notes:   "A long vector is sorted by range partition: samples choose the bounds (Frazer and McKellar, Samplesort, 1970).",
	})
}

// Normalize counts the axis from 0.
func (o *Sorted) Normalize(in []op.Meta) error {
	if err := sortKind(&o.Kind); err != nil {
		return err
	}
	return OneAxis(o.Axis, in[0])
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

// OneAxis counts an axis of a tensor from 0, in place.
func OneAxis(axis *int, in op.Meta) error {
	if len(in.Dims) == 0 {
		return errs.New(errs.Invalid, "axis %d is out of bounds for array of dimension 0", *axis)
	}
	n, err := chunk.NormAxis(*axis, len(in.Dims))
	*axis = n
	return err
}

func (o *Sorted) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }

// StageMeta: see ranges.
func (*Sorted) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return rangeMeta(s, in, false), nil
}

// Apart: Final joins the parts itself.
func (*Sorted) Apart(s op.Stage) bool { return s == op.Final }

func (o *Sorted) Tile(t *op.Tiler) error {
	g := t.In(0)
	switch {
	case len(g.Shape) > 1 || g.Shape[0] == 1:
		return t.Out(t.Map(t.WholeAxes(g, *o.Axis)))
	case !sort.Keyed(g.Meta.DType.Is, true):
		return t.Out(t.Shuffle(op.ByKey, op.By(g)))
	}
	return t.Out(ranges(t, g, false))
}

func (o *Sorted) Exec(x *op.Exec) error {
	parts, apart := x.In(0).(op.Tuple)
	switch {
	case x.Stage == op.Map && x.Len() == 1:
		return sampleRange(x, true)
	case x.Stage == op.Combine:
		return chooseBounds(x)
	case x.Stage == op.Map:
		return cutValues(x)
	case apart && sort.Keyed(x.Out(0).DType.Is, true):
		return joinValues(x, parts)
	}
	a, err := o.along(x, parts)
	if err != nil {
		return err
	}
	return x.Put(0, a)
}

// along sorts lanes. Real numbers need room for the result alone; complex ones are put in order through
// scratch space where there is no more.
func (o *Sorted) along(x *op.Exec, parts op.Tuple) (a *nd.Array, err error) {
	err = x.Try(func(y *op.Exec) error {
		if a, err = o.own(y, parts); err != nil {
			return err
		}
		return sort.Sort(y.Mem(), a, *o.Axis, y.Parallel)
	})
	if !errs.Is(err, errs.Pressure) || !x.Out(0).DType.Is.IsComplex() {
		return a, err
	}
	s, err := x.Scratch()
	if err != nil {
		return nil, err
	}
	if a, err = o.own(x, parts); err != nil {
		return nil, err
	}
	return a, eachLane(a, a, *o.Axis, func(from, to *nd.Array) error {
		return x.Briefly(func(y *op.Exec) error {
			at := y.Alloc(dtype.Int64, from.Shape...)
			if err := laneThrough(y, s, from, at); err != nil {
				return err
			}
			v, err := sort.Take(y.Mem(), from, at, 0, sort.Raise)
			if err != nil {
				return err
			}
			return nd.Copy(to, v)
		})
	})
}

// own is the elements to sort, which may be moved: those of parts, if there are any, else the input.
func (o *Sorted) own(x *op.Exec, parts op.Tuple) (*nd.Array, error) {
	if len(parts) == 0 && x.Owned(0) && x.Array(0).Contiguous() {
		return x.Array(0), nil
	}
	if len(parts) == 0 {
		return x.Array(0).Clone(x.Mem())
	}
	arrays, err := arraysOf(parts)
	if err != nil {
		return nil, err
	}
	return nd.Concat(x.Mem(), 0, arrays...)
}

// cutValues moves the keys of a chunk in ranges.
func cutValues(x *op.Exec) error {
	b, err := boundsIn(x, x.Frame(1))
	if err != nil {
		return err
	}
	parts, err := sort.CutValues(x.Own(0), b)
	if err != nil {
		return err
	}
	out := &op.Parts{P: make([]any, len(parts))}
	for i, p := range parts {
		out.P[i] = p
	}
	return x.Put(0, out)
}

// joinValues sorts the values of a range.
func joinValues(x *op.Exec, parts op.Tuple) error {
	arrays, err := arraysOf(parts)
	if err != nil {
		return err
	}
	a, err := sort.JoinValues(x.Mem(), x.Out(0).DType.Is, arrays, x.Parallel)
	if err != nil {
		return err
	}
	return x.Put(0, a)
}

func arraysOf(t op.Tuple) ([]*nd.Array, error) {
	out := make([]*nd.Array, len(t))
	for i, v := range t {
		a, ok := v.(*nd.Array)
		if !ok {
			return nil, errs.New(errs.Internal, "part %d is a %T", i, v)
		}
		out[i] = a
	}
	return out, nil
}
