package storage_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/storage/storagetest"
)

// TestADiskThatIsWellAgain fills the disk while memory is short. Then memory is not short any more, so
// nothing has to be spilled: the store asks the disk by itself, and is well as soon as the disk is.
func TestADiskThatIsWellAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := vfs.NewFault(vfs.NewMem())
		p := mem.NewPool(1 << 20)
		s := open(t, storage.Options{Pool: p, Cache: 900 * kib, Soft: 200 * kib, Codec: storagetest.Codec{}, Dirs: []string{"/a"}, FS: f})
		f.Tell("/a", 10)
		for i := range 8 {
			ok(t, put(s, p, fmt.Sprint("k", i), 48*kib))
		}
		synctest.Wait()
		if s.Stats().Fault == "" {
			t.Fatal("the disk is full, and nobody says so")
		}
		for i := range 6 {
			s.Delete(fmt.Sprint("k", i))
		}
		time.Sleep(time.Minute)
		if s.Stats().Fault == "" {
			t.Error("the disk is full still, and nobody says so")
		}
		f.Tell("/a", 1<<20)
		time.Sleep(time.Minute)
		synctest.Wait()
		if why := s.Stats().Fault; why != "" {
			t.Errorf("the disk is well, and the store says %s", why)
		}
		if n := s.Stats().Spills; n != 0 {
			t.Errorf("%d values were spilled for nothing", n)
		}
	})
}

// TestWhoWaitsForAFullDisk asks for memory that only spilling can give, while the disk is full and memory is
// below the soft limit otherwise. It is there soon after the disk is well, though nothing else happens
// meanwhile.
func TestWhoWaitsForAFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := vfs.NewFault(vfs.NewMem())
		p := mem.NewPool(1 << 20)
		s := open(t, storage.Options{Pool: p, Cache: 900 * kib, Soft: 800 * kib, Codec: storagetest.Codec{}, Dirs: []string{"/a"}, FS: f})
		for i := range 10 {
			ok(t, put(s, p, fmt.Sprint("k", i), 48*kib))
		}
		held, err := p.Reserve(300 * kib) // somebody computes
		ok(t, err)
		f.Tell("/a", 10)
		got := make(chan error, 1)
		go func() {
			g, err := s.Reserve(t.Context(), 300*kib)
			if err == nil {
				g.Close()
			}
			got <- err
		}()
		time.Sleep(time.Minute)
		select {
		case err := <-got:
			t.Fatalf("there is no room, and who asks hears %v", err)
		default:
		}
		f.Tell("/a", 1<<20)
		time.Sleep(time.Minute)
		synctest.Wait()
		select {
		case err := <-got:
			ok(t, err)
		default:
			t.Error("the disk is well, and who waits does not hear of it")
		}
		held.Close()
		if len(got) == 0 {
			s.Delete("k0")
		}
	})
}
