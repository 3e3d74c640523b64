package reduce

import (
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Cuts reports that ScanPart knows a running fold: a sum, which later elements can be prepared for.
func Cuts(name string, from, to dtype.DType) bool {
	acc, _ := accumulatorOf(name, from, held(name, to))
	_, ok := acc.(cutter)
	return ok
}

// ScanPart is all that running sums of later elements need of a, whose first element lies at position o.At:
// the sums of the units that it consists of, in front of the shape of a without the axis. Errors: as Scan.
func ScanPart(al mem.Allocator, name string, a *nd.Array, axis int, o ScanOptions) (*nd.Array, error) {
	s, err := newScan(name, a, axis, o)
	if err != nil {
		return nil, err
	}
	c, ok := s.acc.(cutter)
	if !ok {
		return nil, noFold(name, a.DType)
	}
	slots := 0
	for _, r := range c.cover(s.at, s.n) {
		slots += r.n
	}
	out, err := s.room(al, a.Shape, slots)
	if err != nil || out.Size() == 0 {
		return out, err
	}
	tile := min(s.inner, tileSize)
	tiles := (s.inner + tile - 1) / tile
	pool, to, size := &scanners{s: s}, start(out), c.size()
	if s.inner == 1 && s.stride == 1 {
		return out, s.cutLine(pool, c, to, o.Parallel)
	}
	return out, o.Parallel.Each(s.stride/s.inner*tiles, func(u int) error {
		w := pool.take()
		defer pool.give(w)
		k := u % tiles * tile
		n, row := min(tile, s.inner-k), u/tiles*s.inner+k
		return w.units(c, u/tiles, k, n, 0, s.n, func(slot int, sums unsafe.Pointer) {
			copy(slice[byte](unsafe.Add(to, (slot*s.stride+row)*size), n*size), slice[byte](sums, n*size))
		})
	})
}

// cutLine sums the units of a single row, in pieces of about a task each.
func (s *scan) cutLine(pool *scanners, c cutter, to unsafe.Pointer, par parallel.Func) error {
	type job struct{ i, n, slot int }
	var jobs []job
	i, slot := 0, 0
	for _, r := range c.cover(s.at, s.n) {
		m := c.width(r.level, s.n)
		per := max(1, taskSize/m)
		for k := 0; k < r.n; k += per {
			jobs = append(jobs, job{i + k*m, min(per, r.n-k) * m, slot + k})
		}
		i, slot = i+r.n*m, slot+r.n
	}
	return par.Each(len(jobs), func(j int) error {
		w := pool.take()
		defer pool.give(w)
		return w.units(c, 0, 0, 1, jobs[j].i, jobs[j].n, func(slot int, sum unsafe.Pointer) {
			copy(slice[byte](unsafe.Add(to, (jobs[j].slot+slot)*c.size()), c.size()), slice[byte](sum, c.size()))
		})
	})
}

// ScanJoin is the rest of a running sum behind n elements that part is about. Before them are at elements,
// whose rest carry is; nil where there are none.
// Errors: Invalid for what does not fit.
func ScanJoin(al mem.Allocator, name string, carry *nd.Array, at int, part *nd.Array, n int) (*nd.Array, error) {
	acc, _ := accumulatorOf(name, part.DType, part.DType)
	c, ok := acc.(cutter)
	if !ok {
		return nil, noFold(name, part.DType)
	}
	slots := 0
	for _, r := range c.cover(at, n) {
		slots += r.n
	}
	out, err := nd.New(al, part.DType, append([]int{c.levels()}, part.Shape[1:]...)...)
	if err != nil {
		return nil, err
	}
	w := nd.Size(part.Shape[1:])
	if part.Shape[0] != slots || !part.Contiguous() || at > 0 && (carry == nil || carry.Size() != out.Size() || !carry.Contiguous()) {
		return nil, errs.New(errs.Invalid, "sums of %d units for a running sum of %d elements from position %d on", part.Shape[0], n, at)
	}
	if w == 0 {
		return out, nil
	}
	st := start(out)
	clear(slice[byte](st, out.Bytes()))
	if at > 0 {
		copy(slice[byte](st, out.Bytes()), slice[byte](start(carry), out.Bytes()))
	}
	if n > 0 {
		follow(c, st, w, at, n, start(part))
	}
	c.tidy(st, w, at+n)
	return out, nil
}
