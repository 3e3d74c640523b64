package op

import "fmt"

const (
	mostLots = 4 // more would cost blocks, chunks and exchanges, and save hardly any memory
	leastLot = 4 // parts
)

// lots is how many outputs the parts are in, neighbours together. The readers of a lot run about the same
// time, and when they are done its memory is free for what the readers of the others make: together, all
// parts would live until the last of them was read.
func (o *partition) lots() int { return max(1, min(mostLots, o.N/leastLot)) }

// lot is the parts of output k.
func (o *partition) lot(k int) (lo, hi int) { return k * o.N / o.lots(), (k + 1) * o.N / o.lots() }

// lotBounds are the parts where lots begin, and the number of parts.
func (o *partition) lotBounds() []int {
	out := make([]int, o.lots()+1)
	for k := range out {
		out[k], _ = o.lot(k)
	}
	return out
}

// sent is the rows of g in the parts of p: chunk j is part j of all chunks, joined. Chunks of bounds go to
// every mapper.
func (t *Tiler) sent(p *partition, g Grid, bounds ...Edge) Grid {
	o, n := t.c.operand(p), p.lots()
	by := make([]Meta, 1, 1+len(bounds)) // a chunk and what cuts it
	for _, e := range bounds {
		by = append(by, t.c.Meta(e))
	}
	maps := make([]Edge, 0, len(g.Edges))
	for j, e := range g.Edges {
		m := t.c.Meta(e)
		outs := []Meta{m}
		if n > 1 {
			outs = outs[:0]
			for k := range n {
				by[0] = m
				outs = append(outs, m.WithRows(t.lotRows(p, k, o, by)))
			}
		}
		maps = append(maps, t.made(o, Map, []int{j}, append([]Edge{e}, bounds...), nil, outs...))
	}
	out := Grid{Shape: []int{p.N}}
	for k := range n {
		of := Grid{Edges: make([]Edge, len(maps))}
		for j, e := range maps {
			of.Edges[j] = Edge{e.ID, int32(k), -1}
		}
		lo, hi := p.lot(k)
		out.Edges = append(out.Edges, t.Scatter(of, hi-lo).Edges...)
	}
	return out
}

// lotRows is about how many rows lot k of a chunk has, of which the meta comes first, if they are known: it
// is what the lot is thought to take.
func (t *Tiler) lotRows(p *partition, k int, o int32, by []Meta) Dim {
	if d := by[0].Dims[0].Resolve(t.env.Known); d.Known() {
		lo, hi := p.lot(k)
		return Dim{N: d.N * (hi - lo) / p.N}
	}
	return Sym(fmt.Sprintf("lot %d %x", k, t.c.opKeys[o]), by...)
}
