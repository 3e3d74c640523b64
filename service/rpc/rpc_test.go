package rpc_test

import (
	"context"
	"fmt"
	"testing"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/rpc"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var bg = context.Background()

// TestMethodsTravel: every message can be encoded.
func TestMethodsTravel(t *testing.T) {
	for _, p := range []string{"subtask.", "data.", "schedule.", "meta.", "cluster."} {
		if err := oscar.CheckMethods(p); err != nil {
			t.Error(err)
		}
	}
}

// supervisor answers what is asked of a supervisor, and remembers what it was told.
type supervisor struct{ told chan string }

func (s *supervisor) Report(_ context.Context, r service.Report) error {
	s.told <- fmt.Sprintf("report %d of %s", r.Seq, r.Band)
	return nil
}

func (s *supervisor) Get(_ context.Context, session string, ks []op.Key) ([]service.ChunkMeta, error) {
	return []service.ChunkMeta{{Facts: service.Facts{Key: ks[0], Facts: op.Facts{Shape: []int{2, 3}}}, Bands: []service.Band{{Node: session, Name: "n"}}}}, nil
}

func (s *supervisor) Put(_ context.Context, session string, ms []service.ChunkMeta) error {
	s.told <- fmt.Sprintf("put %d of %s", len(ms), session)
	return nil
}

func (s *supervisor) Register(_ context.Context, n service.NodeInfo) (service.Welcome, error) {
	return service.Welcome{}, errs.New(errs.Denied, "%s is not wanted", n.Node)
}

func (s *supervisor) Heartbeat(_ context.Context, b service.Beat) error {
	s.told <- "heartbeat of " + b.Node
	return nil
}

func (s *supervisor) Leave(_ context.Context, node string, epoch uint64) error {
	s.told <- fmt.Sprintf("%s leaves, epoch %d", node, epoch)
	return nil
}

func (s *supervisor) Unknown(_ context.Context, sessions []string) ([]string, error) {
	return sessions[1:], nil
}

func (s *supervisor) Given(_ context.Context, _, _ string, keys []op.Key) (rpc.GivenKeys, error) {
	return rpc.GivenKeys{Known: keys[:1], Strays: keys[1:]}, nil
}

func (s *supervisor) Door(_ context.Context, session string) (service.Door, error) {
	return service.Door{URL: "http://s", Token: session}, nil
}

var (
	_ rpc.Reporter  = (*supervisor)(nil)
	_ rpc.Directory = (*supervisor)(nil)
	_ rpc.Members   = (*supervisor)(nil)
)

func TestASupervisorIsReachedOverALinkOfBytes(t *testing.T) {
	w, err := oscar.New("w")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close(bg)
	s, err := oscar.New("s")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close(bg)
	if err := oscar.NewNet(oscar.Bytes).Join(s, w); err != nil {
		t.Fatal(err)
	}
	x := &supervisor{make(chan string, 8)}
	for _, uid := range []string{rpc.ScheduleUID, rpc.MetaUID, rpc.ClusterUID} {
		if _, err := oscar.Spawn(s, uid, func() *supervisor { return x }); err != nil {
			t.Fatal(err)
		}
	}
	c := rpc.At(w, "s")
	var h op.Hasher
	k := h.Str("k").Sum()
	ms, err := c.Get(bg, "sess", []op.Key{k})
	if err != nil || len(ms) != 1 || ms[0].Key != k || fmt.Sprint(ms[0].Shape, ms[0].Bands) != "[2 3] [sess/n]" {
		t.Errorf("%+v, %v", ms, err)
	}
	if _, err := c.Register(bg, service.NodeInfo{Node: "w"}); !errs.Is(err, errs.Denied) || err.Error() != "w is not wanted" {
		t.Error(err)
	}
	if not, err := c.Unknown(bg, []string{"a", "b"}); err != nil || fmt.Sprint(not) != "[b]" {
		t.Errorf("%v, %v", not, err)
	}
	if d, err := c.Door(bg, "sess"); err != nil || d != (service.Door{URL: "http://s", Token: "sess"}) {
		t.Errorf("%v, %v", d, err)
	}
	if g, err := c.Given(bg, "w", "sess", []op.Key{k, {1}}); err != nil || len(g.Known) != 1 || g.Known[0] != k || len(g.Strays) != 1 {
		t.Errorf("%v, %v", g, err)
	}
	for _, f := range []func() error{
		func() error { return c.Report(bg, service.Report{Seq: 4, Band: service.Band{Node: "w", Name: "n"}}) },
		func() error { return c.Put(bg, "sess", ms) },
		func() error { return c.Heartbeat(bg, service.Beat{Node: "w"}) },
		func() error { return c.Leave(bg, "w", 7) },
	} {
		if err := f(); err != nil {
			t.Error(err)
		}
	}
	got := map[string]bool{<-x.told: true, <-x.told: true, <-x.told: true, <-x.told: true}
	for _, want := range []string{"report 4 of w/n", "put 1 of sess", "heartbeat of w", "w leaves, epoch 7"} {
		if !got[want] {
			t.Errorf("%s is missing in %v", want, got)
		}
	}
}
