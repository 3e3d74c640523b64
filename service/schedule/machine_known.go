package schedule

import "github.com/mars-project/mars-go/service"

// learn takes where a chunk is that was made before the task that reads it. One that is on no band may be
// made again meanwhile: whoever reads it will see.
func (m *Machine) learn(k *service.ChunkMeta) {
	c := m.chunks[k.Key]
	if c == nil || c.made {
		return // nobody reads it, or more is known
	}
	if k.Bytes > 0 {
		c.bytes = k.Bytes
	}
	for _, b := range k.Bands {
		if x := m.bands[b]; x != nil {
			m.locate(c, x)
		}
	}
}
