package storage_test

import (
	"testing"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/storage/storagetest"
)

// BenchmarkGet is a Get and Release of a chunk in memory; the budget is 1 us.
func BenchmarkGet(b *testing.B) {
	p := mem.NewPool(1 << 30)
	s, err := storage.Open(storage.Options{Pool: p})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	if err := put(s, p, "0123456789abcdef0123456789abcdef", kib); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		pin, err := s.Get(bg, "0123456789abcdef0123456789abcdef")
		if err != nil {
			b.Fatal(err)
		}
		pin.Release()
	}
}

// BenchmarkPutDelete is the life of a chunk of one block in memory.
func BenchmarkPutDelete(b *testing.B) {
	p := mem.NewPool(1 << 30)
	s, err := storage.Open(storage.Options{Pool: p})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	r, err := storagetest.Make(p, kib, 1)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Put(bg, "k", r); err != nil {
			b.Fatal(err)
		}
		s.Delete("k")
	}
}

// BenchmarkSpill writes two chunks of 16 MiB to disk and reads one back.
func BenchmarkSpill(b *testing.B) {
	p := mem.NewPool(1 << 30)
	s, err := storage.Open(storage.Options{Pool: p, Cache: 20 << 20, Codec: storagetest.Codec{}, Dirs: []string{b.TempDir()}})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	const n = 16 << 20
	var v [2]*storagetest.Raw
	for i := range v {
		if v[i], err = storagetest.Make(p, n, uint64(i)); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(3 * n)
	for b.Loop() {
		for i, k := range []string{"a", "b"} { // b pushes a out
			if err := s.Put(bg, k, v[i]); err != nil {
				b.Fatal(err)
			}
		}
		pin, err := s.Get(bg, "a") // pushes b out
		if err != nil {
			b.Fatal(err)
		}
		pin.Release()
		s.Delete("a")
		s.Delete("b")
	}
}
