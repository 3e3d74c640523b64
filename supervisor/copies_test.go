package supervisor

import (
	"context"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/replica"
	"github.com/mars-project/mars-go/service/rpc"
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

// A peer stands for a worker that is asked for a copy: it finds the chunk on c alone.
type peer struct{ asked []service.Band }

func (p *peer) Copy(_ context.Context, _ string, from []service.Source) error {
	p.asked = from[0].Bands
	if slices.ContainsFunc(p.asked, func(b service.Band) bool { return b.Node == "c" }) {
		return nil
	}
	return errs.New(errs.Lost, "nobody has it")
}
func (p *peer) Retire(context.Context) error        { return nil }
func (p *peer) Close(context.Context, string) error { return nil }
func (p *peer) Logs(context.Context, service.LogQuery) ([]service.Log, error) {
	return nil, nil
}
func (p *peer) Sweep(context.Context, []string) error { return nil }

// TestCopyFromWhereItIsNow has a chunk come to another worker after its copy was decided, and go from where
// it was: the copy is made from there, and what is there stays known.
func TestCopyFromWhereItIsNow(t *testing.T) {
	s, ctx := open(t), context.Background()
	if _, err := s.Session().Create(ctx, "s"); err != nil {
		t.Fatal(err)
	}
	sys, err := oscar.New("b", oscar.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer sys.Close(ctx)
	to := &peer{}
	if _, err := oscar.Spawn(sys, rpc.DataUID, func() rpc.Keeper { return to }, oscar.Policy{}); err != nil {
		t.Fatal(err)
	}
	if err := oscar.NewNet(oscar.Bytes, oscar.Faults{}).Join(s.sys, sys); err != nil {
		t.Fatal(err)
	}
	var h op.Hasher
	key := h.Str("given").Sum()
	a, b, c := service.Band{Node: "a", Name: "numa-0"}, service.Band{Node: "b", Name: "numa-0"}, service.Band{Node: "c", Name: "numa-0"}
	for _, node := range []string{"a", "b", "c"} {
		s.node(node, 1, true)
	}
	for _, at := range []service.Band{a, c} {
		if err := s.meta.Put(ctx, "s", []service.ChunkMeta{{Facts: service.Facts{Key: key}, Bands: []service.Band{at}}}); err != nil {
			t.Fatal(err)
		}
	}
	s.copy(replica.Copy{Chunk: replica.Chunk{Session: "s", Key: key}, From: []service.Band{a}, To: b})
	ms, _ := s.meta.Get(ctx, "s", []op.Key{key})
	if len(to.asked) != 2 || len(ms[0].Bands) != 3 {
		t.Errorf("asked to copy from %v, known on %v", to.asked, ms[0].Bands)
	}
}
