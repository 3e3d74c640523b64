package plane_test

import (
	"bytes"
	"fmt"
	"sync"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/storage"
)

// Readers that together want more than the memory wait for each other: every chunk comes, whatever the others
// hold.
func TestReadersShareLittleMemory(t *testing.T) {
	p := mem.NewPool(8 << 20)
	p.Poison(true)
	st := must(storage.Open(storage.Options{Pool: p, Codec: data.Codec(), Cache: 6 << 20, Dirs: []string{t.TempDir()}}))
	w := &worker{must(data.New(data.Options{Node: "w1", Store: st})), "w1", p, st}
	const chunks, rows = 6, 100_000
	metas := make([]service.ChunkMeta, chunks)
	for k := range metas { // 3 MB each
		metas[k] = w.put(t, fmt.Sprint(k), func(al mem.Allocator) any {
			b := frame.PlainStr(al, dtype.Str)
			for i := range rows {
				b.Append(fmt.Sprintf("a text of row %d of %d", i, k))
			}
			return must(frame.New(nil, frame.Labels("t"), must(b.Column())))
		})
	}
	l := plane.NewLocal(func(service.Band) (service.DataService, bool) { return w.Service, true }, plane.LocalOptions{})
	var wg sync.WaitGroup
	for k := range metas {
		wg.Go(func() {
			b, err := l.Open(bg, "s", metas[k], plane.Select{}, plane.Arrow)
			if err != nil {
				t.Error(err)
				return
			}
			defer b.Close()
			var out bytes.Buffer
			if _, err := b.WriteTo(&out); err != nil {
				t.Error(err)
				return
			}
			f := parse(t, plane.Arrow, out.Bytes(), dtype.DType{}).(*frame.Frame)
			if want := fmt.Sprintf("a text of row %d of %d", rows-1, k); f.NRows != rows || f.Cols[0].Cell(rows-1) != any(want) {
				t.Errorf("chunk %d: %d rows, the last one %v", k, f.NRows, f.Cols[0].Cell(rows-1))
			}
		})
	}
	wg.Wait()
	for _, err := range []error{w.Close(bg, "s"), st.Close(), p.Close()} {
		if err != nil {
			t.Error(err)
		}
	}
}
