package data_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/dtype"
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
	pool  *mem.Pool
	store *storage.Store
	dir   string // of spill files
}

func open(t testing.TB, node string, cache int64, tr data.Transfer) *worker {
	t.Helper()
	p := mem.NewPool(1 << 20)
	p.Poison(true)
	dir := t.TempDir()
	st, err := storage.Open(storage.Options{Pool: p, Codec: data.Codec(), Cache: cache, Dirs: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := data.New(data.Options{Node: node, Store: st, Transfer: tr})
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{s, p, st, dir}
	t.Cleanup(func() {
		for _, id := range s.Sessions() {
			if err := s.Close(bg, id); err != nil {
				t.Error(err)
			}
		}
		if n := len(st.List()); n > 0 {
			t.Errorf("%s: %d values are left after all sessions are closed", node, n)
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
func (w *worker) put(t testing.TB, session, name string, build func(al mem.Allocator) any) service.Facts {
	t.Helper()
	sc := mem.NewScope(w.pool)
	defer sc.Close()
	f, err := w.Put(bg, session, key(name), build(sc))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// find is what the store has of a chunk.
func (w *worker) find(name string) (storage.Info, bool) {
	for _, i := range w.store.List() {
		if i.Key == "s/"+key(name).String() {
			return i, true
		}
	}
	return storage.Info{}, false
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

func floats(n int, first float64) func(mem.Allocator) any {
	return func(al mem.Allocator) any {
		a := must(nd.New(al, dtype.Float64, n))
		for i, d := 0, nd.Data[float64](a); i < n; i++ {
			d[i] = first + float64(i)
		}
		return a
	}
}

func table(al mem.Allocator) any {
	b := frame.PlainStr(al, dtype.Str)
	for _, s := range []string{"a", "a text that is longer than twelve bytes", "c"} {
		b.Append(s)
	}
	text := must(b.Column())
	n := frame.Of([]int64{1, 2, 3})
	o := frame.NewObjects([]any{"x", nil, []any{int64(1), 2.5}})
	f := must(frame.New(frame.NewIndex(frame.L("i"), text), []frame.Label{frame.L("t"), frame.L("n"), frame.L("o")}, text, n, o))
	return must(f.Clone(al))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// differ says how two chunk values differ; empty: they do not.
func differ(a, b any) string {
	switch a := a.(type) {
	case *nd.Array:
		if b, ok := b.(*nd.Array); ok && nd.Equal(a, b) {
			return ""
		}
	case *frame.Frame:
		if b, ok := b.(*frame.Frame); ok {
			return a.Diff(b)
		}
	case op.Tuple:
		if b, ok := b.(op.Tuple); ok {
			return differAll(a, b)
		}
	case *op.Parts:
		if b, ok := b.(*op.Parts); ok {
			return differAll(a.P, b.P)
		}
	default:
		if reflect.DeepEqual(a, b) {
			return ""
		}
	}
	return fmt.Sprintf("%T %v and %T %v", a, a, b, b)
}

func differAll(a, b []any) string {
	if len(a) != len(b) {
		return fmt.Sprintf("%d and %d values", len(a), len(b))
	}
	for i := range a {
		if d := differ(a[i], b[i]); d != "" {
			return fmt.Sprintf("value %d: %s", i, d)
		}
	}
	return ""
}
