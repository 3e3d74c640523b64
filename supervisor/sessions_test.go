package supervisor

import (
	"context"
	"sync"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

// lifeSessions is how many sessions lifecycle knows.
var lifeSessions = oscar.Def("lifecycle.sessions", func(a *lifecycles, _ context.Context, _ oscar.None) (int, error) { return len(a.sessions), nil })

// upload is a value that a client gives.
func upload(k op.Key) service.Manifest {
	m := service.Manifest{Value: k, Chunks: make([]service.ChunkMeta, 1)}
	m.Chunks[0].Key, m.Chunks[0].Bands = k, []service.Band{{Node: "w", Name: "numa-0"}}
	return m
}

// Whoever still speaks of a session that was closed brings none of it back.
func TestAClosedSessionLeavesNothing(t *testing.T) {
	s, ctx, ks := open(t), t.Context(), []op.Key{{1}}
	l := s.Lifecycle()
	if _, err := s.Session().Create(ctx, "s"); err != nil {
		t.Fatal(err)
	}
	life, err := s.Session().Life(ctx, "s")
	if err != nil || life.Err() != nil {
		t.Fatalf("%v, %v", life, err)
	}
	if err := l.Adopt(ctx, "s", upload(ks[0])); err != nil {
		t.Fatal(err)
	}
	if err := s.Session().Close(ctx, "s"); err != nil || life.Err() == nil {
		t.Errorf("%v; its life: %v", err, life.Err())
	}
	if _, ok, err := l.Lookup(ctx, "s", ks[0]); ok || err != nil {
		t.Errorf("%t, %v", ok, err)
	}
	if err := l.Adopt(ctx, "s", upload(ks[0])); !errs.Is(err, errs.NotFound) {
		t.Error(err)
	}
	if err := l.Incref(ctx, "s", ks); !errs.Is(err, errs.Canceled) {
		t.Error(err)
	}
	if err := l.Recover(ctx, "s", []service.ChunkMeta{{Facts: service.Facts{Key: ks[0]}}}); !errs.Is(err, errs.Canceled) {
		t.Error(err)
	}
	if c, err := l.Counts(ctx, "s"); c != (service.LifecycleCounts{}) || err != nil {
		t.Errorf("%+v, %v", c, err)
	}
	if err := l.Decref(ctx, "s", ks); err != nil {
		t.Error(err)
	}
	if _, err := s.Session().Life(ctx, "s"); !errs.Is(err, errs.NotFound) {
		t.Error(err)
	}
	if n, err := lifeSessions.Ask(ctx, s.sys, s.life, oscar.None{}); n != 0 || err != nil || len(s.sess.lives) != 0 {
		t.Errorf("lifecycle knows %d sessions, %v; %d lives", n, err, len(s.sess.lives))
	}
}

// What is given to a session while it is closed is in it, or refused: none of it stays behind.
func TestGivingAndClosingAtOnce(t *testing.T) {
	s, ctx := open(t), t.Context()
	for range 200 {
		if _, err := s.Session().Create(ctx, "s"); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				if err := s.Lifecycle().Adopt(ctx, "s", upload(op.Key{byte(i)})); err != nil && !errs.Is(err, errs.NotFound) {
					t.Error(err)
				}
			})
		}
		if err := s.Session().Close(ctx, "s"); err != nil {
			t.Fatal(err)
		}
		wg.Wait()
		if n, err := lifeSessions.Ask(ctx, s.sys, s.life, oscar.None{}); n != 0 || err != nil || s.meta.Len("s") != 0 {
			t.Fatalf("lifecycle knows %d sessions, %v; meta %d chunks", n, err, s.meta.Len("s"))
		}
	}
}
