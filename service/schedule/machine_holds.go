package schedule

// holdsMin is below what number of chunks a band's list is not looked through for those that are gone.
const holdsMin = 1024

// holds are the chunks that a band has, so that its end costs what it had and not all there is.
//
// Invariant: a chunk that is known and lies on the band is in the list. Others may be: they are taken out
// when the list has twice the length that it had then.
type holds struct {
	chunks []*chunk
	limit  int
}

// hold notes that c is on b.
func (b *band) hold(c *chunk) {
	if len(b.holds.chunks) >= max(holdsMin, b.holds.limit) {
		left := b.holds.chunks[:0]
		for _, x := range b.holds.chunks {
			if !x.gone && x.on(b) {
				left = append(left, x)
			}
		}
		clear(b.holds.chunks[len(left):])
		b.holds.chunks, b.holds.limit = left, 2*len(left)
	}
	b.holds.chunks = append(b.holds.chunks, c)
}

// leaves forgets all that b has. Aliases have shares everywhere, and are few.
func (m *Machine) leaves(b *band) {
	for _, c := range b.holds.chunks {
		c.leave(b)
	}
	b.holds = holds{}
	for c := range m.aliases { // in any order: chunks do not see each other here
		c.leave(b)
	}
}
