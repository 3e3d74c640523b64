package supervisor

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Many readers that blame one node have it asked once.
func TestAnAccusedNodeIsAskedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		n := &nodes{s: &Supervisor{cfg: Config{Reach: func(context.Context, string) error {
			asked.Add(1)
			time.Sleep(time.Second)
			return nil
		}}}}
		up(n, "w1")
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() {
				if n.accused(t.Context(), "w1", "w2", "it cannot be reached") {
					t.Error("it answers, and is taken for gone")
				}
			})
		}
		wg.Wait()
		if k := asked.Load(); k != 1 {
			t.Errorf("asked %d times", k)
		}
		if n.accused(t.Context(), "w1", "w2", "again"); asked.Load() != 2 {
			t.Error("a later blame is not looked into")
		}
		n.close()
	})
}
