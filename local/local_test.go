package local_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A rig is a cluster with a session.
type rig struct {
	t *testing.T
	*local.Cluster
	s   *client.Session
	ctx context.Context
}

func start(t *testing.T, cfg local.Config, o client.Options) *rig {
	t.Helper()
	ctx := context.Background()
	cfg.Poison = true
	if cfg.Memory == 0 {
		cfg.Memory = 64 << 20
	}
	if cfg.Slots == 0 {
		cfg.Slots = 2
	}
	c, err := local.Start(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	s, err := client.New(ctx, c, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := c.Idle(); err != nil {
			t.Error(err)
		}
	})
	return &rig{t, c, s, ctx}
}

func (g *rig) execute(h op.Handle) {
	g.t.Helper()
	if err := g.s.Execute(g.ctx, h); err != nil {
		g.t.Fatal(err)
	}
}

func (g *rig) fetch(h *tensor.Tensor) []float64 {
	g.t.Helper()
	v, err := tensor.Fetch[float64](g.ctx, g.s, h)
	if err != nil {
		g.t.Fatal(err)
	}
	return v
}

// until waits for f without sleeping.
func (g *rig) until(what string, f func() bool) {
	g.t.Helper()
	for !f() {
		if g.ctx.Err() != nil {
			g.t.Fatalf("timeout: %s", what)
		}
		runtime.Gosched()
	}
}

// log is the text of all events.
func (g *rig) log() string {
	es, err := g.Events().Since(g.ctx, 0, 0)
	if err != nil {
		g.t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range es {
		fmt.Fprintln(&b, e)
	}
	return b.String()
}

// gate is an operator of tests: it does what its mode says.
type gate struct{ Mode string }

func init() {
	op.Register[gate](op.Doc{Name: "test.gate", Like: "numpy.positive", Sig: "gate(a, mode='')", Summary: "Tests what happens in the middle"})
}

func (o *gate) Infer(in []op.Meta) ([]op.Meta, error) { return in, nil }
func (o *gate) Tile(t *op.Tiler) error                { return t.Out(t.Map(t.In(0))) }

var started = make(chan struct{}, 1024)

func (o *gate) Exec(x *op.Exec) error {
	a := x.Alloc(dtype.Float64, x.Array(0).Shape...) // to be freed whatever comes
	switch o.Mode {
	case "panic":
		panic("the operator fell over")
	case "wait":
		started <- struct{}{}
		<-x.Context().Done()
		return x.Context().Err()
	}
	return x.Put(0, a)
}

func gated(a *tensor.Tensor, mode string) *tensor.Tensor {
	return tensor.Of(op.Value{N: op.Apply(&gate{mode}, a.Value())})
}

func ones(n, chunk int) *tensor.Tensor {
	return tensor.Ones([]int{n}, tensor.Create{Chunk: []int{chunk}})
}

// TestRecoverAfterInputsWereFreed kills the worker that has results whose inputs, and the inputs of these,
// are gone.
func TestRecoverAfterInputsWereFreed(t *testing.T) {
	for _, bytes := range []bool{false, true} {
		t.Run(fmt.Sprintf("links of bytes %t", bytes), func(t *testing.T) { recoverFreed(t, bytes) })
	}
}

func recoverFreed(t *testing.T, bytes bool) {
	g := start(t, local.Config{Workers: 2, Bytes: bytes}, client.Options{NoFuse: true})
	a := ones(400, 100)
	for range 3 {
		a = tensor.Add(a, tensor.Sum(a))
	}
	g.execute(a)
	want := g.fetch(a)
	n, err := g.Lifecycle().Counts(g.ctx, g.s.ID())
	if err != nil || n.Chunks != 4 || n.Recipes < 16 {
		t.Fatalf("%s, %v; want the 4 chunks of the result and the recipes behind them", n, err)
	}
	for range 2 { // whichever has them
		if err := g.Replace(g.ctx); err != nil {
			t.Fatal(err)
		}
	}
	if got := g.fetch(a); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if !strings.Contains(g.log(), "lifecycle: rerun t1") {
		t.Errorf("nothing was made again:\n%s", g.log())
	}
}

func TestCancelInTheMiddle(t *testing.T) {
	g := start(t, local.Config{Workers: 2}, client.Options{})
	f, err := g.s.ExecuteAsync(g.ctx, gated(ones(1000, 10), "wait"))
	if err != nil {
		t.Fatal(err)
	}
	<-started
	<-started // on both slots
	if err := f.Cancel(g.ctx); err != nil {
		t.Fatal(err)
	}
	if err := f.Wait(g.ctx); !errs.Is(err, errs.Canceled) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(g.ctx)
	var wg sync.WaitGroup
	wg.Go(func() { <-started; cancel() })
	if err := g.s.Execute(ctx, gated(ones(2000, 10), "wait")); !errs.Is(err, errs.Canceled) {
		t.Errorf("got %v", err)
	}
	wg.Wait()
	g.execute(ones(10, 5)) // the session lives on
}

func TestPanicInAnOperator(t *testing.T) {
	g := start(t, local.Config{Workers: 2}, client.Options{})
	err := g.s.Execute(g.ctx, gated(ones(1000, 10), "panic"))
	if !errs.Is(err, errs.Internal) || !strings.Contains(err.Error(), "the operator fell over") || !strings.Contains(err.Error(), "test.gate") ||
		!strings.Contains(err.Error(), "local_test.go:") {
		t.Errorf("got %v", err)
	}
	var e *errs.Error
	if !asError(err, &e) || !strings.Contains(e.Trace, "(*gate).Exec") {
		t.Errorf("no stack in %+v", e)
	}
	g.execute(ones(10, 5))
}

func asError(err error, to **errs.Error) bool {
	e, ok := err.(*errs.Error)
	*to = e
	return ok
}

func TestWithoutWorkersATaskWaits(t *testing.T) {
	g := start(t, local.Config{Workers: 1, Bytes: true}, client.Options{})
	if err := g.Kill(g.ctx, g.Workers()[0]); err != nil {
		t.Fatal(err)
	}
	s := tensor.Sum(ones(100, 10))
	f, err := g.s.ExecuteAsync(g.ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	g.until("the task says what it waits for", func() bool {
		p, err := f.Progress(g.ctx)
		return err == nil && strings.Contains(p.Waiting, "no worker")
	})
	if _, err := g.Add(g.ctx); err != nil {
		t.Fatal(err)
	}
	if err := f.Wait(g.ctx); err != nil {
		t.Fatal(err)
	}
	if v := g.fetch(s); v[0] != 100 {
		t.Errorf("got %v", v)
	}
}

func TestMoreThanMemorySpills(t *testing.T) {
	g := start(t, local.Config{Workers: 1, Memory: 8 << 20}, client.Options{ChunkBytes: 256 << 10})
	a := tensor.Add(tensor.Arange(0, 4<<20, 1), 0.0) // 32 MiB
	g.execute(a)
	st := g.Worker("worker-0").Store().Stats()
	if st.Disk < 16<<20 {
		t.Errorf("%d bytes on disk", st.Disk)
	}
	s := tensor.Sum(a)
	g.execute(s)
	if n := float64(4 << 20); g.fetch(s)[0] != n*(n-1)/2 {
		t.Errorf("got %v", g.fetch(s))
	}
}

func TestDiskFullWhileSpilling(t *testing.T) {
	fs := vfs.NewFault(vfs.OS)
	dir := t.TempDir()
	fs.Space(dir, 2<<20)
	g := start(t, local.Config{Workers: 1, Memory: 4 << 20, SpillDirs: []string{dir}, SpillFS: fs}, client.Options{ChunkBytes: 256 << 10})
	err := g.s.Execute(g.ctx, tensor.Add(tensor.Arange(0, 4<<20, 1), 0.0))
	if !errs.Is(err, errs.OutOfMemory) || !strings.Contains(err.Error(), syscall.ENOSPC.Error()) {
		t.Errorf("got %v", err)
	}
	g.execute(ones(10, 5)) // nothing of the failed task is left
}

// TestHandlesFreeData drops the only handle of a value.
func TestHandlesFreeData(t *testing.T) {
	g := start(t, local.Config{Workers: 1}, client.Options{})
	func() {
		a := ones(1000, 100)
		g.execute(a)
		if st := g.Worker("worker-0").Store().Stats(); st.Memory != 8000 && st.Memory < 8000 {
			t.Errorf("%d bytes stored", st.Memory)
		}
	}()
	g.until("the data goes", func() bool {
		runtime.GC()
		return g.Worker("worker-0").Store().Stats().Memory == 0
	})
}

func TestEqualExpressionsAreComputedOnce(t *testing.T) {
	g := start(t, local.Config{Workers: 1}, client.Options{})
	a, b := tensor.Sum(ones(100, 10)), tensor.Sum(ones(100, 10))
	g.execute(a)
	g.execute(b)
	list, err := g.Task().List(g.ctx, g.s.ID())
	if err != nil || len(list) != 2 || list[0].Total == 0 || list[1].Total != 0 {
		t.Errorf("%d tasks, %v: %+v", len(list), err, list)
	}
	runtime.KeepAlive(a)
}
