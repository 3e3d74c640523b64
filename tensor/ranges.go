package tensor

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/sort"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// A long vector is put in order by ranges of its keys. Map looks at samples of each chunk; Combine chooses bounds; Map with the bounds as second input
// cuts each chunk in parts; Final puts the parts of one range in order. Parts of values hold keys, those of an order keys and places: what is
// equal is divided by place, so that no range is longer than others because of it.

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
	draws := min(max(maxSamples/len(g.Edges), minSamples), chunkSamples)
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

// How many elements of a chunk are looked at to choose bounds, and of all chunks about.
const (
	chunkSamples = 1024
	minSamples   = 64
	maxSamples   = 1 << 18
)

// rangeMeta describes the partials of ranges; nil is a stage that Infer describes.
func rangeMeta(s op.Stage, in []op.Meta, placed bool) []op.Meta {
	switch {
	case s == op.Combine || s == op.Map && len(in) == 1:
		return []op.Meta{op.NewObject()}
	case s == op.Map && placed:
		n := in[0].Dims[0]
		return []op.Meta{op.NewFrame(n, op.FreshRange(n), op.Col{Name: keyAndPlace[0], Type: op.T(sort.KeyType(in[0].DType.Is))},
			op.Col{Name: keyAndPlace[1], Type: op.T(dtype.Int64)})}
	case s == op.Map:
		return []op.Meta{op.NewTensor(sort.KeyType(in[0].DType.Is), in[0].Dims[0])}
	}
	return nil
}

// keyAndPlace are the columns of a part of an order.
var keyAndPlace = []frame.Label{frame.L("key"), frame.L("place")}

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
	return x.Put(0, op.Tuple{k, p})
}

// chooseBounds is the second.
func chooseBounds(x *op.Exec) error {
	var keys, places []*nd.Array
	for _, t := range x.Tuples() {
		keys, places = append(keys, t[0].(*nd.Array)), append(places, t[1].(*nd.Array))
	}
	b, err := sort.BoundsOf(x.Mem(), x.Index[0], keys, places)
	if err != nil {
		return err
	}
	return x.Put(0, op.Tuple{b.Keys, b.Places, b.Share})
}

func boundsIn(t op.Tuple) sort.Bounds {
	return sort.Bounds{Keys: t[0].(*nd.Array), Places: t[1].(*nd.Array), Share: t[2].(*nd.Array)}
}

// placedFrame is keys and places as a frame, which shares them.
func placedFrame(x *op.Exec, p sort.Placed) (*frame.Frame, error) {
	k, err := frame.FromArray(x.Mem(), p.Keys)
	if err != nil {
		return nil, err
	}
	at, err := frame.FromArray(x.Mem(), p.Places)
	if err != nil {
		return nil, err
	}
	return frame.New(nil, keyAndPlace, k, at)
}

// placedIn is the inverse of placedFrame.
func placedIn(x *op.Exec, f *frame.Frame) (p sort.Placed, err error) {
	for i, to := range []**nd.Array{&p.Keys, &p.Places} {
		c, err := f.Cols[i].Decode(x.Mem())
		if err != nil {
			return p, err
		}
		*to, _ = c.Array()
	}
	return p, nil
}
