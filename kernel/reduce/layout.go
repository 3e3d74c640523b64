package reduce

import "slices"

const (
	// Ahead is the most elements a Reader is asked for at once.
	Ahead = 4096
	// leafSize is the longest run that is folded without halving.
	leafSize = 1024
	// bundle is the most leaves that are folded in one call where elements lie together: some ten
	// microseconds. A power of two.
	bundle = 32
	// group is how many rows are folded one after another before the pieces are joined in pairs.
	group = 16
	// taskSize is about how many elements one call of Parallel's function folds.
	taskSize = 1 << 18
)

// A dim is an axis, or several that follow each other and are all reduced or all kept.
type dim struct {
	n, stride int // stride in elements of the C-ordered shape
	reduced   bool
}

// A layout is a shape and its reduced axes as loops, from the outside in: outer, keep, run. A result is a
// fold over rows of runs: for each of rows positions of the reduced outer axes one run of run elements.
type layout struct {
	outer     []dim // innermost first
	keep, run int   // the last kept and the last reduced axis; 1 where there is none
	rows      int   // product of the reduced outer axes
	outerKeep int   // product of the kept outer axes
	tile      int   // how many neighbouring results are folded together
	tiles     int   // tiles along keep
	leaves    int   // leaves of the tree of one result
	perRow    int   // leaves of one row, when runs are longer than leafSize; else zero
	flat      bool  // units lie one after another in memory order
}

func newLayout(shape []int, reduced func(axis int) bool) layout {
	var g []dim
	stride := 1
	for i, n := range slices.Backward(shape) {
		if n == 1 {
			continue
		}
		if k := len(g) - 1; k >= 0 && g[k].reduced == reduced(i) {
			g[k].n *= n
		} else {
			g = append(g, dim{n, stride, reduced(i)})
		}
		stride *= n
	}
	l := layout{keep: 1, run: 1, rows: 1, outerKeep: 1}
	if len(g) > 0 && g[0].reduced {
		l.run, g = g[0].n, g[1:]
	}
	if len(g) > 0 && !g[0].reduced {
		l.keep, g = g[0].n, g[1:]
	}
	l.outer = g
	for _, d := range g {
		if d.reduced {
			l.rows *= d.n
		} else {
			l.outerKeep *= d.n
		}
	}
	if l.run > leafSize {
		l.tile = 1
		l.perRow = (l.run + leafSize - 1) / leafSize
		l.leaves = l.rows * l.perRow
	} else {
		l.tile = min(l.keep, tileOf(l.run))
		l.leaves = (l.rows + group - 1) / group
	}
	l.tiles = (l.keep + l.tile - 1) / l.tile
	l.flat = l.perRow == 0 && (len(g) == 0 || l.tiles == 1 && (len(g) == 1 || len(g) == 2 && g[0].reduced))
	return l
}

// tileOf is how many results of runs of n elements are folded together: rows of them that stay in the
// first-level cache, or as many runs as a reader gives.
func tileOf(n int) int {
	if n == 1 {
		return leafSize
	}
	return Ahead / n
}

// base is the position of the first element of row m of the results of outer position ko.
func (l *layout) base(ko, m int) int {
	pos := 0
	for _, d := range l.outer {
		p := &ko
		if d.reduced {
			p = &m
		}
		pos += *p % d.n * d.stride
		*p /= d.n
	}
	return pos
}

// together is how many rows from m on lie one after another in memory order.
func (l *layout) together(m int) int {
	if l.tiles > 1 || len(l.outer) == 0 || !l.outer[0].reduced {
		return 1
	}
	return l.outer[0].n - m%l.outer[0].n
}

// units is how many tiles of results there are.
func (l *layout) units() int { return l.outerKeep * l.tiles }

// unit is the outer position, first result along keep, and number of results of tile u.
func (l *layout) unit(u int) (ko, k, w int) {
	ko = u / l.tiles
	k = (u - ko*l.tiles) * l.tile
	return ko, k, min(l.tile, l.keep-k)
}
