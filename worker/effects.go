package worker

import (
	"context"
	"time"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/runner"
	"github.com/mars-project/mars-go/service/subtask"
)

// do does what the machine says. What takes long goes on elsewhere and is posted back.
func (b *band) do(x subtask.Effect) {
	switch x := x.(type) {
	case subtask.Reserve:
		b.reserve(x)
	case subtask.Fetch:
		b.fetch(x.Run)
	case subtask.Start:
		b.start(x)
	case subtask.Go:
		b.turns.come(x.Run)
	case subtask.Abort:
		if w := b.works[x.Run]; w != nil {
			w.Abort()
			if w.cancel != nil {
				w.cancel()
			}
		}
	case subtask.Withdraw:
		if w := b.works[x.Run]; w != nil && w.cancel != nil {
			w.cancel()
		}
	case subtask.Displace:
		if w := b.works[x.Run]; w != nil {
			w.Displace()
		}
	case subtask.Release:
		if w := b.works[x.Run]; w != nil {
			w.Release()
		}
	case subtask.Free:
		_ = b.w.data.Delete(context.Background(), x.Session, x.Keys) // it has no outcome but nil
	case subtask.Report:
		for _, r := range x.Returned {
			delete(b.works, r)
		}
		for i := range x.Results {
			delete(b.works, x.Results[i].Run())
		}
		b.report(x)
	case subtask.Canceled:
		b.forget(x.Task)
	case subtask.Look:
		time.AfterFunc(x.After.Duration(), func() { b.post(subtask.Looked{}) })
	case subtask.Wake:
		b.wake(x.After)
	}
}

// start starts a run, on a slot or beside them.
func (b *band) start(x subtask.Start) {
	w := &b.works[x.Run].Work
	switch {
	case x.Beside:
		b.r.StartBeside(w, func(r service.Result) { b.calledIn(w, x.Run, r) })
	case w.Subtask.Traits&service.Process != 0:
		b.r.Start(w, func(r service.Result) { b.calledIn(w, x.Run, r) })
	default:
		b.r.Start(w, b.done)
	}
}

// calledIn takes the end of a run that calls functions, which may not have begun.
func (b *band) calledIn(w *runner.Work, id service.Run, r service.Result) {
	known := w.Unready()
	switch {
	case known != nil:
		b.post(subtask.Unready{Run: id})
		go func() {
			<-known
			b.post(subtask.Prepared{Run: id})
		}()
	case w.Unbegun():
		b.post(subtask.Unbegun{Run: id})
	default:
		b.done(r)
	}
}

// report tells a supervisor, as of the registration with it that stands. One that is gone gives the worker
// up, so nothing is lost with what it misses.
func (b *band) report(x subtask.Report) {
	t := b.w.tie(x.Owner)
	if t == nil {
		return
	}
	if x.Report.Epoch = t.epoch.Load(); x.Report.Epoch != 0 {
		_ = t.sup.Report(context.Background(), x.Report)
	}
}

// forget drops what is left of a canceled task and tells those who wait.
func (b *band) forget(t service.TaskID) {
	for r := range b.works {
		if r.ID.Task() == t {
			delete(b.works, r)
		}
	}
	for _, c := range b.waits[t] {
		close(c)
	}
	delete(b.waits, t)
}

// reserve books memory: at once when it is free, else the store spills and waits for it on a goroutine of its
// own.
func (b *band) reserve(x subtask.Reserve) {
	w := b.works[x.Run]
	w.Work = runner.Work{Session: w.session, Subtask: w.sub, Directory: b.dirs[w.owner]}
	st := b.w.pool.Stats()
	n, free := x.Mem+w.far, st.Limit-st.Booked
	if x.Alone {
		n = min(n, free)
	}
	if n <= free {
		if g, err := b.w.pool.Reserve(n); err == nil {
			w.Grant = g
			b.events = append(b.events, subtask.Granted{Run: x.Run})
			return
		}
	}
	if x.Alone { // what it takes beyond is asked for as it goes on
		g, err := b.w.pool.Reserve(0)
		if err != nil {
			b.events = append(b.events, subtask.Refused{Run: x.Run})
			return
		}
		w.Grant = g
		b.events = append(b.events, subtask.Granted{Run: x.Run})
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.cancel = cancel
	b.w.wg.Go(func() {
		defer cancel()
		b.w.wg.Go(func() { b.starves(ctx, x.Run) })
		g, err := b.w.store.Reserve(ctx, n)
		b.booked(reserved{x.Run, g, err})
	})
}

// starves tells the machine again and again, until ctx ends, that nothing can be spilled for a run.
func (b *band) starves(ctx context.Context, r service.Run) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(starving):
			if b.w.store.Starved() {
				b.post(subtask.Starved{Run: r})
			}
		}
	}
}

// starving is how long a reservation waits before others end for it. What was just read is let go of, and
// what is on its way to a disk has arrived, in a shorter time.
const starving = 100 * time.Millisecond

// reserved is the end of a reservation that waited.
type reserved struct {
	run service.Run
	g   *mem.Grant
	err error
}

func (b *band) reserved(_ context.Context, x reserved) (oscar.None, error) {
	w := b.works[x.run]
	switch {
	case w == nil && x.g != nil:
		x.g.Close()
	case x.err == nil:
		w.Grant, w.cancel = x.g, nil
		b.run(subtask.Granted{Run: x.run})
		return oscar.None{}, nil
	}
	b.run(subtask.Refused{Run: x.run})
	return oscar.None{}, nil
}

// fetch brings inputs that are elsewhere.
func (b *band) fetch(run service.Run) {
	w := b.works[run]
	b.w.wg.Go(func() {
		err := b.r.Fetch(&w.Work)
		e := subtask.Fetched{Run: run, Err: service.FailureOf(err)}
		if l := service.Lost(err); l != nil {
			e.Lost, e.Versions = l.Keys, l.Versions
		}
		b.post(e)
	})
}
