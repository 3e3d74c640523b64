package fft

import (
	"math"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
)

// leastGrid is the least length of one transform that is taken as a grid.
const leastGrid = 1 << 14

// A grid takes a transform of many elements as a matrix of rows by columns (Bailey, FFTs in external or
// hierarchical memory, 1990): columns are transformed, turned, written as rows, and transformed again, eight
// side by side, so that all but two passes are over what the cache holds. Element r*cols + c of the vector is
// in row r and column c; element r + rows*c of the result is number c of the transform of row r.
type grid[F float] struct {
	rows, cols int
	down       *Plan[F] // of rows elements
	across     *Plan[F] // of cols
	roots      *circle
	near       []F // roots k*i of all, less 1, for k below rows and i below 8: real parts of a row, then imaginary ones
	k          *asm.FFT
}

// newGrid is nil where n has no two factors that are near each other, the first a multiple of eight.
func newGrid[F float](n int, c *circle, k *asm.FFT) *grid[F] {
	if n < leastGrid || n%side != 0 {
		return nil
	}
	rows := int(math.Sqrt(float64(n))) / side * side
	for n%rows != 0 {
		rows -= side
	}
	if n/rows > 64*rows {
		return nil
	}
	g := &grid[F]{rows: rows, cols: n / rows, roots: c, near: make([]F, 2*side*rows), k: k}
	g.down, g.across = newPlan[F](rows, false, c, k), newPlan[F](g.cols, false, c, k)
	for r := range rows {
		row := g.near[2*side*r:][:2*side]
		for i := range side {
			re, im := c.near(r * i)
			row[i], row[side+i] = F(re), F(im)
		}
	}
	return g
}

// pitch is how far rows of the turned matrix are apart: not a power of two, of which the caches would hold
// few.
func (g *grid[F]) pitch() int { return g.rows + side }

// room is the elements that a transform needs for its matrix, scratch those of a call of a helper.
func (g *grid[F]) room() int { return 2 * g.groups() * side * g.pitch() }

// groups are those of eight columns; the last one may have fewer, and what stands beside them is read and
// forgotten.
func (g *grid[F]) groups() int { return (g.cols + side - 1) / side }

func (g *grid[F]) scratch() int {
	of := func(p *Plan[F]) int { return 2*p.n*side + p.Room(side) }
	return max(of(g.down)+2*g.rows, of(g.across))
}

// A mover copies rows of eight elements, of which row i lies at at + step*i of a vector.
type mover[F float] func(re, im []F, at, step int)

// A lender calls use with scratch.
type lender[F float] func(use func(scratch []F)) error

// run transforms what load reads into what store writes. The matrix lies in room.
func (g *grid[F]) run(par parallel.Func, lend lender[F], room []F, load, store mover[F]) error {
	tr, ti := room[:g.room()/2], room[g.room()/2:g.room()]
	each := func(groups, length int, f func(at int, scratch []F)) error {
		size := max(1, taskSize/(side*length))
		return par.Each((groups+size-1)/size, func(i int) error {
			return lend(func(scratch []F) {
				for j := i * size; j < min(groups, (i+1)*size); j++ {
					f(side*j, scratch)
				}
			})
		})
	}
	err := each(g.groups(), g.rows, func(c int, scratch []F) {
		n := side * g.rows
		re, im, far, rest := scratch[:n], scratch[n:2*n], scratch[2*n:2*n+2*g.rows], scratch[2*n+2*g.rows:]
		load(re, im, c, g.cols)
		re, im = g.down.forward(re, im, rest, side)
		for r := range g.rows {
			x, y := g.roots.at(c * r)
			far[2*r], far[2*r+1] = F(x), F(y)
		}
		g.turn(re, im, tr[c*g.pitch():], ti[c*g.pitch():], far)
	})
	if err != nil {
		return err
	}
	return each(g.rows/side, g.cols, func(r int, scratch []F) {
		n := side * g.cols
		re, im, rest := scratch[:n], scratch[n:2*n], scratch[2*n:]
		rowsIn(re, tr[r:], g.pitch())
		rowsIn(im, ti[r:], g.pitch())
		re, im = g.across.forward(re, im, rest, side)
		store(re, im, r, g.rows)
	})
}

// turn multiplies rows of eight columns by their roots, and writes columns as rows of the matrix.
func (g *grid[F]) turn(xr, xi, yr, yi, far []F) {
	if g.k != nil && g.k.Join {
		g.k.TurnAcross(addr(xr), addr(xi), addr(yr), addr(yi), addr(far), addr(g.near), g.rows, g.pitch())
		return
	}
	for r := range g.rows {
		cr, ci, near := far[2*r], far[2*r+1], g.near[2*side*r:][:2*side]
		ar, ai := xr[side*r:][:side], xi[side*r:][:side]
		for i := range side {
			nr, ni := near[i], near[side+i]
			wr, wi := cr+(cr*nr-ci*ni), ci+(cr*ni+ci*nr)
			yr[i*g.pitch()+r], yi[i*g.pitch()+r] = ar[i]*wr-ai[i]*wi, ar[i]*wi+ai[i]*wr
		}
	}
}

// rowsIn copies rows of eight that are a step apart, of which the last ones may end early; rowsOut copies
// them back.
func rowsIn[F float](to, from []F, step int) {
	for i := 0; i < len(to); i += side {
		if row := from[i/side*step:]; len(row) < side {
			clear(to[i+copy(to[i:i+side], row) : i+side])
		} else {
			*(*[side]F)(to[i:]) = *(*[side]F)(row)
		}
	}
}

func rowsOut[F float](to, from []F, step int) {
	for i := 0; i < len(from); i += side {
		*(*[side]F)(to[i/side*step:]) = *(*[side]F)(from[i:])
	}
}

// within transforms re and im in place; room has room()+scratch() elements.
func (g *grid[F]) within(re, im, room []F) {
	scratch := room[g.room():]
	_ = g.run(nil, func(use func([]F)) error { use(scratch); return nil }, room,
		func(xr, xi []F, at, step int) {
			rowsIn(xr, re[at:], step)
			rowsIn(xi, im[at:], step)
		},
		func(yr, yi []F, at, step int) {
			rowsOut(re[at:], yr, step)
			rowsOut(im[at:], yi, step)
		})
}

// loader reads a lane, of which the elements beyond its end are zeros.
func (l *lanes[F]) loader(from int) mover[F] {
	return func(re, im []F, at, step int) {
		done := 0
		if l.k != nil && l.k.Join && l.step == 2 && at+side <= l.n {
			done = min(len(re)/side, (l.n-at-side)/step+1)
			l.k.Apart(addr(re), addr(im), addr(l.win[from+2*at:]), done, 2*step*l.k.Size)
		}
		for i := done * side; i < len(re); i += side {
			for j := range side {
				k := at + i/side*step + j
				if re[i+j], im[i+j] = 0, 0; k < l.n {
					c := l.win[from+k*l.step:]
					re[i+j], im[i+j] = c[0], c[1]
				}
			}
		}
	}
}

// storer writes a lane as far as it goes, times f.
func (l *lanes[F]) storer(to int, f F) mover[F] {
	return func(re, im []F, at, step int) {
		done := 0
		if l.k != nil && l.k.Join && l.step == 2 && at+side <= l.n {
			done = min(len(re)/side, (l.n-at-side)/step+1)
			l.k.Together(addr(l.win[to+2*at:]), addr(re), addr(im), done, 2*step*l.k.Size, float64(f))
		}
		for i := done * side; i < len(re); i += side {
			for j := range side {
				if k := at + i/side*step + j; k < l.n {
					c := l.win[to+k*l.step:]
					c[0], c[1] = re[i+j]*f, im[i+j]*f
				}
			}
		}
	}
}

// first is the lane without what is behind its first n elements.
func (l *lanes[F]) first(n int) *lanes[F] {
	p := *l
	p.n = min(n, l.n)
	return &p
}

// swapped exchanges the parts, which makes a transform its inverse.
func (m mover[F]) swapped(yes bool) mover[F] {
	if !yes {
		return m
	}
	return func(re, im []F, at, step int) { m(im, re, at, step) }
}
