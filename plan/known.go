package plan

import "github.com/mars-project/mars-go/op"

// Stored is a value that the session has made before: its chunks in C order of the grid.
type Stored struct {
	Meta   op.Meta
	Grid   []int
	Chunks []op.StoredChunk
	Facts  []*op.Facts
}

// substitute puts what the session has made before in place of what would make it again, targets included.
func (p *Plan) substitute(targets []op.Value) []op.Value {
	to := map[op.Value]op.Value{}
	seen := map[*op.Node]bool{}
	changed := false
	for _, v := range targets {
		walk(v.N, func(n *op.Node) {
			if seen[n] {
				return
			}
			seen[n] = true
			m := n
			if in, moved := p.moved(n, to); moved {
				c := *n
				c.In, m = in, &c
			}
			for i := range n.Outs {
				v := op.Value{N: n, I: i}
				to[v] = op.Value{N: m, I: i}
				s, ok := p.opt.Known(n.Outs[i].Key)
				if !ok || op.IsEffect(n.Op) {
					continue
				}
				s.Meta.Key = n.Outs[i].Key
				to[v] = op.Value{N: op.NewStored(s.Meta, s.Grid, s.Chunks)}
				changed = true
				for k, c := range s.Chunks {
					p.stored[c.Key] = s.Facts[k]
				}
			}
		})
	}
	if !changed {
		return targets
	}
	out := make([]op.Value, len(targets))
	for i, v := range targets {
		out[i] = to[v]
	}
	return out
}

func (p *Plan) moved(n *op.Node, to map[op.Value]op.Value) (in []op.Value, moved bool) {
	in = make([]op.Value, len(n.In))
	for i, v := range n.In {
		in[i] = to[v]
		moved = moved || in[i] != v
	}
	return in, moved
}
