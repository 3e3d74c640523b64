package op

// Lengths are those of a chunk, as far as they are known.
func (t *Tiler) Lengths(e Edge) []Dim {
	dims := make([]Dim, 0, 4)
	for _, d := range t.c.Dims(e) {
		dims = append(dims, d.Resolve(t.env.Known))
	}
	return dims
}

// Long says how long the chunk of a task is along an axis, where its operand cannot tell.
func (t *Tiler) Long(e Edge, axis int, d Dim) {
	if t.ok() {
		t.c.dims[t.c.outs[t.c.recs[e.ID].out+e.Out].dim+int32(axis)] = d
	}
}
