package worker

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/rpc"
	"github.com/mars-project/mars-go/service/runner"
	"github.com/mars-project/mars-go/service/subtask"
)

// A band is the actor that owns the machine of package subtask and does what it says.
type band struct {
	w      *Worker
	post   func(subtask.Event) // sends an event from another goroutine; when the band is gone nobody waits for it
	wakeUp func()              // has takeEnded called
	booked func(reserved)      // has reserved called
	m      *subtask.Machine
	r      *runner.Runner
	works  map[service.Run]*work
	waits  map[service.TaskID][]chan struct{} // for the end of a task
	events []subtask.Event                    // to be stepped in this turn
	dirs   map[string]runner.Directory        // of supervisors
	closed bool                               // nothing new is taken
	known  graph.Operands                     // of leases that came over a link of bytes
	idle   []chan struct{}                    // closed when nothing is left after that

	mu    sync.Mutex
	ended []service.Result // by slots, and not stepped
	seen  service.Load     // after the last turn
	spare []service.Result // room for the next of them

	turns turns // of runs that wait for other tasks
	ends  ends
}

// A work is a run that was leased and is not reported. It may be tried several times, with more memory each
// time.
type work struct {
	runner.Work
	sub     *service.Subtask
	session string
	owner   string
	far     int64              // bytes of inputs elsewhere
	cancel  context.CancelFunc // of a reservation that waits
}

var (
	bandStep     = oscar.Def("band.step", (*band).step)
	bandEnded    = oscar.Def("band.ended", (*band).takeEnded)
	bandFreed    = oscar.Def("band.freed", (*band).freed)
	bandReserved = oscar.Def("band.reserved", (*band).reserved)
	bandClose    = oscar.Def("band.close", (*band).close)
	bandDrain    = oscar.Def("band.drain", (*band).drain)
	_            = service.SubtaskService((*band)(nil))
)

func newBand(w *Worker) (*band, error) {
	b := &band{w: w, works: map[service.Run]*work{}, waits: map[service.TaskID][]chan struct{}{}, dirs: map[string]runner.Directory{}}
	var err error
	if b.m, err = subtask.New(subtask.Config{Band: w.Band(), Slots: int32(w.cfg.Slots), Mem: w.pool.Limit()}); err != nil {
		return nil, err
	}
	b.r, err = runner.New(runner.Options{Band: w.Band(), Store: w.data, Slots: w.slots, FS: w.cfg.Files, Functions: &w.calls, Turns: b})
	return b, err
}

// Operands are those that leases named.
func (b *band) Operands() *graph.Operands { return &b.known }

// Assign gives a lease; see service.SubtaskService.
func (b *band) Assign(_ context.Context, l service.Lease) error {
	if t := b.w.tie(l.Owner); t == nil || !t.use(&l) {
		b.w.cfg.Log.Debug("lease of an earlier registration", "supervisor", l.Owner, "lease", l.ID)
		return nil
	}
	if b.dirs[l.Owner] == nil {
		b.dirs[l.Owner] = rpc.At(b.w.sys, l.Owner)
	}
	works := make([]work, 0, len(l.Subtasks))
	far := make([]int64, len(l.Subtasks))
	made := map[op.Key]bool{}
	reads := slices.ContainsFunc(l.Subtasks, func(s service.Subtask) bool { return len(s.Inputs) > 0 })
	for i := range l.Subtasks {
		s := &l.Subtasks[i]
		if reads {
			far[i] = b.missing(l.Session, s, made)
			for j := range s.Outputs {
				made[s.Outputs[j].Key] = true
			}
		}
		if b.works[s.Run()] == nil && !b.closed && l.Bad == nil {
			works = append(works, work{sub: s, session: l.Session, owner: l.Owner, far: far[i]})
			b.works[s.Run()] = &works[len(works)-1]
		}
	}
	b.run(subtask.Leased{Lease: l, Far: far})
	return nil
}

// missing is the bytes of inputs that are neither here nor made by the lease.
func (b *band) missing(session string, s *service.Subtask, made map[op.Key]bool) (n int64) {
	shuffled := partsOf(s) // in the order in which the calls read them
	for i := range s.Calls {
		for j := range s.Calls[i].In {
			a := &s.Calls[i].In[j]
			switch {
			case a.Call >= 0:
			case a.Keys != nil:
				away := int64(0)
				for _, k := range a.Keys {
					if !made[k] && !b.w.data.Has(session, k, int32(a.Part)) {
						away++
					}
				}
				if away > 0 && len(shuffled) > 0 {
					n += max(shuffled[0].Bytes*away/int64(len(a.Keys)), 1)
				}
				shuffled = shuffled[min(1, len(shuffled)):]
			case !made[a.Key] && !b.w.data.Has(session, a.Key, int32(a.Part)):
				for k := range s.Inputs {
					if s.Inputs[k].Key == a.Key {
						n += max(s.Inputs[k].Bytes, 1)
						break
					}
				}
			}
		}
	}
	return n
}

// partsOf are the inputs of which a subtask reads parts: the exchanges before it.
func partsOf(s *service.Subtask) (in []service.Input) {
	for _, x := range s.Inputs {
		if x.Parts != nil {
			in = append(in, x)
		}
	}
	return in
}

// Drop deletes values in the turn of the band: a lease that was sent after it may make the same ones again,
// and finds none of them. See service.SubtaskService.
func (b *band) Drop(ctx context.Context, session string, keys []op.Key) error {
	err := b.w.data.Delete(ctx, session, keys)
	b.run(subtask.Freed{})
	return err
}

// Revoke asks for subtasks back; see service.SubtaskService.
func (b *band) Revoke(_ context.Context, owner string, runs []service.Run) error {
	b.run(subtask.Revoke{Owner: owner, Runs: runs})
	return nil
}

// Cancel stops a task; see service.SubtaskService.
func (b *band) Cancel(ctx context.Context, t service.TaskID) error {
	done := make(chan struct{})
	b.waits[t] = append(b.waits[t], done)
	b.run(subtask.Cancel{Task: t})
	return oscar.Await(ctx, func(ctx context.Context) error { return wait(ctx, done) })
}

// Ack forgets reports; see service.SubtaskService.
func (b *band) Ack(_ context.Context, owner string, seq uint64) error {
	b.run(subtask.Acked{Owner: owner, Seq: seq})
	return nil
}

func (b *band) step(_ context.Context, e subtask.Event) (oscar.None, error) {
	b.run(e)
	return oscar.None{}, nil
}

func (b *band) freed(context.Context, oscar.None) (oscar.None, error) {
	b.run(subtask.Freed{})
	return oscar.None{}, nil
}

// done gathers results of slots, so that many take one message.
func (b *band) done(x service.Result) {
	b.mu.Lock()
	b.ended = append(b.ended, x)
	first := len(b.ended) == 1
	b.mu.Unlock()
	if first {
		b.wakeUp()
	}
}

func (b *band) takeEnded(context.Context, oscar.None) (oscar.None, error) {
	b.mu.Lock()
	rs := b.ended
	b.ended, b.spare = b.spare, nil
	b.mu.Unlock()
	b.ends.add(rs)
	b.run(subtask.Ended{Results: rs})
	clear(rs)
	b.spare = rs[:0]
	return oscar.None{}, nil
}

// run steps an event and all that follow from it.
func (b *band) run(e subtask.Event) {
	b.events = append(b.events, e)
	for i := 0; i < len(b.events); i++ {
		for _, x := range b.m.Step(b.events[i]) {
			b.do(x)
		}
	}
	clear(b.events)
	b.events = b.events[:0]
	b.mu.Lock()
	b.seen = b.m.Load()
	b.mu.Unlock()
	if b.closed && len(b.works) == 0 {
		for _, c := range b.idle {
			close(c)
		}
		b.idle = nil
	}
}

// leave ends all that a supervisor has given, and returns when nothing of it runs. What it was to be told is
// forgotten.
func (b *band) leave(ctx context.Context, owner string) (oscar.None, error) {
	tasks := map[service.TaskID]bool{}
	for r, w := range b.works {
		if w.owner == owner {
			tasks[r.ID.Task()] = true
		}
	}
	var waits []chan struct{}
	for t := range tasks {
		done := make(chan struct{})
		b.waits[t] = append(b.waits[t], done)
		waits = append(waits, done)
		b.run(subtask.Cancel{Task: t})
	}
	b.run(subtask.Leave{Owner: owner})
	return oscar.None{}, oscar.Await(ctx, func(ctx context.Context) error {
		for _, c := range waits {
			if err := wait(ctx, c); err != nil {
				return err
			}
		}
		return nil
	})
}

func wait(ctx context.Context, c <-chan struct{}) error {
	select {
	case <-c:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// drain gives back what has not started and returns when nothing runs.
func (b *band) drain(ctx context.Context, _ oscar.None) (oscar.None, error) {
	b.closed = true
	idle := make(chan struct{})
	b.idle = append(b.idle, idle)
	b.run(subtask.Drain{})
	return oscar.None{}, oscar.Await(ctx, func(ctx context.Context) error { return wait(ctx, idle) })
}

// close gives up all work and returns when nothing runs.
func (b *band) close(ctx context.Context, _ oscar.None) (oscar.None, error) {
	b.closed = true
	tasks := map[service.TaskID]bool{}
	for r := range b.works {
		tasks[r.ID.Task()] = true
	}
	for t := range tasks {
		b.run(subtask.Cancel{Task: t})
	}
	return b.drain(ctx, oscar.None{})
}

func (b *band) wake(after service.Nanos) {
	time.AfterFunc(after.Duration(), func() { b.post(subtask.Flush{}) })
}
