package op

// Slices and joins leave slivers: chunks of a few rows beside others of thousands. Where the next step cuts
// at them again there are more after each, and a program of n steps plans n² chunks. So they are joined to
// their neighbours.
const (
	sliver = 8  // a chunk of less than this part of a full one is a sliver
	most   = 64 // so many chunks along an axis may be all alike, however short
)

// Joined is the splits of m, where slivers are joined to the chunks before them, or to those behind at the
// start. It depends on lengths and the dtype alone. A full chunk is as long as the longest, or where there
// are very many a 64th of the axis; what is joined is at most a quarter longer, and no longer than a chunk
// may be. Splits that are not known stay.
func (t *Tiler) Joined(m Meta, splits [][]Dim) [][]Dim {
	unit := m.DType.Is.Size()
	for _, s := range splits {
		n, known := longest(s)
		if !known {
			return splits
		}
		unit *= max(1, n)
	}
	out := make([][]Dim, len(splits))
	for a, s := range splits {
		n, _ := longest(s)
		out[a] = joinedAlong(s, n, t.env.ChunkBytes()/max(1, unit/max(1, n)))
	}
	return out
}

// joinedAlong is Joined along one axis, where a chunk of limit is as large as it may be.
func joinedAlong(s []Dim, full, limit int) []Dim {
	if len(s) > most {
		full = max(full, (Sum(s).N+most-1)/most)
	}
	top := min(full+full/4, limit)
	out := make([]Dim, 0, len(s))
	small := func(d Dim) bool { return d.N*sliver < full }
	for _, d := range s {
		if k := len(out) - 1; k >= 0 && (small(d) || small(out[k])) && out[k].N+d.N <= top {
			out[k].N += d.N
			continue
		}
		out = append(out, d)
	}
	return out
}

// longest is the greatest length, and whether all are known.
func longest(s []Dim) (n int, known bool) {
	known = true
	for _, d := range s {
		n, known = max(n, d.N), known && d.Known()
	}
	return n, known
}
