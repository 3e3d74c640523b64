package plan

import (
	"slices"

	"github.com/mars-project/mars-go/op"
)

// lowerKey remembers whether the tasks of an operand lower, by stage and schemas of the inputs.
type lowerKey struct {
	op    op.Operand
	stage op.Stage
	in    string
}

// fuse joins connected tasks that lower: element-wise tasks over equal shapes, with one fold at the tail, and
// the tasks that pick their columns. A task joins the group of its readers when they are all in one group, so
// groups have no cycles.
func (p *Plan) fuse(r *run) {
	frames := map[int32]op.Edge{}
	for i := int32(len(r.ids)) - 1; i >= 0; i-- {
		r.head[i] = i
		h, ok := p.joins(r, i)
		if ok && p.picks(r.ids[i]) { // the columns of a group are those of one frame: columns of others may have to travel, alone
			e := p.c.In(r.ids[i])[0]
			f, some := frames[h]
			if ok = !some || f == e; ok {
				frames[h] = e
			}
		}
		if ok {
			r.head[i] = h
		}
	}
	for i := range r.ids {
		if h := r.head[i]; h != int32(i) {
			r.members[h] = append(r.members[h], int32(i))
		}
	}
}

// joins finds the group that place i may join.
func (p *Plan) joins(r *run, i int32) (int32, bool) {
	t := r.ids[i]
	if p.opt.NoFuse || p.c.Stage(t) != op.Chunk || p.holds[t] != 0 {
		return 0, false
	}
	us := r.readers(i)
	if len(us) == 0 || !p.lowerable(t) {
		return 0, false
	}
	h := r.head[us[0]]
	if !p.lowerable(r.ids[h]) {
		return 0, false
	}
	space := p.c.Dims(op.Edge{ID: t, Part: -1})
	for _, u := range us {
		if r.head[u] != h || !slices.Equal(p.space(r.ids[u]), space) {
			return 0, false
		}
	}
	return h, true
}

// picks reports that t gives a column of a frame.
func (p *Plan) picks(t op.ID) bool {
	_, ok := p.c.Op(t).(op.Picker)
	return ok
}

// space is the shape a task runs over: of its output or, at the Map stage, of what it folds.
func (p *Plan) space(t op.ID) []op.Dim {
	if p.c.Stage(t) == op.Map {
		return p.c.Dims(p.c.In(t)[0])
	}
	return p.c.Dims(op.Edge{ID: t, Part: -1})
}

// lowerable reports that t becomes instructions of a block program. Tasks of one operand over inputs of the
// same dtypes answer alike, so it is asked once.
func (p *Plan) lowerable(t op.ID) bool {
	o := p.c.Op(t)
	if _, ok := o.(op.Lowerer); !ok || p.c.Outs(t) != 1 {
		return false
	}
	k := lowerKey{op: o, stage: p.c.Stage(t)}
	for _, e := range p.c.In(t) {
		k.in += p.c.SchemaName(e)
	}
	if yes, ok := p.lowers[k]; ok {
		return yes
	}
	c := p.call(t)
	yes := op.Lowers(&c)
	p.lowers[k] = yes
	return yes
}
