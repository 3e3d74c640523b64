package worker

import (
	"context"
	"slices"
	"time"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service/rpc"
)

// sweepEvery is how often the worker asks what became of values that clients gave, and orphansEvery of how
// many times it looks for data of sessions that are over.
const (
	sweepEvery   = 10 * time.Second
	orphansEvery = 6
)

// sweep drops data of sessions that no supervisor has, until the worker closes.
func (w *Worker) sweep() {
	t := time.NewTicker(sweepEvery)
	defer t.Stop()
	for n := 1; ; n++ {
		select {
		case <-t.C:
			w.dropStrays(w.life)
			if n%orphansEvery == 0 {
				w.dropOrphans(w.life)
			}
		case <-w.life.Done():
			return
		}
	}
}

// dropOrphans drops the data of sessions in which nobody has given a lease and that no supervisor has: of one
// that has died or started again, and parts of uploads that came behind the end of their session. A
// supervisor that is silent may have them, until it is given up.
func (w *Worker) dropOrphans(ctx context.Context) {
	ties := w.all()
	orphans := slices.DeleteFunc(w.data.Sessions(), func(id string) bool {
		return slices.ContainsFunc(ties, func(t *tie) bool { return t.serves(id) })
	})
	for _, t := range ties {
		if t.gaveUp.Load() || len(orphans) == 0 {
			continue
		}
		unknown, err := t.unknown(ctx, orphans)
		if err != nil {
			return // it is asked again
		}
		orphans = unknown
	}
	for _, id := range orphans {
		w.cfg.Log.Info("data of a session that no supervisor has is dropped", "session", id)
		w.calls.end(id)
		_ = w.data.Close(ctx, id) // it has no outcome but nil
	}
}

// unknown are those of some sessions that the supervisor does not have.
func (t *tie) unknown(ctx context.Context, sessions []string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, t.limit())
	defer cancel()
	return t.sup.Unknown(ctx, sessions)
}

// dropStrays drops values that clients gave and that are of no upload any more: one may have been stored when
// nobody waited for it, because the worker stood still.
func (w *Worker) dropStrays(ctx context.Context) {
	for _, h := range w.data.Given() {
		for _, t := range w.all() {
			if t.epoch.Load() == 0 {
				continue
			}
			g, err := t.given(ctx, h.Session, h.Given)
			if err != nil {
				continue // it is asked again
			}
			w.data.Adopted(h.Session, g.Known)
			_ = w.data.Delete(ctx, h.Session, g.Strays) // it has no outcome but nil
		}
	}
}

// given asks the supervisor what became of values that clients gave.
func (t *tie) given(ctx context.Context, session string, keys []op.Key) (rpc.GivenKeys, error) {
	ctx, cancel := context.WithTimeout(ctx, t.limit())
	defer cancel()
	return t.sup.Given(ctx, t.w.sys.Node(), session, keys)
}
