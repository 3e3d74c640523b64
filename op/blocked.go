package op

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// Blocked multiplies blocks: subscripts as in einsum, "ij,jk->ik". Blocks along inner labels are chained: the
// last input of a task but the first of a chain is the product so far, so one partial is alive per output
// block.
func (t *Tiler) Blocked(subs string, in ...Grid) Grid {
	if !t.ok() {
		return Grid{}
	}
	lhs, out, _ := strings.Cut(subs, "->")
	labels := strings.Split(lhs, ",")
	in = slices.Clone(in)
	splits := map[byte][]Dim{}
	if !t.agree(labels, in, splits) {
		return Grid{}
	}
	for i, l := range labels {
		want := make([][]Dim, len(l))
		for a := range l {
			want[a] = splits[l[a]]
			if s := t.Splits(in[i], a); len(s) == 1 && s[0] == (Dim{N: 1}) {
				want[a] = s
			}
		}
		in[i] = t.Rechunk(in[i], want...)
	}
	if !t.ok() {
		return Grid{}
	}
	inner, shape, outer := "", []int{}, []int{}
	for _, l := range labels {
		for a := range l {
			if !strings.Contains(out+inner, l[a:a+1]) {
				inner += l[a : a+1]
				shape = append(shape, len(splits[l[a]]))
			}
		}
	}
	for a := range out {
		outer = append(outer, len(splits[out[a]]))
	}
	return t.products(labels, out, inner, outer, shape, in, func([]int) bool { return false })
}

// Gram is Blocked("ik,jk->ij") of a matrix with itself. A block below the diagonal is the one above it,
// turned by a task of stage Combine that has it as its one input: half of the products are enough.
func (t *Tiler) Gram(g Grid) Grid {
	if !t.ok() {
		return Grid{}
	}
	n, chain := g.Shape[0], g.Shape[1:]
	out := t.products([]string{"ik", "jk"}, "ij", "k", []int{n, n}, chain, []Grid{g, g}, func(o []int) bool { return o[0] > o[1] })
	for i := range n {
		for j := range i {
			out.Edges[i*n+j] = t.At(Combine).Edge([]int{i, j}, out.Edges[j*n+i])
		}
	}
	return out
}

// Same reports that two grids are the same chunks.
func (g Grid) Same(h Grid) bool {
	return slices.Equal(g.Shape, h.Shape) && slices.Equal(g.Edges, h.Edges)
}

// agree finds splits for every label that all inputs can be cut at.
func (t *Tiler) agree(labels []string, in []Grid, splits map[byte][]Dim) bool {
	for pass := range 2 {
		same := true
		clear(splits)
		for i, l := range labels {
			if len(l) != len(in[i].Shape) {
				t.Fail(errs.New(errs.Invalid, "subscripts %q have %d labels for a tensor of %d dimensions", l, len(l), len(in[i].Shape)))
				return false
			}
			for a := range l {
				s := t.Splits(in[i], a)
				if have := splits[l[a]]; have != nil && !slices.Equal(have, s) {
					same = false
				}
				splits[l[a]] = refine(splits[l[a]], s)
			}
		}
		if same || pass == 1 {
			break
		}
		if t.Need(Rows, in...) != nil {
			return false
		}
	}
	return true
}

// products makes the chains of all blocks but those that skip leaves to the caller.
func (t *Tiler) products(labels []string, out, inner string, outer, shape []int, in []Grid, skip func(o []int) bool) Grid {
	g := Grid{Shape: outer, Edges: make([]Edge, 0, size(outer))}
	at := map[byte]int{}
	each(outer, func(o []int) bool {
		if skip(o) {
			g.Edges = append(g.Edges, Edge{})
			return true
		}
		for a := range out {
			at[out[a]] = o[a]
		}
		var acc []Edge
		each(shape, func(k []int) bool {
			for a := range inner {
				at[inner[a]] = k[a]
			}
			es := make([]Edge, 0, len(labels)+1)
			for i, l := range labels {
				j := make([]int, len(l))
				for a := range l {
					if j[a] = at[l[a]]; in[i].Shape[a] == 1 {
						j[a] = 0
					}
				}
				es = append(es, in[i].At(j...))
			}
			acc = []Edge{t.Edge(append(slices.Clone(o), k...), append(es, acc...)...)}
			return t.ok()
		})
		g.Edges = append(g.Edges, acc...)
		return t.ok()
	})
	return g
}
