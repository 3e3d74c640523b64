package storagetest

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/storage"
)

type name string

func (n name) String() string { return string(n) }

// keep makes a value that is found by r.
func (e *env) keep(r *storage.Ref, n int, seed uint64) {
	e.Helper()
	v := e.make(n, seed)
	defer v.Block.Release()
	e.ok(e.Keep(bg, r, "", name("same"), v))
}

// kept gives several values one name, and a key beside them.
func kept(e *env) {
	var rs [4]storage.Ref
	if e.Has(&rs[0]) {
		e.Error("a value is there that was not kept")
	}
	e.ok(e.put("same", 100, 9))
	for i := range rs {
		e.keep(&rs[i], 1000, uint64(i))
	}
	if n := len(slices.DeleteFunc(e.List(), func(i storage.Info) bool { return i.Key != "same" })); n != 5 || e.Stats().Values != 5 {
		e.Errorf("%d values, and %d in the list", e.Stats().Values, n)
	}
	for i := range rs {
		p, err := e.Pin(bg, &rs[i], e.pool)
		e.ok(err)
		e.ok(right(p.Value(), 1000, uint64(i)))
		p.Release()
	}
	_, err := e.PinPart(bg, &rs[0], 0, e.pool)
	e.is(err, errs.Invalid, "same")

	p, err := e.Pin(bg, &rs[1], e.pool)
	e.ok(err)
	e.Drop(&rs[0], &rs[1])
	e.Drop(&rs[1])
	e.ok(right(p.Value(), 1000, 1))
	p.Release()
	if e.Has(&rs[0]) || e.Has(&rs[1]) || !e.Has(&rs[2]) {
		e.Error("what is dropped is there, or the others are not")
	}
	_, err = e.Pin(bg, &rs[1], e.pool)
	e.is(err, errs.NotFound, "same")

	e.Delete("same")
	if n := e.Stats().Values; n != 2 {
		e.Errorf("%d values are left", n)
	}
	if !e.spills {
		return
	}
	e.ok(e.put("big", 127*kib, 5)) // the others go to disk
	for i := 2; i < 4; i++ {
		if x, ok := e.Open(&rs[i], -1); ok {
			x.Release()
		} else {
			e.Errorf("value %d is not on disk", i)
		}
		p, err := e.Pin(bg, &rs[i], e.pool)
		e.ok(err)
		e.ok(right(p.Value(), 1000, uint64(i)))
		p.Release()
	}
	e.ok(e.put("bigger", 128*kib, 6))
	e.Drop(&rs[2]) // from the disk
	if n := e.Stats().Values; n != 3 {
		e.Errorf("%d values are left", n)
	}
}
