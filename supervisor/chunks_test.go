package supervisor

import (
	"context"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/cluster"
	"github.com/mars-project/mars-go/service/events"
)

// open starts a supervisor that plans nothing.
func open(t *testing.T) *Supervisor {
	t.Helper()
	return openPlanning(t, func(service.TaskID, service.Submission, func(op.Key) (service.Manifest, bool)) (service.Planner, error) {
		return nil, errs.New(errs.Invalid, "no plan")
	})
}

// openPlanning starts a supervisor with a way to plan.
func openPlanning(t *testing.T, plan service.PlanFunc, change ...func(*Config)) *Supervisor {
	t.Helper()
	sys, err := oscar.New("supervisor", oscar.Options{})
	if err != nil {
		t.Fatal(err)
	}
	log := events.New(events.Options{})
	cfg := Config{
		Events: log,
		Plan:   plan,
		Values: func(context.Context, string, []service.ChunkMeta) ([]any, error) { return nil, nil },
	}
	for _, f := range change {
		f(&cfg)
	}
	s, err := Start(sys, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
		if err := sys.Close(context.Background()); err != nil {
			t.Error(err)
		}
		log.Close()
	})
	return s
}

// node makes a worker come, or go.
func (s *Supervisor) node(name string, epoch uint64, up bool) {
	s.nodes.mu.Lock()
	defer s.nodes.mu.Unlock()
	if up {
		s.nodes.step(cluster.Registered{Info: service.NodeInfo{
			Node: name, Role: "worker", Epoch: epoch, State: service.Ready, Bands: []service.BandInfo{{Name: "numa-0", Slots: 1}},
		}})
		return
	}
	s.nodes.step(cluster.Broken{Node: name, Epoch: epoch, Why: "killed", Now: s.now()})
}

// Results are worked through while their worker ends: what they say it has may be gone by then, and somebody
// must hear of it.
func TestChunksOfAWorkerThatEnds(t *testing.T) {
	s := open(t)
	k := op.Key{1}
	on := func(node string) service.Band { return service.Band{Node: node, Name: "numa-0"} }
	bands := func() int {
		ms, err := s.meta.Get(t.Context(), "s", []op.Key{k})
		if err != nil {
			t.Fatal(err)
		}
		return len(ms[0].Bands)
	}
	stored := func(node string, epoch uint64) int {
		s.meta.Made("s", on(node), []service.Result{{Facts: []service.Facts{{Key: k}}}})
		return len(s.stored("s", on(node), epoch, func() []op.Key { return []op.Key{k} }))
	}
	s.node("a", 1, true)
	if gone := stored("a", 1); gone != 0 || bands() != 1 {
		t.Errorf("of a worker that lives: %d gone, %d bands", gone, bands())
	}
	s.node("a", 1, false)
	if bands() != 0 {
		t.Error("a worker ends with its chunks")
	}
	if gone := stored("a", 1); gone != 0 || bands() != 0 || len(s.meta.OnlyAway("s", []op.Key{k})) != 1 {
		t.Errorf("of a worker that is dead and may come back: %d gone, %d bands", gone, bands())
	}
	s.node("a", 2, true)
	if len(s.meta.OnlyAway("s", []op.Key{k})) != 0 {
		t.Error("it came back without, and is waited for")
	}
	if gone := stored("a", 1); gone != 1 || bands() != 0 {
		t.Errorf("of one that began anew: %d gone, %d bands", gone, bands())
	}
	if gone := stored("a", 2); gone != 0 || bands() != 1 {
		t.Errorf("of its new life: %d gone, %d bands", gone, bands())
	}
	if gone := stored("b", 1); gone != 0 || bands() != 1 {
		t.Errorf("a copy of one that has ended: %d gone, %d bands", gone, bands())
	}
	// A copy that was fetched before its worker ended is none.
	d := &directory{s}
	if err := d.Put(t.Context(), "s", []service.ChunkMeta{{Facts: service.Facts{Key: k}, Bands: []service.Band{on("b")}}}); err != nil || bands() != 1 {
		t.Errorf("%v, %d bands", err, bands())
	}
	s.node("b", 1, true)
	if err := d.Put(t.Context(), "s", []service.ChunkMeta{{Facts: service.Facts{Key: k}, Bands: []service.Band{on("b")}}}); err != nil || bands() != 2 {
		t.Errorf("%v, %d bands", err, bands())
	}
}
