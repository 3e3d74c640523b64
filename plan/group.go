package plan

import "github.com/mars-project/mars-go/op"

// group puts tasks into subtasks: a task joins the subtask of its producers when they are all in one and
// nobody else reads them, so a chain moves its data by pointer and joining takes no parallelism away. The
// answer is lists of places of heads.
func (p *Plan) group(r *run) (subs [][]int32) {
	at := make([]int32, len(r.ids)) // subtask of a head, plus one
	alone := make([]int32, len(r.ids))
	for i := range alone {
		alone[i] = int32(i)
	}
	for i := range int32(len(r.ids)) {
		if r.head[i] != i {
			continue
		}
		s, ok := int32(0), true
		join := func(k int32) {
			for _, e := range p.c.In(r.ids[k]) {
				m := p.place(e.ID)
				if m < 0 || r.head[m] == i {
					continue
				}
				where := at[r.head[m]]
				ok = ok && where > 0 && p.private(r, m) && p.holds[e.ID] == 0 && (s == 0 || s == where)
				s = where
			}
		}
		for _, m := range r.members[i] {
			join(m)
		}
		join(i)
		if ok && s > 0 && !apart(p.c.Op(r.ids[i])) && !apart(p.c.Op(r.ids[subs[s-1][0]])) {
			subs[s-1] = append(subs[s-1], i)
		} else {
			subs = append(subs, alone[i:i+1:i+1])
			s = int32(len(subs))
		}
		at[i] = s
	}
	return subs
}

// private reports that all readers of place m are in one fused group.
func (p *Plan) private(r *run, m int32) bool {
	us := r.readers(m)
	for _, u := range us {
		if r.head[u] != r.head[us[0]] {
			return false
		}
	}
	return true
}

// apart is an operand that needs a subtask of its own: writers and user code fail and repeat alone, and an
// exchange is bookkeeping.
func apart(o op.Operand) bool { return op.IsEffect(o) || op.IsOpaque(o) || op.IsExchange(o) }
