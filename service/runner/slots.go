package runner

import (
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/op"
)

// Slots are the goroutines of a band, one for each of its cores.
type Slots struct {
	n     int
	wg    sync.WaitGroup
	ahead atomic.Int32 // runs in the queue: helpers make room for them

	next    chan func()  // what runs beside the slots
	lingers atomic.Int32 // goroutines that wait for it

	mu     sync.Mutex
	wake   sync.Cond
	queue  []job
	at     int // the next of queue
	idle   int
	spare  int // goroutines that are too many, and end when they have nothing to do
	held   int // of those that have nothing to do, by runs that have several slots
	closed bool
}

type job struct {
	f    func()
	help bool // not a run
}

// NewSlots starts n goroutines. Close them.
func NewSlots(n int) *Slots {
	s := &Slots{n: max(n, 1), next: make(chan func())}
	s.wake.L = &s.mu
	for range s.n {
		s.start()
	}
	return s
}

// Len is the number of slots.
func (s *Slots) Len() int { return s.n }

func (s *Slots) start() { s.wg.Go(s.work) }

// Go queues f for the next free slot. After Close it does nothing.
func (s *Slots) Go(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.ahead.Add(1)
	s.push(job{f: f})
}

func (s *Slots) push(j job) {
	if s.at > 0 && s.at == len(s.queue) {
		s.queue, s.at = s.queue[:0], 0
	}
	s.queue = append(s.queue, j)
	s.wake.Signal()
}

// Hold keeps n slots more from being borrowed, with n < 0 fewer: a run has them beside its own.
func (s *Slots) Hold(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held += n
}

// Lend starts a goroutine for one that waits for long.
func (s *Slots) Lend() { s.start() }

// Retake ends one, once it has nothing under way: what has waited goes on.
func (s *Slots) Retake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spare++
	s.wake.Signal()
}

// Close lets what is queued run, and ends the goroutines.
func (s *Slots) Close() {
	s.mu.Lock()
	if !s.closed {
		close(s.next)
	}
	s.closed = true
	s.mu.Unlock()
	s.wake.Broadcast()
	s.wg.Wait()
}

func (s *Slots) work() {
	ended := false
	defer func() {
		if !ended { // a task called runtime.Goexit
			s.start()
		}
	}()
	for {
		f := s.take()
		if f == nil {
			ended = true
			return
		}
		host.GrowStack()
		f()
	}
}

// take waits for the next task; nil means the end.
func (s *Slots) take() func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.spare > 0 || s.at == len(s.queue) {
		if s.spare > 0 {
			s.spare--
			return nil
		}
		if s.closed {
			return nil
		}
		s.idle++
		s.wake.Wait()
		s.idle--
	}
	j := s.queue[s.at]
	s.queue[s.at] = job{}
	s.at++
	if !j.help {
		s.ahead.Add(-1)
	}
	return j.f
}

// TryBorrow gives f to at most n slots that have nothing to do, without waiting, and says how many took it.
func (s *Slots) TryBorrow(n int, f func()) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n = min(n, s.idle-(len(s.queue)-s.at)-s.held)
	for i := 0; i < n && !s.closed; i++ {
		s.push(job{f, true})
	}
	return max(n, 0)
}

// team is one call of Parallel.
type team struct {
	s    *Slots
	n    int
	f    func(int) error
	next atomic.Int64 // the next index nobody has taken
	wg   sync.WaitGroup

	mu    sync.Mutex
	first int // smallest index that failed; n: none
	err   error
	panic *op.HelperPanic
}

// Parallel runs f(0..n-1) on this goroutine and on slots that are free, and joins. The error is that of the
// smallest index that failed; larger ones may not have run. Helpers leave when a run waits for their slot.
func (s *Slots) Parallel(n int, f func(int) error) error {
	if n < 2 || s.n < 2 {
		for i := range n {
			if err := f(i); err != nil {
				return err
			}
		}
		return nil
	}
	t := &team{s: s, n: n, f: f, first: n}
	t.wg.Add(n - 1)
	got := s.TryBorrow(min(n-1, s.n-1), t.help)
	t.wg.Add(got - (n - 1))
	defer t.wg.Wait() // also when f panics: helpers use what the caller will free
	for t.one(int(t.next.Add(1)) - 1) {
	}
	t.wg.Wait()
	if t.panic != nil {
		panic(t.panic)
	}
	return t.err
}

// one runs index i. It reports whether there is more to do.
func (t *team) one(i int) bool {
	if i >= t.n || i > t.limit() {
		return false
	}
	ok := false
	defer func() {
		if !ok { // f panics: nobody takes another index
			t.fail(-1, nil)
		}
	}()
	err := t.f(i)
	ok = true
	if err != nil {
		t.fail(i, err)
	}
	return true
}

func (t *team) limit() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.first
}

func (t *team) fail(i int, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i < t.first {
		t.first, t.err = i, err
	}
}

// help is Parallel on a borrowed slot.
func (t *team) help() {
	defer t.wg.Done()
	defer func() {
		if r := recover(); r != nil {
			p, ok := r.(*op.HelperPanic)
			if !ok {
				p = &op.HelperPanic{Value: r, Stack: string(debug.Stack())}
			}
			t.mu.Lock()
			defer t.mu.Unlock()
			if t.panic == nil {
				t.panic = p
			}
		}
	}()
	for t.s.ahead.Load() == 0 && t.one(int(t.next.Add(1))-1) {
	}
}
