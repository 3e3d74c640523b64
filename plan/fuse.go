package plan

import (
	"slices"

	"github.com/mars-project/mars-go/op"
)

// lowerKey remembers whether the tasks of an operand lower, by stage and schema of the inputs.
type lowerKey struct {
	op    op.Operand
	stage op.Stage
	in    string
}

// fuse joins connected tasks that lower: element-wise tasks over equal shapes, with one fold at the tail. A task joins the
// group of its readers when they are all in one group, so groups have no cycles. The answer is, for every task of run, the
// last task of its group; a task that runs by itself is its own.
func (p *Plan) fuse(run []op.ID) map[op.ID]op.ID {
	head := make(map[op.ID]op.ID, len(run))
	readers := p.readersOf(run)
	for i := len(run) - 1; i >= 0; i-- {
		t := run[i]
		head[t] = t
		if p.opt.NoFuse || p.c.Stage(t) != op.Chunk || p.state[t]&(held|goal) != 0 || !p.lowerable(t) {
			continue
		}
		us := readers[t]
		if len(us) == 0 {
			continue
		}
		h := head[us[0]]
		if !p.lowerable(h) {
			continue
		}
		space := p.c.Dims(op.Edge{ID: t, Part: -1})
		ok := true
		for _, u := range us {
			ok = ok && head[u] == h && slices.Equal(p.space(u), space)
		}
		if ok {
			head[t] = h
		}
	}
	return head
}

// space is the shape a task runs over: of its output or, at the Map stage, of what it folds.
func (p *Plan) space(t op.ID) []op.Dim {
	if p.c.Stage(t) == op.Map {
		return p.c.Dims(p.c.In(t)[0])
	}
	return p.c.Dims(op.Edge{ID: t, Part: -1})
}

func (p *Plan) readersOf(run []op.ID) map[op.ID][]op.ID {
	r := make(map[op.ID][]op.ID, len(run))
	for _, t := range run {
		for _, e := range p.c.In(t) {
			if us := r[e.ID]; len(us) == 0 || us[len(us)-1] != t {
				r[e.ID] = append(us, t)
			}
		}
	}
	return r
}

// lowerable reports that t becomes instructions of a block program. Tasks of one operand over inputs of the same dtypes
// answer alike, so it is asked once.
func (p *Plan) lowerable(t op.ID) bool {
	o := p.c.Op(t)
	if _, ok := o.(op.Lowerer); !ok || p.c.Outs(t) != 1 {
		return false
	}
	k := lowerKey{op: o, stage: p.c.Stage(t)}
	for _, e := range p.c.In(t) {
		m := p.c.Meta(e)
		k.in += m.Kind.String() + m.DType.String() + ";"
	}
	if yes, ok := p.lowers[k]; ok {
		return yes
	}
	yes := op.Lowers(p.call(t))
	p.lowers[k] = yes
	return yes
}
