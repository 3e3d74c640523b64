package worker

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/rpc"
)

// A tie is the worker's registration with one supervisor. Leases count only as of the registration that
// stands: when the supervisor does not know the worker any more, because it took it for dead or has started
// again, what runs for it ends before the worker registers anew. What is stored for it stays: the worker says
// what it holds, and the supervisor has it drop what nobody needs.
type tie struct {
	w     *Worker
	node  string // of the supervisor
	sup   rpc.Supervisor
	epoch atomic.Uint64 // of the registration that stands; 0: there is none

	gaveUp atomic.Bool // it was silent for Patience, and has not been heard since

	turn  chan struct{} // has a token while it registers or beats
	last  uint64        // the latest epoch that was tried
	heard time.Time     // when the supervisor answered last
	said  string        // why it did not register, of the last try
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

// gives reports that the supervisor has given leases of a session.
func (t *tie) gives(session string) bool {
	t.smu.Lock()
	defer t.smu.Unlock()
	return t.sessions[session]
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

// register ends what runs for an earlier registration and makes a new one. The turn is taken.
func (t *tie) register(ctx context.Context) error {
	if err := t.leave(ctx); err != nil {
		return err
	}
	held, err := t.held(ctx)
	if err != nil {
		return err
	}
	e := max(t.last+1, uint64(time.Now().UnixNano()))
	t.last = e
	t.epoch.Store(e) // the first lease may come before the answer
	i := t.w.info(e)
	i.Held = held
	to, err := t.sup.Register(ctx, i)
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
	t.gaveUp.Store(false)
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

// leave ends what runs for the supervisor. The turn is taken.
func (t *tie) leave(ctx context.Context) error {
	t.epoch.Store(0)
	if t.last == 0 {
		return nil // nothing ever ran
	}
	if _, err := bandLeave.Ask(ctx, t.w.sys, t.w.band, t.node); err != nil {
		return fmt.Errorf("end what runs for %s: %w", t.node, err)
	}
	return nil
}

// held is what is here that the supervisor may know of: not that of sessions in which another one has given
// leases.
func (t *tie) held(ctx context.Context) ([]service.Holding, error) {
	all, err := t.w.data.Inventory(ctx)
	if err != nil {
		return nil, fmt.Errorf("list what is stored for %s: %w", t.node, err)
	}
	others := slices.DeleteFunc(t.w.all(), func(o *tie) bool { return o == t })
	all = slices.DeleteFunc(all, func(h service.Holding) bool {
		return !t.serves(h.Session) && slices.ContainsFunc(others, func(o *tie) bool { return o.serves(h.Session) })
	})
	for i := range all {
		all[i].Own = len(others) == 0 || t.serves(all[i].Session)
	}
	return all, nil
}

// serves reports that the supervisor has given leases in a session.
func (t *tie) serves(session string) bool {
	t.smu.Lock()
	defer t.smu.Unlock()
	return t.sessions[session]
}

// Supervisor is the node of the supervisor that has given leases in a session.
func (w *Worker) Supervisor(session string) (node string, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.ties {
		if t.serves(session) && t.epoch.Load() != 0 {
			return t.node, true
		}
	}
	return "", false
}

// drop ends what runs for the supervisor and deletes what is here for its sessions: it is not coming back.
// What only its clients have given goes with the next sweep, which asks the others. The turn is taken.
func (t *tie) drop(ctx context.Context) error {
	t.gaveUp.Store(true)
	if err := t.leave(ctx); err != nil {
		return err
	}
	held, err := t.held(ctx)
	if err != nil {
		return err
	}
	for _, h := range held {
		if !h.Own {
			continue
		}
		if err := t.w.data.Close(ctx, h.Session); err != nil {
			return fmt.Errorf("drop session %s of %s: %w", h.Session, t.node, err)
		}
	}
	t.smu.Lock()
	clear(t.sessions)
	t.smu.Unlock()
	return nil
}

// closed forgets a session.
func (t *tie) closed(session string) {
	t.smu.Lock()
	defer t.smu.Unlock()
	delete(t.sessions, session)
}

// once beats, or registers when there is no registration. A supervisor that has not been heard for Patience
// has given this worker up: what belongs to it is dropped.
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

// again registers; what is not there yet is tried again with the next beat. What runs is waited for as long
// as it takes.
func (t *tie) again(ctx context.Context) {
	if t.epoch.Load() != 0 {
		if err := t.leave(t.w.life); err != nil {
			return // the worker is closing
		}
	}
	err := t.register(ctx)
	if err == nil {
		t.said = ""
	} else if !errs.Is(err, errs.Canceled) && err.Error() != t.said { // once, not with each beat
		t.said = err.Error()
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
			if t.w.broken.Load() != nil {
				return // silence is what the supervisor understands
			}
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

// handOver returns when the supervisor has others have what only this worker has. Where it has no
// registration there is nothing.
func (t *tie) handOver(ctx context.Context) error {
	e := t.epoch.Load()
	if e == 0 {
		return nil
	}
	if err := t.sup.Leave(ctx, t.w.sys.Node(), e); !errs.Is(err, errs.NotFound) {
		return err
	}
	return nil
}

var bandLeave = oscar.Def("band.leave", (*band).leave)
