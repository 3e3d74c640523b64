package lifecycle

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A wish is a chunk, or with a run the inputs of that, which cannot be made again while something is away.
type wish struct {
	key op.Key
	run service.Run
}

// leave takes chunks whose copies are all with dead workers. Of what was there in parts alone nothing is
// waited for: a store keeps what it has, and would not take the whole.
func (m *Machine) leave(ks []op.Key) {
	var need []op.Key
	for _, k := range ks {
		c, ok := m.index[k]
		if !ok || m.chunks[c].flags&alias != 0 {
			continue
		}
		part := m.chunks[c].flags&partial != 0
		m.unmade(c)
		if part {
			m.gone.Keys = append(m.gone.Keys, k)
		} else {
			m.chunks[c].flags |= away
		}
		if m.chunks[c].data > 0 {
			need = append(need, k)
		}
	}
	m.recover(need)
}

// back takes chunks that are there again. One of which parts are being made again makes room for these.
func (m *Machine) back(ks []op.Key) {
	for _, k := range ks {
		c, ok := m.index[k]
		if !ok || m.chunks[c].flags&away == 0 {
			continue
		}
		m.chunks[c].flags &^= away
		if r := m.chunks[c].recipe; r >= 0 && m.asked[r] != nil {
			m.gone.Keys = append(m.gone.Keys, k)
			continue
		}
		m.chunks[c].flags |= made
		m.settle(c)
	}
	m.replicate(ks)
	m.retry()
}

// wait keeps a wish until a worker comes back or is forgotten.
func (m *Machine) wait(w wish) {
	m.wishes = append(m.wishes, w)
	m.emit(Waits{Key: w.key, Run: w.run})
}

// retry looks again at all that waits. What still does is not told a second time.
func (m *Machine) retry() {
	all := m.wishes
	m.wishes = nil
	seen := make(map[wish]bool, len(all))
	for _, w := range all {
		if seen[w] {
			continue
		}
		seen[w] = true
		told := len(m.out)
		if w.run != (service.Run{}) {
			if r, ok := m.find(w.run.ID); ok && !m.recipes[r].done {
				m.resume(r, w.run)
			}
		} else if c, ok := m.index[w.key]; ok && m.chunks[c].data > 0 && !m.has(ref{c, whole}) {
			m.recover([]op.Key{w.key})
		}
		if n := len(m.wishes); n > 0 && m.wishes[n-1] == w && len(m.out) == told+1 {
			m.out = m.out[:told]
		}
	}
}
