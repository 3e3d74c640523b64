package plan

import (
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// pushColumns tells sources which of their columns anybody reads, through operators that know what they pass
// on, and puts selections of these columns below operators that would move the others for nothing.
func pushColumns(targets []op.Value) []op.Value {
	var nodes []*op.Node
	seen := map[*op.Node]bool{}
	for _, v := range targets {
		walk(v.N, func(n *op.Node) {
			if !seen[n] {
				seen[n] = true
				nodes = append(nodes, n)
			}
		})
	}
	want := map[op.Value]*colset{}
	for _, v := range targets {
		set(want, v).all = true
	}
	cut := false
	less := map[*op.Node][][]frame.Label{}
	for i := len(nodes) - 1; i >= 0; i-- {
		n := nodes[i]
		u, knows := n.Op.(op.ColumnUser)
		for k, v := range n.In {
			w := set(want, v)
			if !knows || len(n.Outs) != 1 || !closedFrame(v.Meta()) {
				w.all = true
				continue
			}
			mine := set(want, op.Value{N: n})
			out := mine.list(len(n.Outs[0].Cols))
			if cols, ok := u.ColumnsOf(k, op.Metas(n.In), out); ok {
				w.add(cols)
				if keep := fewer(n, k, cols); keep != nil {
					if less[n] == nil {
						less[n] = make([][]frame.Label, len(n.In))
					}
					less[n][k], cut = keep, true
				}
			} else {
				w.all = true
			}
		}
		if _, ok := n.Op.(op.Projector); ok && len(n.Outs) == 1 && closedFrame(n.Outs[0]) {
			w := set(want, op.Value{N: n})
			cut = cut || !w.all && len(w.cols) < len(n.Outs[0].Cols)
		}
	}
	if !cut {
		return targets
	}
	return project(targets, nodes, want, less)
}

// fewer are the labels of the columns that an operator which moves rows needs of input k, where it has
// others. Nil: all, or labels do not tell columns apart.
func fewer(n *op.Node, k int, cols []int) []frame.Label {
	m := n.In[k].Meta()
	if _, moves := n.Op.(op.Narrower); !moves || len(cols) == 0 {
		return nil
	}
	cols = slices.Compact(slices.Sorted(slices.Values(cols)))
	if len(cols) == len(m.Cols) {
		return nil
	}
	seen := map[frame.Label]bool{}
	for _, c := range m.Cols {
		if seen[c.Name.Key()] {
			return nil
		}
		seen[c.Name.Key()] = true
	}
	keep := make([]frame.Label, len(cols))
	for i, c := range cols {
		keep[i] = m.Cols[c].Name
	}
	return keep
}

// narrowed is n over inputs of fewer columns.
func narrowed(n *op.Node, keep [][]frame.Label) *op.Node {
	in := slices.Clone(n.In)
	moved := false
	for k, labels := range keep {
		if labels == nil || len(in[k].Meta().Cols) <= len(labels) {
			continue
		}
		o := n.Op.(op.Narrower).Narrow(k, labels)
		if o == nil {
			continue
		}
		if s := op.ApplyAt(n.Site, o, in[k]); s.Err == nil {
			in[k], moved = op.Value{N: s}, true
		}
	}
	if !moved {
		return n
	}
	if m := n.With(in); m.Err == nil {
		return m
	}
	return n
}

// project rebuilds the graph over sources that read less and operators that move less.
func project(targets []op.Value, nodes []*op.Node, want map[op.Value]*colset, less map[*op.Node][][]frame.Label) []op.Value {
	to := map[op.Value]op.Value{}
	for _, n := range nodes {
		m, _ := replaceInputs(n, to)
		m = narrowed(m, less[n])
		if p, ok := n.Op.(op.Projector); ok {
			w := set(want, op.Value{N: n})
			if !w.all && len(w.cols) < len(n.Outs[0].Cols) {
				if c := op.ApplyAt(n.Site, p.Project(w.list(0)), n.In...); c.Err == nil {
					m = c
				}
			}
		}
		for i := range n.Outs {
			to[op.Value{N: n, I: i}] = op.Value{N: m, I: i}
		}
	}
	out := make([]op.Value, len(targets))
	for i, v := range targets {
		out[i] = to[v]
	}
	return out
}

func closedFrame(m op.Meta) bool { return m.Kind == op.Frame && !m.Open }

// colset is the columns of a value that are read.
type colset struct {
	all  bool
	cols map[int]bool
}

func set(m map[op.Value]*colset, v op.Value) *colset {
	if m[v] == nil {
		m[v] = &colset{cols: map[int]bool{}}
	}
	return m[v]
}

func (s *colset) add(cols []int) {
	for _, c := range cols {
		s.cols[c] = true
	}
}

// list is the columns in order; n is how many there are when all are wanted.
func (s *colset) list(n int) []int {
	var out []int
	if s.all {
		for i := range n {
			out = append(out, i)
		}
		return out
	}
	for c := range s.cols {
		out = append(out, c)
	}
	slices.Sort(out)
	return out
}
