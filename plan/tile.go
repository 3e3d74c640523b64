package plan

import (
	"errors"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// tileAll tiles every node that can be tiled now. Nodes that need facts say which; they are tried again when
// those are there.
func (p *Plan) tileAll() error {
	for i := 0; i < len(p.nodes); i++ {
		x, n := p.nodes[i], len(p.nodes)
		if x.tiled {
			p.learn(x)
			continue
		}
		if !p.ready(x) {
			continue
		}
		if err := p.tile(x); err != nil {
			return err
		}
		if len(p.nodes) > n { // what x unfolded to stands in front of it now
			i--
		}
	}
	return nil
}

// ready reports that the inputs are tiled and what was needed is known.
func (p *Plan) ready(x *node) bool {
	for _, in := range x.in {
		if !in.tiled {
			return false
		}
	}
	if x.need == nil {
		return true
	}
	for _, e := range x.need.Edges {
		if !p.knows(x.need.What, e) {
			return false
		}
	}
	return true
}

func (p *Plan) knows(what op.Fact, e op.Edge) bool {
	if what == op.Values {
		_, ok := p.values[e]
		return ok
	}
	return p.reported(e)
}

func (p *Plan) tile(x *node) error {
	var metas []op.Meta
	var grids []op.Grid
	var open []op.Edge
	for k, v := range x.n.In {
		in := x.in[k]
		m := p.Settle(in.n.Outs[v.I])
		if !m.Closed() && !op.Carries(x.n.Op) {
			open = append(open, p.origin(m)...)
		}
		g := in.grids[v.I]
		g.Meta = m
		metas, grids = append(metas, m), append(grids, g)
	}
	if open != nil {
		x.need = &op.NeedErr{What: op.Stats, Edges: open}
		p.grow()
		if !p.ready(x) {
			return nil
		}
		return errs.New(errs.Internal, "%s: dtypes stay pending after all chunks have run", x.n.Name)
	}
	p.opt.Watch.At(x.n)
	if err := x.n.Infer(metas); err != nil {
		return err
	}
	if op.IsDeferred(x.n.Op) {
		return p.unfold(x, metas)
	}
	if g, ok := p.anchor(x, grids); !ok {
		return nil
	} else {
		grids = g
	}
	out, err := op.Tile(p.c, x.n, grids, p)
	p.grow()
	var need *op.NeedErr
	if errors.As(err, &need) {
		x.need = need
		return nil
	}
	if err != nil {
		return err
	}
	x.grids, x.tiled, x.need = out, true, nil
	p.learn(x)
	return nil
}

// anchor gives inputs whose labels the operator looks at their true labels.
func (p *Plan) anchor(x *node, grids []op.Grid) ([]op.Grid, bool) {
	for k, g := range grids {
		if !g.Meta.Index.Loose || !p.looksAtLabels(x, k) {
			continue
		}
		out, err := op.Anchor(p.c, x.n, g, p)
		p.grow()
		var need *op.NeedErr
		if errors.As(err, &need) {
			x.need = need
			return nil, false
		}
		grids[k] = out
	}
	return grids, true
}

// looksAtLabels: an operator that passes labels on needs no true ones where its result is numbered by chunks
// as well, for the fetch adds them at the end; or where nobody looks.
func (p *Plan) looksAtLabels(x *node, k int) bool {
	switch op.LabelsOf(x.n.Op, k) {
	case op.Looks:
		return true
	case op.Passes:
		return x.labeled && len(x.n.Outs) > 0 && !x.n.Outs[0].Index.Loose
	}
	return false
}

// grow makes room for the chunk operands that tiling made.
func (p *Plan) grow() {
	n := p.c.Len() - len(p.state)
	p.state, p.rank, p.at = slices.Grow(p.state, n), slices.Grow(p.rank, n), slices.Grow(p.at, n)
	p.kept, p.holds, p.first = slices.Grow(p.kept, n), slices.Grow(p.holds, n), slices.Grow(p.first, n)
	for id := len(p.state); id < p.c.Len(); id++ {
		p.state, p.rank, p.at = append(p.state, 0), append(p.rank, 0), append(p.at, 0)
		p.kept, p.holds, p.first = append(p.kept, 0), append(p.holds, 0), append(p.first, nil)
		if !op.IsStored(p.c.Op(op.ID(id))) {
			continue
		}
		p.state[id], p.kept[id] = issued|done, 1
		p.report(op.ID(id), 0, p.stored[p.c.Key(op.ID(id))])
	}
}
