package kernel

import (
	"unsafe"

	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/reduce"
)

// A machine runs the steps of a program on one block after another. It belongs to one goroutine at a time.
type machine struct {
	*exec
	vec    []basic.Vec    // operand of each value
	room   unsafe.Pointer // memory of all buffers
	gather []unsafe.Pointer
	bufs   []unsafe.Pointer
	in     [4]basic.Vec
	out    [4]basic.Vec
	args   []basic.Vec  // operands of the folds
	kept   [4][2]uint64 // single operands whose memory is written while they are read
	misses int          // NaNs of the first result
}

// newMachine takes its buffers from the run's allocator, one block of memory for all.
func (x *exec) newMachine() (*machine, error) {
	m := &machine{exec: x, vec: make([]basic.Vec, len(x.values)), args: make([]basic.Vec, len(x.foldArg))}
	total := 0
	sizes := make([]int, 0, len(x.bufs)+len(x.feeds))
	for _, s := range x.bufs {
		sizes = append(sizes, s)
	}
	for i, in := range x.inputs {
		s := 0
		if n, _ := x.feeds[i].Run(); n > 0 {
			s = x.values[in.value].d.Size()
		}
		sizes = append(sizes, s)
	}
	for _, s := range sizes {
		total += x.room(s)
	}
	if total > 0 {
		b, err := x.Mem.Alloc(total)
		if err != nil {
			return nil, err
		}
		m.room = unsafe.Pointer(&b.Bytes()[0])
	}
	p := 0
	for i, s := range sizes {
		at := unsafe.Add(m.room, p)
		p += x.room(s)
		if i < len(x.bufs) {
			m.bufs = append(m.bufs, at)
		} else {
			m.gather = append(m.gather, at)
		}
	}
	for _, c := range x.consts {
		m.vec[c.value] = c.vec
	}
	return m, nil
}

// room is the bytes of a buffer for a block of elements of a size, in whole cache lines.
func (x *exec) room(size int) int { return (x.block*size + 63) &^ 63 }

// eval computes all values for elements lo to lo+n and writes results that are no folds.
func (m *machine) eval(lo, n int) error {
	for i, in := range m.inputs {
		m.vec[in.value] = m.feeds[i].Read(lo, n, m.gather[i])
	}
	for k := range m.steps {
		s := &m.steps[k]
		single := true
		for j, a := range s.args {
			m.in[j] = m.vec[a]
			single = single && m.vec[a].Const
		}
		for j, o := range s.outs {
			v := &m.values[o]
			to := basic.Vec{}
			if v.result >= 0 {
				to = basic.Vec{P: m.place(v.result, lo), Stream: m.past[v.result]}
			} else {
				to.P = m.bufs[v.buf]
			}
			if !single {
				m.keep(len(s.args), to.P)
			}
			m.out[j] = to
			m.vec[o] = basic.Vec{P: to.P, Const: single}
		}
		count := n
		if single {
			count = 1
		}
		if err := s.loop.Run(count, m.in[:len(s.args)], m.out[:len(s.outs)]); err != nil {
			return err
		}
	}
	for i := range m.results {
		m.finish(i, lo, n)
	}
	return nil
}

// keep moves a single value among the first n operands that lies where an output begins: it is read again
// after element 0 is written.
func (m *machine) keep(n int, out unsafe.Pointer) {
	for i := range m.in[:n] {
		if v := &m.in[i]; v.Const && v.P == out {
			m.kept[i] = *(*[2]uint64)(v.P) // a buffer holds whole cache lines
			v.P = unsafe.Pointer(&m.kept[i])
		}
	}
}

// place is where elements from lo on of result i are computed: in its array, or in a buffer when that has
// gaps.
func (m *machine) place(i, lo int) unsafe.Pointer {
	return unsafe.Add(m.base[i], lo*m.results[i].d.Size())
}

// finish completes elements lo to lo+n of result i where no step wrote them.
func (m *machine) finish(i, lo, n int) {
	r := &m.results[i]
	if r.value < 0 {
		return
	}
	v, size := m.vec[r.value], r.d.Size()
	dst := unsafe.Slice((*byte)(m.place(i, lo)), n*size)
	done := len(dst)
	if v.Const {
		done = size
	}
	if p := unsafe.Pointer(unsafe.SliceData(dst)); v.P != p {
		copy(dst[:done], unsafe.Slice((*byte)(v.P), done))
	}
	for ; done < len(dst); done *= 2 {
		copy(dst[done:], dst[:done])
	}
	if i == 0 && m.Misses != nil {
		m.misses += asm.Missing(asm.Active(), unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(dst))), n))
	}
}

// Read makes a machine the source of folds.
func (m *machine) Read(lo, n int) ([]basic.Vec, error) {
	if err := m.eval(lo, n); err != nil {
		return nil, err
	}
	for i, v := range m.foldArg {
		m.args[i] = m.vec[v]
	}
	return m.args, nil
}

// Direct is the elements of inputs that are folded as they are.
func (m *machine) Direct(lo, n int) ([]basic.Vec, bool) {
	if len(m.steps) > 0 || len(m.consts) > 0 {
		return nil, false
	}
	for i, in := range m.inputs {
		v, ok := m.feeds[i].Direct(lo, n)
		if !ok {
			return nil, false
		}
		m.vec[in.value] = v
	}
	for i, v := range m.foldArg {
		m.args[i] = m.vec[v]
	}
	return m.args, true
}

var _ reduce.DirectReader = (*machine)(nil)

var _ reduce.Reader = (*machine)(nil)
