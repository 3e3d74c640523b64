package plan

import (
	"slices"

	"github.com/mars-project/mars-go/op"
)

// Known, Facts, Value, ChunkBytes, Ordered and Settle make a Plan an op.Env.

// Known is the length an atom stands for.
func (p *Plan) Known(sym string) (int, bool) { n, ok := p.syms[sym]; return n, ok }

// Facts are those of a chunk that has run.
func (p *Plan) Facts(e op.Edge) (*op.Facts, bool) { f := p.fact(e); return f, f != nil }

// fact is what is known of a chunk from its data; nil when it has not run.
func (p *Plan) fact(e op.Edge) *op.Facts {
	if e.Out > 0 || e.Part >= 0 {
		return p.facts[e]
	}
	if int(e.ID) >= len(p.first) { // it is being tiled
		return nil
	}
	return p.first[e.ID]
}

// reported says that e has run and its facts are known: those of a chunk that only its neighbour read are
// not. They stay known while e is made again.
func (p *Plan) reported(e op.Edge) bool {
	e.Part = -1
	return p.fact(e) != nil
}

// Value is data that was asked for.
func (p *Plan) Value(e op.Edge) (any, bool) { v, ok := p.values[e]; return v, ok }

// ChunkBytes is the chunk limit.
func (p *Plan) ChunkBytes() int { return p.opt.ChunkBytes }

// Ordered reports that a consumer looks at the order of output i of n.
func (p *Plan) Ordered(n *op.Node, i int) bool {
	x := p.of[n]
	return x != nil && i < len(x.ordered) && x.ordered[i]
}

// atom is the length of one symbol in a string of symbols.
const atom = 8

// Settle is what is known of a meta now: symbols answered, pending dtypes decided. Nobody may write to what
// it lists: where all is known it is m's own.
func (p *Plan) Settle(m op.Meta) op.Meta {
	if settled(&m) {
		return m
	}
	m.Dims, m.Cols, m.Index.Levels = slices.Clone(m.Dims), slices.Clone(m.Cols), slices.Clone(m.Index.Levels)
	for i := range m.Dims {
		m.Dims[i] = m.Dims[i].Resolve(p.Known)
	}
	p.decide(&m.DType)
	for i := range m.Cols {
		p.decide(&m.Cols[i].Type)
	}
	for i := range m.Index.Levels {
		p.decide(&m.Index.Levels[i].Type)
	}
	return m
}

// settled reports that nothing in m waits for an answer.
func settled(m *op.Meta) bool {
	return m.DType.When == "" && !slices.ContainsFunc(m.Dims, func(d op.Dim) bool { return d.Sym != "" }) &&
		!slices.ContainsFunc(m.Cols, func(c op.Col) bool { return c.Type.When != "" }) &&
		!slices.ContainsFunc(m.Index.Levels, func(l op.Col) bool { return l.Type.When != "" })
}

func (p *Plan) decide(t *op.Type) {
	if t.Known() || len(t.When)%atom != 0 {
		return
	}
	or := false
	for s := t.When; s != ""; s = s[atom:] {
		a, ok := p.answers[s[:atom]]
		if !ok {
			return
		}
		or = or || a
	}
	if or {
		*t = op.T(t.Or)
	} else {
		*t = op.T(t.Is)
	}
}

// origin is the chunks that decide what is open or pending in m: those of the nodes that made the symbols.
func (p *Plan) origin(m op.Meta) (es []op.Edge) {
	var whens []string
	add := func(t op.Type) {
		for s := t.When; len(s) >= atom; s = s[atom:] {
			whens = append(whens, s[:atom])
		}
	}
	add(m.DType)
	for _, c := range m.Cols {
		add(c.Type)
	}
	for _, c := range m.Index.Levels {
		add(c.Type)
	}
	for _, x := range p.nodes {
		for i := range x.grids {
			if m.Open && x.n.Outs[i].Key == m.Key || p.asks(&x.n.Outs[i], whens) {
				es = append(es, x.grids[i].Edges...)
			}
		}
	}
	return es
}

// asks reports that the node's own chunks answer one of the questions.
func (p *Plan) asks(m *op.Meta, whens []string) bool {
	for i, c := range m.Cols {
		if slices.Contains(whens, c.When) && c.When == m.Question(i) {
			return true
		}
	}
	return false
}

// learn draws what the chunks of x tell about the whole: its lengths, and the answers to its pending dtypes.
func (p *Plan) learn(x *node) {
	for i, g := range x.grids {
		if x.learned[i] {
			continue
		}
		m := &x.n.Outs[i]
		all := p.learnDims(m, g)
		all = p.learnTypes(m, g) && all
		x.learned[i] = all
	}
}

func (p *Plan) learnDims(m *op.Meta, g op.Grid) bool {
	all := true
	for a, d := range m.Dims {
		if d.Known() || len(d.Sym) != atom || d.N != 0 || a >= len(g.Shape) {
			continue
		}
		if _, ok := p.syms[d.Sym]; ok {
			continue
		}
		step, sum := 1, op.Dim{}
		for _, n := range g.Shape[a+1:] {
			step *= n
		}
		known := true
		for k := 0; k < g.Shape[a] && known; k++ {
			if dims := p.c.Dims(g.Edges[k*step]); a < len(dims) {
				r := dims[a].Resolve(p.Known)
				known = r.Known()
				sum.N += r.N
			}
		}
		if known {
			p.syms[d.Sym] = sum.N
		}
		all = all && known
	}
	return all
}

func (p *Plan) learnTypes(m *op.Meta, g op.Grid) bool {
	ran := true
	for _, e := range g.Edges {
		ran = ran && p.reported(e)
	}
	all := true
	for c := range m.Cols {
		when := m.Cols[c].When
		if when == "" || when != m.Question(c) {
			continue
		}
		if _, ok := p.answers[when]; ok {
			continue
		}
		if all = all && ran; !ran {
			continue
		}
		miss := false
		for _, e := range g.Edges {
			if f := p.fact(e); f != nil {
				miss = miss || f.Answers(c, m.Cols[c].Type)
			}
		}
		p.answers[when] = miss
	}
	if m.Open && ran && len(g.Edges) > 0 {
		if f := p.fact(g.Edges[0]); f != nil && f.Schema != nil {
			m.Open, m.Cols = false, f.Schema.Cols
		}
	}
	return all && (ran || !m.Open)
}

// report says what is known of output i of a chunk operand that has run.
func (p *Plan) report(id op.ID, i int, f *op.Facts) {
	e := op.Edge{ID: id, Out: int32(i), Part: -1}
	if i == 0 {
		p.first[id] = f
	} else {
		p.facts[e] = f
	}
	for a, d := range p.c.Dims(e) {
		if a < len(f.Shape) && d.Sym != "" {
			p.syms[d.Sym] = f.Shape[a] - d.N
		}
	}
	for j, n := range f.Parts {
		e.Part = int32(j)
		if d := p.c.Dims(e); len(d) > 0 {
			p.syms[d[0].Sym] = n.Rows
		}
	}
}

// SetValue answers a question for the data of a chunk.
func (p *Plan) SetValue(e op.Edge, v any) {
	p.values[e] = v
	delete(p.asking, e)
}
