package reduce

import (
	"cmp"
	"sync"
	"unsafe"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/parallel"
)

// A cutter is an accumulator that tells sums of later elements before what comes before them is known.
type cutter interface {
	accumulator
	cover(p, n int) []unitRun
	width(level, n int) int // elements of a unit among n
	total(x unsafe.Pointer, n, p int, st unsafe.Pointer)
	join(st unsafe.Pointer, w, p, level int, unit unsafe.Pointer)
}

// strips is a long row in pieces that several calls scan (after Merrill and Garland, Single-pass parallel
// prefix scan with decoupled look-back, 2016): calls take them in order; one whose beginning is not known yet
// sums its own units up first, then waits for it and lets the next one begin. Alone, a call never has to wait
// and reads everything once.
type strips struct {
	*scan
	mu      sync.Mutex
	turn    *sync.Cond
	next    int // strip to be taken
	ready   int // the last one whose beginning is known
	calls   int // that work at the same time
	failed  error
	cuts    []int      // positions in the row
	entered [][]uint64 // levels where each begins
}

func (s *scan) strips(pool *scanners, o int, par parallel.Func) error {
	t := &strips{scan: s, cuts: []int{0}}
	for c := stripSize - s.at%stripSize; c < s.n; c += stripSize {
		t.cuts = append(t.cuts, c)
	}
	t.cuts = append(t.cuts, s.n)
	t.turn = sync.NewCond(&t.mu)
	t.entered = make([][]uint64, len(t.cuts))
	words := (s.acc.levels()*s.acc.size() + 7) / 8
	all := make([]uint64, words*len(t.cuts))
	for i := range t.entered {
		t.entered[i] = all[i*words : (i+1)*words]
	}
	if w := pool.take(); s.carry != nil {
		copy(all[:words], slice[uint64](w.enter(o, 1), words))
		pool.give(w)
	}
	err := par.Each(len(t.cuts)-1, func(int) (err error) {
		w := pool.take()
		defer pool.give(w)
		done := false
		defer func() { // those that wait for this strip are told of a panic too
			if !done || err != nil {
				t.fail(cmp.Or(err, errAbandoned))
			}
		}()
		err = t.one(w, o)
		done = true
		return err
	})
	if err != nil {
		return err
	}
	w := pool.take()
	w.leave(o, 1, unsafe.Pointer(unsafe.SliceData(t.entered[len(t.cuts)-1])))
	pool.give(w)
	return nil
}

// errAbandoned is what calls get that waited for one that panicked.
var errAbandoned = errs.New(errs.Internal, "a strip of a running fold was abandoned")

// fail ends the calls that wait.
func (t *strips) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed = err
	t.turn.Broadcast()
}

// one scans the next strip of row o.
func (t *strips) one(w *scanWorker, o int) error {
	t.mu.Lock()
	i := t.next
	t.next++
	t.calls++
	known := t.ready >= i && t.calls <= 2
	t.mu.Unlock()
	if known {
		st := w.state(1)
		copy(slice[uint64](st, len(t.entered[i])), t.entered[i])
		if err := t.write(w, o, i, st); err != nil {
			return err
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		copy(t.entered[i+1], slice[uint64](st, len(t.entered[i])))
		t.ready = i + 1
		t.calls--
		t.turn.Broadcast()
		return nil
	}
	sums, err := t.sums(w, o, i)
	if err != nil {
		return err
	}
	t.mu.Lock()
	for t.ready < i && t.failed == nil {
		t.turn.Wait()
	}
	if t.failed != nil {
		t.mu.Unlock()
		return t.failed
	}
	t.follow(i, sums)
	t.ready = i + 1
	t.turn.Broadcast()
	t.mu.Unlock()
	st := w.state(1)
	copy(slice[uint64](st, len(t.entered[i])), t.entered[i])
	err = t.write(w, o, i, st)
	t.mu.Lock()
	t.calls--
	t.mu.Unlock()
	return err
}

// write scans strip i from st on.
func (t *strips) write(w *scanWorker, o, i int, st unsafe.Pointer) error {
	for p := t.cuts[i]; p < t.cuts[i+1]; p += Ahead {
		n := min(Ahead, t.cuts[i+1]-p)
		lo := o*t.n + p
		x, err := w.read(lo, n)
		if err != nil {
			return err
		}
		err = w.put(unsafe.Add(t.out, lo*t.to.Size()), n, func(out unsafe.Pointer) {
			t.acc.line(out, x, n, t.at+p, st, t.stream && t.narrow == nil)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sums is the sums of the units of strip i, one after another.
func (t *strips) sums(w *scanWorker, o, i int) (sums []byte, err error) {
	c, size := t.acc.(cutter), t.acc.size()
	err = w.units(c, o, 0, 1, t.cuts[i], t.cuts[i+1]-t.cuts[i], func(_ int, sum unsafe.Pointer) {
		sums = append(sums, slice[byte](sum, size)...)
	})
	return sums, err
}

// follow makes the levels at the end of strip i from those at its beginning and the sums of its units.
func (t *strips) follow(i int, sums []byte) {
	st := unsafe.Pointer(unsafe.SliceData(t.entered[i+1]))
	copy(t.entered[i+1], t.entered[i])
	follow(t.acc.(cutter), st, 1, t.at+t.cuts[i], t.cuts[i+1]-t.cuts[i], unsafe.Pointer(unsafe.SliceData(sums)))
}

// follow takes the sums of w rows over the units of n elements behind position p.
func follow(c cutter, st unsafe.Pointer, w, p, n int, sums unsafe.Pointer) {
	slot := 0
	for _, r := range c.cover(p, n) {
		for range r.n {
			c.join(st, w, p, r.level, unsafe.Add(sums, slot*w*c.size()))
			p += c.width(r.level, n)
			slot++
		}
	}
}
