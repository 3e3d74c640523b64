package data_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/storage"
)

// strange has no form outside this process.
type strange struct{ n int }

var values = []struct {
	name  string
	spill bool // it can be written to disk
	build func(al mem.Allocator) any
}{
	{"array", true, floats(1000, 0)},
	{"scalar", true, func(mem.Allocator) any { return nd.Scalar(2.5) }},
	{"view", true, func(al mem.Allocator) any { return floats(1000, 7)(al).(*nd.Array).Slice(0, 900, 10, -3) }},
	{"broadcast", true, func(al mem.Allocator) any { return must(floats(50, 7)(al).(*nd.Array).BroadcastTo(20, 50)) }},
	{"frame", true, table},
	{"tuple", true, func(al mem.Allocator) any { return op.Tuple{floats(3, 1)(al), table(al), int64(7), nil} }},
	{"parts", true, func(al mem.Allocator) any { return &op.Parts{P: []any{table(al), nil, floats(10, 5)(al)}} }},
	{"text", true, func(mem.Allocator) any { return "a text" }},
	{"list", true, func(mem.Allocator) any { return []any{int64(1), "b", nil} }},
	{"nothing", true, func(mem.Allocator) any { return nil }},
	{"object", false, func(mem.Allocator) any { return &strange{7} }},
	{"odd tuple", false, func(al mem.Allocator) any { return op.Tuple{floats(100, 1)(al), strange{7}} }},
	{"odd parts", false, func(al mem.Allocator) any { return &op.Parts{P: []any{strange{1}, floats(9, 1)(al)}} }},
	{"odd frame", false, func(al mem.Allocator) any {
		f := table(al).(*frame.Frame)
		return f.With(frame.L("s"), frame.NewObjects([]any{strange{1}, nil, strange{3}}))
	}},
}

func TestValuesComeBackFromMemoryDiskAndPeers(t *testing.T) {
	for _, x := range values {
		t.Run(x.name, func(t *testing.T) {
			peers := &data.Peers{}
			a := open(t, "a", 16<<10, peers)
			b := open(t, "b", 0, peers)
			peers.Add(a.Service)
			want := x.build(mem.Heap)
			f := a.put(t, "s", "k", x.build)
			if d := cmp.Diff(fmt.Sprint(op.Observe(want)), fmt.Sprint(f.Facts)); d != "" {
				t.Error(d)
			}
			read := func(w *worker, where string) {
				t.Helper()
				p, err := w.Get(bg, "s", key("k"))
				if err != nil {
					t.Fatal(where, err)
				}
				if d := differ(want, p.Value()); d != "" {
					t.Errorf("%s: %s", where, d)
				}
				p.Release()
				p.Release()
			}
			read(a, "memory")
			for i := range 4 { // push it out
				a.put(t, "s", "other"+string(rune('0'+i)), floats(1000, 0))
			}
			if i, ok := a.find("k"); ok != x.spill || x.spill && i.Level != storage.Disk && i.Bytes > 0 {
				t.Errorf("it is at level %v, known to the store: %t", i.Level, ok)
			}
			read(a, "disk")
			g := mustGrant(t, b.pool, 256<<10)
			if err := b.Fetch(bg, "s", source("k", nil, "a"), g); err != nil {
				t.Fatal(err)
			}
			g.Close()
			read(b, "peer")
			if err := a.Delete(bg, "s", []op.Key{key("k")}); err != nil {
				t.Fatal(err)
			}
			if _, err := a.Get(bg, "s", key("k")); !errs.Is(err, errs.NotFound) {
				t.Errorf("after Delete: %v", err)
			}
		})
	}
}

func TestPutKeepsTheFirstValue(t *testing.T) {
	w := open(t, "a", 0, nil)
	first := w.put(t, "s", "k", floats(10, 0))
	if again := w.put(t, "s", "k", floats(20, 5)); again.Bytes != first.Bytes {
		t.Errorf("the second Put says %v", again)
	}
	p, err := w.Get(bg, "s", key("k"))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Release()
	if d := differ(floats(10, 0)(mem.Heap), p.Value()); d != "" {
		t.Error(d)
	}
	if _, err := w.Get(bg, "other", key("k")); !errs.Is(err, errs.NotFound) {
		t.Errorf("another session sees it: %v", err)
	}
}

func TestAPinOutlivesDelete(t *testing.T) {
	for _, x := range values {
		w := open(t, "a", 0, nil)
		w.put(t, "s", "k", x.build)
		p, err := w.Get(bg, "s", key("k"))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Delete(bg, "s", []op.Key{key("k"), key("nobody")}); err != nil {
			t.Fatal(err)
		}
		if d := differ(x.build(mem.Heap), p.Value()); d != "" {
			t.Errorf("%s: %s", x.name, d)
		}
		p.Release()
		if s := w.pool.Stats(); s.Used != 0 {
			t.Errorf("%s: %d bytes are left", x.name, s.Used)
		}
	}
}

func TestPartsArePinnedAlone(t *testing.T) {
	w := open(t, "a", 8<<10, nil)
	w.put(t, "s", "k", func(al mem.Allocator) any { return &op.Parts{P: []any{floats(500, 0)(al), nil, floats(500, 9)(al)}} })
	for i := range 2 {
		w.put(t, "s", "other"+string(rune('0'+i)), floats(1000, 0))
	}
	before := w.pool.Stats().Used
	p, err := w.Pin(bg, "s", key("k"), 2, w.pool)
	if err != nil {
		t.Fatal(err)
	}
	if got := w.pool.Stats().Used - before; got > 5<<10 {
		t.Errorf("one part on disk took %d bytes", got)
	}
	if d := differ(floats(500, 9)(mem.Heap), p.Value()); d != "" {
		t.Error(d)
	}
	p.Release()
	if p, err = w.Pin(bg, "s", key("k"), 1, w.pool); err != nil || p.Value() != nil {
		t.Errorf("the empty part: %v, %v", p, err)
	} else {
		p.Release()
	}
	if _, err := w.Pin(bg, "s", key("k"), 3, w.pool); !errs.Is(err, errs.Invalid) {
		t.Errorf("a part that there is not: %v", err)
	}
}

func TestInventoryAndClose(t *testing.T) {
	w := open(t, "a", 0, nil)
	w.put(t, "s", "k1", floats(10, 0))
	w.put(t, "s", "k2", table)
	w.put(t, "r", "k1", floats(10, 0))
	sc := mem.NewScope(w.pool)
	_, fresh, err := w.Keep(bg, "r", key("made"), floats(3, 0)(sc), op.Facts{})
	if sc.Close(); err != nil || !fresh {
		t.Fatal(fresh, err)
	}
	inv, err := w.Inventory(bg)
	if err != nil {
		t.Fatal(err)
	}
	if len(inv) != 2 || inv[0].Session != "r" || len(inv[0].Keys) != 2 || !slices.Equal(inv[0].Given, []op.Key{key("k1")}) || len(inv[1].Keys) != 2 || len(inv[1].Given) != 2 {
		t.Errorf("%v", inv)
	}
	if err := w.Close(bg, "s"); err != nil {
		t.Fatal(err)
	}
	if inv, _ = w.Inventory(bg); len(inv) != 1 {
		t.Errorf("after Close: %v", inv)
	}
	if n := len(w.store.List()); n != 2 {
		t.Errorf("the store has %d values", n)
	}
}

func TestScratchReadsRunsInOrder(t *testing.T) {
	w := open(t, "a", 0, nil)
	s, end, err := w.Scratch("r", "a test", w.pool)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		if err := s.Append(i%2, floats(100, float64(i))(mem.Heap)); err != nil {
			t.Fatal(err)
		}
	}
	read := func(part int) (got []float64) {
		if err := s.Read(part, func(v any) error {
			got = append(got, nd.At[float64](v.(*nd.Array), 0))
			if n := w.pool.Stats().Used; n > 1000 {
				t.Errorf("%d bytes are in use", n)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return got
	}
	if d := cmp.Diff([]float64{0, 2, 4}, read(0)); d != "" {
		t.Error(d)
	}
	if err := s.Drop(0); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(0, nd.Of([]float64{9})); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]float64{9}, read(0)); d != "" {
		t.Error(d)
	}
	if err := s.Append(0, &strange{}); !errs.Is(err, errs.Type) {
		t.Errorf("a value without form: %v", err)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	if st := w.store.Stats(); st.Scratch != 0 {
		t.Errorf("%d bytes of scratch are left", st.Scratch)
	}
}
