package runner_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/service/runner"
)

func TestCallsRunInOrderFromStoredInputsToStoredOutputs(t *testing.T) {
	g := open(t, "w", 1, nil)
	g.put("a", 1, 2)
	g.put("b", 10, 20)
	x := g.do(subtask(map[int]string{0: "c", 2: "d"},
		call(sum, stored("a"), stored("b"), stored("a")),
		call(sum, from(0), from(0)),
		call(sum, last(1), stored("b"))))
	if x.Err != nil {
		t.Fatal(x.Err)
	}
	g.want("c", 12, 24)
	g.want("d", 34, 68)
	if len(x.Facts) != 2 || x.Facts[0].Key != key("c") || x.Facts[1].Bytes != 16 || x.Facts[1].Shape[0] != 2 {
		t.Errorf("facts %v", x.Facts)
	}
	if x.Peak < 64 || x.Started == 0 || x.Ended < x.Started {
		t.Errorf("%+v", x)
	}
}

func TestPartsOfAnExchangeAreJoinedInMapperOrder(t *testing.T) {
	g := open(t, "w", 1, nil)
	for i, n := range []string{"m0", "m1", "m2"} {
		if i == 1 {
			g.parts(n, nil, nil)
		} else {
			g.parts(n, nil, nd.Of([]float64{float64(i), 7}))
		}
	}
	if x := g.do(subtask(map[int]string{0: "r"}, call(sum, part(1, "m2", "m1", "m0")))); x.Err != nil {
		t.Fatal(x.Err)
	}
	g.want("r", 2, 7, 0, 7)
}

func TestIntermediatesAreFreedAfterTheirLastReader(t *testing.T) {
	g := open(t, "w", 1, nil)
	const n = 1 << 10 // 8 KiB an array
	var used []int64
	chain := func(x *op.Exec) error {
		used = append(used, g.pool.Stats().Used)
		x.Alloc(dtype.Float64, n) // garbage of the call
		out := x.Alloc(dtype.Float64, n)
		return x.Put(0, out)
	}
	calls := []op.Call{call(chain)}
	for i := range 9 {
		calls = append(calls, call(chain, last(i)))
	}
	x := g.do(subtask(map[int]string{9: "out"}, calls...))
	if x.Err != nil {
		t.Fatal(x.Err)
	}
	if want := []int64{0, 8 << 10, 8 << 10, 8 << 10, 8 << 10}; !slices.Equal(used[:5], want) {
		t.Errorf("in use before each call: %v", used)
	}
	if x.Peak != 3*8<<10 {
		t.Errorf("peak %d", x.Peak)
	}
}

func TestOwn(t *testing.T) {
	whole := func(x *op.Exec) error { return x.Put(0, array(x.Mem(), 1, 2, 3, 4)) }
	view := func(x *op.Exec) error { return x.Put(0, x.Array(0).Slice(0, 1, 3, 1)) }
	pass := func(x *op.Exec) error { return x.Put(0, x.In(0)) }
	literal := nd.Of([]float64{1, 2})
	for _, c := range []struct {
		name string
		make []op.Call
		arg  op.Arg
		want bool
	}{
		{"made here, last use", []op.Call{call(whole)}, last(0), true},
		{"made here, read again later", []op.Call{call(whole)}, from(0), false},
		{"from the store", nil, stored("a"), false},
		{"a view of a stored value", []op.Call{call(pass, stored("a"))}, last(0), false},
		{"a view of a value that lives", []op.Call{call(whole), call(view, from(0))}, last(1), false},
		{"a view of a value that is gone", []op.Call{call(whole), call(view, last(0))}, last(1), true},
		{"memory of the operand", []op.Call{call(func(x *op.Exec) error { return x.Put(0, literal) })}, last(0), false},
		{"a range", []op.Call{call(func(x *op.Exec) error {
			return x.Put(0, frame.Must(frame.New(nil, []frame.Label{frame.L("a")}, frame.NewRangeColumn(dtype.Int64, 0, 1, 3))))
		})}, last(0), true},
		{"objects", []op.Call{call(func(x *op.Exec) error {
			return x.Put(0, frame.Must(frame.New(nil, []frame.Label{frame.L("a")}, frame.NewObjects([]any{1}))))
		})}, last(0), false},
		{"a tuple", []op.Call{call(func(x *op.Exec) error { return x.Put(0, op.Tuple{array(x.Mem(), 1), array(x.Mem(), 2)}) })}, last(0), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := open(t, "w", 1, nil)
			g.put("a", 1, 2, 3, 4)
			got := false
			ask := func(x *op.Exec) error { got = x.Owned(0); return x.Put(0, array(x.Mem(), 0)) }
			end := call(sum, from(len(c.make)))
			if !c.arg.Last && c.arg.Call >= 0 {
				end.In = append(end.In, c.arg)
				end.Op = exec(func(x *op.Exec) error { return x.Put(0, array(x.Mem(), 0)) })
			}
			if strings.HasSuffix(c.name, "that lives") {
				end.In = append(end.In, from(0))
				end.Op = exec(func(x *op.Exec) error { return x.Put(0, array(x.Mem(), 0)) })
			}
			calls := append(append([]op.Call{}, c.make...), call(ask, c.arg), end)
			if x := g.do(subtask(map[int]string{len(calls) - 1: "out"}, calls...)); x.Err != nil {
				t.Fatal(x.Err)
			}
			if got != c.want {
				t.Errorf("owned: %t", got)
			}
			g.want("a", 1, 2, 3, 4)
		})
	}
}

func TestFailuresLeaveNothing(t *testing.T) {
	good := call(sum, stored("a"))
	bad := func(f exec) []op.Call { return []op.Call{good, call(f, from(0))} }
	for _, c := range []struct {
		name  string
		calls []op.Call
		kind  errs.Kind
		text  string
	}{
		{
			"an error", bad(func(x *op.Exec) error { x.Alloc(dtype.Int8, 100); return errs.New(errs.Invalid, "no") }), errs.Invalid,
			"a.go:7: test.op: no (t1/s2 on w/numa-0)",
		},
		{"a panic", bad(func(x *op.Exec) error { x.Alloc(dtype.Int8, 100); panic("boom") }), errs.Internal, "a.go:7: test.op: panic: boom (t1/s2 on w/numa-0)"},
		{"a panic of a helper", bad(func(x *op.Exec) error { return x.Parallel(8, func(int) error { panic("boom") }) }), errs.Internal, "panic: boom"},
		{"Goexit", bad(func(*op.Exec) error { runtime.Goexit(); return nil }), errs.Internal, "panic: <nil> (t1/s2 on w/numa-0)"},
		{
			"more than the grant and the pool", bad(func(x *op.Exec) error { x.Alloc(dtype.Int8, 3<<20); x.Alloc(dtype.Int8, 3<<20); return nil }), errs.Pressure,
			"a.go:7: test.op: 6291520 bytes are more than the memory budget",
		},
		{"more than the budget", bad(func(x *op.Exec) error { x.Alloc(dtype.Int8, 5<<20); return nil }), errs.Pressure, "more than the memory budget of 4194304"},
		{"an output that was not put", bad(func(x *op.Exec) error { return nil }), errs.Internal, "did not put output 0"},
		{"parts of different kinds", []op.Call{call(sum, part(0, "p", "q"))}, errs.Internal, "panic: "},
		{"scratch that stays open", bad(func(x *op.Exec) error {
			s, err := x.Scratch()
			if err == nil {
				err = s.Append(0, x.In(0))
			}
			if err == nil {
				err = errs.New(errs.Type, "late")
			}
			return err
		}), errs.Type, "late"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := open(t, "w", 2, nil)
			g.put("a", 1, 2)
			for n, v := range map[string]any{"p": nd.Of([]float64{1}), "q": frame.Must(frame.New(nil, nil))} {
				g.parts(n, v)
			}
			s := subtask(map[int]string{0: "kept", len(c.calls) - 1: "out"}, c.calls...)
			got := make(chan service.Result)
			g.Start(g.work(64<<10, s), func(x service.Result) { got <- x })
			x := <-got
			g.clean()
			if x.Err == nil || x.Err.Kind != c.kind || !strings.Contains(x.Err.Error(), c.text) {
				t.Fatalf("got %v", x.Err)
			}
			if strings.Contains(c.name, "panic") && !strings.Contains(x.Err.Trace, "run_test.go") {
				t.Errorf("the trace does not show the operator:\n%s", x.Err.Trace)
			}
			if x.Facts != nil || x.ID != s.ID {
				t.Errorf("%+v", x)
			}
			for _, n := range []string{"kept", "out"} {
				if _, err := g.data.Get(bg, "s", key(n)); !errs.Is(err, errs.NotFound) {
					t.Errorf("%s is there", n)
				}
			}
			if x := g.do(subtask(map[int]string{0: "fine"}, call(sum, stored("a")))); x.Err != nil {
				t.Errorf("the next one: %v", x.Err)
			}
		})
	}
}

func TestAPutThatIsRefusedTakesBackTheOthers(t *testing.T) {
	g := openIn(t, "w", 1, nil)
	big := func(x *op.Exec) error { return x.Put(0, x.Alloc(dtype.Int8, 3<<20)) } // more than the cache
	x := g.Run(g.work(3<<20, subtask(map[int]string{0: "small", 1: "big"}, call(func(x *op.Exec) error { return x.Put(0, array(x.Mem(), 1)) }), call(big))))
	g.clean()
	if x.Err == nil || x.Err.Kind != errs.OutOfMemory || !strings.Contains(x.Err.Error(), "a.go:7") {
		t.Fatalf("got %v", x.Err)
	}
	if n := len(g.data.Store().List()); n > 0 {
		t.Errorf("%d values are left", n)
	}
}

func TestAbort(t *testing.T) {
	g := open(t, "w", 1, nil)
	ran := 0
	var w *runner.Work
	stop := func(x *op.Exec) error { ran++; w.Abort(); return x.Put(0, array(x.Mem(), 1)) }
	w = g.work(4<<10, subtask(map[int]string{1: "out"}, call(stop), call(stop)))
	x := g.Run(w)
	g.clean()
	if ran != 1 || x.Err == nil || x.Err.Kind != errs.Canceled {
		t.Errorf("%d calls ran, %v", ran, x.Err)
	}
	wait := func(x *op.Exec) error {
		ctx, cancel := context.WithCancel(x.Context())
		defer cancel()
		w.Abort()
		<-ctx.Done()
		<-x.Context().Done()
		return ctx.Err()
	}
	w = g.work(4<<10, subtask(map[int]string{0: "out"}, call(wait)))
	if x = g.Run(w); x.Err == nil || x.Err.Kind != errs.Canceled {
		t.Errorf("%v", x.Err)
	}
	w = g.work(4<<10, subtask(map[int]string{0: "out"}, call(func(x *op.Exec) error {
		n := 0
		err := x.Parallel(100, func(i int) error {
			if n++; n == 5 {
				w.Abort()
			}
			return nil
		})
		if n != 5 {
			t.Errorf("%d indexes ran", n)
		}
		return err
	})))
	if x = g.Run(w); x.Err == nil || x.Err.Kind != errs.Canceled {
		t.Errorf("%v", x.Err)
	}
	g.clean()
}

func TestScratchEndsWithItsCall(t *testing.T) {
	g := open(t, "w", 1, nil)
	g.put("a", 1, 2)
	use := func(x *op.Exec) error {
		s, err := x.Scratch()
		if err != nil {
			return err
		}
		for i := range 3 {
			if err := s.Append(0, nd.Of([]float64{float64(i), 1})); err != nil {
				return err
			}
		}
		out := x.Alloc(dtype.Float64, 2)
		clear(nd.Data[float64](out))
		if err := s.Read(0, func(v any) error {
			for i, f := range nd.Data[float64](v.(*nd.Array)) {
				nd.Data[float64](out)[i] += f
			}
			return nil
		}); err != nil {
			return err
		}
		return x.Put(0, out)
	}
	after := func(x *op.Exec) error {
		if n := g.data.Store().Stats().Scratch; n != 0 {
			t.Errorf("%d bytes of scratch", n)
		}
		return sum(x)
	}
	if x := g.do(subtask(map[int]string{1: "out"}, call(use), call(after, from(0)))); x.Err != nil {
		t.Fatal(x.Err)
	}
	g.want("out", 3, 3)
}

// directory is a meta service of a test.
type directory struct {
	where map[op.Key][]service.Band
	puts  []service.ChunkMeta
}

func (d *directory) Get(_ context.Context, _ string, ks []op.Key) ([]service.ChunkMeta, error) {
	out := make([]service.ChunkMeta, len(ks))
	for i, k := range ks {
		out[i].Key, out[i].Bands = k, d.where[k]
	}
	return out, nil
}

func (d *directory) Put(_ context.Context, _ string, ms []service.ChunkMeta) error {
	d.puts = append(d.puts, ms...)
	return nil
}

func TestInputsComeFromOtherWorkers(t *testing.T) {
	peers := &data.Peers{}
	g, a := open(t, "w", 1, peers), open(t, "a", 1, nil)
	peers.Add(a.data)
	a.put("x", 1, 2)
	g.put("y", 10, 20)
	for i, n := range []string{"m0", "m1"} {
		[]*rig{a, g}[i].parts(n, nil, nd.Of([]float64{float64(100 * (i + 1))}))
	}
	band := []service.Band{{Node: "a", Name: "numa-0"}}
	d := &directory{where: map[op.Key][]service.Band{key("x"): band, key("m0"): band, key("nobody"): band}}
	w := g.work(64<<10, subtask(map[int]string{0: "out"}, call(sum, stored("x"), stored("y"), part(1, "m0", "m1"))))
	w.Directory = d
	if err := g.Fetch(w); err != nil {
		t.Fatal(err)
	}
	if x := g.Run(w); x.Err != nil {
		t.Fatal(x.Err)
	}
	g.want("out", 111, 222)
	g.want("x", 1, 2)
	if len(d.puts) != 1 || d.puts[0].Key != key("x") || d.puts[0].Bands[0].Node != "w" {
		t.Errorf("copies said to be here: %v", d.puts)
	}
	g.clean()
	if n := len(g.data.Store().List()); n != 4 {
		t.Errorf("%d values, not x, y, m1 and out: the part should be gone", n)
	}
	w = g.work(64<<10, subtask(map[int]string{0: "out2"}, call(sum, stored("x"), stored("nobody"), stored("nowhere"), part(1, "m0", "gone"))))
	w.Directory = d
	x := g.Run(w)
	if x.Err == nil || x.Err.Kind != errs.Lost || fmt.Sprint(x.Lost) != fmt.Sprint(keys([]string{"nobody", "nowhere", "gone"})) {
		t.Errorf("%v, lost %v", x.Err, x.Lost)
	}
	g.clean()
	x = g.do(subtask(map[int]string{0: "out3"}, call(sum, stored("nowhere"))))
	if x.Err == nil || x.Err.Kind != errs.Lost || len(x.Lost) != 1 {
		t.Errorf("%v, lost %v", x.Err, x.Lost)
	}
}

func TestOpenSchemasAreReported(t *testing.T) {
	g := open(t, "w", 1, nil)
	c := call(func(x *op.Exec) error {
		return x.Put(0, frame.Must(frame.New(nil, []frame.Label{frame.L("a")}, frame.Of([]int64{1}))))
	})
	c.Outs[0].Open = true
	g.heap = 8 // the column is in Go memory
	x := g.do(subtask(map[int]string{0: "out"}, c))
	if x.Err != nil || x.Facts[0].Schema == nil || len(x.Facts[0].Schema.Cols) != 1 {
		t.Errorf("%v %v", x.Err, x.Facts)
	}
}

func TestReleaseWithoutRun(t *testing.T) {
	g := open(t, "w", 1, nil)
	g.put("a", 1)
	w := g.work(4<<10, subtask(map[int]string{0: "out"}, call(sum, stored("a"))))
	if err := g.Fetch(w); err != nil {
		t.Fatal(err)
	}
	if n := g.data.Store().Stats().Pins; n != 1 {
		t.Errorf("%d pins", n)
	}
	w.Release()
	g.clean()
}

func BenchmarkTrivial(b *testing.B) {
	g := open(b, "w", 1, nil)
	g.pool.Poison(false)
	g.put("a", 1, 2)
	one := func(x *op.Exec) error { return x.Put(0, x.Alloc(dtype.Float64, 2)) }
	s := subtask(map[int]string{0: "out"}, call(one, stored("a")))
	b.ReportAllocs()
	for i := range b.N {
		s.Outputs[0].Key[0], s.Outputs[0].Key[1], s.Outputs[0].Key[2] = byte(i), byte(i>>8), byte(i>>16)
		if x := g.Run(g.work(4<<10, s)); x.Err != nil {
			b.Fatal(x.Err)
		}
		if err := g.data.Delete(bg, "s", []op.Key{s.Outputs[0].Key}); err != nil {
			b.Fatal(err)
		}
	}
}

var _ mem.Allocator = (*mem.Grant)(nil)
