package plan

import "github.com/mars-project/mars-go/op"

// maxPasses bounds rewriting: a rule that keeps answering is a fault of its operator, not an endless loop.
// Recipes are made of recipes, which takes a pass each: maxDepth bounds these.
const (
	maxPasses = 10
	maxDepth  = 100
)

// Rewritten is the graph that a plan would tile for these targets: equal nodes are one, rules are applied,
// columns that nobody reads are gone.
func Rewritten(targets ...op.Value) []op.Value { return rewritten(prune(targets), false, nil) }

func rewritten(targets []op.Value, expandOnly bool, w *op.Watch) []op.Value {
	targets = rewrite(targets, expandOnly, w)
	if expandOnly {
		return targets
	}
	return prune(pushColumns(targets)) // what differed in columns that nobody reads is equal now
}

// rewrite expands recipes and applies the rules that operators registered until none answers.
func rewrite(targets []op.Value, expandOnly bool, w *op.Watch) []op.Value {
	passes := 0
	for range maxDepth {
		next, changed, expanded := rewriteOnce(targets, expandOnly, w)
		if !changed && !expanded {
			return targets
		}
		targets = next
		if !expanded {
			passes++
		}
		if passes == maxPasses {
			break
		}
	}
	return targets
}

func rewriteOnce(targets []op.Value, expandOnly bool, w *op.Watch) (out []op.Value, changed, expanded bool) {
	r := &readers{targets: targets}
	to := map[op.Value]op.Value{}
	done := map[*op.Node]bool{}
	for _, v := range targets {
		walk(v.N, func(n *op.Node) {
			if done[n] {
				return
			}
			done[n] = true
			w.At(n)
			m, moved := replaceInputs(n, to)
			for i := range n.Outs {
				to[op.Value{N: n, I: i}] = op.Value{N: m, I: i}
			}
			changed = changed || moved
			if vs, ok := m.Expansion(); ok {
				expanded = true
				for i, v := range vs {
					to[op.Value{N: n, I: i}] = v
				}
				return
			}
			for _, rule := range op.Rules(m.Op) {
				if !rule.Expands && (moved || expandOnly) {
					continue // with moved: sees the new inputs in the next pass, when their readers are counted
				}
				if w, ok := rule.Try(m, r); ok && w.N != m {
					to[op.Value{N: n, I: 0}] = w
					changed = true
					return
				}
			}
		})
	}
	for _, v := range targets {
		out = append(out, to[v])
	}
	return out, changed, expanded
}

// replaceInputs is n over the values that took the place of its inputs.
func replaceInputs(n *op.Node, to map[op.Value]op.Value) (m *op.Node, moved bool) {
	in := make([]op.Value, len(n.In))
	for i, v := range n.In {
		in[i] = to[v]
		moved = moved || in[i] != v
	}
	if !moved {
		return n, false
	}
	c := n.With(in)
	if c.Err != nil { // a rule changed what its consumer relies on: keep what was right
		return n, false
	}
	return c, true
}

// readers counts who reads a value, and knows the nodes whose row labels are looked at. It counts when the
// first rule asks: most rules look at the operators of a node first, and have nothing to ask.
type readers struct {
	targets []op.Value
	n       map[op.Value]int // nil: not counted yet
	labeled map[*op.Node]bool
}

func (r *readers) count() {
	if r.n != nil {
		return
	}
	r.n, r.labeled = map[op.Value]int{}, map[*op.Node]bool{}
	done := map[*op.Node]bool{}
	var nodes []*op.Node
	for _, v := range r.targets {
		r.n[v]++
		r.labeled[v.N] = true
		walk(v.N, func(n *op.Node) {
			if done[n] {
				return
			}
			done[n] = true
			nodes = append(nodes, n)
			for _, in := range n.In {
				r.n[in]++
			}
		})
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		n := nodes[i]
		for k, in := range n.In {
			l := op.LabelsIn(n, k)
			r.labeled[in.N] = r.labeled[in.N] || l == op.Looks || l == op.Passes && r.labeled[n]
		}
	}
}

// Readers and Labeled make readers an op.Uses.
func (r *readers) Readers(v op.Value) int {
	r.count()
	return r.n[v]
}

// Labeled says it of nodes that are in the graph before the pass; of others it is true.
func (r *readers) Labeled(v op.Value) bool {
	r.count()
	l, known := r.labeled[v.N]
	return l || !known
}
