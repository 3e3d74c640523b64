package storage_test

import (
	"testing"

	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/storage/storagetest"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestMemoryOnly(t *testing.T) {
	storagetest.Run(t, func(t *testing.T, s storagetest.Setup) (*storage.Store, bool) {
		return open(t, storage.Options{Pool: s.Pool, Cache: s.Cache, Soft: s.Soft}), false
	})
}

func TestMemoryAndDisk(t *testing.T) {
	storagetest.Run(t, func(t *testing.T, s storagetest.Setup) (*storage.Store, bool) {
		return open(t, storage.Options{Pool: s.Pool, Cache: s.Cache, Soft: s.Soft, Codec: storagetest.Codec{}, Dirs: []string{t.TempDir(), t.TempDir()}}), true
	})
}

func TestFilesInMemory(t *testing.T) {
	storagetest.Run(t, func(t *testing.T, s storagetest.Setup) (*storage.Store, bool) {
		return open(t, storage.Options{Pool: s.Pool, Cache: s.Cache, Soft: s.Soft, Codec: storagetest.Codec{}, Dirs: []string{"/a"}, FS: vfs.NewMem()}), true
	})
}

// One directory of two is always full: everything goes to the other.
func TestOneDirectoryFull(t *testing.T) {
	storagetest.Run(t, func(t *testing.T, s storagetest.Setup) (*storage.Store, bool) {
		f := vfs.NewFault(vfs.NewMem())
		f.Space("/full", 100)
		return open(t, storage.Options{Pool: s.Pool, Cache: s.Cache, Soft: s.Soft, Codec: storagetest.Codec{}, Dirs: []string{"/full", "/ok"}, FS: f}), true
	})
}

// open opens a store and checks at the end of the test that it left no files.
func open(t *testing.T, o storage.Options) *storage.Store {
	t.Helper()
	s, err := storage.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		fs := o.FS
		if fs == nil {
			fs = vfs.OS
		}
		for _, d := range o.Dirs {
			if l, err := fs.List(d); err != nil || len(l) > 0 {
				t.Errorf("left in %s: %v, %v", d, l, err)
			}
		}
	})
	return s
}
