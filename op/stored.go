package op

import "github.com/mars-project/mars-go/errs"

// StoredChunk is a chunk of a value that the session has made before.
type StoredChunk struct {
	Key   Key
	Shape []int
}

// stored is a source whose chunks are in the store already.
type stored struct {
	Grid   []int
	Chunks []StoredChunk
}

// NewStored is a node for a value that is stored: m describes it, chunks are in C order of grid.
func NewStored(m Meta, grid []int, chunks []StoredChunk) *Node {
	return &Node{Name: "op.stored", Op: &stored{grid, chunks}, Outs: []Meta{m.clone()}, Key: m.Key}
}

func (o *stored) Infer([]Meta) ([]Meta, error) {
	return nil, errs.New(errs.Internal, "a stored value is not inferred")
}
func (*stored) Exec(*Exec) error { return errs.New(errs.Internal, "a stored value does not run") }
func (o *stored) Tile(t *Tiler) error {
	g := Grid{Shape: o.Grid, Edges: make([]Edge, len(o.Chunks))}
	for i, c := range o.Chunks {
		m := t.n.Outs[0]
		m.Dims = Dims(c.Shape...)
		g.Edges[i] = t.c.addStored(c.Key, t.node, t.op, m)
	}
	return t.Out(g)
}

// known stands for a node that is described and will not be computed.
type known struct{ structural }

func (*known) Exec(*Exec) error {
	return errs.New(errs.Internal, "a value that is only described does not run")
}

// NewKnown is a node of which only the description of its outputs is known: what is built from it can be
// described, not computed.
func NewKnown(outs ...Meta) *Node {
	n := &Node{Name: "op.known", Op: &known{}}
	for _, m := range outs {
		n.Outs = append(n.Outs, m.clone())
	}
	return n
}

// IsKnown reports a node of NewKnown.
func IsKnown(o Operand) bool { _, ok := o.(*known); return ok }

// IsStored reports a node or chunk operand whose value is in the store already.
func IsStored(o Operand) bool { _, ok := o.(*stored); return ok }

// addStored makes a chunk that never runs, stored under the key given.
func (c *Chunks) addStored(k Key, node, op int32, m Meta) Edge {
	if id, ok := c.byKey[k]; ok {
		return Edge{id, 0, -1}
	}
	r := rec{
		key: k, node: node, op: op, in: int32(len(c.edges)), out: int32(len(c.outs)), nout: 1, ints: int32(len(c.ints)),
		structural: true, stored: true,
	}
	c.outs = append(c.outs, out{schema: c.schema(&m), dim: int32(len(c.dims)), rank: uint8(len(m.Dims))})
	c.dims = append(c.dims, m.Dims...)
	id := ID(len(c.recs))
	c.recs, c.byKey[k] = append(c.recs, r), id
	return Edge{id, 0, -1}
}
