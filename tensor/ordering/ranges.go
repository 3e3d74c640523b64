package ordering

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// A long vector is put in order by ranges of its keys. Map looks at samples of each chunk; Combine chooses
// bounds; Map with the bounds as second input cuts each chunk in parts; Final puts the parts of one range in
// order. Parts of values hold keys, those of an order keys and places: what is equal is divided by place, so
// that no range is longer than others because of it.

// ranges makes the tasks. With placed it asks for the lengths of chunks first, which places need.
func ranges(t *op.Tiler, g op.Grid, placed bool) op.Grid {
	var full []int
	if placed {
		if t.Need(op.Rows, g) != nil {
			return op.Grid{}
		}
		full = []int{op.Sum(t.Splits(g, 0)).N}
	}
	n := t.Parts(g)
	if n == 1 {
		return t.Map(t.One(g))
	}
	draws := drawsOf(t, g)
	var samples []op.Edge
	cuts := op.Grid{Shape: g.Shape}
	at := make([]*op.Tiler, len(g.Edges))
	for k := range at {
		at[k] = t.At(op.Map)
	}
	if placed {
		t.Boxes(g, func(k int, _, lo, _ []int) { at[k] = at[k].Place(lo, full) })
	}
	for k, e := range g.Edges {
		samples = append(samples, at[k].Edge([]int{k, draws}, e))
	}
	bounds := t.At(op.Combine).Edge([]int{n}, samples...)
	for k, e := range g.Edges {
		cuts.Edges = append(cuts.Edges, at[k].Edge([]int{k}, e, bounds))
	}
	parts := t.Scatter(cuts, n)
	for j, e := range parts.Edges {
		parts.Edges[j] = t.At(op.Final).Edge([]int{j}, e)
	}
	return parts
}

// drawsOf is how many elements of each chunk of a vector are drawn.
func drawsOf(t *op.Tiler, g op.Grid) int {
	n := maxSamples / len(g.Edges)
	if d := t.Splits(g, 0)[0]; d.Known() {
		n = min(n, d.N/64)
	}
	return min(max(n, minSamples), chunkSamples)
}

// How many elements of a chunk are looked at to choose bounds, and of all chunks about.
const (
	chunkSamples = 1024
	minSamples   = 64
	maxSamples   = 1 << 18
)

// rangeMeta describes the partials of ranges; nil is a stage that Infer describes.
func rangeMeta(s op.Stage, in []op.Meta, placed bool) []op.Meta {
	switch {
	case s == op.Combine:
		return []op.Meta{boundsMeta(in[0].Cols[0].Type, op.Sym("bounds", in...), 3)}
	case s == op.Map && len(in) == 1:
		return []op.Meta{boundsMeta(op.T(sort.KeyType(in[0].DType.Is)), op.Sym("sample", in[0]), 2)}
	case s == op.Map && placed:
		return []op.Meta{boundsMeta(op.T(sort.KeyType(in[0].DType.Is)), in[0].Dims[0], 2)}
	case s == op.Map:
		return []op.Meta{in[0].WithRows(in[0].Dims[0])}
	}
	return nil
}

// boundCols are the columns of bounds. Samples, and parts of an order, have the first two.
var boundCols = []frame.Label{frame.L("key"), frame.L("place"), frame.L("share")}

// boundsMeta describes so many columns of bounds.
func boundsMeta(key op.Type, rows op.Dim, cols int) op.Meta {
	all := []op.Col{{Name: boundCols[0], Type: key}, {Name: boundCols[1], Type: op.T(dtype.Int64)}, {Name: boundCols[2], Type: op.T(dtype.Float64)}}
	return op.NewFrame(rows, op.FreshRange(rows), all[:cols]...)
}

// sampleRange is the first of the stages.
func sampleRange(x *op.Exec, exact bool) error {
	base := 0
	if len(x.Lo()) > 0 {
		base = x.Lo()[0]
	}
	k, p, err := sort.Sample(x.Mem(), sort.Placed{Keys: x.Array(0), Base: base}, x.Index[1], exact)
	if err != nil {
		return err
	}
	f, err := columnsOf(x, k, p)
	if err != nil {
		return err
	}
	return x.Put(0, f)
}

// chooseBounds is the second.
func chooseBounds(x *op.Exec) error {
	var keys, places []*nd.Array
	for _, f := range x.Frames() {
		a, err := arraysIn(x, f)
		if err != nil {
			return err
		}
		keys, places = append(keys, a[0]), append(places, a[1])
	}
	b, err := sort.BoundsOf(x.Mem(), x.Index[0], keys, places)
	if err != nil {
		return err
	}
	f, err := columnsOf(x, b.Keys, b.Places, b.Share)
	if err != nil {
		return err
	}
	return x.Put(0, f)
}

// boundsIn is the inverse of chooseBounds.
func boundsIn(x *op.Exec, f *frame.Frame) (sort.Bounds, error) {
	a, err := arraysIn(x, f)
	if err != nil {
		return sort.Bounds{}, err
	}
	return sort.Bounds{Keys: a[0], Places: a[1], Share: a[2]}, nil
}

// columnsOf is arrays as the first columns of bounds, which share them.
func columnsOf(x *op.Exec, arrays ...*nd.Array) (*frame.Frame, error) {
	cols := make([]*frame.Column, len(arrays))
	for i, a := range arrays {
		var err error
		if cols[i], err = frame.FromArray(x.Mem(), a); err != nil {
			return nil, err
		}
	}
	return frame.New(nil, boundCols[:len(cols)], cols...)
}

// arraysIn is the inverse of columnsOf.
func arraysIn(x *op.Exec, f *frame.Frame) ([]*nd.Array, error) {
	out := make([]*nd.Array, len(f.Cols))
	for i, c := range f.Cols {
		d, err := c.Decode(x.Mem())
		if err != nil {
			return nil, err
		}
		out[i], _ = d.Array()
	}
	return out, nil
}

// placedIn is a part of an order.
func placedIn(x *op.Exec, f *frame.Frame) (sort.Placed, error) {
	a, err := arraysIn(x, f)
	if err != nil {
		return sort.Placed{}, err
	}
	return sort.Placed{Keys: a[0], Places: a[1]}, nil
}
