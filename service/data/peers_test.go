package data_test

import (
	"testing"
	"testing/synctest"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service/data"
)

// slow is memory that is there once its gate is open.
type slow struct {
	mem.Allocator
	gate chan struct{}
}

func (s slow) Alloc(n int) (*mem.Block, error) {
	<-s.gate
	return s.Allocator.Alloc(n)
}

// A worker that is removed is read to the end of the value under way, and of no other.
func TestRemoveWaitsForReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		peers := &data.Peers{}
		w := open(t, "w1", 0, peers)
		peers.Add(w.Service)
		w.put(t, "s", "a", floats(10, 0))
		w.put(t, "s", "b", floats(10, 10))
		into := slow{mem.Heap, make(chan struct{})}
		var came, removed int
		var err error
		go func() {
			err = peers.Fetch(t.Context(), "w1", "s", []data.Item{{Key: key("a"), Part: -1}, {Key: key("b"), Part: -1}}, into, func(int, any, op.Facts) error {
				came++
				return nil
			})
		}()
		synctest.Wait()
		go func() {
			peers.Remove(w.Service)
			removed = w.store.Stats().Pins + 1
		}()
		synctest.Wait()
		if removed != 0 || peers.Node("w1") != nil {
			t.Fatalf("removed: %d; reachable: %t", removed, peers.Node("w1") != nil)
		}
		close(into.gate)
		synctest.Wait()
		if came != 1 || removed != 1 || !errs.Is(err, errs.Unavailable) {
			t.Errorf("%d values came, removed with %d pins, error %v", came, removed-1, err)
		}
	})
}
