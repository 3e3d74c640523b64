package storage_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/storage/storagetest"
)

const kib = 1 << 10

var bg = context.Background()

// put makes a value of n bytes that depend on its key and puts it.
func put(s *storage.Store, p *mem.Pool, key string, n int) error {
	r, err := storagetest.Make(p, n, seed(key))
	if err != nil {
		return err
	}
	defer r.Block.Release()
	return s.Put(bg, key, r)
}

func seed(key string) (n uint64) {
	for _, c := range key {
		n = n*31 + uint64(c)
	}
	return n
}

// right reports whether key comes back as it was put.
func right(t *testing.T, s *storage.Store, key string, n int) {
	t.Helper()
	p, err := s.Get(bg, key)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Release()
	want := make([]byte, n)
	storagetest.Fill(want, seed(key))
	if string(p.Value().(*storagetest.Raw).Data()) != string(want) {
		t.Errorf("%s came back different", key)
	}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func is(t *testing.T, err error, kind errs.Kind, words ...string) {
	t.Helper()
	if err == nil || errs.KindOf(err) != kind {
		t.Fatalf("got %v: %v, want %v", errs.KindOf(err), err, kind)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
}

func faulty(t *testing.T, cache int64, dirs ...string) (*storage.Store, *mem.Pool, *vfs.Fault) {
	f := vfs.NewFault(vfs.NewMem())
	p := mem.NewPool(1 << 20)
	p.Poison(true)
	return open(t, storage.Options{Pool: p, Cache: cache, Codec: storagetest.Codec{}, Dirs: dirs, FS: f}), p, f
}

func TestDiskFullLosesNothing(t *testing.T) {
	s, p, f := faulty(t, 100*kib, "/a", "/b")
	f.Space("/a", 50*kib)
	f.Space("/b", 70*kib)
	ok(t, put(s, p, "k1", 48*kib))
	ok(t, put(s, p, "k2", 48*kib))
	ok(t, put(s, p, "k3", 48*kib)) // k1 goes to /a
	ok(t, put(s, p, "k4", 48*kib)) // k2 goes to /b
	err := put(s, p, "k5", 48*kib)
	is(t, err, errs.OutOfMemory, "disk full while spilling chunk k3", "/a/mars-", "/b/mars-", "no space left on device")
	if !errors.Is(err, syscall.ENOSPC) {
		t.Error("the cause is not in the error")
	}
	if _, found := s.Info("k5"); found {
		t.Error("what was refused is there")
	}
	for _, k := range []string{"k1", "k2", "k3", "k4"} { // k1 and k2 are loaded for their pin alone
		right(t, s, k, 48*kib)
	}
	s.Delete("k1")
	ok(t, put(s, p, "k5", 48*kib))
	right(t, s, "k5", 48*kib)
}

func TestFreeSpaceIsAskedFirst(t *testing.T) {
	s, p, f := faulty(t, 100*kib, "/a", "/b")
	f.Tell("/a", 10)
	for i := range 4 {
		ok(t, put(s, p, fmt.Sprint("k", i), 48*kib))
	}
	if f.Writes() != 2 {
		t.Errorf("%d writes", f.Writes())
	}
	f.Tell("/b", 10)
	is(t, put(s, p, "k4", 48*kib), errs.OutOfMemory, "has 10 bytes free: no space left")
}

// What is reserved of a disk is never written, by chunks nor by scratch.
func TestReserveOfADisk(t *testing.T) {
	fs := vfs.NewFault(vfs.NewMem())
	p := mem.NewPool(1 << 20)
	s := open(t, storage.Options{Pool: p, Cache: 100 * kib, Codec: storagetest.Codec{}, Dirs: []string{"/a"}, FS: fs, Reserve: 1000 * kib})
	fs.Tell("/a", 1100*kib)
	if free := s.Free(); len(free) != 1 || free[0] != 100*kib {
		t.Errorf("free: %d", free)
	}
	ok(t, put(s, p, "k1", 48*kib))
	ok(t, put(s, p, "k2", 48*kib))
	ok(t, put(s, p, "k3", 48*kib))
	fs.Tell("/a", 1010*kib)
	is(t, put(s, p, "k4", 48*kib), errs.OutOfMemory, "has 1034240 bytes free, of which 1024000 stay free: no space left")
	if free := s.Free(); free[0] != 10*kib {
		t.Errorf("free: %d", free)
	}
	fs.Tell("/a", 900*kib)
	if free := s.Free(); free[0] != 0 {
		t.Errorf("free: %d", free)
	}
}

func TestFailedWritesGoToTheNextDirectory(t *testing.T) {
	for name, fault := range map[string]func(*vfs.Fault){
		"EIO":   func(f *vfs.Fault) { f.FailWrite(1, syscall.EIO) },
		"short": func(f *vfs.Fault) { f.ShortWrite(1) },
	} {
		t.Run(name, func(t *testing.T) {
			s, p, f := faulty(t, 100*kib, "/a", "/b")
			ok(t, put(s, p, "k1", 48*kib))
			ok(t, put(s, p, "k2", 48*kib))
			fault(f)
			ok(t, put(s, p, "k3", 48*kib))
			if name := only(t, f, "/b"); !strings.HasSuffix(name, "/000001.spill") {
				t.Error(name)
			}
			sub, _ := f.List("/a")
			if l, err := f.List("/a/" + sub[0].Name); err != nil || len(l) > 0 {
				t.Errorf("half a file is left: %v, %v", l, err)
			}
			right(t, s, "k1", 48*kib)
		})
	}
	s, p, f := faulty(t, 100*kib, "/a")
	ok(t, put(s, p, "k1", 48*kib))
	ok(t, put(s, p, "k2", 48*kib))
	f.FailWrite(1, syscall.EIO)
	is(t, put(s, p, "k3", 48*kib), errs.Unavailable, "cannot spill chunk k1", "/a/mars-", "input/output error")
	right(t, s, "k1", 48*kib)
	ok(t, put(s, p, "k3", 48*kib)) // the next try works
}

func TestPressureNamesTheDiskThatIsFull(t *testing.T) {
	s, p, f := faulty(t, 1<<20, "/a")
	f.Space("/a", 0)
	ok(t, put(s, p, "k1", 600*kib))
	_, err := p.Alloc(600 * kib)
	is(t, err, errs.Pressure, "no memory for", "disk full while spilling chunk k1", "/a/mars-")
	right(t, s, "k1", 600*kib)
}

// Every byte of a spill file is covered: damage anywhere is Lost, names key and file, and a new Put heals it.
func TestDamagedFilesAreLost(t *testing.T) {
	for _, off := range []int64{8, 14, 40, 1000, -1, -10, -20, -36, -37, -60, -61} {
		s, p, f := faulty(t, 100*kib, "/a")
		ok(t, put(s, p, "k1", 48*kib))
		ok(t, put(s, p, "k2", 64*kib))
		f.Corrupt("spill", off)
		pin, err := s.Get(bg, "k1")
		if off == -61 { // the key itself is written for people
			ok(t, err)
			pin.Release()
			continue
		}
		is(t, err, errs.Lost, "chunk k1: spill file /a/mars-", "/000001.spill")
		_, err = s.Get(bg, "k1")
		is(t, err, errs.Lost, "chunk k1")
		if i, _ := s.Info("k1"); i.Level != storage.Gone {
			t.Errorf("%+v", i)
		}
		if st := p.Stats(); st.Used != 0 { // k2 made room
			t.Errorf("offset %d: %d bytes used", off, st.Used)
		}
		s.Delete("k2")
		ok(t, put(s, p, "k1", 48*kib))
		right(t, s, "k1", 48*kib)
	}
}

func TestUnreadableFilesAreLost(t *testing.T) {
	for name, c := range map[string]struct {
		break_ func(f *vfs.Fault, name string)
		cause  error
		say    string
	}{
		"removed": {func(f *vfs.Fault, name string) { _ = f.Remove(name) }, fs.ErrNotExist, "no such file"},
		"EIO":     {func(f *vfs.Fault, name string) { f.FailReads(syscall.EIO) }, syscall.EIO, "input/output error"},
		"empty":   {func(f *vfs.Fault, name string) { write(f, name, nil) }, nil, "only 0 bytes"},
		"cut":     {func(f *vfs.Fault, name string) { write(f, name, make([]byte, 1000)) }, nil, "not that of a spill file"},
	} {
		t.Run(name, func(t *testing.T) {
			s, p, f := faulty(t, 100*kib, "/a")
			ok(t, put(s, p, "k1", 48*kib))
			ok(t, put(s, p, "k2", 64*kib))
			c.break_(f, only(t, f, "/a"))
			_, err := s.Get(bg, "k1")
			is(t, err, errs.Lost, "chunk k1: spill file /a/mars-", c.say)
			if c.cause != nil && !errors.Is(err, c.cause) {
				t.Errorf("the cause is not in %v", err)
			}
		})
	}
}

// A file that belongs to another key is damage too: a mix-up must not go unseen.
func TestFileOfAnotherKeyIsLost(t *testing.T) {
	s, p, f := faulty(t, 50*kib, "/a")
	ok(t, put(s, p, "k1", 48*kib))
	ok(t, put(s, p, "k2", 48*kib))
	first := only(t, f, "/a")
	ok(t, put(s, p, "k3", 48*kib))
	ok(t, f.Rename(strings.Replace(first, "000001", "000002", 1), first))
	_, err := s.Get(bg, "k1")
	is(t, err, errs.Lost, "it is the file of another key")
}

// only is the one file in the one directory of dir.
func only(t *testing.T, v vfs.FS, dir string) string {
	t.Helper()
	sub, err := v.List(dir)
	ok(t, err)
	files, err := v.List(dir + "/" + sub[0].Name)
	ok(t, err)
	if len(sub) != 1 || len(files) != 1 {
		t.Fatalf("%v in %v", files, sub)
	}
	return dir + "/" + sub[0].Name + "/" + files[0].Name
}

func write(v vfs.FS, name string, p []byte) {
	f, err := v.Create(name)
	if err == nil {
		_, err = io.Writer(f).Write(p)
	}
	if err != nil {
		panic(err)
	}
}

func TestOpenRefusesBadOptions(t *testing.T) {
	p := mem.NewPool(1 << 20)
	for _, c := range []struct {
		o   storage.Options
		say string
	}{
		{storage.Options{}, "needs a memory pool"},
		{storage.Options{Pool: p, Dirs: []string{"/a"}}, "need a codec"},
		{storage.Options{Pool: p, Cache: -1}, "negative"},
		{storage.Options{Pool: p, Codec: storagetest.Codec{}, Dirs: []string{"/proc/none"}}, "spill directory /proc/none"},
	} {
		_, err := storage.Open(c.o)
		is(t, err, errs.Invalid, c.say)
	}
}

func TestAClosedStoreRefuses(t *testing.T) {
	p := mem.NewPool(1 << 20)
	s, err := storage.Open(storage.Options{Pool: p})
	ok(t, err)
	ok(t, put(s, p, "k", kib))
	pin, err := s.Get(bg, "k")
	ok(t, err)
	is(t, s.Close(), errs.Internal, "closed with 1 pins")
	ok(t, s.Close())
	is(t, put(s, p, "k", kib), errs.Canceled, "storage is closed")
	_, err = s.Get(bg, "k")
	is(t, err, errs.Canceled, "storage is closed")
	_, err = s.Reserve(bg, 2<<20)
	is(t, err, errs.Canceled, "storage is closed")
	pin.Release()
	if st := p.Stats(); st.Blocks != 0 {
		t.Errorf("%+v", st)
	}
}
