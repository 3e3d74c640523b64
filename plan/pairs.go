package plan

import "github.com/mars-project/mars-go/op"

// An origin is the output of a node that gave rows the order in which they stand.
type origin struct {
	x *node
	i int
}

// origins finds for every node the output whose order its rows have: its own, unless it hands on the rows of
// inputs that agree. Nodes whose rows have the same origin stand in the same order, whatever that is; rows of
// other origins do only where the order is kept.
func (p *Plan) origins() map[*node]origin {
	from := map[*node]origin{}
	for _, x := range p.nodes {
		if o, ok := handsOn(x, from); ok {
			from[x] = o
		}
	}
	return from
}

// of is the origin of an input.
func of(from map[*node]origin, x *node, i int) origin {
	if o, ok := from[x]; ok {
		return o
	}
	return origin{x, i}
}

// handsOn is the origin that all inputs of x have, where its rows are theirs one by one.
func handsOn(x *node, from map[*node]origin) (o origin, ok bool) {
	if len(x.n.Outs) != 1 {
		return o, false
	}
	for k, v := range x.n.In {
		m := v.Meta()
		if len(m.Dims) == 0 {
			continue
		}
		mine := of(from, x.in[k], v.I)
		if op.LookOf(x.n.Op, k) != op.Passes || m.Index.Token != x.n.Outs[0].Index.Token || ok && o != mine {
			return o, false
		}
		o, ok = mine, true
	}
	return o, ok
}

// pairs reports an operator that meets rows of inputs one by one whose orders may differ unless they are
// kept: inputs under the same labels, or tensors, of several origins. Inputs under other labels are met by
// label. The inputs are those that it looks at in one way: one that ignores the order of its rows, as an
// aggregate of groups does, still has to find the keys of a row beside it.
func pairs(x *node, from map[*node]origin, look op.Look) bool {
	var first *origin
	var token op.Key
	for k, v := range x.n.In {
		m := v.Meta()
		if len(m.Dims) == 0 || op.LookOf(x.n.Op, k) != look {
			continue
		}
		o := of(from, x.in[k], v.I)
		if first != nil && *first != o && (m.Kind == op.Tensor || token == m.Index.Token) {
			return true
		}
		if first == nil {
			first, token = &o, m.Index.Token
			if m.Kind == op.Tensor {
				token = op.Key{}
			}
		}
	}
	return false
}
