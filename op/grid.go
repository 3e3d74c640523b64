package op

import "slices"

// A Grid is a value cut into chunks: an input, a partial, an output. Edges are in C order of Shape.
type Grid struct {
	Shape []int
	Edges []Edge
	Meta  Meta // of the whole
	whole bool
	ord   int // rows carry ordinals, of which so many bits number the rows of a chunk; 0: they have none
}

// Whole marks a grid that every chunk gets entire.
func Whole(g Grid) Grid { g.whole = true; return g }

// Out is output i of the chunk operands of g.
func (g Grid) Out(i int) Grid {
	g.Edges = slices.Clone(g.Edges)
	for k := range g.Edges {
		g.Edges[k].Out = int32(i)
	}
	return g
}

// First is the first k chunks along axis 0.
func (g Grid) First(k int) Grid { return g.Range(0, min(k, g.Shape[0])) }

// Range is the chunks lo to hi along axis 0.
func (g Grid) Range(lo, hi int) Grid {
	w := 1
	for _, n := range g.Shape[1:] {
		w *= n
	}
	g.Edges = g.Edges[lo*w : hi*w : hi*w]
	g.Shape = append([]int{hi - lo}, g.Shape[1:]...)
	return g
}

// At is the chunk at idx.
func (g Grid) At(idx ...int) Edge { return g.Edges[flat(g.Shape, idx)] }

// Len is the number of chunks.
func (g Grid) Len() int { return len(g.Edges) }

func flat(shape, idx []int) int {
	p := 0
	for k, s := range shape {
		p = p*s + idx[k]
	}
	return p
}

func size(shape []int) int {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return n
}

// each calls f with every index of shape in C order. idx is reused: f must not keep it.
func each(shape []int, f func(idx []int) bool) {
	if size(shape) == 0 {
		return
	}
	idx := make([]int, len(shape))
	for f(idx) {
		k := len(idx) - 1
		for ; k >= 0; k-- {
			if idx[k]++; idx[k] < shape[k] {
				break
			}
			idx[k] = 0
		}
		if k < 0 {
			return
		}
	}
}

// Even cuts a known length into chunks of at most step; a length of 0 is one empty chunk.
func Even(n, step int) []Dim {
	step = max(1, step)
	d := make([]Dim, 0, n/step+1)
	for lo := 0; lo < n || lo == 0; lo += step {
		d = append(d, Dim{N: min(step, n-lo)})
	}
	return d
}

// Sum is the length of all splits together.
func Sum(s []Dim) (d Dim) {
	for i := range s {
		d = d.Plus(s[i])
	}
	return d
}

// refine cuts at the places of both; nil and a single length of 1 (broadcast) count as uncut.
func refine(a, b []Dim) []Dim {
	if a == nil || len(a) == 1 && a[0].N == 1 {
		return b
	}
	if b == nil || len(b) == 1 && b[0].N == 1 || slices.Equal(a, b) {
		return a
	}
	out := make([]Dim, 0, max(len(a), len(b)))
	i, j, x, y, last := 0, 0, a[0].N, b[0].N, 0
	for {
		at := min(x, y)
		if at > last || len(out) == 0 {
			out = append(out, Dim{N: at - last})
		}
		last = at
		doneA, doneB := i == len(a)-1, j == len(b)-1
		if doneA && doneB {
			return out
		}
		moved := false
		if x == at && !doneA {
			i++
			x += a[i].N
			moved = true
		}
		if y == at && !doneB {
			j++
			y += b[j].N
			moved = true
		}
		if !moved {
			return out // lengths differ: Infer has told, or will tell
		}
	}
}
