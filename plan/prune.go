package plan

import "github.com/mars-project/mars-go/op"

// prune keeps what the targets need, and joins nodes with equal keys: equal expressions are computed once.
func prune(targets []op.Value) []op.Value {
	byKey := map[op.Key]*op.Node{}
	to := map[*op.Node]*op.Node{}
	out := make([]op.Value, len(targets))
	for i, v := range targets {
		walk(v.N, func(n *op.Node) {
			if to[n] != nil {
				return
			}
			if same := byKey[n.Key]; same != nil {
				to[n] = same
				return
			}
			to[n] = relink(n, to)
			byKey[n.Key] = to[n]
		})
		out[i] = op.Value{N: to[v.N], I: v.I}
	}
	return out
}

// relink is n with its inputs replaced, or n itself when none was. The key does not change: the inputs are
// equal.
func relink(n *op.Node, to map[*op.Node]*op.Node) *op.Node {
	same := true
	for _, v := range n.In {
		same = same && to[v.N] == v.N
	}
	if same {
		return n
	}
	c := *n
	c.In = make([]op.Value, len(n.In))
	for i, v := range n.In {
		c.In[i] = op.Value{N: to[v.N], I: v.I}
	}
	return &c
}
