package op

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// A Pickled is an object of a Python program as it was pickled: a head, and the buffers that it speaks of.
// Nothing in the engine reads it.
type Pickled struct {
	Parts []*mem.Block // the head first
}

// Bytes is the size of all parts.
func (p *Pickled) Bytes() (n int64) {
	for _, b := range p.Parts {
		n += int64(b.Len())
	}
	return n
}

// Release gives all parts back.
func (p *Pickled) Release() {
	for _, b := range p.Parts {
		if b != nil {
			b.Release()
		}
	}
}

// Clone copies it to blocks of al.
func (p *Pickled) Clone(al mem.Allocator) (*Pickled, error) {
	out := &Pickled{}
	for _, b := range p.Parts {
		c, err := al.Alloc(b.Len())
		if err != nil {
			out.Release()
			return nil, err
		}
		copy(c.Bytes(), b.Bytes())
		out.Parts = append(out.Parts, c)
	}
	return out, nil
}

// NewPickled describes an object of a Python program.
func NewPickled() Meta { return Meta{Kind: Object, DType: T(dtype.Object)} }

// IsPickled reports the description of an object of a Python program.
func (m Meta) IsPickled() bool { return m.Kind == Object && m.DType.Is == dtype.Object }
