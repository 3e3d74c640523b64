package supervisor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/lifecycle"
	"github.com/mars-project/mars-go/service/rpc"
	"github.com/mars-project/mars-go/service/schedule"
	"github.com/mars-project/mars-go/service/task"
)

// lifecycles is the actor of the machines of package lifecycle, one for each session.
type lifecycles struct {
	s        *Supervisor
	sessions map[string]*sessionLife
}

type sessionLife struct {
	m       *lifecycle.Machine
	waits   []*recovery
	stalled map[service.TaskID]bool // that they wait for dead workers
}

// A recovery is a call of Recover that waits.
type recovery struct {
	keys   []op.Key // not there yet
	done   chan error
	asking bool // the machine is being asked: what it says is lost, these chunks are made of
}

type lifeEvents struct {
	session string
	events  []lifecycle.Event
	then    []schedule.Event // for the scheduler, once the machine has seen the events
}

type lifeKeys struct {
	session string
	keys    []op.Key
	seen    []uint64 // the Version of each, for recover
}

type lookedUp struct {
	m  service.Manifest
	ok bool
}

var (
	lifeStep    oscar.Method[*lifecycles, lifeEvents, oscar.None]
	lifeOpen    oscar.Method[*lifecycles, string, oscar.None]
	lifeClose   oscar.Method[*lifecycles, string, oscar.None]
	lifeAcquire = oscar.Def("lifecycle.acquire", (*lifecycles).acquire)
	lifeIncref  = oscar.Def("lifecycle.incref", (*lifecycles).incref)
	lifeLookup  = oscar.Def("lifecycle.lookup", (*lifecycles).lookup)
	lifeCounts  = oscar.Def("lifecycle.counts", (*lifecycles).counts)
	lifeRecover oscar.Method[*lifecycles, lifeKeys, oscar.None]
)

func init() {
	lifeStep = oscar.Def("lifecycle.step", (*lifecycles).step)
	lifeOpen = oscar.Def("lifecycle.open", (*lifecycles).open)
	lifeClose = oscar.Def("lifecycle.close", (*lifecycles).close)
	lifeRecover = oscar.Def("lifecycle.recover", (*lifecycles).recover)
}

func newLifecycles(s *Supervisor) *lifecycles {
	return &lifecycles{s: s, sessions: map[string]*sessionLife{}}
}

// toLifecycle sends events to the machine of a session. When the actor is gone the supervisor is closing.
func (s *Supervisor) toLifecycle(session string, es ...lifecycle.Event) {
	_ = lifeStep.Tell(context.Background(), s.sys, s.life, lifeEvents{session: session, events: es})
}

// throughLifecycle sends events to the scheduler behind all that the machine of a session was told: nothing
// may run before its chunks are counted, or the end of an earlier value of the same key would take what was
// just made.
func (s *Supervisor) throughLifecycle(session string, es ...schedule.Event) {
	_ = lifeStep.Tell(context.Background(), s.sys, s.life, lifeEvents{session: session, then: es})
}

// open begins a session. Of one that is not open there is nothing.
func (a *lifecycles) open(_ context.Context, id string) (oscar.None, error) {
	a.sessions[id] = &sessionLife{m: lifecycle.New(), stalled: map[service.TaskID]bool{}}
	return oscar.None{}, nil
}

func (a *lifecycles) step(_ context.Context, es lifeEvents) (oscar.None, error) {
	if len(es.then) > 0 {
		defer a.s.toSchedule(es.then...)
	}
	x := a.sessions[es.session]
	if x == nil {
		return oscar.None{}, nil
	}
	for _, e := range es.events {
		if e, ok := e.(lifecycle.Stalled); ok { // which may come before the end of the worker that had them
			a.away(es.session, x, e.Lost)
		}
		a.do(es.session, x, x.m.Step(e))
		if b, ok := e.(lifecycle.Broken); ok { // whoever waits may wait for what it would have made
			for _, r := range x.waits {
				r.done <- errs.New(errs.Lost, "%s", b.Why)
			}
			x.waits = nil
		}
	}
	return oscar.None{}, nil
}

func (a *lifecycles) do(session string, x *sessionLife, effects []lifecycle.Effect) {
	// What runs again is ordered by the scheduler, which hears of it from several tasks, in any order: first
	// it learns what will come.
	var coming []service.SubtaskID
	for _, e := range effects {
		if r, ok := e.(lifecycle.Rerun); ok {
			for i := range r.Items {
				coming = append(coming, r.Items[i].ID)
			}
		}
	}
	if len(coming) > 0 {
		a.s.toSchedule(schedule.Announced{Session: session, Subtasks: coming})
	}
	var few []op.Key
	for _, e := range effects {
		switch e := e.(type) {
		case lifecycle.Replicate:
			few = append(few, e.Key)
		case lifecycle.Delete:
			a.s.erase(session, e)
		case lifecycle.Rerun:
			a.s.note("lifecycle", e.Task, session, e)
			x.goesOn(a.s, e.Task)
			a.s.toTask(e.Task, task.Again{Items: e.Items})
		case lifecycle.Waits:
			a.s.note("lifecycle", e.Run.ID.Task(), session, e)
			if t := e.Run.ID.Task(); t != 0 && !x.stalled[t] {
				x.stalled[t] = true
				a.s.toTask(t, task.Waiting{Why: a.s.waitsFor(session, e.Key)})
			}
		case lifecycle.Unrecoverable:
			a.s.note("lifecycle", e.Run.ID.Task(), session, e)
			x.goesOn(a.s, e.Run.ID.Task())
			x.fail(e)
			if e.Run != (service.Run{}) {
				a.s.toTask(e.Run.ID.Task(), task.Unrecoverable{Run: e.Run, Key: e.Key, Why: e.Why})
			}
		case lifecycle.Forget:
			a.s.toTask(e.Task, task.Forgotten{})
		}
	}
	a.s.replicate(session, few)
	x.settle()
}

// goesOn says that a task does not wait for dead workers any more.
func (x *sessionLife) goesOn(s *Supervisor, t service.TaskID) {
	if x.stalled[t] {
		delete(x.stalled, t)
		s.toTask(t, task.Waiting{})
	}
}

// away tells the machine which of some chunks are only with dead workers.
func (a *lifecycles) away(session string, x *sessionLife, keys []op.Key) {
	if ks := a.s.meta.OnlyAway(session, keys); len(ks) > 0 {
		a.do(session, x, x.m.Step(lifecycle.Away{Keys: ks}))
	}
}

// waitsFor says where a chunk is that is waited for.
func (s *Supervisor) waitsFor(session string, k op.Key) string {
	ms, _ := s.meta.Get(context.Background(), session, []op.Key{k}) // it answers from memory
	var on []string
	for _, m := range ms {
		for _, b := range m.Away {
			on = append(on, b.Node)
		}
	}
	if on == nil {
		return fmt.Sprintf("chunk %s cannot be made again before a dead worker comes back with what it is made of", k.Short())
	}
	return fmt.Sprintf("chunk %s is only with %s, which is dead: it is waited for until it comes back or is forgotten", k.Short(), strings.Join(on, " and "))
}

// settle ends recoveries whose chunks are there.
func (x *sessionLife) settle() {
	x.waits = slices.DeleteFunc(x.waits, func(r *recovery) bool {
		r.keys = slices.DeleteFunc(r.keys, x.m.Here)
		if len(r.keys) == 0 {
			r.done <- nil
		}
		return len(r.keys) == 0
	})
}

// fail ends recoveries that wait for a chunk that is lost for good.
func (x *sessionLife) fail(e lifecycle.Unrecoverable) {
	x.waits = slices.DeleteFunc(x.waits, func(r *recovery) bool {
		bad := slices.Contains(r.keys, e.Key) || slices.Contains(r.keys, e.For) || r.asking && e.Run == (service.Run{})
		if bad {
			r.done <- errs.New(errs.Lost, "chunk %s is lost and cannot be made again: %s", e.Key.Short(), e.Why)
		}
		return bad
	})
}

// invalidate forgets chunks that somebody did not find where they were said to be, unless more is known by
// now, and returns them; some may be with dead workers. A worker that has them all the same (another part, a
// damaged file, before it was heard again) drops them: what is made again may come to it.
func (s *Supervisor) invalidate(session string, keys []op.Key, seen []uint64) (lost []op.Key) {
	on := map[service.Band][]op.Key{}
	for _, m := range s.meta.Invalidate(session, keys, seen) {
		lost = append(lost, m.Key)
		for _, b := range m.Bands {
			on[b] = append(on[b], m.Key)
		}
	}
	s.drop(session, on)
	return lost
}

// stored looks after chunks that a band has made, when meta knows them. Of those that went with the band
// meanwhile and have no other copy, the ones that may come back are told to lifecycle, and the others
// returned. made names the chunks; it is called if the band has ended.
func (s *Supervisor) stored(session string, b service.Band, epoch uint64, made func() []op.Key) (gone []op.Key) {
	if s.nodes.lives(b.Node, epoch) {
		return nil // should it end now, it will be forgotten with its chunks
	}
	keys := made()
	if s.nodes.left(session, b.Node, epoch, keys) {
		return nil
	}
	_ = s.meta.Remove(context.Background(), session, keys, b)
	left, _ := s.meta.Get(context.Background(), session, keys)
	for i := range left {
		if len(left[i].Bands)+len(left[i].Away) == 0 {
			gone = append(gone, keys[i])
		}
	}
	return gone
}

// lost tells a session that no copy of chunks is left.
func (s *Supervisor) lost(session string, keys []op.Key) {
	if len(keys) > 0 {
		s.toLifecycle(session, lifecycle.Lost{Keys: keys})
	}
}

// erase deletes chunks on the workers that have them.
func (s *Supervisor) erase(session string, e lifecycle.Delete) {
	if len(e.Keys) == 0 {
		return
	}
	on := map[service.Band][]op.Key{}
	s.meta.Take(session, e.Keys, func(m *service.ChunkMeta) {
		for _, b := range m.Bands {
			on[b] = append(on[b], m.Key)
		}
		for _, b := range m.Away {
			if !s.nodes.owes(b.Node, func(d *debts) { d.chunk(b.Node, session, m.Key) }) {
				on[b] = append(on[b], m.Key) // it has just come back, and may have kept what a client gave
			}
		}
	})
	s.drop(session, on)
	s.toSchedule(schedule.Dropped{Keys: e.Keys})
}

// drop deletes chunks on bands. What is sent to a band after it, as a lease that makes one of them again,
// comes after it.
func (s *Supervisor) drop(session string, on map[service.Band][]op.Key) {
	for b, ks := range on {
		s.nodes.post(b.Node, func(ctx context.Context) { // a node that is gone has nothing
			_ = rpc.Subtask(s.sys, b).Drop(ctx, session, ks)
		})
	}
}

// errClosed is the error of who wants something of a session that is not open.
var errClosed = errs.New(errs.Canceled, "the session was closed")

// acquire finds a value and adds a handle to it in one step.
func (a *lifecycles) acquire(_ context.Context, k lifeKeys) (lookedUp, error) {
	x := a.sessions[k.session]
	if x == nil {
		return lookedUp{}, nil
	}
	m, ok := x.m.Lookup(k.keys[0])
	if ok {
		x.m.Step(lifecycle.Incref{Values: k.keys})
	}
	return lookedUp{m, ok}, nil
}

func (a *lifecycles) incref(_ context.Context, k lifeKeys) (oscar.None, error) {
	x := a.sessions[k.session]
	if x == nil {
		return oscar.None{}, errClosed
	}
	for _, v := range k.keys {
		if _, ok := x.m.Lookup(v); !ok {
			return oscar.None{}, errs.New(errs.NotFound, "value %s is gone", v.Short())
		}
	}
	x.m.Step(lifecycle.Incref{Values: k.keys})
	return oscar.None{}, nil
}

func (a *lifecycles) lookup(_ context.Context, k lifeKeys) (lookedUp, error) {
	x := a.sessions[k.session]
	if x == nil {
		return lookedUp{}, nil
	}
	m, ok := x.m.Lookup(k.keys[0])
	return lookedUp{m, ok}, nil
}

func (a *lifecycles) counts(_ context.Context, session string) (service.LifecycleCounts, error) {
	x := a.sessions[session]
	if x == nil {
		return service.LifecycleCounts{}, nil
	}
	return x.m.Counts(), nil
}

// recover takes chunks that somebody could not read anywhere, and returns when they are made again.
func (a *lifecycles) recover(ctx context.Context, k lifeKeys) (oscar.None, error) {
	x := a.sessions[k.session]
	if x == nil {
		return oscar.None{}, errClosed
	}
	r := &recovery{keys: slices.Clone(k.keys), done: make(chan error, 1)}
	lost := a.s.invalidate(k.session, k.keys, k.seen)
	x.waits = append(x.waits, r)
	a.away(k.session, x, k.keys)
	away := a.s.meta.OnlyAway(k.session, lost)
	lost = slices.DeleteFunc(lost, func(k op.Key) bool { return slices.Contains(away, k) })
	a.do(k.session, x, x.m.Step(lifecycle.Lost{Keys: lost}))
	r.asking = true
	a.do(k.session, x, x.m.Step(lifecycle.Recover{Keys: k.keys}))
	r.asking = false
	return oscar.None{}, oscar.Await(ctx, func(ctx context.Context) error {
		select {
		case err := <-r.done:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// close ends a session: its tasks are told to forget, its data goes with the workers' sessions.
func (a *lifecycles) close(_ context.Context, session string) (oscar.None, error) {
	x := a.sessions[session]
	if x == nil {
		return oscar.None{}, nil
	}
	for _, e := range x.m.Step(lifecycle.Close{}) {
		if f, ok := e.(lifecycle.Forget); ok {
			a.s.toTask(f.Task, task.Forgotten{})
		}
	}
	for _, r := range x.waits {
		r.done <- errClosed
	}
	delete(a.sessions, session)
	return oscar.None{}, nil
}

// lifecycleClient is the LifecycleService of others.
type lifecycleClient struct{ s *Supervisor }

func (c lifecycleClient) Incref(ctx context.Context, session string, values []op.Key) error {
	_, err := lifeIncref.Ask(ctx, c.s.sys, c.s.life, lifeKeys{session: session, keys: values})
	return err
}

func (c lifecycleClient) Adopt(ctx context.Context, session string, m service.Manifest) error {
	return c.s.sess.during(session, func() error {
		if err := c.s.meta.Put(ctx, session, m.Chunks); err != nil {
			return err
		}
		c.s.toLifecycle(session, lifecycle.Adopt{Manifest: m})
		return nil
	})
}

// Discard drops copies that nobody else knows of; see service.LifecycleService.
func (c lifecycleClient) Discard(_ context.Context, session string, chunks []service.ChunkMeta) error {
	on := map[service.Band][]op.Key{}
	for i := range chunks {
		for _, b := range chunks[i].Bands {
			if !c.s.nodes.owes(b.Node, func(d *debts) { d.chunk(b.Node, session, chunks[i].Key) }) {
				on[b] = append(on[b], chunks[i].Key)
			}
		}
	}
	c.s.drop(session, on)
	return nil
}

func (c lifecycleClient) Decref(_ context.Context, session string, values []op.Key) error {
	c.s.toLifecycle(session, lifecycle.Decref{Values: values})
	return nil
}

func (c lifecycleClient) Lookup(ctx context.Context, session string, value op.Key) (service.Manifest, bool, error) {
	l, err := lifeLookup.Ask(ctx, c.s.sys, c.s.life, lifeKeys{session: session, keys: []op.Key{value}})
	return l.m, l.ok, err
}

func (c lifecycleClient) Recover(ctx context.Context, session string, missed []service.ChunkMeta) error {
	k := lifeKeys{session: session}
	for i := range missed {
		k.keys, k.seen = append(k.keys, missed[i].Key), append(k.seen, missed[i].Version)
	}
	_, err := lifeRecover.Ask(ctx, c.s.sys, c.s.life, k)
	if err != nil && ctx.Err() != nil {
		if away := c.s.meta.OnlyAway(session, k.keys); len(away) > 0 {
			return errs.Wrap(errs.Unavailable, ctx.Err(), "%s", c.s.waitsFor(session, away[0]))
		}
	}
	return err
}

func (c lifecycleClient) Counts(ctx context.Context, session string) (service.LifecycleCounts, error) {
	return lifeCounts.Ask(ctx, c.s.sys, c.s.life, session)
}
