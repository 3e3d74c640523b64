package plan

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// An unfolding is what a plan knows of a recipe that waits for facts.
type unfolding struct {
	questions []op.Question    // all it asked so far
	of        []op.Value       // the nodes of the plan that answer them
	answers   map[op.Key]any   // the data that came, by value
	out       []op.Value       // the expression, once it is there
	parts     map[op.Key]*node // the nodes that were spliced, by their keys
}

// unfold puts the expression of a recipe that waits for facts in the place of x: first what it asks for, then
// what it is. x is tiled when that is.
func (p *Plan) unfold(x *node, in []op.Meta) error {
	if x.late == nil {
		x.late = &unfolding{answers: map[op.Key]any{}, parts: map[op.Key]*node{}}
	}
	u := x.late
	if u.out == nil {
		if there, err := p.answer(x); err != nil || !there {
			return err
		}
		out, asked, err := x.n.Unfold(in, p.Settle, func(v op.Value) (any, bool) { a, ok := u.answers[v.Meta().Key]; return a, ok })
		if err != nil {
			return err
		}
		if asked != nil {
			if err := p.question(x, asked); err != nil {
				return err
			}
			if there, err := p.answer(x); err != nil || !there { // what was asked for may be an input, which was tiled before
				return err
			}
			return p.unfold(x, in)
		}
		u.out = p.splice(x, out, false)
	}
	for _, v := range u.out {
		if !p.of[v.N].tiled {
			return nil
		}
	}
	x.grids = nil
	for i, v := range u.out {
		m := p.of[v.N].n.Outs[v.I]
		m.Key = x.n.Outs[i].Key
		if len(m.Dims) == len(x.n.Outs[i].Dims) {
			m.Dims = x.n.Outs[i].Dims // its symbols are those that consumers know
		}
		x.n.Outs[i] = m
		g := p.of[v.N].grids[v.I]
		g.Meta = m
		x.grids = append(x.grids, g)
	}
	x.tiled, x.need = true, nil
	p.learn(x)
	return nil
}

// question splices what a recipe asks for into the plan.
func (p *Plan) question(x *node, asked []op.Question) error {
	u := x.late
	var vs []op.Value
	for _, q := range asked {
		vs = append(vs, q.Of)
	}
	if len(u.questions) > 100 {
		return errs.At(errs.New(errs.Internal, "a deferred recipe asks without end"), x.n.Site.String(), x.n.Name)
	}
	u.questions, u.of = append(u.questions, asked...), append(u.of, p.splice(x, vs, true)...)
	return nil
}

// answer brings the data that x asked for; false while it is on its way.
func (p *Plan) answer(x *node) (there bool, err error) {
	u := x.late
	for i, q := range u.questions {
		k := q.Of.Meta().Key
		if _, ok := u.answers[k]; ok {
			continue
		}
		y := p.of[u.of[i].N]
		if !y.tiled {
			return false, nil
		}
		g := y.grids[u.of[i].I]
		x.need = &op.NeedErr{What: q.What, Edges: g.Edges}
		if !p.ready(x) {
			return false, nil
		}
		x.need = nil
		p.learn(y)
		if q.What != op.Values {
			u.answers[k] = nil
			continue
		}
		m := p.Settle(y.n.Outs[u.of[i].I])
		if !m.Closed() {
			return false, nil
		}
		chunks := make([]any, len(g.Edges))
		for j, e := range g.Edges {
			chunks[j] = p.values[e]
		}
		if u.answers[k], err = op.Assemble(mem.Heap, m, g.Shape, chunks); err != nil {
			return false, errs.At(err, x.n.Site.String(), x.n.Name)
		}
	}
	return true, nil
}

// splice puts the nodes of values, which a recipe built over stand-ins for the inputs of x, in front of x.
// asked are values whose data somebody reads.
func (p *Plan) splice(x *node, vs []op.Value, asked bool) []op.Value {
	vs = rewritten(prune(vs), p.opt.NoRules, p.opt.Watch)
	at := map[*op.Node]op.Value{} // the node of the plan, or the value that a stand-in stands for
	var fresh []*node
	out := make([]op.Value, len(vs))
	place := func(v op.Value) op.Value {
		w := at[v.N]
		if _, stands := v.N.Stand(); !stands {
			w.I = v.I
		}
		return w
	}
	for i, v := range vs {
		walk(v.N, func(n *op.Node) {
			if _, ok := at[n]; ok {
				return
			}
			if in, ok := n.Stand(); ok {
				at[n] = in
				return
			}
			if y := x.late.parts[n.Key]; y != nil {
				at[n] = op.Value{N: y.n}
				return
			}
			y := p.enter(n, place)
			y.n.Site = x.n.Site
			at[n], x.late.parts[n.Key] = op.Value{N: y.n}, y
			p.owner[y.n] = p.ownerOf(x.n)
			fresh = append(fresh, y)
		})
		out[i] = place(v)
		if y := p.of[out[i].N]; !y.tiled {
			y.ordered[out[i].I] = asked || y.ordered[out[i].I] || x.ordered[i]
			y.labeled = asked || y.labeled || x.labeled
			if !asked {
				y.readers = append(y.readers, x)
			}
		}
	}
	p.nodes = slices.Insert(p.nodes, slices.Index(p.nodes, x), fresh...)
	p.look(fresh)
	return out
}

// questioned are the chunks of what recipes asked for that are not built yet: their expressions mostly read
// the same again.
func (p *Plan) questioned() map[op.Edge]bool {
	var out map[op.Edge]bool
	for _, x := range p.nodes {
		if x.tiled || x.late == nil {
			continue
		}
		for _, y := range x.late.parts {
			for i := range y.grids {
				for _, e := range y.grids[i].Edges {
					if out == nil {
						out = map[op.Edge]bool{}
					}
					out[e] = true
				}
			}
		}
	}
	return out
}

// ownerOf is the node of the user that n belongs to: of an unfolded recipe the recipe, else n.
func (p *Plan) ownerOf(n *op.Node) *op.Node {
	if o := p.owner[n]; o != nil {
		return o
	}
	return n
}
