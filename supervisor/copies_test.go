package supervisor

import (
	"context"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/replica"
)

// TestCopyOfAnEarlierRegistration has a worker register again while the answer that it has copied a chunk is
// on its way. It may have been told to drop what its inventory named and nobody knew of, so the copy does not
// count.
func TestCopyOfAnEarlierRegistration(t *testing.T) {
	s, ctx := open(t), context.Background()
	if _, err := s.Session().Create(ctx, "s"); err != nil {
		t.Fatal(err)
	}
	var h op.Hasher
	key := h.Str("given").Sum()
	a, b := service.Band{Node: "a", Name: "numa-0"}, service.Band{Node: "b", Name: "numa-0"}
	s.node("a", 1, true)
	s.node("b", 1, true)
	if err := s.meta.Put(ctx, "s", []service.ChunkMeta{{Facts: service.Facts{Key: key}, Bands: []service.Band{a}}}); err != nil {
		t.Fatal(err)
	}
	on := func() int {
		ms, _ := s.meta.Get(ctx, "s", []op.Key{key})
		return len(ms[0].Bands)
	}
	x := replica.Copy{Chunk: replica.Chunk{Session: "s", Key: key}, From: []service.Band{a}, To: b}
	asked := s.nodes.epoch("b")
	s.node("b", 2, true)
	if err := s.nodes.copied(x, asked); !errs.Is(err, errs.Unavailable) || on() != 1 {
		t.Errorf("a copy of an earlier registration: %v, on %d workers", err, on())
	}
	if err := s.nodes.copied(x, s.nodes.epoch("b")); err != nil || on() != 2 {
		t.Errorf("a copy of this registration: %v, on %d workers", err, on())
	}
}
