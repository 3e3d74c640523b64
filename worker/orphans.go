package worker

import (
	"context"
	"slices"
	"time"
)

// sweepEvery is how often the worker looks for data of sessions that are over.
const sweepEvery = time.Minute

// sweep drops data of sessions that no supervisor has, until the worker closes.
func (w *Worker) sweep() {
	t := time.NewTicker(sweepEvery)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			w.dropOrphans(w.life)
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
		_ = w.data.Close(ctx, id) // it has no outcome but nil
	}
}

// unknown are those of some sessions that the supervisor does not have.
func (t *tie) unknown(ctx context.Context, sessions []string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, t.limit())
	defer cancel()
	return t.sup.Unknown(ctx, sessions)
}
