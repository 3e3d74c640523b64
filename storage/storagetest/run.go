package storagetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/storage"
)

// A Setup is what a check asks of the store it opens. Limits are in bytes; 0 means the default of storage.Options.
type Setup struct {
	Pool  *mem.Pool
	Cache int64
	Soft  int64
}

// Open opens the store under test, with a Codec of this package. It reports whether the store can spill.
type Open func(t *testing.T, s Setup) (st *storage.Store, spills bool)

// Run checks every promise of a store. Each check opens a store of its own, closes it, and then looks for blocks and
// budget that were left behind. Files and goroutines are for the caller to look for.
func Run(t *testing.T, open Open) {
	for _, c := range []struct {
		name  string
		limit int64
		cache int64
		f     func(*env)
	}{
		{"a value comes back without a copy", mib, 0, noCopy},
		{"a value outlives its scope and ends with Delete", mib, 0, lifetime},
		{"a shared block counts once", mib, 0, shared},
		{"a view that needs little of its block is compacted", mib, 0, compacted},
		{"a key keeps its first value", mib, 0, twice},
		{"a pin outlives Delete and Put", mib, 0, pinned},
		{"a value without blocks counts its bytes", mib, 1000, blockless},
		{"what is larger than the cache", mib, 64 * kib, tooLarge},
		{"a missing key is NotFound", mib, 0, missing},
		{"parts are read one by one", mib, 128 * kib, parts},
		{"the inventory says what is where", mib, 128 * kib, inventory},
		{"four times the cache comes back right", mib, 128 * kib, overflow},
		{"pinned values stay when the cache overflows", mib, 128 * kib, crowded},
		{"a grant pays for what it loads", mib, 128 * kib, granted},
		{"many at once lose and cross nothing", mib, 256 * kib, hammer},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mem.NewPool(c.limit)
			p.Poison(true)
			st, spills := open(t, Setup{Pool: p, Cache: c.cache})
			e := &env{T: t, pool: p, Store: st, spills: spills}
			c.f(e)
			e.ok(st.Close())
			if s := p.Stats(); s.Blocks != 0 || s.Booked != 0 {
				t.Errorf("left behind: %+v", s)
			}
			e.ok(p.Close())
		})
	}
}

const (
	kib = 1 << 10
	mib = 1 << 20
)

type env struct {
	*testing.T
	*storage.Store
	pool   *mem.Pool
	spills bool
}

var bg = context.Background()

func (e *env) ok(err error) {
	e.Helper()
	if err != nil {
		e.Fatal(err)
	}
}

// make is a value of n bytes; its reference belongs to the test.
func (e *env) make(n int, seed uint64) *Raw {
	e.Helper()
	r, err := Make(e.pool, n, seed)
	e.ok(err)
	return r
}

// put makes a value, puts it and gives up its own reference, as a subtask does.
func (e *env) put(key string, n int, seed uint64) error {
	r, err := Make(e.pool, n, seed)
	if err != nil {
		return err
	}
	defer r.Block.Release()
	return e.Put(bg, key, r)
}

func (e *env) get(key string) *storage.Pin {
	e.Helper()
	p, err := e.Get(bg, key)
	e.ok(err)
	return p
}

// right checks that v is what put made, or a part of that many bytes.
func right(v storage.Value, n int, seed uint64) error {
	want := make([]byte, n)
	Fill(want, seed)
	if !bytes.Equal(v.(*Raw).Data(), want) {
		return fmt.Errorf("the value of %d bytes of seed %d came back different", n, seed)
	}
	return nil
}

func (e *env) is(err error, kind errs.Kind, words ...string) {
	e.Helper()
	if err == nil || errs.KindOf(err) != kind {
		e.Fatalf("got %v: %v, want %v", errs.KindOf(err), err, kind)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			e.Errorf("%q does not say %q", err, w)
		}
	}
}

func (e *env) memory(want int64) {
	e.Helper()
	if st := e.Stats(); st.Memory != want {
		e.Fatalf("%d bytes in memory, want %d: %+v", st.Memory, want, st)
	}
}

func noCopy(e *env) {
	r := e.make(5*kib, 1)
	e.ok(e.Put(bg, "a", r))
	p, q := e.get("a"), e.get("a")
	if p.Value() != storage.Value(r) || q.Value() != p.Value() {
		e.Error("Get made a copy")
	}
	if i, ok := e.Info("a"); !ok || i.Pins != 2 || i.Level != storage.Memory || i.Bytes != 5*kib {
		e.Errorf("info %+v", i)
	}
	p.Release()
	p.Release()
	q.Release()
	if i, _ := e.Info("a"); i.Pins != 0 {
		e.Errorf("info %+v", i)
	}
	r.Block.Release()
}

func lifetime(e *env) {
	g, err := e.Reserve(bg, 300*kib)
	e.ok(err)
	s := mem.NewScope(g)
	keep, err := Make(s, 100*kib, 1)
	e.ok(err)
	_, err = Make(s, 100*kib, 2)
	e.ok(err)
	e.ok(e.Put(bg, "a", keep))
	size := mem.Round(100 * kib)
	if st := e.pool.Stats(); st.Booked != 300*kib || st.Granted != 300*kib-size {
		e.Errorf("a stored block is not moved out of its grant: %+v", st)
	}
	s.Close()
	g.Close()
	if st := e.pool.Stats(); st.Booked != size || st.Used != size {
		e.Errorf("after the scope: %+v", st)
	}
	p := e.get("a")
	e.ok(right(p.Value(), 100*kib, 1))
	p.Release()
	e.Delete("a")
	e.Delete("a")
	if st := e.pool.Stats(); st.Used != 0 {
		e.Errorf("after Delete: %+v", st)
	}
}

func shared(e *env) {
	r := e.make(64*kib, 1)
	e.ok(e.Put(bg, "a", r))
	e.ok(e.Put(bg, "b", &Raw{r.Block, 0, 40 * kib}))
	e.ok(e.Put(bg, "c", storage.Parts{&Raw{r.Block, 0, kib}, &Raw{r.Block, kib, 64 * kib}}))
	r.Block.Release()
	e.memory(64 * kib)
	e.Delete("a")
	e.Delete("c")
	e.memory(64 * kib)
	if i, _ := e.Info("b"); i.Bytes != 64*kib {
		e.Errorf("info %+v", i)
	}
	e.Delete("b")
	e.memory(0)
}

func compacted(e *env) {
	r := e.make(64*kib, 1)
	e.ok(e.Put(bg, "view", &Raw{r.Block, 0, 8 * kib}))
	e.memory(8 * kib)
	if st := e.Stats(); st.Compacted != 1 {
		e.Errorf("%+v", st)
	}
	r.Block.Release()
	if st := e.pool.Stats(); st.Used != 8*kib {
		e.Errorf("the view keeps its block: %+v", st)
	}
	p := e.get("view")
	e.ok(right(p.Value(), 8*kib, 1))
	p.Release()
}

func twice(e *env) {
	e.ok(e.put("a", kib, 1))
	e.ok(e.put("a", 2*kib, 2))
	p := e.get("a")
	e.ok(right(p.Value(), kib, 1))
	p.Release()
	e.memory(kib)
	e.Delete("a")
	e.ok(e.put("a", 2*kib, 2))
	p = e.get("a")
	e.ok(right(p.Value(), 2*kib, 2))
	p.Release()
}

func pinned(e *env) {
	e.ok(e.put("a", kib, 1))
	p := e.get("a")
	e.Delete("a")
	_, err := e.Get(bg, "a")
	e.is(err, errs.NotFound, "a")
	e.ok(e.put("a", kib, 2))
	q := e.get("a")
	e.ok(right(p.Value(), kib, 1))
	e.ok(right(q.Value(), kib, 2))
	e.memory(2 * kib)
	p.Release()
	e.memory(kib)
	if i, _ := e.Info("a"); i.Pins != 1 {
		e.Errorf("the old pin counts for the new value: %+v", i)
	}
	q.Release()
}

// number is a value of the Go heap.
type number int64

func (n number) Blocks(func(*mem.Block)) {}
func (n number) Bytes() int64            { return int64(n) }

func blockless(e *env) {
	e.ok(e.Put(bg, "a", number(600)))
	e.memory(600)
	p := e.get("a")
	if p.Value() != storage.Value(number(600)) {
		e.Error("a number came back different")
	}
	p.Release()
	if !e.spills {
		e.is(e.Put(bg, "b", number(500)), errs.Pressure)
	}
	e.Delete("a")
	e.memory(0)
	e.ok(e.Put(bg, "b", number(500)))
}

func tooLarge(e *env) {
	e.ok(e.put("small", 10*kib, 1))
	if e.spills { // it goes to disk, and nobody for it
		e.ok(e.put("large", 80*kib, 2))
		p := e.get("large")
		e.ok(right(p.Value(), 80*kib, 2))
		p.Release()
		if i, _ := e.Info("large"); i.Level != storage.Disk {
			e.Errorf("large is on level %s", i.Level)
		}
		if i, _ := e.Info("small"); i.Level != storage.Memory {
			e.Errorf("small is on level %s", i.Level)
		}
		e.is(e.put("huge", 2*mib, 3), errs.OutOfMemory, "more than")
		return
	}
	e.is(e.put("large", 80*kib, 2), errs.OutOfMemory, "chunk large takes 81920 bytes", "65536 bytes")
	p := e.get("small")
	e.ok(right(p.Value(), 10*kib, 1))
	p.Release()
	if _, ok := e.Info("large"); ok {
		e.Error("what was refused is there")
	}
}

func missing(e *env) {
	_, err := e.Get(bg, "nobody")
	e.is(err, errs.NotFound, "no chunk nobody")
	_, err = e.GetPart(bg, "nobody", 0, e.pool)
	e.is(err, errs.NotFound, "no chunk nobody")
	e.Delete("nobody")
	if _, ok := e.Info("nobody"); ok {
		e.Error("info of a missing key")
	}
}

func parts(e *env) {
	r := e.make(90*kib, 1)
	v := storage.Parts{&Raw{r.Block, 0, 0}, &Raw{r.Block, 0, 30 * kib}, &Raw{r.Block, 30 * kib, 90 * kib}}
	e.ok(e.Put(bg, "a", v))
	r.Block.Release()
	check := func() {
		e.Helper()
		whole := make([]byte, 90*kib)
		Fill(whole, 1)
		for j, want := range [][]byte{{}, whole[:30*kib], whole[30*kib:]} {
			p, err := e.GetPart(bg, "a", j, e.pool)
			e.ok(err)
			if !bytes.Equal(p.Value().(*Raw).Data(), want) {
				e.Errorf("part %d came back different", j)
			}
			p.Release()
		}
	}
	check()
	for _, j := range []int{-1, 3} {
		_, err := e.GetPart(bg, "a", j, e.pool)
		e.is(err, errs.Invalid, fmt.Sprintf("part %d of chunk a, which has 3 parts", j))
	}
	if i, _ := e.Info("a"); i.Parts != 3 {
		e.Errorf("info %+v", i)
	}
	if !e.spills {
		return
	}
	e.ok(e.put("b", 100*kib, 2)) // pushes a out
	if i, _ := e.Info("a"); i.Level != storage.Disk || i.File < 90*kib {
		e.Fatalf("info %+v", i)
	}
	check()
	if i, _ := e.Info("a"); i.Level != storage.Disk || e.pool.Stats().Used != mem.Round(100*kib) {
		e.Errorf("reading parts brought all of it in: %+v", i)
	}
	p := e.get("a")
	if got := p.Value().(storage.Parts); len(got) != 3 || got.Bytes() != 90*kib {
		e.Errorf("%d parts of %d bytes", len(got), got.Bytes())
	}
	p.Release()
	check()
}

func inventory(e *env) {
	e.ok(e.put("b", 60*kib, 1))
	e.ok(e.put("a", 60*kib, 2))
	if !e.spills {
		e.is(e.put("c", 60*kib, 3), errs.Pressure, "chunk c (61440 bytes)")
		if l := e.List(); len(l) != 2 || l[0].Key != "a" || l[1].Key != "b" {
			e.Errorf("%+v", l)
		}
		return
	}
	e.ok(e.put("c", 60*kib, 3))
	l := e.List()
	if len(l) != 3 || l[0].Key != "a" || l[1].Key != "b" || l[2].Key != "c" {
		e.Fatalf("%+v", l)
	}
	if l[0].Level != storage.Memory || l[1].Level != storage.Disk || l[1].Bytes != 60*kib || l[1].File < 60*kib || l[2].Level != storage.Memory {
		e.Errorf("%+v", l)
	}
	if st := e.Stats(); st.Values != 3 || st.Disk != l[1].File || st.Evictions != 1 || st.Spills < 1 {
		e.Errorf("%+v", st)
	}
	e.Delete("b")
	if st := e.Stats(); st.Disk != 0 {
		e.Errorf("a deleted file counts: %+v", st)
	}
}

func overflow(e *env) {
	const n = 32
	for i := range n {
		err := e.put(fmt.Sprint("k", i), 16*kib, uint64(i))
		if !e.spills && i >= 8 {
			e.is(err, errs.Pressure)
			continue
		}
		e.ok(err)
		if st := e.Stats(); st.Memory > st.Cache {
			e.Fatalf("more than the cache is stored: %+v", st)
		}
	}
	last := n
	if !e.spills {
		last = 8
	}
	for round := range 2 {
		for i := range last {
			p := e.get(fmt.Sprint("k", i))
			e.ok(right(p.Value(), 16*kib, uint64(i)))
			p.Release()
			if st := e.Stats(); st.Memory > st.Cache {
				e.Fatalf("round %d: more than the cache is stored: %+v", round, st)
			}
		}
	}
	if st := e.Stats(); e.spills && (st.Spills != n || st.Loads < n) {
		e.Errorf("a value was written twice, or not read: %+v", st)
	}
}

func crowded(e *env) {
	var pins []*storage.Pin
	for i := range 4 {
		e.ok(e.put(fmt.Sprint("k", i), 32*kib, uint64(i)))
		pins = append(pins, e.get(fmt.Sprint("k", i)))
	}
	err := e.put("more", 32*kib, 9)
	if !e.spills {
		e.is(err, errs.Pressure, "chunk more")
	} else {
		e.ok(err)
		if i, _ := e.Info("more"); i.Level != storage.Disk {
			e.Errorf("info %+v", i)
		}
		p := e.get("more") // held by the pin alone
		e.ok(right(p.Value(), 32*kib, 9))
		e.memory(128 * kib)
		p.Release()
		pins[0].Release()
		p = e.get("more")
		e.ok(right(p.Value(), 32*kib, 9))
		if i, _ := e.Info("k0"); i.Level != storage.Disk {
			e.Errorf("info %+v", i)
		}
		p.Release()
	}
	for i, p := range pins {
		if i > 0 || !e.spills {
			e.ok(right(p.Value(), 32*kib, uint64(i)))
		}
		p.Release()
	}
}

func granted(e *env) {
	if !e.spills {
		return
	}
	e.ok(e.put("a", 100*kib, 1))
	e.ok(e.put("b", 100*kib, 2))
	size := mem.Round(100 * kib)
	g, err := e.Reserve(bg, size)
	e.ok(err)
	before := e.pool.Stats()
	p, err := e.GetWith(bg, "a", g)
	e.ok(err)
	e.ok(right(p.Value(), 100*kib, 1))
	// b went out of memory; a moved from the grant into it.
	if st := e.pool.Stats(); st.Booked != before.Booked-size || st.Granted != 0 || g.Size() != 0 {
		e.Errorf("%+v, before %+v", st, before)
	}
	g.Close()
	p.Release()
}

func hammer(e *env) {
	const keys = 24
	size := func(k int) int { return 1 + (k*7919)%(40*kib) }
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 7))
			for range 150 {
				k := r.IntN(keys)
				key := fmt.Sprint("k", k)
				var err error
				switch r.IntN(8) {
				case 0:
					e.Delete(key)
				case 1, 2, 3:
					err = e.put(key, size(k), uint64(k))
				case 4:
					var g *mem.Grant
					if g, err = e.Reserve(bg, 64*kib); err == nil {
						g.Close()
					}
				default:
					var p *storage.Pin
					if p, err = e.Get(bg, key); err == nil {
						if err := right(p.Value(), size(k), uint64(k)); err != nil {
							e.Error(err)
						}
						p.Release()
					}
				}
				if err != nil && !errors.Is(err, errs.NotFound.Err()) && !errors.Is(err, errs.Pressure.Err()) {
					e.Error(err)
				}
				if st := e.Stats(); st.Memory > st.Cache {
					e.Errorf("more than the cache is stored: %+v", st)
				}
			}
		})
	}
	wg.Wait()
	if st := e.Stats(); st.Pins != 0 {
		e.Errorf("pins are left: %+v", st)
	}
}
