package plan

import "github.com/mars-project/mars-go/op"

// smallBytes bounds what a subtask that took in its producers reads and makes. So much is some hundred
// microseconds of work, of the order of what it costs to schedule the producers by themselves.
const smallBytes = 256 << 10

// manyCalls bounds the calls of such a subtask.
const manyCalls = 1024

// absorb joins small subtasks with the one that reads them. A subtask takes in all its producers whose
// outputs nobody else reads, or none of them, as long as everything stays small: the combines of many tiny
// chunks then run with what they combine. Subtasks are in topological order, before and after.
func (p *Plan) absorb(r *run, subs [][]int32) [][]int32 {
	if p.opt.NoFuse {
		return subs
	}
	at := make([]int32, len(r.ids)) // subtask of a head
	size := make([]int64, len(subs))
	for s, heads := range subs {
		for _, h := range heads {
			at[h] = int32(s)
		}
		size[s] = p.weigh(r, heads)
	}
	a := absorber{p, r, subs, at}
	left := 0
	for s := range subs {
		if size[s] > smallBytes {
			continue
		}
		ps := a.producers(int32(s))
		sum, n := size[s], len(subs[s])
		for _, q := range ps {
			sum += size[q]
			n += len(subs[q])
		}
		if len(ps) == 0 || sum > smallBytes || n > manyCalls {
			continue
		}
		var heads []int32
		for _, q := range ps {
			heads = append(heads, subs[q]...)
			subs[q] = nil
		}
		subs[s], size[s] = append(heads, subs[s]...), sum
		for _, h := range heads {
			at[h] = int32(s)
		}
		left += len(ps)
	}
	if left == 0 {
		return subs
	}
	out := make([][]int32, 0, len(subs)-left)
	for _, heads := range subs {
		if heads != nil {
			out = append(out, heads)
		}
	}
	return out
}

type absorber struct {
	p    *Plan
	r    *run
	subs [][]int32
	at   []int32
}

// producers are the subtasks that s can take in, in order.
func (a *absorber) producers(s int32) (ps []int32) {
	seen := map[int32]bool{s: true}
	for _, h := range a.subs[s] {
		for _, m := range a.r.group(h) {
			for _, e := range a.p.c.In(a.r.ids[m]) {
				k := a.p.place(e.ID)
				if k < 0 {
					continue
				}
				if q := a.at[a.r.head[k]]; !seen[q] {
					seen[q] = true
					if a.only(q, s) {
						ps = append(ps, q)
					}
				}
			}
		}
	}
	return ps
}

// only reports that nobody but subtask s needs what subtask q makes.
func (a *absorber) only(q, s int32) bool {
	for _, h := range a.subs[q] {
		if a.p.holds[a.r.ids[h]] != 0 {
			return false
		}
		for _, u := range a.r.readers(h) {
			if v := a.at[a.r.head[u]]; v != q && v != s {
				return false
			}
		}
	}
	return true
}

// weigh estimates the bytes that a subtask makes, in between as well, and those of chunks of others that it
// reads. As good as large is what runs by itself or reads the world, and what has lengths or dtypes that only
// its facts tell: they are lost where nobody else reads it.
func (p *Plan) weigh(r *run, heads []int32) (sum int64) {
	for _, h := range heads {
		for _, m := range r.group(h) {
			id := r.ids[m]
			if o := p.c.Op(id); apart(o) || op.IsExternal(o) {
				return smallBytes + 1
			}
			for i := range p.c.Outs(id) {
				e := op.Edge{ID: id, Out: int32(i), Part: -1}
				if sum += p.c.EstimateBytes(e, p.Known, smallBytes+1); sum > smallBytes || !p.c.Closed(e) {
					return smallBytes + 1
				}
			}
			for _, e := range p.c.In(id) {
				if k := p.place(e.ID); k < 0 || op.IsExchange(p.c.Op(e.ID)) {
					sum += p.bytes(e)
				}
			}
			if sum > smallBytes {
				return sum
			}
		}
	}
	return sum
}
