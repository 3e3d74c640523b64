package sort

import (
	"slices"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

const (
	gatherSpan  = 1 << 16 // elements of one call of a helper
	gatherBlock = 1 << 10 // positions that are looked at together
)

// TakeBoxes is Take from an array that lies in pieces along the axis, in their order. The pieces are alike
// but for their lengths there; name is the axis in errors, which are NotFound for a position outside.
// Positions are looked at where they lie: nothing is made but the result.
func TakeBoxes(al mem.Allocator, boxes []*nd.Array, idx *nd.Array, axis, name int, mode Mode, par parallel.Func) (*nd.Array, error) {
	if idx.DType != dtype.Int64 {
		return nil, errs.New(errs.Type, "positions are int64, not %v", idx.DType)
	}
	a := boxes[0]
	out, err := nd.New(al, a.DType, slices.Concat(a.Shape[:axis], idx.Shape, a.Shape[axis+1:])...)
	if err != nil {
		return nil, err
	}
	if idx, err = idx.Contig(al); err != nil {
		return nil, err
	}
	g := gathering{pos: nd.Data[int64](idx), outer: nd.Size(a.Shape[:axis]), inner: nd.Size(a.Shape[axis+1:]), name: name, mode: mode}
	bounds := []int64{0}
	from := make([]*nd.Array, len(boxes))
	for i, b := range boxes {
		g.n += b.Shape[axis]
		bounds = append(bounds, int64(g.n))
		if from[i] = b; out.Size() > 0 {
			if from[i], err = b.Contig(al); err != nil {
				return nil, err
			}
		}
	}
	if out.Size() == 0 {
		return out, g.check()
	}
	g.find = finderOf(bounds)
	switch a.DType.Size() {
	case 1:
		err = gatherRows[uint8](&g, out, from, par)
	case 2:
		err = gatherRows[uint16](&g, out, from, par)
	case 4:
		err = gatherRows[uint32](&g, out, from, par)
	case 8:
		err = gatherRows[uint64](&g, out, from, par)
	default:
		err = gatherRows[complex128](&g, out, from, par)
	}
	return out, err
}

// A gathering is what is the same for all helpers: the array is [outer, n, inner], the result [outer,
// len(pos), inner].
type gathering struct {
	pos             []int64
	outer, n, inner int
	name            int
	mode            Mode
	find            finder
}

// check resolves all positions for their errors.
func (g *gathering) check() error {
	_, err := g.resolved(g.pos, make([]int64, len(g.pos)))
	return err
}

// resolved is p, or where a position of it lies outside buf with all of them resolved.
func (g *gathering) resolved(p, buf []int64) ([]int64, error) {
	if within(p, g.n) {
		return p, nil
	}
	buf = buf[:len(p)]
	for i, v := range p {
		if buf[i] = v; uint64(v) >= uint64(g.n) {
			k, err := g.mode.resolve(v, g.n, g.name)
			if err != nil {
				return nil, errs.New(errs.NotFound, "%s", err.Error())
			}
			buf[i] = int64(k)
		}
	}
	return buf, nil
}

// gatherRows shares the rows of the result out, so many that a call reads about gatherSpan elements.
func gatherRows[T dtype.Elem](g *gathering, out *nd.Array, boxes []*nd.Array, par parallel.Func) error {
	to, from := nd.Data[T](asWords(out)), make([][]T, len(boxes))
	for i, b := range boxes {
		from[i] = nd.Data[T](asWords(b))
	}
	n := len(g.pos)
	span := max(1, gatherSpan/g.inner)
	calls := (n + span - 1) / span
	return par.Each(g.outer*calls, func(i int) error {
		o, lo := i/calls, i%calls*span
		hi := min(n, lo+span)
		var buf [gatherBlock]int64
		var ps []piece
		if len(from) > 1 && g.inner == 1 {
			ps = pieces(from, g.find.bounds, o)
		}
		for ; lo < hi; lo += gatherBlock {
			p, err := g.resolved(g.pos[lo:min(hi, lo+gatherBlock)], buf[:])
			if err != nil {
				return err
			}
			part := to[(o*n+lo)*g.inner:][:len(p)*g.inner]
			switch {
			case len(from) == 1 && g.inner == 1:
				gatherOne(part, from[0][o*g.n:][:g.n], p)
			case g.inner == 1:
				gatherMany(part, ps, &g.find, p)
			default:
				gatherInner(part, from, &g.find, p, o, g.inner)
			}
		}
		return nil
	})
}

func gatherOne[T any](to, from []T, pos []int64) {
	for i, p := range pos {
		to[i] = from[p]
	}
}

// A piece is a box as positions along the whole axis see it.
type piece struct {
	lo, hi int64
	at     unsafe.Pointer // its first element
}

// pieces are row o of the boxes. Empty boxes have none: no position lies in them.
func pieces[T any](from [][]T, bounds []int64, o int) []piece {
	ps := make([]piece, len(from))
	for k, f := range from {
		ps[k].lo, ps[k].hi = bounds[k], bounds[k+1]
		if n := int(bounds[k+1] - bounds[k]); n > 0 {
			ps[k].at = unsafe.Pointer(&f[o*n])
		}
	}
	return ps
}

// gatherMany finds where the elements lie before it reads them: the loop that waits for memory is as short as
// can be, so that the processor looks far ahead in it. Its first guess of a box is the one in which the cell
// of the position begins.
func gatherMany[T any](to []T, boxes []piece, f *finder, pos []int64) {
	var at [gatherBlock]unsafe.Pointer
	cells, shift := f.cells, f.shift
	for i, p := range pos {
		b := &boxes[cells[p>>(shift&63)]]
		for p >= b.hi {
			b = (*piece)(unsafe.Add(unsafe.Pointer(b), unsafe.Sizeof(*b)))
		}
		at[i&(gatherBlock-1)] = unsafe.Add(b.at, (p-b.lo)*int64(unsafe.Sizeof(to[0])))
	}
	for i, a := range at[:len(to)] {
		to[i] = *(*T)(a)
	}
}

func gatherInner[T any](to []T, from [][]T, f *finder, pos []int64, o, inner int) {
	for i, p := range pos {
		k := f.box(p)
		lo, n := f.bounds[k], f.bounds[k+1]-f.bounds[k]
		copy(to[i*inner:(i+1)*inner], from[k][(o*int(n)+int(p-lo))*inner:])
	}
}

// A finder tells in which of the boxes along an axis a position lies. Positions are put into cells of a power
// of two; a cell knows the box of its first position, and few cells have a bound within.
type finder struct {
	bounds []int64 // the starts of the boxes and, last, the length
	shift  uint
	cells  []int32
}

const mostCells = 1 << 12

func finderOf(bounds []int64) finder {
	f := finder{bounds: bounds}
	n := bounds[len(bounds)-1]
	for n>>f.shift >= mostCells || len(bounds) == 2 && n>>f.shift > 0 {
		f.shift++
	}
	f.cells = make([]int32, n>>f.shift+1)
	k := int32(0)
	for c := range f.cells {
		for int(k) < len(bounds)-2 && int64(c)<<f.shift >= bounds[k+1] {
			k++
		}
		f.cells[c] = k
	}
	return f
}

// box is the box of a position, which is one of the axis.
func (f *finder) box(p int64) int {
	k := int(f.cells[p>>f.shift])
	for p >= f.bounds[k+1] {
		k++
	}
	return k
}
