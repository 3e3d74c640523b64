package ordering

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/op"
)

// Argsort is the operand of tensor.argsort.
type Argsort struct {
	Axis *int
	Kind string
}

func init() {
	op.Register[Argsort](op.Doc{
		Forms: "axis=ravel stable=any",
		Name:  "tensor.argsort", Like: "numpy.argsort", Methods: "Tensor.argsort",
		Sig: "argsort(a, axis=-1, kind=None, order=None, *, stable=None)", Summary: "Positions that sort along an axis",
	})
}

// Normalize counts the axis from 0.
func (o *Argsort) Normalize(in []op.Meta) error {
	if err := sortKind(&o.Kind); err != nil {
		return err
	}
	return OneAxis(o.Axis, in[0])
}

func (o *Argsort) Infer(in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewTensor(dtype.Int64, in[0].Dims...)}, nil
}

// StageMeta: see ranges. Values without keys of one word go through the shuffle of frames.
func (o *Argsort) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s == op.Final {
		return []op.Meta{op.NewTensor(dtype.Int64, in[0].Dims[0])}, nil
	}
	if s == op.Map && !sort.Keyed(in[0].DType.Is, false) {
		return []op.Meta{valuePlaces(in[0])}, nil
	}
	return rangeMeta(s, in, true), nil
}

// Apart: Final joins the parts of a range itself.
func (*Argsort) Apart(s op.Stage) bool { return s == op.Final }

func (o *Argsort) Tile(t *op.Tiler) error {
	g := t.In(0)
	switch {
	case len(g.Shape) > 1 || g.Shape[0] == 1:
		return t.Out(t.Map(t.WholeAxes(g, *o.Axis)))
	case !sort.Keyed(g.Meta.DType.Is, false):
		return o.pairs(t, g)
	}
	return t.Out(ranges(t, g, true))
}

func (o *Argsort) Exec(x *op.Exec) error {
	switch {
	case x.Stage == op.Map && x.Len() == 1 && !sort.Keyed(x.InMeta(0).DType.Is, false):
		return pair(x)
	case x.Stage == op.Map && x.Len() == 1:
		return sampleRange(x, false)
	case x.Stage == op.Combine:
		return chooseBounds(x)
	case x.Stage == op.Map:
		return cutOrder(x)
	case x.Stage == op.Final:
		return joinOrder(x)
	}
	a, err := orderAlong(x, x.Array(0), *o.Axis)
	if err != nil {
		return err
	}
	return x.Put(0, a)
}

// cutOrder sends keys and places by range.
func cutOrder(x *op.Exec) error {
	b, err := boundsIn(x, x.Frame(1))
	if err != nil {
		return err
	}
	parts, err := sort.CutOrder(x.Mem(), sort.Placed{Keys: x.Array(0), Base: x.Lo()[0]}, b)
	if err != nil {
		return err
	}
	out := &op.Parts{P: make([]any, len(parts))}
	for i, p := range parts {
		if out.P[i], err = columnsOf(x, p.Keys, p.Places); err != nil {
			return err
		}
	}
	return x.Put(0, out)
}

// joinOrder orders the places of a range.
func joinOrder(x *op.Exec) error {
	in, ok := x.In(0).(op.Tuple)
	if !ok {
		in = op.Tuple{x.In(0)}
	}
	if f, ok := in[0].(*frame.Frame); ok && f.Cols[0].DType.IsComplex() {
		return orderPairs(x, in)
	}
	parts := make([]sort.Placed, len(in))
	for i, v := range in {
		var err error
		if parts[i], err = placedIn(x, v.(*frame.Frame)); err != nil {
			return err
		}
	}
	out, err := orderOf(x, parts)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}
