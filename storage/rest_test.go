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

// TestADiskThatIsWellAgain fills the disk while memory is short. Then memory is not short any more, so nothing has to be spilled: the store asks the disk by itself,
// and is well as soon as the disk is.
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
