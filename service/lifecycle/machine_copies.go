package lifecycle

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// adopt notes how many copies the chunks of an upload should have.
func (m *Machine) adopt(f *service.Manifest) {
	if f.Copies < 2 {
		return
	}
	for i := range f.Chunks {
		c, ok := m.index[f.Chunks[i].Key]
		if !ok || m.chunks[c].recipe >= 0 {
			continue
		}
		m.wanted[c] = max(m.wanted[c], f.Copies)
		if len(f.Chunks[i].Bands) < f.Copies {
			m.emit(Replicate{f.Chunks[i].Key, m.wanted[c]})
		}
	}
}

// replicate asks for copies of those chunks of which there should be several.
func (m *Machine) replicate(ks []op.Key) {
	for _, k := range ks {
		if c, ok := m.index[k]; ok && m.wanted[c] > 1 && m.chunks[c].flags&made != 0 {
			m.emit(Replicate{k, m.wanted[c]})
		}
	}
}

// Wanted says how many copies a chunk should have, and whether it cannot be made again. ok is false for a
// chunk that nobody needs.
func (m *Machine) Wanted(k op.Key) (copies int, only, ok bool) {
	c, ok := m.index[k]
	if !ok {
		return 0, false, false
	}
	return max(1, m.wanted[c]), m.chunks[c].recipe < 0, true
}
