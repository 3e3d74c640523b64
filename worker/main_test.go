package worker_test

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/service/events"
	"github.com/mars-project/mars-go/supervisor"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/worker"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A world is supervisors and workers that are joined by links of bytes.
type world struct {
	t     *testing.T
	ctx   context.Context
	net   *oscar.Net
	peers *data.Peers
	wrap  func(data.Transfer) data.Transfer // what chunks go by; nil: as it is
	ends  []func()
	sups  []*sup

	log     slog.Handler                                     // of supervisors; nil: none
	expects func(session string, k op.Key, node string) bool // of uploads under way; nil: nothing is known
}

func newWorld(t *testing.T, f oscar.Faults) *world {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	w := &world{t: t, ctx: ctx, net: oscar.NewNet(oscar.Bytes, f), peers: &data.Peers{}}
	w.ends = append(w.ends, cancel)
	return w
}

// close ends what was started last first.
func (w *world) close() {
	for i := len(w.ends) - 1; i >= 0; i-- {
		w.ends[i]()
	}
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// A sup is a supervisor as a client sees it.
type sup struct {
	*supervisor.Supervisor
	w   *world
	sys *oscar.System
	log *events.Log
	end func()
}

func (w *world) supervisor(name string, number uint8) *sup {
	w.t.Helper()
	sys, err := oscar.New(name, oscar.Options{Version: "1", Log: slog.New(slog.DiscardHandler)})
	w.must(err)
	s := &sup{w: w, sys: sys, log: events.New(events.Options{})}
	log := cmp.Or(w.log, slog.DiscardHandler)
	s.Supervisor, err = supervisor.Start(sys, supervisor.Config{
		Version: "1", Plan: plan.NewPlanner, Values: s.values, Events: s.log, Log: slog.New(log), Number: number, Expects: w.expects,
	})
	w.must(err)
	w.sups = append(w.sups, s)
	over := false
	s.end = func() {
		if over {
			return
		}
		over = true
		bg := context.Background()
		if err := cmpErr(s.Close(bg), sys.Close(bg), s.log.Close()); err != nil {
			w.t.Error(err)
		}
	}
	w.ends = append(w.ends, s.end)
	return s
}

func cmpErr(es ...error) error {
	for _, err := range es {
		if err != nil {
			return err
		}
	}
	return nil
}

// crash ends a supervisor as the end of its process would.
func (s *sup) crash(links ...*oscar.System) {
	for _, l := range links {
		s.w.net.Cut(s.sys, l)
	}
	s.end()
}

// Data is the data service of a band.
func (s *sup) Data(b service.Band) (service.DataService, bool) {
	d := s.w.peers.Node(b.Node)
	return d, d != nil
}

func (s *sup) values(ctx context.Context, session string, chunks []service.ChunkMeta) ([]any, error) {
	var out []any
	for _, c := range chunks {
		d, ok := s.Data(c.Bands[0])
		if !ok {
			return nil, errs.New(errs.Lost, "%s is gone", c.Bands[0])
		}
		p, err := d.Get(ctx, session, c.Key)
		if err != nil {
			return nil, err
		}
		v, err := op.CloneValue(p.Value())
		p.Release()
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// text is the event log.
func (s *sup) text() string {
	es, err := s.Events().Since(context.Background(), 0, 0)
	s.w.must(err)
	var b strings.Builder
	for _, e := range es {
		fmt.Fprintln(&b, e)
	}
	return b.String()
}

func (s *sup) session(o client.Options) *client.Session {
	s.w.t.Helper()
	x, err := client.New(s.w.ctx, s, o)
	s.w.must(err)
	s.w.ends = append(s.w.ends, func() { x.Close() }) // after a failure
	return x
}

// A hand is a worker.
type hand struct {
	*worker.Worker
	sys *oscar.System
	end func()
}

func (w *world) worker(name string, slots int, to ...*sup) *hand {
	w.t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	sys, err := oscar.New(name, oscar.Options{Version: "1", Log: quiet})
	w.must(err)
	h := &hand{sys: sys}
	transfer := data.Transfer(w.peers)
	if w.wrap != nil {
		transfer = w.wrap(transfer)
	}
	h.Worker, err = worker.Start(w.ctx, sys, worker.Config{Version: "1", Slots: slots, Memory: 32 << 20, Transfer: transfer, Poison: true, Log: quiet})
	w.must(err)
	w.peers.Add(h.Data())
	over := false
	h.end = func() {
		if over {
			return
		}
		over = true
		w.peers.Remove(h.Data())
		bg := context.Background()
		if err := cmpErr(h.Close(bg), sys.Close(bg)); err != nil {
			w.t.Error(err)
		}
	}
	w.ends = append(w.ends, h.end)
	for _, s := range to {
		w.must(w.net.Join(s.sys, sys))
		w.must(h.Join(w.ctx, s.sys.Node()))
	}
	return h
}

// crash ends a worker as the end of its process would.
func (h *hand) crash(w *world, links ...*sup) {
	for _, s := range links {
		w.net.Cut(s.sys, h.sys)
	}
	h.end()
}

// until waits for f.
func (w *world) until(what string, f func() bool) {
	w.t.Helper()
	for !f() {
		if w.ctx.Err() != nil {
			for _, s := range w.sups {
				w.t.Logf("events of %s:\n%s", s.sys.Node(), s.text())
			}
			w.t.Fatalf("timeout: %s", what)
		}
		time.Sleep(time.Millisecond) // of a bubble's time, where there is one
	}
}

// busy is an operator of tests that counts how many run at once, and can be made to wait.
type busy struct{ Mode string }

func init() {
	op.Register[busy](op.Doc{Name: "workertest.busy", Like: "numpy.positive", Sig: "busy(a, mode='')", Summary: "Tests what runs"})
}

var running, most atomic.Int64

func (o *busy) Infer(in []op.Meta) ([]op.Meta, error) { return in, nil }
func (o *busy) Tile(t *op.Tiler) error                { return t.Out(t.Map(t.In(0))) }
func (o *busy) Exec(x *op.Exec) error {
	n := running.Add(1)
	defer running.Add(-1)
	for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
	}
	runtime.Gosched()
	if o.Mode == "wait" {
		<-x.Context().Done()
		return x.Context().Err()
	}
	if o.Mode == "slow" {
		t := time.NewTimer(2 * time.Second)
		defer t.Stop()
		select {
		case <-t.C:
		case <-x.Context().Done():
			return x.Context().Err()
		}
	}
	a := x.Alloc(dtype.Float64, x.Array(0).Shape...)
	copy(nd.Data[float64](a), nd.Data[float64](x.Array(0)))
	return x.Put(0, a)
}

// kept are handles that must not be collected: a cleanup runs outside the bubble of its test.
var (
	keepMu sync.Mutex
	kept   []*tensor.Tensor
)

func keep(t *tensor.Tensor) *tensor.Tensor {
	keepMu.Lock()
	defer keepMu.Unlock()
	kept = append(kept, t)
	return t
}

func held(a *tensor.Tensor, mode string) *tensor.Tensor {
	return tensor.Of(op.Value{N: op.Apply(&busy{mode}, a.Value())})
}

func ones(n, chunk int) *tensor.Tensor {
	return tensor.Ones([]int{n}, tensor.Create{Chunk: []int{chunk}})
}

func (w *world) fetch(s *client.Session, h *tensor.Tensor) []float64 {
	w.t.Helper()
	v, err := tensor.Fetch[float64](w.ctx, s, h)
	w.must(err)
	return v
}
