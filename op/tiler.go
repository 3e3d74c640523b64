package op

import (
	"errors"
	"slices"

	"github.com/mars-project/mars-go/errs"
)

// A Fact is something a Tiler may need before it can go on.
type Fact int

const (
	Rows   Fact = iota // lengths of chunks
	Stats              // lengths, bytes and column statistics of chunks
	Values             // the data itself: small, please
)

// A NeedErr asks the planner to run edges and to call Tile again.
type NeedErr struct {
	What  Fact
	Edges []Edge
}

func (*NeedErr) Error() string { return "needs facts about chunks that have not run" }

// An Env is what the planner lends to a Tiler.
type Env interface {
	Known(sym string) (int, bool) // the length that an atom stands for
	Facts(e Edge) (*Facts, bool)  // of a chunk that has run
	Value(e Edge) (any, bool)     // data that was asked for
	ChunkBytes() int              // the chunk limit
	Ordered(n *Node, i int) bool  // a consumer looks at the order of output i
	Settle(m Meta) Meta           // what is known of a meta now
}

// A Tiler cuts one operator into chunks. Errors stick: the first one makes every later call do nothing, and
// Out returns it.
type Tiler struct {
	*tiling
	stage Stage
	lo    []int
	full  []int
}

type tiling struct {
	c    *Chunks
	n    *Node
	node int32
	op   int32
	in   []Grid
	outs []Grid
	env  Env
	err  error
	buf  []Meta
	from map[ID][]Edge // of chunks made by Restore, what they hold the rows of
}

// Tile runs n's Tile over the tiled inputs and returns a grid for each output.
func Tile(c *Chunks, n *Node, in []Grid, env Env) (_ []Grid, err error) {
	defer func() {
		if r := recover(); r != nil {
			h, ok := r.(halt)
			if !ok {
				panic(r)
			}
			err = errs.At(h.err, n.Site.String(), n.Name)
		}
	}()
	c.counted = 0
	delete(c.chosen, n) // those of a tiling that was begun before
	t := &Tiler{tiling: &tiling{c: c, n: n, node: c.addNode(n), op: c.operand(n.Op), in: in, env: env}}
	if err := n.Op.Tile(t); err != nil {
		var need *NeedErr
		if errors.As(err, &need) {
			return nil, need
		}
		return nil, errs.At(err, n.Site.String(), n.Name)
	}
	if len(t.outs) == 0 {
		return nil, errs.At(errs.New(errs.Internal, "Tile set no output"), n.Site.String(), n.Name)
	}
	return t.outs, nil
}

// In is input i, Ins all of them, Meta output i of the whole.
func (t *Tiler) In(i int) Grid   { return t.in[i] }
func (t *Tiler) Ins() []Grid     { return t.in }
func (t *Tiler) Meta(i int) Meta { return t.env.Settle(t.n.Outs[i]) }

// At is t making tasks of another stage.
func (t *Tiler) At(s Stage) *Tiler { return &Tiler{t.tiling, s, t.lo, t.full} }

// Place is t making tasks whose output lies at lo in a whole of shape full.
func (t *Tiler) Place(lo, full []int) *Tiler {
	return &Tiler{t.tiling, t.stage, slices.Clone(lo), slices.Clone(full)}
}

// Ordered reports that a consumer looks at the order of the output's rows.
func (t *Tiler) Ordered() bool { return t.env.Ordered(t.n, 0) }

// ChunkBytes is the chunk limit.
func (t *Tiler) ChunkBytes() int { return t.env.ChunkBytes() }

// Fail keeps the first error.
func (t *Tiler) Fail(err error) error {
	if t.err == nil {
		t.err = err
	}
	return t.err
}

// Err is the first error.
func (t *Tiler) Err() error { return t.err }

func (t *Tiler) ok() bool { return t.err == nil }

// Out sets the outputs, in order. The schema of their chunks is that of the whole, also before Restore.
func (t *Tiler) Out(g ...Grid) error {
	if t.err != nil {
		return t.err
	}
	t.outs = nil
	for i := range g {
		m := t.n.Outs[i]
		s := t.c.schema(&m)
		for _, e := range g[i].Edges {
			r := &t.c.recs[e.ID]
			if r.node == t.node && !r.structural && e.Part < 0 {
				t.c.setSchema(e, s)
			}
			if from := t.from[e.ID]; from != nil {
				t.c.setSchema(e, s)
				for _, f := range from {
					t.c.setSchema(f, s)
				}
				delete(t.from, e.ID)
			}
		}
		o := g[i]
		o.Meta, o.whole = m, false
		if err := t.agrees(i, o); err != nil {
			t.outs = nil
			return err
		}
		t.outs = append(t.outs, o)
	}
	return nil
}

// Refine replaces what is known of output i by what was learnt; consumers are inferred again.
func (t *Tiler) Refine(i int, m Meta) {
	m.Key = t.n.Outs[i].Key
	t.n.Outs[i] = m.clone()
}

// Need asks for facts about grids; nil means they are known. All grids run together, and Tile is called
// again.
func (t *Tiler) Need(what Fact, g ...Grid) error {
	if !t.ok() {
		return t.err
	}
	var need []Edge
	for _, x := range g {
		for _, e := range x.Edges {
			if !t.has(what, e) {
				need = append(need, e)
			}
		}
	}
	if need != nil {
		t.err = &NeedErr{what, need}
	}
	return t.err
}

func (t *Tiler) has(what Fact, e Edge) (ok bool) {
	switch what {
	case Rows:
		for _, d := range t.c.Dims(e) {
			if !d.Resolve(t.env.Known).Known() {
				return false
			}
		}
		return true
	case Stats:
		_, ok = t.env.Facts(e)
	default:
		_, ok = t.env.Value(e)
	}
	return ok
}

// Value is the data of the first chunk of g after Need(Values, g), Facts those of chunk k after Need(Stats,
// g).
func (t *Tiler) Value(g Grid) any { return t.ValueAt(g, 0) }

func (t *Tiler) ValueAt(g Grid, k int) any {
	v, _ := t.env.Value(g.Edges[k])
	return v
}

func (t *Tiler) Facts(g Grid, k int) *Facts {
	f, _ := t.env.Facts(g.Edges[k])
	return f
}

// Splits are the chunk lengths along an axis, as far as they are known.
func (t *Tiler) Splits(g Grid, axis int) []Dim {
	if axis >= len(g.Shape) {
		return nil
	}
	d := make([]Dim, g.Shape[axis])
	step := 1
	for _, n := range g.Shape[axis+1:] {
		step *= n
	}
	for i := range d {
		if dims := t.c.Dims(g.Edges[i*step]); axis < len(dims) {
			d[i] = dims[axis].Resolve(t.env.Known)
		}
	}
	return d
}

// AllSplits are the chunk lengths along every axis.
func (t *Tiler) AllSplits(g Grid) [][]Dim {
	s := make([][]Dim, len(g.Shape))
	for a := range s {
		s[a] = t.Splits(g, a)
	}
	return s
}

// Task makes one task of the operand in the current stage. virt are the metas that Infer sees, nil for those
// of in.
func (t *Tiler) Task(index []int, virt []Meta, in ...Edge) ID {
	ms := virt
	if ms == nil {
		ms = t.buf[:0]
		for _, e := range in {
			ms = append(ms, t.c.unkeyed(e))
		}
		t.buf = ms
	}
	outs, err := t.describe(in, ms, virt != nil)
	if err != nil {
		t.Fail(errs.At(err, t.n.Site.String(), t.n.Name))
		return t.dead()
	}
	return t.c.add(spec{op: t.op, node: t.node, stage: t.stage, index: index, in: in, outs: outs, lo: t.lo, full: t.full}, false)
}

// TaskOf makes one task of another operand in the current stage, whose outputs are known.
func (t *Tiler) TaskOf(o Operand, index []int, outs []Meta, in ...Edge) ID {
	s := spec{op: t.c.operand(o), node: t.node, stage: t.stage, index: index, in: in, outs: outs, lo: t.lo, full: t.full}
	return t.c.add(s, false)
}

// dead stands for a task that could not be made; the error sticks, so nobody runs it.
func (t *Tiler) dead() ID {
	m := Meta{Kind: Object}
	return t.c.add(spec{op: t.op, node: t.node, outs: []Meta{m, m, m, m, m, m, m, m}}, false)
}

// describe is StageMeta, else Infer, of chunk metas; virtual ones are other than those of the edges, which
// StageMeta gets. Answers to known lengths are remembered.
func (t *Tiler) describe(in []Edge, ms []Meta, virtual bool) ([]Meta, error) {
	if s, ok := t.n.Op.(Stager); ok {
		parts := t.keyed(in, ms, virtual)
		if virtual {
			parts = make([]Meta, len(in))
			for i, e := range in {
				parts[i] = t.c.Meta(e)
			}
		}
		if outs, err := s.StageMeta(t.stage, parts); outs != nil || err != nil {
			return outs, err
		}
	}
	if pending(ms) { // inferred for both answers, a dtype would hang on all questions of the inputs, not on its own
		ms = slices.Clone(t.keyed(in, ms, virtual))
		for i, m := range ms {
			ms[i] = t.env.Settle(m)
		}
		return infer(t.n.Op, ms)
	}
	k, known := t.memoKey(in, ms)
	if known {
		if outs, ok := t.c.memo[k]; ok {
			return outs, nil
		}
	}
	outs, err := infer(t.n.Op, slices.Clone(t.keyed(in, ms, virtual)))
	if err == nil && known && allKnown(outs) {
		if len(t.c.memo) > 1<<12 {
			clear(t.c.memo)
		}
		t.c.memo[k] = outs
	}
	return outs, err
}

// keyed gives the metas of edges their keys, which only who infers needs; virtual metas have what they have.
func (t *Tiler) keyed(in []Edge, ms []Meta, virtual bool) []Meta {
	for i := range ms {
		if !virtual {
			ms[i].Key = t.c.OutKey(in[i])
		}
	}
	return ms
}

type (
	memoKey struct {
		op    int32
		stage Stage
		key   Key
	}
	memoVal = []Meta
)

func (t *Tiler) memoKey(in []Edge, ms []Meta) (memoKey, bool) {
	h := t.c.hash.Reset()
	for i := range ms {
		if i < len(in) {
			e := in[i]
			h.Int(int(t.c.outs[t.c.recs[e.ID].out+e.Out].schema))
		}
		for _, d := range ms[i].Dims {
			if !d.Known() {
				return memoKey{}, false
			}
			h.Int(d.N)
		}
		h.Int(-1)
	}
	return memoKey{t.op, t.stage, h.Sum()}, true
}

func allKnown(ms []Meta) bool {
	for _, m := range ms {
		for _, d := range m.Dims {
			if !d.Known() {
				return false
			}
		}
	}
	return true
}

// Edge makes one task of the operand by hand and returns its output 0.
func (t *Tiler) Edge(index []int, in ...Edge) Edge { return Edge{t.Task(index, nil, in...), 0, -1} }

// Sized is Edge of a task that is known to put so many rows.
func (t *Tiler) Sized(rows int, index []int, in ...Edge) Edge {
	e := t.Edge(index, in...)
	t.Long(e, 0, Dim{N: rows})
	return e
}

// make makes a structural task.
func (t *Tiler) make(o Operand, s Stage, index []int, in []Edge, lo []int, outs ...Meta) Edge {
	return t.made(t.c.operand(o), s, index, in, lo, outs...)
}

// made is make with an operand that serves many tasks.
func (t *Tiler) made(o int32, s Stage, index []int, in []Edge, lo []int, outs ...Meta) Edge {
	id := t.c.add(spec{op: o, node: t.node, stage: s, index: index, in: in, outs: outs, lo: lo}, true)
	return Edge{id, 0, -1}
}

// MetaOf describes the chunk at e.
func (t *Tiler) MetaOf(e Edge) Meta { return t.c.Meta(e) }
