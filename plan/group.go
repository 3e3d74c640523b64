package plan

import "github.com/mars-project/mars-go/op"

// group puts tasks into subtasks: a task joins the subtask of its producers when they are all in one and nobody else reads
// them, so a chain moves its data by pointer and joining takes no parallelism away. run is in depth-first order.
func (p *Plan) group(run []op.ID, head map[op.ID]op.ID) (subs [][]op.ID) {
	readers := make(map[op.ID]int32, len(run))
	for _, t := range run {
		for _, e := range p.c.In(t) {
			if head[e.ID] != head[t] {
				readers[e.ID]++
			}
		}
	}
	at := make(map[op.ID]int, len(run))
	inner := make(map[op.ID][]op.ID)
	for _, t := range run {
		if head[t] != t {
			inner[head[t]] = append(inner[head[t]], t)
			continue
		}
		s, ok := -1, true
		join := func(id op.ID) {
			for _, e := range p.c.In(id) {
				if h, here := head[e.ID]; !here || h == t {
					continue
				}
				where, placed := at[head[e.ID]]
				ok = ok && placed && readers[e.ID] == 1 && (s < 0 || s == where) && p.state[e.ID]&(held|goal) == 0
				s = where
			}
		}
		for _, m := range inner[t] {
			join(m)
		}
		join(t)
		if ok && s >= 0 && !apart(p.c.Op(t)) && !apart(p.c.Op(subs[s][len(subs[s])-1])) {
			subs[s] = append(subs[s], t)
		} else {
			s = len(subs)
			subs = append(subs, []op.ID{t})
		}
		at[t] = s
	}
	return subs
}

// apart is an operand that needs a subtask of its own: writers and user code fail and repeat alone, and an exchange is
// bookkeeping.
func apart(o op.Operand) bool { return op.IsEffect(o) || op.IsOpaque(o) || op.IsExchange(o) }
