package runner_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
)

// frozen is a worker that answers nothing and closes nothing.
type frozen struct{ asked atomic.Int64 }

func (f *frozen) Fetch(ctx context.Context, node, session string, items []data.Item, into mem.Allocator, got func(i int, v any, f op.Facts) error) error {
	f.asked.Add(1)
	<-ctx.Done()
	return errs.Wrap(errs.Canceled, context.Cause(ctx), "fetch from %s", node)
}

// forgetful is a directory that gives a worker up after a while.
type forgetful struct {
	directory
	until time.Time
}

func (d *forgetful) Get(ctx context.Context, session string, ks []op.Key) ([]service.ChunkMeta, error) {
	if time.Now().After(d.until) {
		d.where = nil
	}
	return d.directory.Get(ctx, session, ks)
}

func TestAFetchFromAFrozenWorkerEndsWhenItIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &frozen{}
		g := open(t, "w", 1, f)
		began := time.Now()
		d := &forgetful{until: began.Add(2500 * time.Millisecond)}
		d.where = map[op.Key][]service.Band{key("x"): {{Node: "a", Name: "numa-0"}}}
		w := g.work(64<<10, subtask(map[int]string{0: "out"}, call(sum, stored("x"))))
		w.Directory = d
		err := g.Fetch(w)
		if !errs.Is(err, errs.Lost) || len(service.LostKeys(err)) != 1 {
			t.Errorf("got %v", err)
		}
		if took := time.Since(began); took < 2500*time.Millisecond || took > 4*time.Second || f.asked.Load() != 1 {
			t.Errorf("it took %s, asked %d times", took, f.asked.Load())
		}
		g.clean()
	})
}
