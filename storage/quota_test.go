package storage_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/storage"
	"github.com/mars-project/mars-go/storage/storagetest"
)

type label string

func (l label) String() string { return string(l) }

// keep puts a value of n bytes of a session.
func keep(s *storage.Store, p *mem.Pool, session string, r *storage.Ref, n int) error {
	v, err := storagetest.Make(p, n, uint64(n))
	if err != nil {
		return err
	}
	defer v.Block.Release()
	return s.Keep(bg, r, session, label(session), v)
}

func limited(t *testing.T, cache int64, q storage.Quota) (*storage.Store, *mem.Pool, *vfs.Fault) {
	f := vfs.NewFault(vfs.NewMem())
	p := mem.NewPool(4 << 20)
	return open(t, storage.Options{Pool: p, Cache: cache, Soft: 4 << 20, Codec: storagetest.Codec{}, Dirs: []string{"/d"}, FS: f, Quota: q}), p, f
}

// A session goes to disk above its quota of memory, is refused above that of disk, and is told what it has;
// others are not touched, and what it gives up it may have again.
func TestQuotaOfASession(t *testing.T) {
	s, p, _ := limited(t, 1<<20, storage.Quota{Memory: 100 * kib, Disk: 210 * kib})
	other := new(storage.Ref)
	ok(t, keep(s, p, "other", other, 96*kib))
	var refs []*storage.Ref
	put := func() error {
		r := new(storage.Ref)
		err := keep(s, p, "s", r, 48*kib)
		if err == nil {
			refs = append(refs, r)
		}
		return err
	}
	for range 6 { // two in memory, four on disk
		ok(t, put())
	}
	err := put()
	is(t, err, errs.OutOfMemory, "session s has 192 KiB on the disks", "may have 210 KiB", "quota.session_disk", "takes 48.1 KiB")
	if errs.QuotaOf(err) != "session_disk" {
		t.Errorf("the quota is not named: %q", errs.QuotaOf(err))
	}
	x, err := s.Scratch("s", "tensor.sort")
	ok(t, err)
	is(t, x.Append(0, raw(t, p, 30*kib)), errs.OutOfMemory, "scratch of tensor.sort", "quota.session_disk")
	ok(t, x.Append(0, raw(t, p, 15*kib)))
	if got := s.Shares()["s"]; got.Memory != 96*kib || got.Disk < 205*kib || got.Disk > 210*kib {
		t.Errorf("%+v", got)
	}
	if i, ok := s.Stats(), s.Has(other); i.Memory != 192*kib || !ok || i.Fault != "" {
		t.Errorf("%+v, %t", i, ok)
	}
	ok(t, x.Close())
	s.Drop(refs[0])
	ok(t, put())
	pin, err := s.Pin(bg, refs[1], p) // from disk: there is no room for it among those of its session, so that another of these goes
	ok(t, err)
	if got := s.Shares()["s"]; got.Memory > 100*kib {
		t.Errorf("%+v", got)
	}
	pin.Release()
	s.Drop(refs...)
	if got := s.Shares(); len(got) != 1 || got["other"] != (storage.Share{Memory: 96 * kib}) {
		t.Errorf("left: %+v", got)
	}
	s.Drop(other)
	if got := s.Shares(); len(got) != 0 {
		t.Errorf("left: %+v", got)
	}
}

// A session that may write nothing more does not keep others from the disk, and a refusal is no fault of the
// disk.
func TestAFullSessionHarmsNobody(t *testing.T) {
	s, p, _ := limited(t, 100*kib, storage.Quota{Memory: 60 * kib, Disk: 10 * kib})
	var a, b, c storage.Ref
	ok(t, keep(s, p, "full", &a, 50*kib))
	is(t, keep(s, p, "full", new(storage.Ref), 50*kib), errs.OutOfMemory, "quota.session_disk")
	ok(t, keep(s, p, "b", &b, 9*kib))
	for range 3 {
		ok(t, keep(s, p, "c", &c, 45*kib)) // a lies longest, and cannot go
		s.Drop(&c)
		c = storage.Ref{}
	}
	g, err := s.Reserve(bg, 3<<20)
	ok(t, err)
	g.Close()
	if st := s.Stats(); st.Fault != "" || st.Spills != 1 || !s.Has(&a) {
		t.Errorf("%+v", st)
	}
}

// A store that bounds the disk of sessions bounds their memory, too: what cannot go to disk would fill it.
func TestABoundOfDiskIsOneOfMemory(t *testing.T) {
	s, p, _ := limited(t, 100*kib, storage.Quota{Disk: 10 * kib})
	ok(t, keep(s, p, "s", new(storage.Ref), 40*kib))
	is(t, keep(s, p, "s", new(storage.Ref), 20*kib), errs.OutOfMemory)
	ok(t, keep(s, p, "r", new(storage.Ref), 45*kib))
}

func raw(t *testing.T, p *mem.Pool, n int) storage.Value {
	t.Helper()
	v, err := storagetest.Make(p, n, 1)
	ok(t, err)
	t.Cleanup(v.Block.Release)
	return v
}

// TestAccountsOfSessions does anything with values of three sessions on disks that fail: what is counted is
// what there is, and no bound is passed. Nothing is written ahead: it would be counted a moment before it is
// there.
func TestAccountsOfSessions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := vfs.NewFault(vfs.NewMem())
		f.Space("/a", int64(rapid.IntRange(0, 400*kib).Draw(t, "space")))
		p := mem.NewPool(8 << 20)
		q := storage.Quota{Memory: int64(rapid.IntRange(1, 80*kib).Draw(t, "memory")), Disk: int64(rapid.IntRange(1, 200*kib).Draw(t, "disk"))}
		s, err := storage.Open(storage.Options{Pool: p, Cache: 100 * kib, Soft: 8 << 20, Codec: storagetest.Codec{}, Dirs: []string{"/a"}, FS: f, Quota: q})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		type value struct {
			ref storage.Ref
			of  string
		}
		have := map[int]*value{}
		pins := map[int][]*storage.Pin{}
		scratch := map[string]*storage.Scratch{}
		for i := range rapid.IntRange(1, 80).Draw(t, "steps") {
			of := rapid.SampledFrom([]string{"r", "s", "t"}).Draw(t, "session")
			var k int
			if len(have) > 0 {
				k = rapid.SampledFrom(slices.Sorted(maps.Keys(have))).Draw(t, "which")
			}
			switch op := rapid.SampledFrom([]string{"put", "put", "put", "pin", "unpin", "drop", "scratch", "close", "reserve"}).Draw(t, "op"); op {
			case "put":
				v := &value{of: of}
				switch err := keep(s, p, of, &v.ref, rapid.IntRange(0, 90*kib).Draw(t, "n")); {
				case err == nil:
					have[i] = v
				case errs.KindOf(err) != errs.OutOfMemory:
					t.Fatal(err)
				}
			case "pin":
				if v := have[k]; v != nil {
					x, err := s.Pin(bg, &v.ref, p)
					if err != nil {
						t.Fatal(err)
					}
					pins[k] = append(pins[k], x)
				}
			case "unpin":
				for _, x := range pins[k] {
					x.Release()
				}
				delete(pins, k)
			case "drop":
				if v := have[k]; v != nil {
					s.Drop(&v.ref)
					for _, x := range pins[k] {
						x.Release()
					}
					delete(pins, k)
					delete(have, k)
				}
			case "scratch":
				if scratch[of] == nil {
					if scratch[of], err = s.Scratch(of, "it"); err != nil {
						t.Fatal(err)
					}
				}
				v, err := storagetest.Make(p, 10*kib, 1)
				if err != nil {
					t.Fatal(err)
				}
				if err := scratch[of].Append(0, v); err != nil && errs.KindOf(err) != errs.OutOfMemory {
					t.Fatal(err)
				}
				v.Block.Release()
			case "close":
				if x := scratch[of]; x != nil {
					if err := x.Close(); err != nil {
						t.Fatal(err)
					}
					delete(scratch, of)
				}
			case "reserve":
				if g, err := s.Reserve(bg, 7<<20); err == nil {
					g.Close()
				} else if errs.KindOf(err) != errs.Pressure {
					t.Fatal(err)
				}
			}
			var sum storage.Share
			for id, x := range s.Shares() {
				if x.Memory > q.Memory || x.Disk > q.Disk || x.Memory < 0 || x.Disk < 0 {
					t.Fatalf("%s has %+v of %+v", id, x, q)
				}
				sum.Memory += x.Memory
				sum.Disk += x.Disk
			}
			if st := s.Stats(); sum.Memory != st.Memory || sum.Disk != st.Disk+st.Scratch {
				t.Fatalf("sessions have %+v, the store %+v", sum, st)
			}
		}
		for _, xs := range pins {
			for _, x := range xs {
				x.Release()
			}
		}
		for _, x := range scratch {
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
		}
		for _, v := range have {
			s.Drop(&v.ref)
		}
		if left := s.Shares(); len(left) > 0 {
			t.Fatalf("left: %+v", left)
		}
		if err := s.Close(); err != nil {
			t.Fatal(fmt.Errorf("close: %w", err))
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// A temporary file counts as scratch, for its session too, and what it may not have is an error that says so.
func TestSpool(t *testing.T) {
	s, _, f := limited(t, 1<<20, storage.Quota{Disk: 100 * kib})
	x, err := s.Spool("s", "copy for read_csv", 0)
	ok(t, err)
	text := make([]byte, 30*kib)
	storagetest.Fill(text, 7)
	for range 3 {
		n, err := x.Write(text)
		if n != len(text) || err != nil {
			t.Fatal(n, err)
		}
	}
	_, err = x.Write(text)
	is(t, err, errs.OutOfMemory, "copy for read_csv takes 30.0 KiB", "quota.session_disk")
	if st, of := s.Stats(), s.Shares()["s"]; st.Scratch != 90*kib || of.Disk != 90*kib || st.Written != 90*kib {
		t.Errorf("%+v, %+v", st, of)
	}
	got := make([]byte, 10*kib)
	if n, err := x.ReadAt(got, 35*kib); n != len(got) || err != nil || string(got) != string(text[5*kib:15*kib]) {
		t.Errorf("read %d, %v", n, err)
	}
	ok(t, x.Close())
	ok(t, x.Close())
	if st := s.Stats(); st.Scratch != 0 || len(s.Shares()) != 0 {
		t.Errorf("%+v, %+v", st, s.Shares())
	}
	f.Space("/d", 40*kib)
	if x, err = s.Spool("s", "copy", 0); err != nil {
		t.Fatal(err)
	}
	_, err = x.Write(text)
	ok(t, err)
	_, err = x.Write(text)
	is(t, err, errs.OutOfMemory, "disk full")
	if len(s.Shares()) != 1 || s.Shares()["s"].Disk > 40*kib {
		t.Errorf("%+v", s.Shares())
	}
	ok(t, x.Close())
	if st := s.Stats(); st.Scratch != 0 || st.Fault != "" {
		t.Errorf("%+v", st)
	}
}
