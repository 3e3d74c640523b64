package runner_test

import (
	"context"
	"testing"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/service/runner"
	"github.com/mars-project/mars-go/storage"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var bg = context.Background()

// A rig is a worker with one band. At the end of the test nothing may be left but what is stored.
type rig struct {
	*runner.Runner
	t     testing.TB
	pool  *mem.Pool
	data  *data.Service
	slots *runner.Slots
	heap  int64 // bytes that are stored outside the pool
}

func open(t testing.TB, node string, slots int, tr data.Transfer) *rig {
	t.Helper()
	return openIn(t, node, slots, tr, t.TempDir())
}

// openIn is open with spill directories, or none.
func openIn(t testing.TB, node string, slots int, tr data.Transfer, dirs ...string) *rig {
	t.Helper()
	g := &rig{t: t, pool: mem.NewPool(4 << 20), slots: runner.NewSlots(slots)}
	g.pool.Poison(true)
	st, err := storage.Open(storage.Options{Pool: g.pool, Codec: data.Codec(), Dirs: dirs})
	if err != nil {
		t.Fatal(err)
	}
	if g.data, err = data.New(data.Options{Node: node, Store: st, Transfer: tr}); err != nil {
		t.Fatal(err)
	}
	g.Runner, err = runner.New(runner.Options{Band: service.Band{Node: node, Name: "numa-0"}, Store: g.data, Slots: g.slots})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		g.slots.Close()
		g.clean()
		for _, id := range g.data.Sessions() {
			_ = g.data.Close(bg, id)
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
		if err := g.pool.Close(); err != nil {
			t.Error(err)
		}
	})
	return g
}

// clean checks that the pool holds what is stored, and nothing else.
func (g *rig) clean() {
	g.t.Helper()
	st := g.data.Store().Stats()
	if p := g.pool.Stats(); p.Used+g.heap != st.Memory || p.Granted != 0 || p.Booked != p.Used || st.Pins != 0 || st.Scratch != 0 {
		g.t.Errorf("used %d, granted %d, booked %d, but stored are %d, pins %d, scratch %d", p.Used, p.Granted, p.Booked, st.Memory, st.Pins, st.Scratch)
	}
}

// work is a run with a grant of n bytes.
func (g *rig) work(n int64, s *service.Subtask) *runner.Work {
	g.t.Helper()
	b, err := g.pool.Reserve(n)
	if err != nil {
		g.t.Fatal(err)
	}
	return &runner.Work{Session: "s", Subtask: s, Grant: b}
}

// do runs a subtask and looks for leaks.
func (g *rig) do(s *service.Subtask) service.Result {
	g.t.Helper()
	x := g.Run(g.work(64<<10, s))
	g.clean()
	return x
}

// put stores an array.
func (g *rig) put(name string, v ...float64) {
	g.t.Helper()
	sc := mem.NewScope(g.pool)
	defer sc.Close()
	if _, err := g.data.Put(bg, "s", key(name), array(sc, v...)); err != nil {
		g.t.Fatal(err)
	}
}

// parts stores a partitioned value made of Go memory.
func (g *rig) parts(name string, parts ...any) {
	g.t.Helper()
	v := &op.Parts{P: parts}
	if _, err := g.data.Put(bg, "s", key(name), v); err != nil {
		g.t.Fatal(err)
	}
	g.heap += op.Observe(v).Bytes
}

// want checks a stored array.
func (g *rig) want(name string, v ...float64) {
	g.t.Helper()
	p, err := g.data.Get(bg, "s", key(name))
	if err != nil {
		g.t.Error(err)
		return
	}
	defer p.Release()
	if a, ok := p.Value().(*nd.Array); !ok || !nd.Equal(a, nd.Of(v)) {
		g.t.Errorf("%s is %v, want %v", name, p.Value(), v)
	}
}

func array(al mem.Allocator, v ...float64) *nd.Array {
	a, err := nd.New(al, dtype.Float64, len(v))
	if err != nil {
		panic(err)
	}
	copy(nd.Data[float64](a), v)
	return a
}

func key(name string) op.Key {
	var h op.Hasher
	return h.Str(name).Sum()
}

// exec is an operand of a test.
type exec func(x *op.Exec) error

func (exec) Infer([]op.Meta) ([]op.Meta, error) { return nil, nil }
func (exec) Tile(*op.Tiler) error               { return nil }
func (f exec) Exec(x *op.Exec) error            { return f(x) }

// call is a call of one output.
func call(f exec, in ...op.Arg) op.Call {
	return op.Call{Op: f, Name: "test.op", Site: "a.go:7", Stage: op.Final, In: in, Outs: make([]op.Meta, 1), Want: []bool{true}, Keep: []bool{false}}
}

func stored(name string) op.Arg          { return op.Arg{Call: -1, Part: -1, Key: key(name)} }
func from(call int) op.Arg               { return op.Arg{Call: call, Part: -1} }
func last(call int) op.Arg               { return op.Arg{Call: call, Part: -1, Last: true} }
func part(j int, names ...string) op.Arg { return op.Arg{Call: -1, Part: j, Keys: keys(names)} }

func keys(names []string) (ks []op.Key) {
	for _, n := range names {
		ks = append(ks, key(n))
	}
	return ks
}

// subtask puts the outputs of calls under names.
func subtask(names map[int]string, calls ...op.Call) *service.Subtask {
	s := &service.Subtask{ID: service.MakeTaskID(0, 1).Subtask(2), Calls: calls}
	for i := range calls {
		if n, ok := names[i]; ok {
			s.Outputs = append(s.Outputs, service.Output{Key: key(n), Call: int32(i)})
			calls[i].Keep = []bool{true}
		}
	}
	return s
}

// sum adds its inputs to a fresh array.
func sum(x *op.Exec) error {
	out := x.Alloc(dtype.Float64, x.Array(0).Shape...)
	d := nd.Data[float64](out)
	clear(d)
	for _, a := range x.Arrays() {
		for i, v := range nd.Data[float64](a) {
			d[i] += v
		}
	}
	return x.Put(0, out)
}
