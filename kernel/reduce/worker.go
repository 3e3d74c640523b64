package reduce

import (
	"sync"
	"unsafe"

	"github.com/mars-project/mars-go/kernel/basic"
)

// workers lends as many workers as there are calls at the same time.
type workers struct {
	r    *runner
	mu   sync.Mutex
	idle []*worker
}

func (p *workers) take() (*worker, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		w := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return w, nil
	}
	p.mu.Unlock()
	rd, err := p.r.Open()
	if err != nil {
		return nil, err
	}
	w := &worker{runner: p.r, rd: rd, fill: make([][]uint64, len(p.r.states)), args: make([]basic.Vec, len(p.r.states))}
	for _, s := range p.r.states {
		w.trees = append(w.trees, tree{step: s.step})
	}
	return w, nil
}

func (p *workers) give(w *worker) {
	p.mu.Lock()
	p.idle = append(p.idle, w)
	p.mu.Unlock()
}

// A worker folds tasks one after another. It keeps the last block read as a window, because leaves are often smaller.
type worker struct {
	*runner
	rd     Reader
	trees  []tree
	lo, hi int // the window
	vecs   []basic.Vec
	args   []basic.Vec // operands of the current piece, by state
	fill   [][]uint64  // room for an operand that came as a single value, by state
	link   []uint64    // states of leaves that are folded in one call
}

// tasks folds parts from lo to hi, counted over all units.
func (w *worker) tasks(lo, hi int) error {
	w.lo, w.hi = 0, 0
	last := hi
	for t := lo; t < hi; t++ {
		u, c := t/w.chunks, t%w.chunks
		if err := w.leavesOf(u, c*w.leafs, min((c+1)*w.leafs, w.leaves), last); err != nil {
			return err
		}
		for s := range w.states {
			st := w.trees[s].fold()
			if w.chunks == 1 {
				w.put(s, u, st)
				continue
			}
			n := w.trees[s].w * w.states[s].step.size()
			to := unsafe.Add(unsafe.Pointer(unsafe.SliceData(w.parts[s].mem)), t*w.parts[s].bytes)
			copy(slice[byte](to, n), slice[byte](st, n))
		}
	}
	return nil
}

// leavesOf pushes leaves from to to of unit u. End is the last task of this call, which bounds reading ahead.
func (w *worker) leavesOf(u, from, to, end int) error {
	ko, k, n := w.unit(u)
	for s := range w.trees {
		w.trees[s].reset(n, to-from)
	}
	for leaf := from; leaf < to; leaf++ {
		var err error
		if m := w.several(leaf, to); m > 1 && w.links(ko, k, leaf, m) {
			if d, ok := w.states[0].step.(decider); ok && d.decided(unsafe.Pointer(unsafe.SliceData(w.link)), m) {
				return nil // all of them say so
			}
			leaf += m - 1
			continue
		}
		if w.perRow > 0 {
			err = w.longLeaf(ko, k, leaf)
		} else {
			err = w.rowsLeaf(ko, k, n, leaf, min(to*group, w.rows), end)
		}
		if err != nil {
			return err
		}
		done := len(w.trees) == 1 && w.decided(n)
		for s := range w.trees {
			w.trees[s].push()
		}
		if done {
			return nil
		}
	}
	return nil
}

// decided tells that the leaf of the only fold says what its n results are.
func (w *worker) decided(n int) bool {
	d, ok := w.states[0].step.(decider)
	return ok && d.decided(w.trees[0].leaf, n)
}

// linked is the most leaves of one call: 64 KiB of doubles, some microseconds.
const linked = 8

// A directReader knows elements that lie together, as many as there are.
type directReader interface {
	// Direct is Read without a limit; false where elements do not lie together.
	Direct(lo, n int) ([]basic.Vec, bool)
}

// several is how many whole leaves from leaf on may be folded in one call.
func (w *worker) several(leaf, to int) int {
	if w.perRow == 0 || len(w.states) != 1 {
		return 1
	}
	return min(linked, to-leaf, w.layout.run/Block-leaf%w.perRow)
}

// links folds m leaves and pushes them; false where that cannot be done.
func (w *worker) links(ko, k, leaf, m int) bool {
	d, ok := w.rd.(directReader)
	if !ok {
		return false
	}
	l, ok := w.states[0].step.(linker)
	if !ok {
		return false
	}
	row, b := leaf/w.perRow, leaf%w.perRow*Block
	v, ok := d.Direct(w.base(ko, row)+k*w.layout.run+b, m*Block)
	if !ok || v[w.states[0].arg].Const {
		return false
	}
	w.lo, w.hi = 0, 0 // the reader has another window now
	t, size := &w.trees[0], w.states[0].step.size()
	if w.link == nil {
		w.link = make([]uint64, (linked*size+7)/8)
	}
	st := unsafe.Pointer(unsafe.SliceData(w.link))
	if !l.leaves(st, v[w.states[0].arg], m, Block, row*w.layout.run+b) {
		return false
	}
	for i := range m {
		copy(slice[byte](t.leaf, size), slice[byte](unsafe.Add(st, i*size), size))
		t.push()
	}
	return true
}

// longLeaf folds one block of a long run.
func (w *worker) longLeaf(ko, k, leaf int) error {
	m, b := leaf/w.perRow, leaf%w.perRow*Block
	n := min(Block, w.layout.run-b)
	lo := w.base(ko, m) + k*w.layout.run + b
	if err := w.get(lo, n, lo+n); err != nil {
		return err
	}
	for s, st := range w.states {
		st.step.runs(w.trees[s].leaf, w.args[s], 1, n, m*w.layout.run+b)
	}
	return nil
}

// rowsLeaf folds up to group rows of n results each. Rows up to mEnd belong to this call.
func (w *worker) rowsLeaf(ko, k, n, leaf, mEnd, end int) error {
	first := leaf * group
	stop := min(first+group, w.rows)
	for m := first; m < stop; {
		lo := w.base(ko, m) + k*w.layout.run
		ahead := min(w.together(m), mEnd-m)
		g := min(ahead, stop-m, max(1, Block/(n*w.layout.run)))
		limit := lo + ahead*n*w.layout.run
		if w.flat && w.chunks == 1 {
			limit = w.flatEnd(end)
		}
		if err := w.get(lo, g*n*w.layout.run, limit); err != nil {
			return err
		}
		for s := range w.states {
			w.addRows(s, n, g, m, m == first)
		}
		m += g
	}
	return nil
}

// flatEnd is where the units before unit u end, when they lie one after another.
func (w *worker) flatEnd(u int) int {
	if len(w.outer) == 0 {
		return min(u*w.tile, w.keep) * w.layout.run
	}
	return u * w.rows * w.keep * w.layout.run
}

// addRows folds g rows, starting with row m, into the leaf.
func (w *worker) addRows(s, n, g, m int, first bool) {
	t, st, v := &w.trees[s], w.states[s], w.args[s]
	l := w.layout.run
	if l == 1 {
		st.step.rows(t.leaf, v, n, g, m, first)
		return
	}
	for i := range g {
		if first && i == 0 {
			st.step.runs(t.leaf, v, n, l, m*l)
		} else {
			st.step.runs(t.row, v, n, l, (m+i)*l)
			st.step.merge(t.leaf, t.row, n)
		}
		v.P = unsafe.Add(v.P, n*l*st.elem)
	}
}

// get makes args the operands of elements lo to lo+n, reading ahead up to limit.
func (w *worker) get(lo, n, limit int) error {
	if lo < w.lo || lo+n > w.hi {
		size := max(n, min(limit-lo, Block))
		v, err := w.rd.Read(lo, size)
		if err != nil {
			return err
		}
		w.vecs, w.lo, w.hi = v, lo, lo+size
		for s, st := range w.states {
			if v[st.arg].Const {
				w.spread(s, v[st.arg], size)
			}
		}
	}
	for s, st := range w.states {
		p := w.vecs[st.arg].P
		if w.vecs[st.arg].Const {
			p = unsafe.Pointer(unsafe.SliceData(w.fill[s]))
		}
		w.args[s] = basic.Vec{P: unsafe.Add(p, (lo-w.lo)*st.elem)}
	}
	return nil
}

// spread writes a single value n times.
func (w *worker) spread(s int, v basic.Vec, n int) {
	elem := w.states[s].elem
	if w.fill[s] == nil {
		w.fill[s] = make([]uint64, Block*elem/8)
	}
	b := slice[byte](unsafe.Pointer(unsafe.SliceData(w.fill[s])), n*elem)
	copy(b, slice[byte](v.P, elem))
	for done := elem; done < len(b); done *= 2 {
		copy(b[done:], b[:done])
	}
}
