package plane_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/storage"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var bg = context.Background()

// A worker is a data service over memory that is poisoned when it is freed. At the end of the test it must be
// empty.
type worker struct {
	*data.Service
	node  string
	pool  *mem.Pool
	store *storage.Store
}

func open(t testing.TB, node string, memory int64, tr data.Transfer) *worker {
	t.Helper()
	p := mem.NewPool(memory)
	_, bench := t.(*testing.B)
	p.Poison(!bench)
	st, err := storage.Open(storage.Options{Pool: p, Codec: data.Codec(), Dirs: []string{t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := data.New(data.Options{Node: node, Store: st, Transfer: tr})
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{s, node, p, st}
	t.Cleanup(func() {
		for _, id := range s.Sessions() {
			if err := s.Close(bg, id); err != nil {
				t.Error(err)
			}
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
		if x := p.Stats(); x.Blocks > 0 || x.Booked > 0 {
			t.Errorf("%s: %d blocks and %d booked bytes are left", node, x.Blocks, x.Booked)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// put stores what build makes in blocks of the pool.
func (w *worker) put(t testing.TB, name string, build func(al mem.Allocator) any) service.ChunkMeta {
	t.Helper()
	sc := mem.NewScope(w.pool)
	defer sc.Close()
	f, err := w.Put(bg, "s", key(name), build(sc))
	if err != nil {
		t.Fatal(err)
	}
	return service.ChunkMeta{Facts: f, Bands: on(w.node)}
}

// value is a copy of a chunk in Go memory.
func (w *worker) value(t testing.TB, name string) any {
	t.Helper()
	p, err := w.Get(bg, "s", key(name))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Release()
	return must(op.CloneValue(p.Value()))
}

func (w *worker) band() service.Band { return service.Band{Node: w.node, Name: "numa-0"} }

// find is the workers by band, as local.Cluster.Data.
func find(ws ...*worker) func(service.Band) (service.DataService, bool) {
	return func(b service.Band) (service.DataService, bool) {
		for _, w := range ws {
			if w.node == b.Node {
				return w.Service, true
			}
		}
		return nil, false
	}
}

func key(name string) op.Key {
	var h op.Hasher
	return h.Str(name).Sum()
}

func on(nodes ...string) (bs []service.Band) {
	for _, n := range nodes {
		bs = append(bs, service.Band{Node: n, Name: "numa-0"})
	}
	return bs
}

func floats(shape ...int) func(mem.Allocator) any {
	return func(al mem.Allocator) any {
		a := must(nd.New(al, dtype.Float64, shape...))
		for i, d := 0, nd.Data[float64](a); i < len(d); i++ {
			d[i] = float64(i)
		}
		return a
	}
}

// table is a frame of six rows: texts, whole numbers, objects, times, some missing.
func table(al mem.Allocator) any {
	b := frame.PlainStr(al, dtype.Str)
	for _, s := range []string{"a", "a text that is longer than twelve bytes", "", "d", "é", "f"} {
		b.Append(s)
	}
	f := must(frame.New(frame.NewRange(0, 1, 6), frame.Labels("t", int64(7), "o"),
		must(b.Column()), frame.Of([]int64{1, 2, 3, 4, 5, 6}), frame.NewObjects([]any{"x", nil, int64(3), 2.5, true, "y"})))
	return must(f.Clone(al))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// wants fails unless err is of kind k and its text holds say.
func wants(t testing.TB, err error, k errs.Kind, say string) {
	t.Helper()
	if !errs.Is(err, k) || !strings.Contains(err.Error(), say) {
		t.Errorf("got %v error %v, want %v with %q", errs.KindOf(err), err, k, say)
	}
}

// same fails unless two chunk values are equal.
func same(t testing.TB, what string, got, want any) {
	t.Helper()
	switch w := want.(type) {
	case *nd.Array:
		if g, ok := got.(*nd.Array); !ok || !nd.Equal(g, w) {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	case *frame.Frame:
		g, ok := got.(*frame.Frame)
		if !ok {
			t.Errorf("%s: got a %T", what, got)
		} else if d := g.Diff(w); d != "" {
			t.Errorf("%s: %s", what, d)
		}
	case op.Tuple:
		g, ok := got.(op.Tuple)
		if !ok || len(g) != len(w) {
			t.Errorf("%s: got %v, want %v", what, got, want)
			return
		}
		for i := range w {
			same(t, what, g[i], w[i])
		}
	default:
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v (%T), want %v (%T)", what, got, got, want, want)
		}
	}
}
