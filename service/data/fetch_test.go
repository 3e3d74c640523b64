package data_test

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
)

func source(name string, parts []int32, nodes ...string) []service.Source {
	return []service.Source{{Key: key(name), Parts: parts, Bands: on(nodes...)}}
}

func mustGrant(t testing.TB, p *mem.Pool, n int64) *mem.Grant {
	t.Helper()
	g, err := p.Reserve(n)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// tap is a Transfer that counts, waits at a gate, and fails when told.
type tap struct {
	data.Transfer
	gate chan struct{} // nil: open
	fail func(node string, i int) error

	mu    sync.Mutex
	items map[data.Item]int
	calls []string
}

func (x *tap) Fetch(ctx context.Context, node, session string, items []data.Item, into mem.Allocator, got func(int, any, op.Facts) error) error {
	x.mu.Lock()
	if x.items == nil {
		x.items = map[data.Item]int{}
	}
	x.calls = append(x.calls, fmt.Sprintf("%s %d", node, len(items)))
	for _, it := range items {
		x.items[it]++
	}
	x.mu.Unlock()
	if x.gate != nil {
		select {
		case <-x.gate:
		case <-ctx.Done():
			return errs.Wrap(errs.Canceled, ctx.Err(), "gate")
		}
	}
	return x.Transfer.Fetch(ctx, node, session, items, into, func(i int, v any, f op.Facts) error {
		if x.fail != nil {
			if err := x.fail(node, i); err != nil {
				return err
			}
		}
		return got(i, v, f)
	})
}

// cluster is a receiver w with workers a and b.
func cluster(t testing.TB) (w, a, b *worker, x *tap) {
	peers := &data.Peers{}
	x = &tap{Transfer: peers}
	w, a, b = open(t, "w", 0, x), open(t, "a", 0, peers), open(t, "b", 0, peers)
	peers.Add(a.Service)
	peers.Add(b.Service)
	return w, a, b, x
}

func TestOneFetchHoweverManyAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, a, b, x := cluster(t)
		x.gate = make(chan struct{})
		a.put(t, "s", "k1", floats(100, 0))
		b.put(t, "s", "k2", floats(100, 1))
		b.put(t, "s", "p", func(al mem.Allocator) any { return &op.Parts{P: []any{floats(5, 0)(al), floats(6, 0)(al)}} })
		var wg sync.WaitGroup
		for i := range 30 {
			from := append(source("k1", nil, "a"), source("k2", nil, "b")...)
			from = append(from, source("p", []int32{int32(i % 2), 1}, "b")...)
			if i%3 == 1 {
				slices.Reverse(from)
			}
			wg.Go(func() {
				g := mustGrant(t, w.pool, 8<<10)
				defer g.Close()
				_, release, err := w.Bring(bg, "s", from, g)
				if err != nil {
					t.Error(err)
					return
				}
				defer release()
				for _, n := range []string{"k1", "k2"} {
					p, err := w.Get(bg, "s", key(n))
					if err != nil {
						t.Error(err)
						return
					}
					p.Release()
				}
				p, err := w.Pin(bg, "s", key("p"), 1, g)
				if err != nil {
					t.Error(err)
					return
				}
				if d := differ(floats(6, 0)(mem.Heap), p.Value()); d != "" {
					t.Error(d)
				}
				p.Release()
			})
		}
		synctest.Wait()
		close(x.gate)
		wg.Wait()
		for it, n := range x.items {
			if n != 1 && it.Part < 0 {
				t.Errorf("%s part %d was fetched %d times", it.Key.Short(), it.Part, n)
			}
		}
		if _, err := w.Pin(bg, "s", key("p"), 1, w.pool); !errs.Is(err, errs.NotFound) {
			t.Errorf("a part stayed after its last user: %v", err)
		}
		if n := len(w.store.List()); n != 2 {
			t.Errorf("%d values are left, not the two copies", n)
		}
	})
}

func TestFetchAsksAllPiecesOfANodeAtOnce(t *testing.T) {
	w, a, b, x := cluster(t)
	var from []service.Source
	for i := range 10 {
		n := fmt.Sprint("m", i)
		for _, s := range []*worker{a, b}[i%2:][:1] {
			s.put(t, "s", n, func(al mem.Allocator) any { return &op.Parts{P: []any{nil, floats(5, float64(i))(al)}} })
		}
		from = append(from, source(n, []int32{1}, []string{"a", "b"}[i%2])...)
	}
	_, release, err := w.Bring(bg, "s", from, nil)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(x.calls)
	if got := strings.Join(x.calls, ", "); got != "a 5, b 5" {
		t.Errorf("requests: %s", got)
	}
	for i := range 10 {
		p, err := w.Pin(bg, "s", key(fmt.Sprint("m", i)), 1, w.pool)
		if err != nil {
			t.Fatal(err)
		}
		if d := differ(floats(5, float64(i))(mem.Heap), p.Value()); d != "" {
			t.Error(d)
		}
		p.Release()
	}
	release()
	if s := w.pool.Stats(); s.Used != 0 {
		t.Errorf("%d bytes are left", s.Used)
	}
}

func TestFetchOutcomes(t *testing.T) {
	for _, x := range []struct {
		name string
		from []service.Source
		kind errs.Kind // Internal: no error
		lost []string
		text string
	}{
		{"the second band has it", source("k", nil, "b", "a"), errs.Internal, nil, ""},
		{"our own band is not asked", source("k", nil, "w", "a"), errs.Internal, nil, ""},
		{"nobody has it", source("nobody", nil, "a", "b"), errs.Lost, []string{"nobody"}, key("nobody").Short()},
		{"no band is known", source("k", nil), errs.Lost, []string{"k"}, key("k").Short()},
		{"only we had it", source("nobody", nil, "w"), errs.Lost, []string{"nobody"}, ""},
		{"one of two is lost", append(source("k", nil, "a"), source("nobody", nil, "a")...), errs.Lost, []string{"nobody"}, ""},
		{"two parts of one are lost", source("nobody", []int32{1, 2}, "a"), errs.Lost, []string{"nobody"}, ""},
		{"a band is away, another has it", source("k", nil, "away", "a"), errs.Internal, nil, ""},
		{"the band that may have it is away", source("nobody", nil, "away", "a"), errs.Unavailable, nil, "worker away cannot be reached"},
		{"a value is no parts", source("k", []int32{0}, "a"), errs.Invalid, nil, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			w, a, _, _ := cluster(t)
			a.put(t, "s", "k", floats(100, 0))
			copies, release, err := w.Bring(bg, "s", x.from, nil)
			if (err == nil) != (x.kind == errs.Internal) || err != nil && errs.KindOf(err) != x.kind || !strings.Contains(fmt.Sprint(err), x.text) {
				t.Fatalf("got %v", err)
			}
			var lost []op.Key
			for _, n := range x.lost {
				lost = append(lost, key(n))
			}
			if got := service.LostKeys(err); !slices.Equal(got, lost) {
				t.Errorf("lost are %v", got)
			}
			if err == nil && (len(copies) != 1 || copies[0].Key != key("k")) {
				t.Errorf("copies are %v", copies)
			}
			release()
		})
	}
}

func TestAFetchThatFailsHalfwayLeavesNoParts(t *testing.T) {
	w, a, _, x := cluster(t)
	a.put(t, "s", "p", func(al mem.Allocator) any {
		return &op.Parts{P: []any{floats(5, 0)(al), floats(6, 0)(al), floats(7, 0)(al)}}
	})
	x.fail = func(_ string, i int) error {
		if i == 2 {
			return errs.New(errs.Pressure, "full")
		}
		return nil
	}
	_, _, err := w.Bring(bg, "s", source("p", []int32{0, 1, 2}, "a"), nil)
	if !errs.Is(err, errs.Pressure) {
		t.Fatal(err)
	}
	if s := w.pool.Stats(); s.Used != 0 || len(w.store.List()) > 0 {
		t.Errorf("%d bytes are left", s.Used)
	}
	x.fail = nil
	if err := w.Fetch(bg, "s", source("p", []int32{0, 1, 2}, "a"), nil); err != nil {
		t.Errorf("again: %v", err)
	}
}

func TestWhoJoinedTakesOverWhenTheFirstGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, a, _, x := cluster(t)
		x.gate = make(chan struct{})
		a.put(t, "s", "k", floats(100, 0))
		ctx, cancel := context.WithCancel(bg)
		var first, second error
		var wg sync.WaitGroup
		wg.Go(func() { first = w.Fetch(ctx, "s", source("k", nil, "a"), nil) })
		synctest.Wait()
		wg.Go(func() { second = w.Fetch(bg, "s", source("k", nil, "a"), nil) })
		synctest.Wait()
		cancel()
		synctest.Wait()
		close(x.gate)
		wg.Wait()
		if !errs.Is(first, errs.Canceled) || second != nil {
			t.Errorf("first %v, second %v", first, second)
		}
	})
}

func TestADamagedCopyIsFetchedAgain(t *testing.T) {
	peers := &data.Peers{}
	a, w := open(t, "a", 0, peers), open(t, "w", 1000, peers)
	peers.Add(a.Service)
	a.put(t, "s", "k", floats(100, 0))
	for i := range 3 {
		if err := w.Fetch(bg, "s", source("k", nil, "a"), nil); err != nil {
			t.Fatal(err)
		}
		if i == 2 {
			p, err := w.Get(bg, "s", key("k"))
			if err != nil {
				t.Fatal(err)
			}
			p.Release()
			return
		}
		w.put(t, "s", fmt.Sprint("other", i), floats(100, 0)) // there is room for one
		w.damage(t)
		if _, err := w.Get(bg, "s", key("k")); !errs.Is(err, errs.Lost) {
			t.Fatalf("a damaged chunk: %v", err)
		}
	}
}

// damage changes the last byte of every spill file.
func (w *worker) damage(t *testing.T) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(w.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		n++
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		b[len(b)-1] ^= 1
		return os.WriteFile(name, b, 0o600)
	})
	if err != nil || n == 0 {
		t.Fatalf("%d spill files: %v", n, err)
	}
}

// TestStorm lets many fetch, put, read and delete at once. The cleanup of the workers looks for what is left.
func TestStorm(t *testing.T) {
	w, a, b, _ := cluster(t)
	name := func(i int) string { return fmt.Sprint("k", i) }
	for i := range 20 {
		for _, s := range []*worker{a, b} {
			if i%4 == 3 {
				s.put(t, "s", name(i), func(al mem.Allocator) any { return &op.Parts{P: []any{floats(50, 0)(al), floats(60, float64(i))(al)}} })
			} else {
				s.put(t, "s", name(i), floats(500, float64(i)))
			}
		}
	}
	var wg sync.WaitGroup
	for g := range 8 {
		r := rand.New(rand.NewPCG(1, uint64(g)))
		wg.Go(func() {
			for range 200 {
				i, j := r.IntN(20), r.IntN(20)
				if r.IntN(5) == 0 {
					_ = w.Delete(bg, "s", []op.Key{key(name(i)), key(name(j))})
					continue
				}
				var from []service.Source
				part := int32(-1)
				if i%4 == 3 {
					part = 1
					from = source(name(i), []int32{1}, "a", "b")
				} else {
					from = source(name(i), nil, "a", "b")
				}
				grant, err := w.pool.Reserve(8 << 10)
				if err != nil {
					continue
				}
				_, release, err := w.Bring(bg, "s", from, grant)
				if err != nil {
					t.Error(err)
				} else if p, err := w.Pin(bg, "s", key(name(i)), part, grant); err == nil {
					want := floats(500, float64(i))
					if part > 0 {
						want = floats(60, float64(i))
					}
					if d := differ(want(mem.Heap), p.Value()); d != "" {
						t.Error(d)
					}
					p.Release()
				} else if !errs.Is(err, errs.NotFound) || part > 0 {
					t.Error(err)
				}
				release()
				grant.Close()
			}
		})
	}
	wg.Wait()
}
