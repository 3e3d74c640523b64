package storage_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/storage/storagetest"
)

func TestStream(t *testing.T) {
	ctx := context.Background()
	p := mem.NewPool(64 << 20)
	fs := vfs.NewFault(vfs.NewMem())
	s := open(t, storage.Options{Pool: p, Cache: 1 << 20, Codec: storagetest.Codec{}, Dirs: []string{"/a"}, FS: fs})
	put := func(key string, sizes ...int) {
		t.Helper()
		var v storage.Parts
		for i, n := range sizes {
			r, err := storagetest.Make(p, n, uint64(n+i))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Block.Release()
			v = append(v, r)
		}
		var x storage.Value = v
		if len(v) == 1 {
			x = v[0]
		}
		if err := s.Put(ctx, key, x); err != nil {
			t.Fatal(err)
		}
	}
	put("small", 1000)
	put("big", 3<<20) // larger than the cache: on disk alone
	put("parts", 2<<20, 100)
	for _, c := range []struct {
		key string
		j   int
		n   int // bytes; 0: not to be streamed
	}{{"small", -1, 0}, {"none", -1, 0}, {"big", 0, 0}, {"big", -1, 3 << 20}, {"parts", -1, 0}, {"parts", 2, 0}, {"parts", 0, 2 << 20}, {"parts", 1, 100}} {
		x, ok := s.Stream(c.key, c.j)
		if ok != (c.n > 0) {
			t.Errorf("%s %d: ok is %v", c.key, c.j, ok)
		}
		if !ok {
			continue
		}
		var got []byte
		for i := range x.Len() {
			for at := int64(0); at < x.Size(i); {
				b := make([]byte, min(x.Size(i)-at, 999_999))
				if err := x.Read(i, b); err != nil {
					t.Fatal(err)
				}
				got, at = append(got, b...), at+int64(len(b))
			}
		}
		want := make([]byte, c.n)
		storagetest.Fill(want, uint64(c.n+max(c.j, 0)))
		if !bytes.Equal(got, want) {
			t.Errorf("%s %d: %d bytes, not those that were put", c.key, c.j, len(got))
		}
		x.Release()
		x.Release()
	}
	x, _ := s.Stream("big", -1)
	s.Delete("big") // it stays until it is released
	if err := x.Read(0, make([]byte, 10)); err != nil {
		t.Error(err)
	}
	x.Release()
	fs.Corrupt(".spill", 1<<20)
	x, ok := s.Stream("parts", 0)
	if !ok {
		t.Fatal("parts are gone")
	}
	defer x.Release()
	if err := x.Read(0, make([]byte, x.Size(0))); !errs.Is(err, errs.Lost) {
		t.Errorf("a damaged segment: %v", err)
	}
	if _, err := s.Get(ctx, "parts"); !errs.Is(err, errs.Lost) {
		t.Errorf("a damaged chunk: %v", err)
	}
	if st := s.Stats(); st.Loads != 0 {
		t.Errorf("%d loads", st.Loads)
	}
}
