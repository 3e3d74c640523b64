package reduce

import (
	"math/bits"
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
	w := &worker{runner: p.r, rd: rd, fill: make([][]uint64, len(p.r.states)), bundles: make([][]uint64, len(p.r.states)), args: make([]basic.Vec, len(p.r.states))}
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

// A worker folds tasks one after another. It keeps the last block read as a window, because leaves are often
// smaller.
type worker struct {
	*runner
	rd      Reader
	trees   []tree
	lo, hi  int // the window
	vecs    []basic.Vec
	args    []basic.Vec // operands of the current piece, by state
	fill    [][]uint64  // room for an operand that came as a single value, by state
	bundles [][]uint64  // states of leaves that are folded in one call, by state
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
	for leaf, m := from, 1; leaf < to; leaf += m {
		var err error
		if m = 1; w.perRow > 0 {
			m, err = w.longLeaves(ko, k, leaf, from, to)
		} else {
			err = w.rowsLeaf(ko, k, n, leaf, min(to*group, w.rows), end)
		}
		if err != nil {
			return err
		}
		done := len(w.trees) == 1 && w.decided(n)
		for s := range w.trees {
			w.trees[s].push(bits.TrailingZeros(uint(m)))
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

// longLeaves folds m leaves of a long run into one: those from leaf on that may be read together, a number
// that the tree takes as one. From is the first leaf of the tree, to the end.
func (w *worker) longLeaves(ko, k, leaf, from, to int) (m int, err error) {
	row, b := leaf/w.perRow, leaf%w.perRow*leafSize
	run := w.layout.run
	lo := w.base(ko, row) + k*run + b
	m = 1
	for most := min(bundle, to-leaf, (run-b)/leafSize); 2*m <= most && (leaf-from)&m == 0; {
		m *= 2
	}
	n := min(m*leafSize, run-b)
	if !w.direct(lo, n) {
		if m > Ahead/leafSize {
			m, n = Ahead/leafSize, Ahead
		}
		if err := w.get(lo, n, lo+n); err != nil {
			return 0, err
		}
	}
	for s, st := range w.states {
		if m == 1 {
			st.step.runs(w.trees[s].leaf, w.args[s], 1, n, row*run+b)
			continue
		}
		size := st.step.size()
		if w.bundles[s] == nil {
			w.bundles[s] = make([]uint64, (bundle*size+7)/8)
		}
		p := unsafe.Pointer(unsafe.SliceData(w.bundles[s]))
		st.step.leaves(p, w.args[s], m, leafSize, row*run+b)
		st.step.collapse(p, m)
		copy(slice[byte](w.trees[s].leaf, size), slice[byte](p, size))
	}
	return m, nil
}

// direct makes args the operands of elements lo to lo+n where they lie in the memory of what is read.
func (w *worker) direct(lo, n int) bool {
	d, ok := w.rd.(DirectReader)
	if !ok {
		return false
	}
	v, ok := d.Direct(lo, n)
	if !ok {
		return false
	}
	for s, st := range w.states {
		if v[st.arg].Const {
			return false
		}
		w.args[s] = v[st.arg]
	}
	w.lo, w.hi = 0, 0 // the reader has another window now
	return true
}

// rowsLeaf folds up to group rows of n results each. Rows up to mEnd belong to this call.
func (w *worker) rowsLeaf(ko, k, n, leaf, mEnd, end int) error {
	first := leaf * group
	stop := min(first+group, w.rows)
	for m := first; m < stop; {
		lo := w.base(ko, m) + k*w.layout.run
		ahead := min(w.together(m), mEnd-m)
		g := min(ahead, stop-m)
		if size := g * n * w.layout.run; size > Ahead && w.direct(lo, size) {
			for s := range w.states {
				w.addRows(s, n, g, m, m == first)
			}
			m += g
			continue
		}
		g = min(g, max(1, Ahead/(n*w.layout.run)))
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
		size := max(n, min(limit-lo, Ahead))
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
		w.fill[s] = make([]uint64, (Ahead*elem+7)/8)
	}
	b := slice[byte](unsafe.Pointer(unsafe.SliceData(w.fill[s])), n*elem)
	copy(b, slice[byte](v.P, elem))
	for done := elem; done < len(b); done *= 2 {
		copy(b[done:], b[:done])
	}
}
