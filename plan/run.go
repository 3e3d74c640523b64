package plan

import "github.com/mars-project/mars-go/op"

// A run is the tasks of one stage in depth-first order, with their edges by place in it.
type run struct {
	ids     []op.ID
	start   []int32 // readers of place i are reader[start[i]:start[i+1]], each once, in order
	reader  []int32
	head    []int32 // place of the last task of the fused group; a task by itself is its own
	members [][]int32
}

// place is where a task stands in the run, -1 for one that is not in it.
func (p *Plan) place(id op.ID) int32 { return p.at[id] - 1 }

// newRun lists the readers of every task.
func (p *Plan) newRun(ids []op.ID) *run {
	r := &run{ids: ids, start: make([]int32, len(ids)+1), head: make([]int32, len(ids)), members: make([][]int32, len(ids))}
	for i, id := range ids {
		p.at[id] = int32(i) + 1
	}
	last := make([]int32, len(ids)) // the reader counted last, plus one
	for i, id := range ids {
		for _, e := range p.c.In(id) {
			if k := p.place(e.ID); k >= 0 && last[k] != int32(i)+1 {
				last[k] = int32(i) + 1
				r.start[k+1]++
			}
		}
	}
	for i := range ids {
		r.start[i+1] += r.start[i]
	}
	r.reader = make([]int32, r.start[len(ids)])
	fill := append([]int32(nil), r.start[:len(ids)]...)
	clear(last)
	for i, id := range ids {
		for _, e := range p.c.In(id) {
			if k := p.place(e.ID); k >= 0 && last[k] != int32(i)+1 {
				last[k] = int32(i) + 1
				r.reader[fill[k]] = int32(i)
				fill[k]++
			}
		}
	}
	return r
}

// readers are the places of the tasks that read what place i makes.
func (r *run) readers(i int32) []int32 { return r.reader[r.start[i]:r.start[i+1]] }

// group is the places of the fused group that the task at place h ends, in order.
func (r *run) group(h int32) []int32 {
	m := r.members[h]
	return append(m[:len(m):len(m)], h)
}

// leave forgets the places, so that the next run starts clean.
func (p *Plan) leave(r *run) {
	for _, id := range r.ids {
		p.at[id] = 0
	}
}
