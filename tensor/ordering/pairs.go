package ordering

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/op"
)

// valueAndPlace are the columns of what a long vector of complex numbers is ordered by.
var valueAndPlace = []frame.Label{frame.L("value"), frame.L("place")}

// valuePlaces describes values with their places.
func valuePlaces(m op.Meta) op.Meta {
	return op.NewFrame(m.Dims[0], op.FreshRange(m.Dims[0]), op.Col{Name: valueAndPlace[0], Type: m.DType},
		op.Col{Name: valueAndPlace[1], Type: op.T(dtype.Int64)})
}

// pairs sends values with their places through the shuffle of frames.
func (o *Argsort) pairs(t *op.Tiler, g op.Grid) error {
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

// pair puts values of a chunk beside their places.
func pair(x *op.Exec) error {
	c, err := frame.FromArray(x.Mem(), x.Array(0))
	if err != nil {
		return err
	}
	f, err := frame.New(nil, valueAndPlace, c, frame.NewRangeColumn(dtype.Int64, int64(x.Lo()[0]), 1, c.Rows))
	if err != nil {
		return err
	}
	return x.Put(0, f)
}

// orderPairs orders the places of values.
func orderPairs(x *op.Exec, parts op.Tuple) error {
	v, err := x.Join([]int{len(parts)}, parts)
	if err != nil {
		return err
	}
	f := v.(*frame.Frame)
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
