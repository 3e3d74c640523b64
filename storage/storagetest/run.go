package storagetest

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/storage"
)

// A Setup is what a check asks of the store it opens. Limits are in bytes; 0 means the default of
// storage.Options.
type Setup struct {
	Pool  *mem.Pool
	Cache int64
	Soft  int64
}

// Open opens the store under test, with a Codec of this package. It reports whether the store can spill.
type Open func(t *testing.T, s Setup) (st *storage.Store, spills bool)

// Run checks every promise of a store. Each check opens a store of its own, closes it, and then looks for
// blocks and budget that were left behind. Files and goroutines are for the caller to look for.
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
		{"values that are kept are found without a key", mib, 128 * kib, kept},
		{"a value gives its place to an equal one", mib, 128 * kib, replaced},
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
