package plan

import (
	"cmp"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// A Stage is what can run now: subtasks in an order that respects their inputs, and data the planner wants to
// see.
type Stage struct {
	Subtasks []Subtask
	Values   []op.Edge // chunks whose data the planner asked for: bring it with SetValue when they have run
	Held     []op.Edge // chunks that must stay until Released names them: operators that are not tiled yet read them
	Released []op.Edge
}

// A Subtask is chunk operands that run together on one band. Heads are in order; each stands for the fused
// group it ends.
type Subtask struct {
	Heads    []op.ID
	Priority int32 // lower runs first: depth-first from the targets
	fused    map[op.ID][]op.ID
}

// Next returns everything that can run now and was not handed out yet. Independent stages come together. An
// empty stage means that results are awaited, or that all is done: see Done.
func (p *Plan) Next() (Stage, error) {
	if err := p.tileAll(); err != nil {
		return Stage{}, err
	}
	var st Stage
	want := p.wanted(&st)
	ids := p.closure(want)
	p.hold(&st)
	if len(ids) == 0 {
		return st, p.stuck(want)
	}
	p.stages++
	r := p.newRun(ids)
	defer p.leave(r)
	p.fuse(r)
	for _, id := range ids { // one that is made again is not done before it is
		p.state[id] = p.state[id]&^done | issued
	}
	groups := p.absorb(r, p.group(r))
	st.Subtasks = make([]Subtask, 0, len(groups))
	n := 0
	for _, heads := range groups {
		n += len(heads)
	}
	all := make([]op.ID, n)
	for _, heads := range groups {
		st.Subtasks = append(st.Subtasks, p.subtask(r, heads, all[:len(heads):len(heads)]))
		all = all[len(heads):]
	}
	return st, nil
}

// subtask is one of the heads at these places; their ids go into ids.
func (p *Plan) subtask(r *run, heads []int32, ids []op.ID) Subtask {
	s := Subtask{Heads: ids, Priority: p.rank[r.ids[heads[0]]]}
	for k, h := range heads {
		s.Heads[k] = r.ids[h]
		if r.members[h] == nil {
			continue
		}
		if s.fused == nil {
			s.fused = map[op.ID][]op.ID{}
		}
		for _, m := range r.members[h] {
			s.fused[r.ids[h]] = append(s.fused[r.ids[h]], r.ids[m])
		}
	}
	return s
}

// wanted is the chunks that nodes waiting for facts asked for, and those of the targets that are tiled.
func (p *Plan) wanted(st *Stage) (want []op.Edge) {
	for _, x := range p.nodes {
		if x.tiled || x.need == nil {
			continue
		}
		for _, e := range x.need.Edges {
			if p.knows(x.need.What, e) {
				continue
			}
			want = append(want, e)
			if x.need.What == op.Values {
				st.Values = append(st.Values, e)
				p.asking[e] = true
			}
		}
	}
	for _, v := range p.fewFirst() {
		x := p.of[v.N]
		if !x.tiled {
			continue
		}
		want = slices.Grow(want, len(x.grids[v.I].Edges))
		for _, e := range x.grids[v.I].Edges {
			p.state[e.ID] |= final
			p.holds[e.ID] |= bit(e)
			want = append(want, e)
		}
	}
	return append(want, p.undecided()...)
}

// undecided is the chunks whose facts say what is open or pending in the targets that are tiled.
func (p *Plan) undecided() (es []op.Edge) {
	for _, v := range p.targets {
		if x := p.of[v.N]; x.tiled {
			if m := p.Settle(x.n.Outs[v.I]); !m.Closed() {
				es = append(es, p.origin(m)...)
			}
		}
	}
	return es
}

// fewFirst is the targets, those of few chunks before those of many: a result that everything is combined
// into ends with tasks that wait for each other, and the many have work to fill the other slots meanwhile.
func (p *Plan) fewFirst() []op.Value {
	chunks := func(v op.Value) int {
		if x := p.of[v.N]; x.tiled {
			return len(x.grids[v.I].Edges)
		}
		return 0
	}
	return slices.SortedStableFunc(slices.Values(p.targets), func(a, b op.Value) int { return cmp.Compare(chunks(a), chunks(b)) })
}

// closure is the tasks behind the wanted chunks that were not handed out, in depth-first order.
func (p *Plan) closure(want []op.Edge) (run []op.ID) {
	type frame struct {
		id op.ID
		i  int
	}
	var stack []frame
	for _, e := range want {
		if p.has(e) || p.at[e.ID] != 0 {
			continue
		}
		p.at[e.ID] = -1
		stack = append(stack[:0], frame{e.ID, 0})
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if in := p.c.In(top.id); top.i < len(in) {
				e := in[top.i]
				top.i++
				if !p.has(e) && p.at[e.ID] == 0 {
					p.at[e.ID] = -1
					stack = append(stack, frame{e.ID, 0})
				}
				continue
			}
			p.rank[top.id] = p.seq
			p.seq++
			run = append(run, top.id)
			stack = stack[:len(stack)-1]
		}
	}
	return run
}

// has reports an output that is in the store or on its way there. What fusion hid, or nobody wanted, is run
// again.
func (p *Plan) has(e op.Edge) bool { return p.kept[e.ID]&bit(e) != 0 }

// bit is the place of an output in a mask of outputs; those past the eighth share one.
func bit(e op.Edge) uint8 { return 1 << min(e.Out, 7) }

// hold finds the chunks of the new run that operators not tiled yet will read, and those held before whose
// readers are tiled now.
func (p *Plan) hold(st *Stage) {
	wants := map[op.Edge]bool{}
	for _, x := range p.nodes {
		if !x.tiled {
			if x.need != nil && x.need != x.last { // what it asked for before is mostly read again when it is tiled
				x.asked, x.last = append(x.asked, x.need.Edges...), x.need
			}
			for _, e := range x.asked {
				wants[e] = true
			}
			continue
		}
		for _, r := range x.readers {
			if r.tiled {
				continue
			}
			for k, v := range r.n.In {
				if r.in[k] != x {
					continue
				}
				for _, e := range x.grids[v.I].Edges {
					wants[e] = true
				}
			}
		}
	}
	for _, e := range p.undecided() { // their facts would be lost with those of a chunk that only its neighbour reads
		wants[e] = true
	}
	for e := range p.questioned() { // those of them that are in the store
		if p.holds[e.ID]&bit(e) != 0 {
			wants[e] = true
		}
	}
	for e := range p.asking { // also those that nobody needs any more: they are being read
		wants[e] = true
	}
	p.sources(wants)
	for e := range wants {
		if p.holds[e.ID]&bit(e) == 0 && p.at[e.ID] != 0 {
			p.keep(e)
			st.Held = append(st.Held, e)
		}
	}
	kept := p.holding[:0]
	for _, e := range p.holding {
		if wants[e] {
			kept = append(kept, e)
		} else {
			st.Released = append(st.Released, e)
			p.released(e)
		}
	}
	p.holding = kept
	byID := func(a, b op.Edge) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Out, b.Out)) }
	slices.SortFunc(st.Held, byID)
	slices.SortFunc(st.Released, byID)
}

// keep has e stay in the store until it is released.
func (p *Plan) keep(e op.Edge) {
	p.state[e.ID] |= held
	p.holds[e.ID] |= bit(e)
	p.holding = append(p.holding, e)
}

// released forgets that e is in the store: an operator that is tiled later may need the same chunk, by its
// content, and then it is made again. What is known of it stays.
func (p *Plan) released(e op.Edge) {
	if p.state[e.ID]&final != 0 {
		return
	}
	p.kept[e.ID] &^= bit(e)
	p.holds[e.ID] &^= bit(e)
	p.state[e.ID] &^= held
}

// sources adds what the wanted chunks that have not run, nor are in the run, will be made of: the nearest
// chunks that are there, or will be.
func (p *Plan) sources(wants map[op.Edge]bool) {
	var todo []op.ID
	seen := map[op.ID]bool{}
	push := func(id op.ID) {
		if !seen[id] {
			seen[id] = true
			todo = append(todo, id)
		}
	}
	for e := range wants {
		if p.at[e.ID] == 0 && !p.has(e) {
			push(e.ID)
		}
	}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range p.c.In(id) {
			switch {
			case op.IsExchange(p.c.Op(e.ID)) || p.at[e.ID] == 0 && !p.has(e):
				push(e.ID)
			default:
				e.Part = -1
				wants[e] = true
			}
		}
	}
}

// stuck is the error of a plan that waits for nothing and is not done: a fault of an operator's Tile.
func (p *Plan) stuck(want []op.Edge) error {
	if p.Done() {
		return nil
	}
	for _, e := range want {
		if p.state[e.ID]&done == 0 {
			return nil
		}
	}
	for _, x := range p.nodes {
		if !x.tiled && x.need != nil && x.need.What == op.Values {
			return nil // the data is on its way
		}
	}
	for _, x := range p.nodes {
		if !x.tiled {
			return errs.At(errs.New(errs.Internal, "Tile asks for facts that are known and goes no further"), x.n.Site.String(), x.n.Name)
		}
	}
	return nil
}

// Done reports that every chunk of every target has run.
func (p *Plan) Done() bool {
	for _, v := range p.targets {
		x := p.of[v.N]
		if !x.tiled {
			return false
		}
		for _, e := range x.grids[v.I].Edges {
			if p.state[e.ID]&done == 0 {
				return false
			}
		}
		if m := p.Settle(x.n.Outs[v.I]); !m.Closed() {
			return false
		}
	}
	return true
}
