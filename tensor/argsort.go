package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/op"
)

// Argsort is the positions that sort a along an axis, the last one by default. It is stable; NaN and NaT go last.
func Argsort(a any, axis ...int) *Tensor {
	t, err := As(a)
	if err != nil {
		return bad("tensor.argsort", err)
	}
	o := &argsort{}
	if len(axis) > 0 {
		o.Axis = &axis[0]
	}
	return apply(o, t)
}

type argsort struct {
	Axis *int
	Kind string
}

func init() {
	op.Register[argsort](op.Doc{
		Name: "tensor.argsort", Like: "numpy.argsort", Methods: "Tensor.argsort",
		Sig: "argsort(a, axis=-1, kind=None, order=None, *, stable=None)", Summary: "Positions that sort along an axis",
	})
}

// Normalize counts the axis from 0.
func (o *argsort) Normalize(in []op.Meta) error {
	if err := sortKind(&o.Kind); err != nil {
		return err
	}
	return oneAxis(o.Axis, in[0])
}

func (o *argsort) Infer(in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewTensor(dtype.Int64, in[0].Dims...)}, nil
}

// valueAndPlace are the columns of what a long vector is sorted by.
var valueAndPlace = []frame.Label{frame.L("value"), frame.L("place")}

// StageMeta: Map pairs values with their places.
func (o *argsort) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	switch s {
	case op.Map:
		m := op.NewFrame(in[0].Dims[0], op.FreshRange(in[0].Dims[0]), op.Col{Name: valueAndPlace[0], Type: in[0].DType},
			op.Col{Name: valueAndPlace[1], Type: op.T(dtype.Int64)})
		return []op.Meta{m}, nil
	case op.Final:
		return []op.Meta{op.NewTensor(dtype.Int64, in[0].Dims[0])}, nil
	}
	return nil, nil
}

func (o *argsort) Tile(t *op.Tiler) error {
	g := t.In(0)
	if len(g.Shape) > 1 || g.Shape[0] == 1 {
		return t.Out(t.Map(t.WholeAxes(g, *o.Axis)))
	}
	if err := t.Need(op.Rows, g); err != nil {
		return err
	}
	pairs := op.Grid{Shape: g.Shape}
	full := []int{op.Sum(t.Splits(g, 0)).N}
	t.Boxes(g, func(k int, idx, lo, _ []int) {
		pairs.Edges = append(pairs.Edges, t.At(op.Map).Place(lo, full).Edge(idx, g.Edges[k]))
	})
	return t.Out(t.Shuffle(op.ByKey, op.By(pairs, valueAndPlace...)))
}

func (o *argsort) Exec(x *op.Exec) error {
	switch x.Stage {
	case op.Map:
		c, err := frame.FromArray(x.Mem(), x.Array(0))
		if err != nil {
			return err
		}
		f, err := frame.New(nil, valueAndPlace, c, frame.NewRangeColumn(dtype.Int64, int64(x.Lo()[0]), 1, c.Rows))
		if err != nil {
			return err
		}
		return x.Put(0, f)
	case op.Final:
		f := x.Frame(0)
		rows := order.Rows([]order.Key{{Col: f.Cols[0]}, {Col: f.Cols[1]}}, f.NRows)
		places, err := f.Cols[1].Take(x.Mem(), rows)
		if err != nil {
			return err
		}
		if places, err = places.Decode(x.Mem()); err != nil {
			return err
		}
		a, _ := places.Array()
		return x.Put(0, a)
	}
	a, err := sort.Argsort(x.Mem(), x.Array(0), *o.Axis, x.Parallel)
	if err != nil {
		return err
	}
	return x.Put(0, a)
}
