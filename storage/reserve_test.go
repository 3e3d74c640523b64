package storage_test

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/storage/storagetest"
)

// bubble runs f in a synctest bubble with a store over a pool of 1 MiB.
func bubble(t *testing.T, o storage.Options, f func(t *testing.T, s *storage.Store, p *mem.Pool)) {
	synctest.Test(t, func(t *testing.T) {
		o.Pool = mem.NewPool(1 << 20)
		o.FS = vfs.NewMem()
		o.Codec = storagetest.Codec{}
		s, err := storage.Open(o)
		ok(t, err)
		f(t, s, o.Pool)
		ok(t, s.Close())
		if st := o.Pool.Stats(); st.Booked != 0 {
			t.Errorf("left behind: %+v", st)
		}
	})
}

// asks starts requests one after the other and logs who got what.
type asks struct {
	s   *storage.Store
	got chan answer
	g   map[string]*mem.Grant
}

type answer struct {
	name string
	g    *mem.Grant
}

func newAsks(s *storage.Store) *asks {
	return &asks{s, make(chan answer, 10), map[string]*mem.Grant{}}
}

func (a *asks) ask(ctx context.Context, name string, n int64) {
	go func() {
		g, err := a.s.Reserve(ctx, n)
		if err != nil {
			name = fmt.Sprintf("%s: %v", name, errs.KindOf(err))
		}
		a.got <- answer{name, g}
	}()
	synctest.Wait()
}

func (a *asks) expect(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	for _, w := range want {
		select {
		case got := <-a.got:
			if got.name != w {
				t.Fatalf("got %s, want %s", got.name, w)
			}
			a.g[w] = got.g
		default:
			t.Fatalf("%s still waits", w)
		}
		synctest.Wait()
	}
	select {
	case got := <-a.got:
		t.Fatalf("%s was not expected", got.name)
	default:
	}
}

func TestReserveServesInOrder(t *testing.T) {
	bubble(t, storage.Options{}, func(t *testing.T, s *storage.Store, p *mem.Pool) {
		a := newAsks(s)
		ctx, cancel := context.WithCancel(bg)
		a.ask(bg, "first", 600*kib)
		a.ask(bg, "second", 299*kib)
		a.expect(t, "first", "second")
		a.ask(bg, "large", 900*kib)
		a.ask(ctx, "gone", 10*kib)
		a.ask(bg, "small", 124*kib+1) // would fit, but stands behind
		a.expect(t)
		if st := s.Stats(); st.Waiting != 3 {
			t.Errorf("%+v", st)
		}
		cancel()
		a.expect(t, "gone: Canceled")
		a.g["second"].Close()
		a.expect(t)
		a.g["first"].Close()
		a.expect(t, "large")
		a.g["large"].Close()
		a.expect(t, "small")
		a.g["small"].Close()
	})
}

func TestReserveWaitsForBlocksAndPins(t *testing.T) {
	bubble(t, storage.Options{Dirs: []string{"/a"}, Cache: 1 << 20}, func(t *testing.T, s *storage.Store, p *mem.Pool) {
		a := newAsks(s)
		ok(t, put(s, p, "k1", 512*kib))
		pin, err := s.Get(bg, "k1")
		ok(t, err)
		b, err := p.Alloc(256 * kib) // of somebody else
		ok(t, err)
		a.ask(bg, "x", 512*kib)
		a.expect(t)
		b.Release()
		a.expect(t, "x")
		a.ask(bg, "y", 500*kib)
		a.expect(t)
		pin.Release() // k1 can be spilled now
		a.expect(t, "y")
		if i, _ := s.Info("k1"); i.Level != storage.Disk {
			t.Errorf("%+v", i)
		}
		a.g["x"].Close()
		a.g["y"].Close()
	})
}

func TestReserveSaysWhenWaitingIsInVain(t *testing.T) {
	bubble(t, storage.Options{Cache: 1 << 20}, func(t *testing.T, s *storage.Store, p *mem.Pool) {
		ok(t, put(s, p, "k1", 512*kib))
		_, err := s.Reserve(bg, 600*kib)
		is(t, err, errs.Pressure, "there is no spill directory")
		_, err = s.Reserve(bg, 2<<20)
		is(t, err, errs.OutOfMemory, "2097152 bytes are more than the memory budget of 1048576 bytes")
		// While somebody holds a grant, waiting may help.
		g, err := s.Reserve(bg, 256*kib)
		ok(t, err)
		a := newAsks(s)
		a.ask(bg, "x", 600*kib)
		a.expect(t)
		g.Close()
		a.expect(t, "x: Pressure")
		// The end of the store ends the waiting.
		g, err = s.Reserve(bg, 256*kib)
		ok(t, err)
		a.ask(bg, "y", 600*kib)
		ok(t, s.Close())
		a.expect(t, "y: Canceled")
		g.Close()
	})
}

// Who waits starves while what lacks is pinned, and not while something can go to disk, or nobody waits.
func TestStarved(t *testing.T) {
	bubble(t, storage.Options{Dirs: []string{"/a"}, Cache: 1 << 20}, func(t *testing.T, s *storage.Store, p *mem.Pool) {
		ok(t, put(s, p, "k1", 600*kib))
		pin, err := s.Get(bg, "k1")
		ok(t, err)
		if s.Starved() {
			t.Error("nobody waits")
		}
		a := newAsks(s)
		a.ask(bg, "x", 600*kib)
		a.expect(t)
		if !s.Starved() {
			t.Error("what is pinned can be spilled")
		}
		pin.Release()
		a.expect(t, "x")
		if s.Starved() {
			t.Error("it was granted")
		}
		a.g["x"].Close()
	})
}

// A subtask at the full budget runs alone: everything that is stored goes to disk.
func TestReserveOfTheWholeBudget(t *testing.T) {
	bubble(t, storage.Options{Dirs: []string{"/a"}, Cache: 1 << 20}, func(t *testing.T, s *storage.Store, p *mem.Pool) {
		for i := range 8 {
			ok(t, put(s, p, fmt.Sprint("k", i), 100*kib))
		}
		g, err := s.Reserve(bg, 1<<20)
		ok(t, err)
		if st := s.Stats(); st.Memory != 0 || st.Values != 8 {
			t.Errorf("%+v", st)
		}
		pin, err := s.GetWith(bg, "k3", g)
		ok(t, err)
		if st := p.Stats(); st.Booked != 1<<20 {
			t.Errorf("%+v", st)
		}
		pin.Release()
		g.Close()
		for i := range 8 {
			right(t, s, fmt.Sprint("k", i), 100*kib)
		}
	})
}

func TestSpillsInTheBackgroundAboveTheSoftLimit(t *testing.T) {
	bubble(t, storage.Options{Dirs: []string{"/a"}, Cache: 1 << 20, Soft: 300 * kib}, func(t *testing.T, s *storage.Store, p *mem.Pool) {
		for i := range 6 {
			ok(t, put(s, p, fmt.Sprint("k", i), 80*kib))
			synctest.Wait()
			if st := s.Stats(); st.Memory > 300*kib {
				t.Fatalf("after %d: %+v", i, st)
			}
		}
		for i, want := range []storage.Level{storage.Disk, storage.Disk, storage.Disk, storage.Memory, storage.Memory, storage.Memory} {
			if l, _ := s.Info(fmt.Sprint("k", i)); l.Level != want {
				t.Errorf("k%d is on %v, want %v", i, l.Level, want)
			}
		}
		// Granted memory counts too.
		g, err := s.Reserve(bg, 200*kib)
		ok(t, err)
		synctest.Wait()
		if st := s.Stats(); st.Memory > 100*kib {
			t.Errorf("%+v", st)
		}
		g.Close()
	})
}

func TestPinnedValuesAreWrittenAhead(t *testing.T) {
	bubble(t, storage.Options{Dirs: []string{"/a"}, Cache: 1 << 20, Soft: 50 * kib}, func(t *testing.T, s *storage.Store, p *mem.Pool) {
		g, err := s.Reserve(bg, 80*kib)
		ok(t, err)
		r, err := storagetest.Make(g, 80*kib, seed("k"))
		ok(t, err)
		ok(t, s.Put(bg, "k", r))
		r.Block.Release()
		pin, err := s.Get(bg, "k")
		ok(t, err)
		synctest.Wait()
		if i, _ := s.Info("k"); i.Level != storage.Memory || i.File < 80*kib {
			t.Errorf("%+v", i)
		}
		before := s.Stats()
		pin.Release()
		g.Close()
		b, err := p.Alloc(1000 * kib)
		ok(t, err)
		if st := s.Stats(); before.Ahead != 1 || before.Evictions != 0 || st.Written != before.Written || st.Memory != 0 {
			t.Errorf("%+v, before %+v", st, before)
		}
		b.Release()
		right(t, s, "k", 80*kib)
	})
}

// What a subtask put while it still holds it goes when the subtask ends.
func TestTheEndOfASubtaskWakesTheSpiller(t *testing.T) {
	bubble(t, storage.Options{Dirs: []string{"/a"}, Cache: 1 << 20, Soft: 100 * kib}, func(t *testing.T, s *storage.Store, p *mem.Pool) {
		g, err := s.Reserve(bg, 240*kib)
		ok(t, err)
		sc := mem.NewScope(g)
		for _, k := range []string{"k1", "k2", "k3"} {
			r, err := storagetest.Make(sc, 80*kib, seed(k))
			ok(t, err)
			ok(t, s.Put(bg, k, r))
		}
		synctest.Wait()
		if st := s.Stats(); st.Memory != 240*kib || st.Ahead != 3 {
			t.Errorf("%+v", st)
		}
		sc.Close()
		g.Close()
		synctest.Wait()
		if st := s.Stats(); st.Memory != 80*kib || st.Spills != 3 || st.Evictions != 2 {
			t.Errorf("%+v", st)
		}
	})
}

func TestBackgroundSpillingStopsAtAFullDiskAndGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := vfs.NewFault(vfs.NewMem())
		p := mem.NewPool(1 << 20)
		s, err := storage.Open(storage.Options{Pool: p, Cache: 1 << 20, Soft: 100 * kib, Codec: storagetest.Codec{}, Dirs: []string{"/a"}, FS: f})
		ok(t, err)
		f.Space("/a", 90*kib)
		for _, k := range []string{"k1", "k2", "k3"} {
			ok(t, put(s, p, k, 80*kib))
			synctest.Wait()
		}
		if st := s.Stats(); st.Memory != 160*kib || st.Fault == "" {
			t.Fatalf("%+v", st)
		}
		n := f.Writes()
		ok(t, put(s, p, "k4", 8*kib))
		synctest.Wait()
		if f.Writes() != n {
			t.Error("a full disk is tried over and over")
		}
		s.Delete("k1") // makes room
		synctest.Wait()
		if st := s.Stats(); st.Memory > 100*kib || st.Fault != "" {
			t.Errorf("%+v", st)
		}
		for _, k := range []string{"k2", "k3"} {
			right(t, s, k, 80*kib)
		}
		ok(t, s.Close())
	})
}

// A disk may be full for a while because of others: nothing of ours need go for the spiller to try again.
func TestBackgroundSpillingGoesOnAfterADiskWasFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := vfs.NewFault(vfs.NewMem())
		p := mem.NewPool(1 << 20)
		s, err := storage.Open(storage.Options{Pool: p, Cache: 1 << 20, Soft: 100 * kib, Codec: storagetest.Codec{}, Dirs: []string{"/a"}, FS: f})
		ok(t, err)
		for n := range 3 {
			f.FailWrite(n+1, syscall.ENOSPC)
		}
		ok(t, put(s, p, "k1", 80*kib))
		ok(t, put(s, p, "k2", 80*kib))
		synctest.Wait()
		for _, rest := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
			n := f.Writes()
			time.Sleep(rest - 1)
			synctest.Wait()
			if st := s.Stats(); st.Fault == "" || f.Writes() != n {
				t.Fatalf("before the end of a rest of %v: %d writes more, %+v", rest, f.Writes()-n, st)
			}
			time.Sleep(1)
			synctest.Wait()
			if f.Writes() != n+1 {
				t.Errorf("%d writes after a rest of %v", f.Writes()-n, rest)
			}
		}
		if st := s.Stats(); st.Fault != "" || st.Memory > 100*kib {
			t.Errorf("%+v", st)
		}
		f.FailWrite(1, syscall.ENOSPC)
		ok(t, put(s, p, "k3", 80*kib))
		synctest.Wait()
		n := f.Writes()
		time.Sleep(time.Second) // the first rest is short again
		synctest.Wait()
		if st := s.Stats(); st.Fault != "" || f.Writes() != n+1 {
			t.Errorf("%d writes, %+v", f.Writes()-n, st)
		}
		ok(t, s.Close())
	})
}

func TestWaitingForStorageEndsWithTheContext(t *testing.T) {
	bubble(t, storage.Options{}, func(t *testing.T, s *storage.Store, p *mem.Pool) {
		g, err := s.Reserve(bg, 1<<20)
		ok(t, err)
		why := errors.New("the user gave up")
		ctx, cancel := context.WithCancelCause(bg)
		done := make(chan error)
		go func() {
			_, err := s.Reserve(ctx, 10)
			done <- err
		}()
		synctest.Wait()
		cancel(why)
		err = <-done
		if is(t, err, errs.Canceled, "the user gave up"); !errors.Is(err, why) {
			t.Errorf("the cause is not in %v", err)
		}
		g.Close()
	})
}
