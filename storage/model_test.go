package storage_test

import (
	"fmt"
	"maps"
	"slices"
	"syscall"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/storage/storagetest"
	"pgregory.net/rapid"
)

// TestNothingIsLostWhateverTheDisksDo compares a store over failing disks with a map: what Put took comes
// back until it is deleted, the limits hold after every step, and nothing is left at the end.
func TestNothingIsLostWhateverTheDisksDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := vfs.NewFault(vfs.NewMem())
		f.Space("/a", int64(rapid.IntRange(0, 400*kib).Draw(t, "space of a")))
		f.Space("/b", int64(rapid.IntRange(0, 400*kib).Draw(t, "space of b")))
		p := mem.NewPool(8 << 20) // room for values that only their pins hold
		p.Poison(true)
		soft := rapid.SampledFrom([]int64{0, 60 * kib}).Draw(t, "soft")
		s, err := storage.Open(storage.Options{Pool: p, Cache: 100 * kib, Soft: soft, Codec: storagetest.Codec{}, Dirs: []string{"/a", "/b"}, FS: f})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close() // also when rapid gives a run up
		model := map[string]int{}
		pins := map[string][]*storage.Pin{}
		check := func(key string, v storage.Value) {
			want := make([]byte, model[key])
			storagetest.Fill(want, seed(key))
			if string(v.(*storagetest.Raw).Data()) != string(want) {
				t.Fatalf("%s came back different", key)
			}
		}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			key := fmt.Sprint("k", rapid.IntRange(0, 9).Draw(t, "key"))
			switch op := rapid.SampledFrom([]string{"put", "put", "put", "get", "get", "unpin", "replace", "delete", "fail", "short"}).Draw(t, "op"); op {
			case "put":
				n := rapid.IntRange(0, 110*kib).Draw(t, "n")
				_, there := model[key]
				switch err := put(s, p, key, n); {
				case err == nil && !there:
					model[key] = n
				case err != nil && errs.KindOf(err) != errs.OutOfMemory && errs.KindOf(err) != errs.Unavailable:
					t.Fatalf("put %s of %d bytes: %v", key, n, err)
				}
			case "get":
				pin, err := s.Get(bg, key)
				if _, there := model[key]; there != (err == nil) {
					t.Fatalf("get %s: %v", key, err)
				}
				if err == nil {
					check(key, pin.Value())
					pins[key] = append(pins[key], pin)
				}
			case "unpin":
				for _, pin := range pins[key] {
					check(key, pin.Value())
					pin.Release()
				}
				delete(pins, key)
			case "replace":
				if len(pins[key]) == 0 {
					continue
				}
				pin := rapid.SampledFrom(pins[key]).Draw(t, "pin")
				if v, err := storagetest.Make(p, model[key], seed(key)); err == nil {
					pin.Replace(v)
					v.Block.Release()
				}
				check(key, pin.Value())
			case "delete":
				for _, pin := range pins[key] { // it outlives the key
					check(key, pin.Value())
				}
				s.Delete(key)
				for _, pin := range pins[key] {
					check(key, pin.Value())
					pin.Release()
				}
				delete(pins, key)
				delete(model, key)
			case "fail":
				f.FailWrite(rapid.IntRange(1, 3).Draw(t, "nth"), syscall.EIO)
			case "short":
				f.ShortWrite(rapid.IntRange(1, 3).Draw(t, "nth"))
			}
			if st := s.Stats(); st.Memory > st.Cache || st.Values != len(model) {
				t.Fatalf("%+v, want %d values", st, len(model))
			}
		}
		for _, key := range slices.Sorted(maps.Keys(model)) {
			for _, pin := range pins[key] {
				pin.Release()
			}
			pin, err := s.Get(bg, key)
			if err != nil {
				t.Fatal(err)
			}
			check(key, pin.Value())
			pin.Release()
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		for _, d := range []string{"/a", "/b"} {
			if l, err := f.List(d); err != nil || len(l) > 0 {
				t.Fatalf("left in %s: %v %v", d, l, err)
			}
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
