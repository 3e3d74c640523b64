package supervisor

import (
	"context"
	"testing"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/lifecycle"
)

// A chunk that is deleted is dropped by a worker that was dead: when it comes back, or at once where it has
// come back while the chunk was deleted.
func TestDeletedChunksOfAWorkerThatWasDead(t *testing.T) {
	s := open(t)
	k, b := op.Key{1}, service.Band{Node: "a", Name: "numa-0"}
	s.node("a", 1, true)
	away := func() {
		_ = s.meta.Put(t.Context(), "s", []service.ChunkMeta{{Facts: service.Facts{Key: k}, Bands: []service.Band{b}}})
		s.meta.Away("a")
	}
	away()
	l, _ := s.nodes.alive.Load("a")
	posted := func() int {
		out := &l.(*life).out
		out.mu.Lock()
		defer out.mu.Unlock()
		return len(out.queue)
	}
	hold := make(chan struct{})
	started := make(chan struct{})
	s.nodes.post("a", func(context.Context) { close(started); <-hold })
	<-started
	s.erase("s", lifecycle.Delete{Keys: []op.Key{k}})
	if posted() != 1 || len(s.nodes.owed.of) != 0 {
		t.Errorf("one that is back: %d posted, debts %v", posted(), s.nodes.owed.of)
	}
	close(hold)
	s.node("a", 1, false)
	away()
	s.erase("s", lifecycle.Delete{Keys: []op.Key{k}})
	if d := s.nodes.owed.take("a"); !d.drop["s"][k] {
		t.Errorf("one that is dead: %v", d)
	}
}
