package plan

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Options of a plan. Zero values mean defaults.
type Options struct {
	Session    string // salts the chunk keys
	ChunkBytes int    // the chunk limit. The default is 16 MiB.
	NoFuse     bool   // run every chunk operand by itself
	NoRules    bool   // skip pushdown and all rules but those that expand

	Watch *op.Watch // sees which node is asked; nil: nobody looks

	// Known finds a value that the session has made before and still stores. The default knows none.
	Known func(value op.Key) (Stored, bool)
}

// DefaultChunkBytes is the chunk limit where the user names none.
const DefaultChunkBytes = 16 << 20

func (o *Options) check() {
	if o.ChunkBytes <= 0 {
		o.ChunkBytes = DefaultChunkBytes
	}
	if o.Known == nil {
		o.Known = func(op.Key) (Stored, bool) { return Stored{}, false }
	}
}

// A Plan is the state of one execute: what is tiled, what was handed out, what is known. It is not safe for
// use by several goroutines.
type Plan struct {
	opt       Options
	given     []op.Value // as the user gave them
	targets   []op.Value // after rewriting
	nodes     []*node    // inputs before consumers
	of        map[*op.Node]*node
	owner     map[*op.Node]*op.Node // of a node of an unfolded recipe: that recipe
	c         *op.Chunks
	state     []uint8               // by chunk id: issued, done, held, final
	rank      []int32               // by chunk id: place in depth-first order
	at        []int32               // by chunk id: place in the run being planned, plus one; -1 while it is collected, 0 when not in it
	kept      []uint8               // by chunk id: outputs that are in the store and stay there, one bit each
	holds     []uint8               // by chunk id: outputs that targets and waiting nodes need, one bit each
	first     []*op.Facts           // by chunk id: facts of the first output
	facts     map[op.Edge]*op.Facts // of the others
	values    map[op.Edge]any
	asking    map[op.Edge]bool // values that are on their way
	syms      map[string]int
	answers   map[string]bool
	lowers    map[lowerKey]bool
	stored    map[op.Key]*op.Facts // of chunks made by earlier executes
	exchanges map[op.ID][]op.Key
	holding   []op.Edge
	seq       int32
	stages    int
}

// node is a node of the rewritten graph with what the plan knows of it.
type node struct {
	n       *op.Node
	in      []*node
	readers []*node
	grids   []op.Grid
	ordered []bool
	labeled bool // a consumer looks at the row labels of an output
	need    *op.NeedErr
	last    *op.NeedErr // the need whose chunks asked has
	asked   []op.Edge   // all chunks it needed so far
	learned []bool      // symbols and answers of output i are settled
	target  bool
	late    *unfolding // of a recipe that waits for facts
	tiled   bool
}

const (
	issued uint8 = 1 << iota
	done         // the subtask that makes it, the last one where several did, has run
	held         // a consumer that is not tiled yet will read it
	final        // a chunk of a target
)

// New prunes, rewrites and orders the graph of the targets. A target with a bad call is its error.
func New(o Options, targets ...op.Value) (*Plan, error) {
	o.check()
	for _, v := range targets {
		if err := v.Err(); err != nil {
			return nil, err
		}
		if v.I >= len(v.N.Outs) {
			return nil, errs.New(errs.Internal, "%s has no output %d", v.N.Name, v.I)
		}
	}
	p := &Plan{
		opt: o, given: targets, of: map[*op.Node]*node{}, owner: map[*op.Node]*op.Node{}, c: op.NewChunks(o.Session), facts: map[op.Edge]*op.Facts{},
		values: map[op.Edge]any{}, asking: map[op.Edge]bool{}, syms: map[string]int{}, answers: map[string]bool{}, lowers: map[lowerKey]bool{}, exchanges: map[op.ID][]op.Key{}, stored: map[op.Key]*op.Facts{},
	}
	p.c.Watch(o.Watch)
	p.targets = rewritten(p.substitute(prune(targets)), o.NoRules, o.Watch)
	p.index()
	p.order()
	return p, nil
}

// index lists the nodes of the targets, inputs first, on copies that the plan may refine.
func (p *Plan) index() {
	copies := map[*op.Node]*op.Node{}
	place := func(v op.Value) op.Value { return op.Value{N: copies[v.N], I: v.I} }
	for i, v := range p.targets {
		walk(v.N, func(n *op.Node) {
			if p.of[copies[n]] != nil {
				return
			}
			x := p.enter(n, place)
			copies[n] = x.n
			p.nodes = append(p.nodes, x)
		})
		p.targets[i] = place(v)
		p.of[copies[v.N]].target = true
	}
}

// enter makes the plan's copy of a node, over the copies of its inputs.
func (p *Plan) enter(n *op.Node, place func(op.Value) op.Value) *node {
	c := *n
	c.In = append([]op.Value(nil), n.In...)
	c.Outs = append([]op.Meta(nil), n.Outs...)
	x := &node{n: &c, ordered: make([]bool, len(c.Outs)), learned: make([]bool, len(c.Outs))}
	for k := range c.In {
		c.In[k] = place(n.In[k])
		in := p.of[c.In[k].N]
		x.in = append(x.in, in)
		in.readers = append(in.readers, x)
	}
	p.of[&c] = x
	return x
}

// order finds whose row order, and whose row labels, anybody looks at: the targets', and through operators
// that look at them or pass them on.
func (p *Plan) order() {
	for _, v := range p.targets {
		p.of[v.N].ordered[v.I], p.of[v.N].labeled = true, true
	}
	p.look(p.nodes)
}

// look tells the inputs of nodes, which stand in order, what is looked at.
func (p *Plan) look(nodes []*node) {
	from := p.origins()
	for i := len(nodes) - 1; i >= 0; i-- {
		x := nodes[i]
		passed, ignored := pairs(x, from, op.Passes), pairs(x, from, op.Ignores)
		any := false
		for i := range x.ordered {
			x.ordered[i] = x.ordered[i] || x.labeled && x.n.Outs[i].Index.Loose // labels that count rows
			any = any || x.ordered[i]
		}
		for k, v := range x.n.In {
			switch op.LookOf(x.n.Op, k) {
			case op.Looks:
				x.in[k].ordered[v.I] = true
			case op.Passes:
				if any || passed {
					x.in[k].ordered[v.I] = true
				}
			case op.Ignores:
				if ignored {
					x.in[k].ordered[v.I] = true
				}
			}
			l := op.LabelsIn(x.n, k)
			x.in[k].labeled = x.in[k].labeled || l == op.Looks || l == op.Passes && x.labeled
		}
	}
}

// walk visits the ancestors of n and n itself, inputs first, each once per call of walk; f must tolerate
// repeats across calls.
func walk(n *op.Node, f func(*op.Node)) {
	seen := map[*op.Node]bool{}
	type frame struct {
		n *op.Node
		i int
	}
	stack := []frame{{n, 0}}
	seen[n] = true
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.i < len(top.n.In) {
			c := top.n.In[top.i].N
			top.i++
			if !seen[c] {
				seen[c] = true
				stack = append(stack, frame{c, 0})
			}
			continue
		}
		f(top.n)
		stack = stack[:len(stack)-1]
	}
}

// Chunks is the graph of chunk operands made so far.
func (p *Plan) Chunks() *op.Chunks { return p.c }

// Meta is what is known now of target i.
func (p *Plan) Meta(i int) op.Meta {
	v := p.targets[i]
	m := p.Settle(v.N.Outs[v.I])
	if x := p.of[v.N]; x.tiled {
		m.Key = p.given[i].Meta().Key
	}
	return m
}

// Grid is the chunks of target i; ok is false while it is not tiled.
func (p *Plan) Grid(i int) (g op.Grid, ok bool) {
	v := p.targets[i]
	x := p.of[v.N]
	if !x.tiled {
		return op.Grid{}, false
	}
	return x.grids[v.I], true
}

// Stages is how many stages were handed out.
func (p *Plan) Stages() int { return p.stages }
