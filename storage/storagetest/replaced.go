package storagetest

// replaced gives values others in their place: the pin goes on with its own, who comes later finds the other,
// and what others use, or has no room, stays.
func replaced(e *env) {
	e.ok(e.put("a", 1000, 1))
	p := e.get("a")
	old := p.Value().(*Raw)
	v := e.make(1000, 1)
	if !p.Replace(v) {
		e.Fatal("nobody else uses it")
	}
	v.Block.Release()
	e.ok(right(old, 1000, 1))
	q := e.get("a")
	if q.Value() != v {
		e.Error("it is not in its place")
	}
	if p.Replace(v) {
		e.Error("replaced twice by one pin")
	}
	e.memory(v.Block.Size())
	p.Release()
	r := e.get("a")
	if r.Replace(v) || q.Replace(v) {
		e.Error("replaced while another one reads it")
	}
	e.Delete("a")
	r.Release()
	if q.Replace(v) {
		e.Error("replaced what was deleted")
	}
	e.ok(right(q.Value(), 1000, 1))
	q.Release()
	e.memory(0)

	e.ok(e.put("b", 100*kib, 2))
	b := e.get("b")
	big := e.make(130*kib, 2)
	if b.Replace(big) {
		e.Error("replaced by what has no room")
	}
	big.Block.Release()
	b.Release()
	b = e.get("b")
	e.ok(right(b.Value(), 100*kib, 2))
	b.Release()
}
