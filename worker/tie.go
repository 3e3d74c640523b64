package worker

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/rpc"
)

// A tie is the worker's registration with one supervisor. Leases count only as of the registration that stands: when the supervisor does not know the worker
// any more, because it took it for dead or has started again, everything that belongs to it is dropped before the worker registers anew.
type tie struct {
	w     *Worker
	node  string // of the supervisor
	sup   rpc.Supervisor
	epoch atomic.Uint64 // of the registration that stands; 0: there is none

	turn  chan struct{} // has a token while it registers or beats
	last  uint64        // the latest epoch that was tried
	heard time.Time     // when the supervisor answered last
	to    service.Welcome

	smu      sync.Mutex
	sessions map[string]bool // in which it has given leases
}

func (w *Worker) newTie(node string) *tie {
	return &tie{w: w, node: node, sup: rpc.At(w.sys, node), turn: make(chan struct{}, 1), sessions: map[string]bool{}}
}

func (t *tie) take(ctx context.Context) error {
	select {
	case t.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *tie) give() { <-t.turn }

// use notes a lease; false when it is one that does not count.
func (t *tie) use(l *service.Lease) bool {
	t.smu.Lock()
	defer t.smu.Unlock()
	if e := t.epoch.Load(); e == 0 || e != l.Epoch {
		return false
	}
	t.sessions[l.Session] = true
	return true
}

// join registers unless the registration stands.
func (t *tie) join(ctx context.Context) error {
	if err := t.take(ctx); err != nil {
		return err
	}
	defer t.give()
	if t.epoch.Load() != 0 {
		if err := t.sup.Heartbeat(ctx, t.beat()); !errs.Is(err, errs.NotFound) {
			return err
		}
	}
	return t.register(ctx)
}

// register drops what is here of an earlier registration and makes a new one. The turn is taken.
func (t *tie) register(ctx context.Context) error {
	if err := t.drop(ctx); err != nil {
		return err
	}
	e := max(t.last+1, uint64(time.Now().UnixNano()))
	t.last = e
	t.epoch.Store(e) // the first lease may come before the answer
	to, err := t.sup.Register(ctx, t.w.info(e))
	if err == nil {
		err = t.w.distinct(t, to)
	}
	if err != nil {
		t.epoch.Store(0) // should it have been taken, the next one ends it
		return err
	}
	if t.to.Epoch != 0 && t.to.Epoch != to.Epoch {
		t.w.cfg.Log.Warn("supervisor started again", "supervisor", t.node, "epoch", to.Epoch)
	}
	t.to, t.heard = to, time.Now()
	return nil
}

// distinct refuses a supervisor of the same number as another: their tasks could not be told apart.
func (w *Worker) distinct(t *tie, to service.Welcome) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for n, node := range w.numbers {
		if n == to.Number && node != t.node {
			return errs.New(errs.Invalid, "supervisors %s and %s have the same number %d: give each its own", node, t.node, n)
		}
	}
	w.numbers[to.Number] = t.node
	return nil
}

// drop ends what runs for the supervisor and deletes what is here for its sessions. The turn is taken.
func (t *tie) drop(ctx context.Context) error {
	t.epoch.Store(0)
	if t.last == 0 {
		return nil // nothing was ever here
	}
	t.smu.Lock()
	var ids []string
	for id := range t.sessions {
		ids = append(ids, id)
	}
	t.smu.Unlock()
	if _, err := bandLeave.Ask(ctx, t.w.sys, t.w.band, t.node); err != nil {
		return fmt.Errorf("end what runs for %s: %w", t.node, err)
	}
	for _, id := range t.w.orphans(t) {
		ids = append(ids, id)
	}
	for _, id := range ids {
		if err := t.w.data.Close(ctx, id); err != nil {
			return fmt.Errorf("drop session %s of %s: %w", id, t.node, err)
		}
	}
	t.smu.Lock()
	clear(t.sessions)
	t.smu.Unlock()
	return nil
}

// orphans are the sessions with data here, from uploads, in which nobody has given a lease: those of t when there is no other supervisor.
func (w *Worker) orphans(t *tie) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.ties) > 1 || w.ties[t.node] != t {
		return nil
	}
	return w.data.Sessions()
}

// once beats, or registers when there is no registration. A supervisor that has not been heard for Patience has given this worker up: what belongs to it is dropped.
func (t *tie) once(ctx context.Context) {
	if t.take(ctx) != nil {
		return
	}
	defer t.give()
	ctx, cancel := context.WithTimeout(ctx, t.limit())
	defer cancel()
	if t.epoch.Load() == 0 {
		t.again(ctx)
		return
	}
	err := t.sup.Heartbeat(ctx, t.beat())
	switch {
	case err == nil:
		t.heard = time.Now()
	case errs.Is(err, errs.NotFound):
		t.w.cfg.Log.Warn("supervisor asks to register again", "supervisor", t.node)
		t.again(ctx)
	case time.Since(t.heard) > t.w.cfg.Patience:
		t.w.cfg.Log.Warn("supervisor is silent, what belongs to it is dropped", "supervisor", t.node, "for", t.w.cfg.Patience)
		if err := t.drop(context.WithoutCancel(ctx)); err != nil {
			t.w.cfg.Log.Error("drop", "supervisor", t.node, "err", err)
		}
	}
}

// again registers; what is not there yet is tried again with the next beat. What runs is waited for as long as it takes.
func (t *tie) again(ctx context.Context) {
	if t.epoch.Load() != 0 {
		if err := t.drop(t.w.life); err != nil {
			return // the worker is closing
		}
	}
	if err := t.register(ctx); err != nil && !errs.Is(err, errs.Unavailable) && !errs.Is(err, errs.Canceled) {
		t.w.cfg.Log.Error("register", "supervisor", t.node, "err", err)
	}
}

// limit is how long an answer of the supervisor is waited for.
func (t *tie) limit() time.Duration { return max(4*t.w.cfg.Heartbeat, time.Second) }

// beat is the sign of life as of now.
func (t *tie) beat() service.Beat {
	return service.Beat{
		Node: t.w.sys.Node(), Epoch: t.epoch.Load(), State: t.w.State(), Loads: []service.Load{t.w.load()}, Usage: t.w.usage(),
	}
}

// run beats until the worker closes. It waits for no subtask, so that a busy worker is not taken for dead.
func (t *tie) run() {
	c := time.NewTicker(t.w.cfg.Heartbeat)
	defer c.Stop()
	for {
		select {
		case <-c.C:
			t.once(t.w.life)
		case <-t.w.life.Done():
			return
		}
	}
}

// say tells the supervisor the worker's state now.
func (t *tie) say(ctx context.Context, s service.NodeState) {
	if t.take(ctx) != nil {
		return
	}
	defer t.give()
	if t.epoch.Load() == 0 {
		return
	}
	b := t.beat()
	b.State = s
	ctx, cancel := context.WithTimeout(ctx, t.limit()) // one that stands still is not waited for
	defer cancel()
	_ = t.sup.Heartbeat(ctx, b) // it may be gone already
}

var bandLeave = oscar.Def("band.leave", (*band).leave)
