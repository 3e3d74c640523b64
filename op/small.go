package op

// Small reports that g is worth giving whole to every chunk of another grid: one chunk, or no more bytes than
// the chunk limit. Where the rows of g are known to be far more it does not wait for g; else it asks for its
// statistics, so look at Err after a false.
func (t *Tiler) Small(g Grid) bool {
	if !t.ok() || len(g.Edges) == 1 {
		return t.ok()
	}
	limit := t.env.ChunkBytes()
	if n := Sum(t.Splits(g, 0)); n.Known() && n.N*rowBytes(g.Meta) > 4*limit {
		return false
	}
	if t.Need(Stats, g) != nil {
		return false
	}
	bytes := 0
	for k := range g.Edges {
		bytes += int(t.Facts(g, k).Bytes)
	}
	return bytes <= limit
}
