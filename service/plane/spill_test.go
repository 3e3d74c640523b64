package plane_test

import (
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/storage"
)

// spilling is a worker whose chunks are all on disk.
func spilling(t *testing.T, fs vfs.FS) *worker {
	t.Helper()
	p := mem.NewPool(32 << 20)
	p.Poison(true)
	st, err := storage.Open(storage.Options{Pool: p, Codec: data.Codec(), Cache: 1, Dirs: []string{t.TempDir()}, FS: fs})
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{must(data.New(data.Options{Node: "w1", Store: st})), "w1", p, st}
	t.Cleanup(func() {
		for _, err := range []error{w.Close(bg, "s"), st.Close(), p.Close()} {
			if err != nil {
				t.Error(err)
			}
		}
	})
	return w
}

// All memory of the sender is taken, and its chunks come from their files nevertheless, also over connections
// that break.
func TestSpilledChunksAreSentWithoutMemory(t *testing.T) {
	for _, wr := range []*wire{{}, {cut: []int64{3 * megabyte, megabyte, 1_700_000}}} {
		var c cluster
		w := spilling(t, vfs.OS)
		srv := c.serve(t, w, plane.ServerOptions{})
		w.put(t, "a", floats(1024, 1024))
		w.put(t, "f", table)
		w.put(t, "parts", func(al mem.Allocator) any { return &op.Parts{P: []any{floats(5)(al), nil, table(al)}} })
		g := must(w.pool.Reserve(w.pool.Limit() - w.pool.Stats().Booked))
		defer g.Close()
		got, err := ask(t, c.client(t, plane.ClientOptions{Dial: wr.dial}), data.Item{Key: key("a"), Part: -1}, data.Item{Key: key("f"), Part: -1},
			data.Item{Key: key("parts"), Part: 2}, data.Item{Key: key("parts"), Part: 1}, data.Item{Key: key("parts"), Part: 0})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []any{floats(1024, 1024)(mem.Heap), table(mem.Heap), table(mem.Heap), nil, floats(5)(mem.Heap)} {
			same(t, "item", got[i], want)
		}
		if wr.read > 11*megabyte {
			t.Errorf("%d bytes were read", wr.read)
		}
		srv.Close() // with what it was sending over connections that broke
		if st := w.store.Stats(); st.Pins != 0 || st.Loads != 0 {
			t.Errorf("%d pins, %d loads", st.Pins, st.Loads)
		}
	}
}

// Damage of a spill file is found before the last bytes of a segment are sent: the chunk is lost, and does
// not arrive.
func TestDamagedSpillFileDoesNotArrive(t *testing.T) {
	var c cluster
	fs := vfs.NewFault(vfs.OS)
	w := spilling(t, fs)
	c.serve(t, w, plane.ServerOptions{})
	w.put(t, "a", floats(1024, 1024))
	w.put(t, "b", floats(10))
	fs.Corrupt(".spill", 5*megabyte)
	x := c.client(t, plane.ClientOptions{})
	got, err := ask(t, x, data.Item{Key: key("a"), Part: -1}, data.Item{Key: key("b"), Part: -1})
	if err != nil || len(got) != 1 || got[1] == nil {
		t.Errorf("got %v, %v", got, err)
	}
	_, err = x.Values(bg, "s", []service.ChunkMeta{{Facts: service.Facts{Key: key("a")}, Bands: on("w1")}})
	wants(t, err, errs.Lost, "nowhere")
}
