package storagetest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/storage"
)

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
