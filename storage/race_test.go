package storage_test

import (
	"testing"
	"testing/synctest"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/storage/storagetest"
)

// gate is a file system whose writes and reads wait while it is shut.
type gate struct {
	vfs.FS
	shut chan struct{} // nil: open
}

func (g *gate) close() { g.shut = make(chan struct{}) }

func (g *gate) open() {
	close(g.shut)
	synctest.Wait()
	g.shut = nil
}

func (g *gate) Create(name string) (vfs.File, error) {
	f, err := g.FS.Create(name)
	return gatedFile{f, g.shut}, err
}

func (g *gate) Open(name string) (vfs.File, error) {
	f, err := g.FS.Open(name)
	return gatedFile{f, g.shut}, err
}

type gatedFile struct {
	vfs.File
	shut chan struct{}
}

func (f gatedFile) WriteV(segs [][]byte) (int64, error) {
	if f.shut != nil {
		<-f.shut
	}
	return f.File.WriteV(segs)
}

func (f gatedFile) ReadAt(p []byte, off int64) (int, error) {
	if f.shut != nil {
		<-f.shut
	}
	return f.File.ReadAt(p, off)
}

// behind runs f with a store of 100 KiB cache behind a gate, and looks for what is left over.
func behind(t *testing.T, f func(t *testing.T, s *storage.Store, p *mem.Pool, g *gate)) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{FS: vfs.NewMem()}
		p := mem.NewPool(1 << 20)
		p.Poison(true)
		s, err := storage.Open(storage.Options{Pool: p, Cache: 100 * kib, Codec: storagetest.Codec{}, Dirs: []string{"/a"}, FS: g})
		ok(t, err)
		f(t, s, p, g)
		ok(t, s.Close())
		ok(t, p.Close())
	})
}

// start runs f beside the test, which goes on when f waits.
func start(f func() error) chan error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	synctest.Wait()
	return done
}

func level(s *storage.Store, key string) storage.Level {
	i, _ := s.Info(key)
	return i.Level
}

func TestAPinTakenDuringAWriteKeepsTheValue(t *testing.T) {
	behind(t, func(t *testing.T, s *storage.Store, p *mem.Pool, g *gate) {
		ok(t, put(s, p, "k1", 60*kib))
		ok(t, put(s, p, "k2", 40*kib))
		g.close()
		done := start(func() error { return put(s, p, "k3", 50*kib) }) // writes k1
		pin, err := s.Get(bg, "k1")
		ok(t, err)
		g.open()
		ok(t, <-done) // k2 went, and k3 to disk
		if i, _ := s.Info("k1"); i.Level != storage.Memory || i.File == 0 {
			t.Errorf("%+v", i)
		}
		want := make([]byte, 60*kib)
		storagetest.Fill(want, seed("k1"))
		if string(pin.Value().(*storagetest.Raw).Data()) != string(want) {
			t.Error("the pinned value is gone")
		}
		pin.Release()
		for k, n := range map[string]int{"k1": 60, "k2": 40, "k3": 50} {
			right(t, s, k, n*kib)
		}
	})
}

func TestTwoPutsOfOneKeyKeepOne(t *testing.T) {
	behind(t, func(t *testing.T, s *storage.Store, p *mem.Pool, g *gate) {
		ok(t, put(s, p, "k1", 80*kib))
		g.close()
		a := start(func() error { return put(s, p, "k2", 40*kib) })
		b := start(func() error { return put(s, p, "k2", 40*kib) })
		g.open()
		ok(t, <-a)
		ok(t, <-b)
		if st := s.Stats(); st.Memory != 40*kib || st.Values != 2 || p.Stats().Blocks != 1 {
			t.Errorf("%+v, %d blocks", st, p.Stats().Blocks)
		}
	})
}

func TestDeleteDuringAWrite(t *testing.T) {
	behind(t, func(t *testing.T, s *storage.Store, p *mem.Pool, g *gate) {
		ok(t, put(s, p, "k1", 80*kib))
		g.close()
		done := start(func() error { return put(s, p, "k2", 40*kib) })
		s.Delete("k1")
		g.open()
		ok(t, <-done)
		if st := s.Stats(); st.Disk != 0 || st.Memory != 40*kib || st.Values != 1 {
			t.Errorf("%+v", st)
		}
	})
}

func TestDeleteDuringALoad(t *testing.T) {
	behind(t, func(t *testing.T, s *storage.Store, p *mem.Pool, g *gate) {
		ok(t, put(s, p, "k1", 80*kib))
		ok(t, put(s, p, "k2", 80*kib))
		s.Delete("k2")
		g.close()
		var pin *storage.Pin
		done := start(func() (err error) { pin, err = s.Get(bg, "k1"); return err })
		s.Delete("k1")
		g.open()
		ok(t, <-done)
		want := make([]byte, 80*kib)
		storagetest.Fill(want, seed("k1"))
		if string(pin.Value().(*storagetest.Raw).Data()) != string(want) {
			t.Error("the loaded value is wrong")
		}
		pin.Release()
		if st := s.Stats(); st.Disk != 0 || st.Memory != 0 {
			t.Errorf("%+v", st)
		}
	})
}

func TestManyGetsLoadOnce(t *testing.T) {
	behind(t, func(t *testing.T, s *storage.Store, p *mem.Pool, g *gate) {
		ok(t, put(s, p, "k1", 80*kib))
		ok(t, put(s, p, "k2", 80*kib))
		g.close()
		var done []chan error
		var pins [4]*storage.Pin
		for i := range pins {
			done = append(done, start(func() (err error) { pins[i], err = s.Get(bg, "k1"); return err }))
		}
		g.open()
		for i, d := range done {
			ok(t, <-d)
			if pins[i].Value() != pins[0].Value() {
				t.Error("two copies of one value")
			}
		}
		if st := s.Stats(); st.Loads != 1 || st.Pins != 4 || st.Memory != 80*kib {
			t.Errorf("%+v", st)
		}
		for _, p := range pins {
			p.Release()
		}
	})
}

func TestGetWaitsForAValueOnItsWayToDisk(t *testing.T) {
	behind(t, func(t *testing.T, s *storage.Store, p *mem.Pool, g *gate) {
		ok(t, put(s, p, "k1", 80*kib))
		hold, err := s.Get(bg, "k1")
		ok(t, err)
		g.close()
		wrote := start(func() error { return put(s, p, "k2", 80*kib) })
		got := start(func() error {
			pin, err := s.Get(bg, "k2")
			if err == nil {
				pin.Release()
			}
			return err
		})
		part := start(func() error {
			_, err := s.GetPart(bg, "k2", 0, p)
			return err
		})
		is(t, <-part, errs.Invalid, "has 0 parts")
		g.open()
		ok(t, <-wrote)
		ok(t, <-got)
		hold.Release()
		// The same, but the value is deleted before it is written.
		ok(t, put(s, p, "k3", 80*kib))
		hold, err = s.Get(bg, "k3")
		ok(t, err)
		g.close()
		wrote = start(func() error { return put(s, p, "k4", 80*kib) })
		s.Delete("k4")
		g.open()
		ok(t, <-wrote)
		if _, found := s.Info("k4"); found {
			t.Error("a deleted value is there")
		}
		hold.Release()
	})
}

func TestCloseWaitsForAWrite(t *testing.T) {
	behind(t, func(t *testing.T, s *storage.Store, p *mem.Pool, g *gate) {
		ok(t, put(s, p, "k1", 80*kib))
		g.close()
		wrote := start(func() error { return put(s, p, "k2", 40*kib) })
		closed := start(s.Close)
		select {
		case <-closed:
			t.Error("Close did not wait for a write")
		default:
		}
		g.open()
		is(t, <-wrote, errs.Canceled, "storage is closed")
		ok(t, <-closed)
		if l, err := g.List("/a"); err != nil || len(l) != 0 {
			t.Errorf("left: %v, %v", l, err)
		}
	})
}

// wide is a codec whose values take twice the memory when they come back.
type wide struct{ storagetest.Codec }

type wideValue struct {
	storage.Value
	more *mem.Block
}

func (v wideValue) Blocks(f func(*mem.Block)) {
	v.Value.Blocks(f)
	f(v.more)
}

func (w wide) Decode(h []byte, s storage.Segments, al mem.Allocator) (storage.Value, error) {
	v, err := w.Codec.Decode(h, s, al)
	if err != nil {
		return nil, err
	}
	more, err := al.Alloc(int(v.Bytes()))
	return wideValue{v, more}, err
}

func TestTheCacheHoldsWhenValuesGrowOnTheirWay(t *testing.T) {
	p := mem.NewPool(1 << 20)
	s := open(t, storage.Options{Pool: p, Cache: 100 * kib, Codec: wide{}, Dirs: []string{"/a"}, FS: vfs.NewMem()})
	ok(t, put(s, p, "k1", 40*kib))
	ok(t, put(s, p, "k2", 40*kib))
	hold, err := s.Get(bg, "k2")
	ok(t, err)
	ok(t, put(s, p, "k3", 60*kib)) // k1 goes to disk; 80 KiB when it comes back
	s.Delete("k3")
	pin, err := s.Get(bg, "k1")
	ok(t, err)
	if st := s.Stats(); st.Memory != 40*kib || level(s, "k1") != storage.Disk {
		t.Errorf("%+v", st)
	}
	pin.Release()
	hold.Release()
	if st := p.Stats(); st.Used != 40*kib {
		t.Errorf("%+v", st)
	}
}
