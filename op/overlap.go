package op

import "slices"

// Overlap is g with chunks that reach before[a] places ahead of their own, and after[a] behind them, along
// axis a, as far as there are such. inner says that the first before and the last after places are in no
// chunk's own, so that all others have their neighbours. It gives the chunks' own lengths too, by axis, and
// how many places lie ahead of and behind them. Lengths must be known, or are asked for.
func (t *Tiler) Overlap(g Grid, before, after []int, inner bool) (wide Grid, own [][]Dim, sides [][][2]int) {
	if !t.ok() || t.Need(Rows, g) != nil {
		return g, nil, nil
	}
	starts, lens := make([][]int, len(g.Shape)), make([][]Dim, len(g.Shape))
	own, sides = make([][]Dim, len(g.Shape)), make([][][2]int, len(g.Shape))
	for a := range g.Shape {
		at := offsets(t.Splits(g, a))
		n := at[len(at)-1]
		first, last := 0, n
		if inner {
			first, last = min(before[a], n), max(n-after[a], min(before[a], n))
		}
		for i := range at[1:] {
			lo, hi := min(max(at[i], first), last), min(max(at[i+1], first), last)
			if lo == hi && (len(own[a]) > 0 || i+1 < len(at)-1) {
				continue // none of its own
			}
			from, to := max(0, lo-before[a]), min(n, hi+after[a])
			own[a] = append(own[a], Dim{N: hi - lo})
			sides[a] = append(sides[a], [2]int{lo - from, to - hi})
			starts[a] = append(starts[a], from)
			lens[a] = append(lens[a], Dim{N: to - from})
		}
	}
	m := g.Meta
	if m.Kind == 0 {
		m = t.c.Meta(g.Edges[0])
	}
	m.Dims = make([]Dim, len(lens))
	ends := make([][]int, len(lens))
	for a := range lens {
		m.Dims[a], ends[a] = Sum(lens[a]), offsets(lens[a])
	}
	wide = t.assemble(m, lens, []Grid{g}, func(lo, sz []int) []Box {
		from := make([]int, len(lo))
		for a := range lo {
			k, _ := slices.BinarySearch(ends[a], lo[a])
			for k+1 < len(ends[a])-1 && ends[a][k+1] == lo[a] {
				k++
			}
			from[a] = starts[a][k]
		}
		return []Box{{From: g, Lo: from, Size: slices.Clone(sz)}}
	})
	return wide, own, sides
}
