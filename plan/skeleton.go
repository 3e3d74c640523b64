package plan

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// number adds a subtask: its inputs, what makes them, and its traits. Outputs follow when all readers are
// known.
func (q *Planner) number(s *Subtask) {
	n := int32(len(q.subs))
	q.subs = append(q.subs, *s)
	k := service.Subtask{ID: q.task.Subtask(int(n)), Priority: int64(s.Priority), Slots: 1, Stage: int32(q.stage)}
	for len(q.maker) < q.p.c.Len() {
		q.maker = append(q.maker, 0)
	}
	inside := func(id op.ID) bool { return q.maker[id] == n+1 }
	for _, h := range s.Heads {
		for _, id := range s.fused[h] {
			q.maker[id] = n + 1
		}
		q.maker[h] = n + 1
	}
	s.each(func(id op.ID) {
		q.describe(&k, id)
		for _, e := range q.p.c.In(id) {
			if !inside(e.ID) {
				q.input(&k, e)
			}
		}
	})
	q.skel = append(q.skel, k)
}

// each calls f with the chunk operands of s, in order.
func (s *Subtask) each(f func(op.ID)) {
	for _, h := range s.Heads {
		if s.fused != nil {
			for _, id := range s.fused[h] {
				f(id)
			}
		}
		f(h)
	}
}

func (q *Planner) describe(k *service.Subtask, id op.ID) {
	o := q.p.c.Op(id)
	if op.IsEffect(o) {
		k.Traits |= service.Effect
	}
	if op.IsOpaque(o) {
		k.Traits |= service.Opaque
	}
	if op.InProcess(o) {
		k.Traits |= service.Process
	}
	if op.BeginsOnce(o) && q.p.c.Stage(id) != op.Final {
		k.Traits |= service.Once
	}
	if op.IsExternal(o) {
		k.Traits |= service.External
	}
	if p := op.PlacingOf(o, q.p.c.Stage(id)); p.Slots > 1 || p.Memory > 0 || len(p.Where) > 0 {
		k.Slots, k.Where = max(k.Slots, int32(p.Slots)), p.Where
		k.Least, k.Mem = int64(p.Memory), k.Mem+int64(p.Memory)
	}
	if op.IsExchange(o) {
		k.Traits |= service.Exchange
	}
	if g, again := op.GangOf(o, q.p.c.Stage(id)); g.Size > 0 {
		k.Member = service.Member{Gang: q.gang(id), Size: int32(g.Size), Retry: again}
		k.Traits |= service.Once // one of them cannot be made again alone
	}
	switch n, ok := q.nodes[q.p.ownerOf(q.p.c.Node(id))]; {
	case !ok || slices.Contains(k.Nodes, n):
	case k.Nodes == nil:
		k.Nodes = q.alone[n][:1:1]
	default:
		k.Nodes = append(k.Nodes, n)
	}
}

// gang numbers the gangs of a task: the calls of a value are one.
func (q *Planner) gang(id op.ID) int32 {
	n := q.p.c.Node(id)
	if q.gangs == nil {
		q.gangs = map[*op.Node]int32{}
	}
	if q.gangs[n] == 0 {
		q.gangs[n] = int32(len(q.gangs) + 1)
	}
	return q.gangs[n]
}

func (q *Planner) input(k *service.Subtask, e op.Edge) {
	whole := e
	whole.Part = -1
	in := service.Input{Key: q.p.c.OutKey(whole), Bytes: q.p.bytes(e)}
	if e.Part >= 0 {
		in.Parts = []int32{e.Part}
	}
	if !(len(k.Inputs) < 64 && slices.ContainsFunc(k.Inputs, func(i service.Input) bool {
		return i.Key == in.Key && slices.Equal(i.Parts, in.Parts)
	})) {
		k.Inputs = append(k.Inputs, in)
	}
	if m := q.maker[e.ID]; m > 0 && q.p.state[e.ID]&done == 0 {
		if d := q.task.Subtask(int(m - 1)); !slices.Contains(k.Deps[max(0, len(k.Deps)-64):], d) {
			k.Deps = append(k.Deps, d)
		}
	}
}

// outputs fills what the subtasks from first on put to the store: what other subtasks, targets and waiting
// nodes read.
func (q *Planner) outputs(first int) {
	read, heads := map[op.Edge]bool{}, 0
	for n := first; n < len(q.subs); n++ {
		heads += len(q.subs[n].Heads)
		q.subs[n].each(func(id op.ID) {
			for _, e := range q.p.c.In(id) {
				if q.maker[e.ID] != int32(n+1) {
					e.Part = -1
					read[e] = true
				}
			}
		})
	}
	questioned := q.p.questioned()
	all := make([]service.Output, 0, heads) // most have one output, and their lists are parts of this one
	for n := first; n < len(q.subs); n++ {
		s, k := &q.subs[n], &q.skel[n]
		from := len(all)
		for c, id := range s.Heads {
			for i := range q.p.c.Outs(id) {
				e := op.Edge{ID: id, Out: int32(i), Part: -1}
				if read[e] && questioned[e] && !q.p.isHeld(e) { // it is put to the store anyway
					q.p.keep(e)
				}
				hold := q.p.isHeld(e)
				if !read[e] && !hold {
					k.Mem += q.p.bytes(e)
					continue
				}
				b := q.p.bytes(e)
				k.Mem += b
				if hold { // others end with their readers in this stage: who wants them later makes them again
					q.p.kept[id] |= bit(e)
				}
				all = append(all, service.Output{Key: q.p.c.OutKey(e), Call: int32(c), Out: int32(i), Bytes: b, Hold: hold})
			}
		}
		if len(all) > from {
			k.Outputs = all[from:len(all):len(all)]
		}
	}
}

// Build is a subtask with its calls, as they are best known now.
func (q *Planner) Build(id service.SubtaskID) (service.Subtask, error) {
	n := id.N()
	if id.Task() != q.task || n >= len(q.subs) {
		return service.Subtask{}, errs.New(errs.Internal, "%s is not a subtask of %s", id, q.task)
	}
	k := q.skel[n]
	if k.Traits&service.Exchange != 0 {
		return k, nil
	}
	s := &q.subs[n]
	k.Calls = q.p.Calls(s, func(e op.Edge) bool { // outputs are in the order of their calls
		return slices.ContainsFunc(k.Outputs, func(o service.Output) bool { return s.Heads[o.Call] == e.ID && o.Out == e.Out })
	})
	return k, nil
}

// isHeld reports an output that a target, or a node that is not tiled yet, needs.
func (p *Plan) isHeld(e op.Edge) bool { return p.holds[e.ID]&bit(e) != 0 }

// bytes estimates the size of a value: from facts, else from its known shape, else one chunk.
func (p *Plan) bytes(e op.Edge) int64 {
	if f := p.fact(e); f != nil {
		return f.Bytes
	}
	if e.Part >= 0 {
		w := e
		w.Part = -1
		if f := p.fact(w); f != nil && int(e.Part) < len(f.Parts) {
			return f.Parts[e.Part].Bytes
		}
	}
	return p.c.EstimateBytes(e, p.Known, p.opt.ChunkBytes/p.c.Lots(e.ID))
}
