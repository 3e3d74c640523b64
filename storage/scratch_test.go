package storage_test

import (
	"bytes"
	"fmt"
	"sync"
	"syscall"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/storage/storagetest"
)

func appendRun(t *testing.T, x *storage.Scratch, part, n int, seed uint64) error {
	t.Helper()
	r, err := storagetest.Make(mem.Heap, n, seed)
	ok(t, err)
	return x.Append(part, r)
}

func runIs(t *testing.T, x *storage.Scratch, p *mem.Pool, part, i, n int, seed uint64) {
	t.Helper()
	s := mem.NewScope(p)
	defer s.Close()
	v, err := x.Read(part, i, s)
	ok(t, err)
	want := make([]byte, n)
	storagetest.Fill(want, seed)
	if !bytes.Equal(v.(*storagetest.Raw).Data(), want) {
		t.Errorf("run %d of partition %d came back different", i, part)
	}
}

func TestScratchKeepsRunsInOrder(t *testing.T) {
	s, p, _ := faulty(t, 100*kib, "/a", "/b")
	x, err := s.Scratch("s", "tensor.sort")
	ok(t, err)
	for i := range 20 {
		ok(t, appendRun(t, x, i%3, 100*i, uint64(i)))
		runIs(t, x, p, 0, 0, 0, 0)
	}
	for part, want := range []int{7, 7, 6, 0} {
		if x.Runs(part) != want {
			t.Errorf("%d runs in partition %d", x.Runs(part), part)
		}
	}
	for i := range 20 {
		runIs(t, x, p, i%3, i/3, 100*i, uint64(i))
	}
	if st := s.Stats(); st.Scratch != x.Bytes() || st.Scratch < 19000 || st.Written != st.Scratch || st.Disk != 0 {
		t.Errorf("%+v", st)
	}
	_, err = x.Read(0, 7, p)
	is(t, err, errs.Internal, "run 7 of partition 0 of the scratch of tensor.sort: it has 7 runs")
	ok(t, x.Close())
	ok(t, x.Close())
	if st := s.Stats(); st.Scratch != 0 {
		t.Errorf("%+v", st)
	}
	is(t, appendRun(t, x, 0, 1, 1), errs.Internal, "closed")
	_, err = x.Read(0, 0, p)
	is(t, err, errs.Internal, "closed: true")
	if st := p.Stats(); st.Blocks != 0 {
		t.Errorf("%+v", st)
	}
}

func TestScratchGoesOnInTheNextDirectory(t *testing.T) {
	s, p, f := faulty(t, 100*kib, "/a", "/b")
	f.Space("/a", 25*kib)
	f.Space("/b", 45*kib)
	x, err := s.Scratch("s", "frame.join")
	ok(t, err)
	var n int
	for n = range 10 {
		if err = appendRun(t, x, 0, 10*kib, uint64(n)); err != nil {
			break
		}
	}
	is(t, err, errs.OutOfMemory, "disk full while spilling scratch of frame.join", "/a/mars-", "/b/mars-")
	if n != 6 {
		t.Errorf("%d runs found room", n)
	}
	for i := range n {
		runIs(t, x, p, 0, i, 10*kib, uint64(i))
	}
	ok(t, x.Close())
	f.FailWrite(1, syscall.EIO)
	x, err = s.Scratch("s", "frame.join")
	ok(t, err)
	ok(t, appendRun(t, x, 5, kib, 5))
	runIs(t, x, p, 5, 0, kib, 5)
	// What was written of a run that failed everywhere is skipped by the next one.
	ok(t, appendRun(t, x, 5, kib, 6))
	f.ShortWrite(1)
	f.FailWrite(2, syscall.EIO)
	f.FailWrite(3, syscall.EIO)
	is(t, appendRun(t, x, 5, kib, 7), errs.Unavailable, "cannot spill scratch of frame.join (")
	ok(t, appendRun(t, x, 5, kib, 8))
	for i, seed := range []uint64{5, 6, 8} {
		runIs(t, x, p, 5, i, kib, seed)
	}
	// It is not closed: the store deletes what an operator forgot.
}

func TestScratchDamageIsLost(t *testing.T) {
	s, p, f := faulty(t, 100*kib, "/a")
	x, err := s.Scratch("s", "tensor.sort")
	ok(t, err)
	ok(t, appendRun(t, x, 0, 1000, 1))
	ok(t, appendRun(t, x, 0, 1000, 2))
	for _, off := range []int64{1, 1040 + 10, -3} {
		f.Corrupt("scratch", off)
	}
	for i := range 2 {
		_, err = x.Read(0, i, mem.NewScope(p))
		is(t, err, errs.Lost, "scratch of tensor.sort: file /a/mars-", "checksum")
	}
	ok(t, x.Close())
}

func TestScratchNeedsADirectory(t *testing.T) {
	s := open(t, storage.Options{Pool: mem.NewPool(1 << 20)})
	_, err := s.Scratch("s", "tensor.sort")
	is(t, err, errs.OutOfMemory, "tensor.sort outgrew its memory, and there is no spill directory")
}

func TestScratchIsSafeForConcurrentUse(t *testing.T) {
	p := mem.NewPool(1 << 20)
	s := open(t, storage.Options{Pool: p, Codec: storagetest.Codec{}, Dirs: []string{t.TempDir(), t.TempDir()}})
	x, err := s.Scratch("s", "frame.groupby")
	ok(t, err)
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 20 {
				n := 100*w + i
				r, err := storagetest.Make(mem.Heap, n, uint64(n))
				if err == nil {
					err = x.Append(w, r)
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
			for i := range 20 {
				sc := mem.NewScope(p)
				v, err := x.Read(w, i, sc)
				if err != nil || v.Bytes() != int64(100*w+i) {
					t.Error(fmt.Errorf("run %d of %d: %v", i, w, err))
				}
				sc.Close()
			}
		})
	}
	wg.Wait()
	ok(t, x.Close())
}
