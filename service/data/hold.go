package data

import (
	"context"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A Held is a value that stays until Release, and memory to work on it.
type Held struct {
	service.Pinned
	grant *mem.Grant
}

// Alloc takes of the memory that was asked for, and asks for more where that does not do. The block lives
// until Release or until the caller frees it.
func (h *Held) Alloc(n int) (*mem.Block, error) { return h.grant.Alloc(n) }

// Release ends the pin and gives the memory back. It may be called again.
func (h *Held) Release() {
	h.Pinned.Release()
	h.grant.Close()
}

// Hold pins a value, with room for extra bytes of work on it. It waits, in turn with subtasks, until so much
// memory can be had: what others hold comes back. Who calls it must hold no pin and no grant.
//
// Outcomes: 1. The value. 2. NotFound, Lost: as Get. 3. Pressure, OutOfMemory: there is no room, and nobody
// holds anything that could come back, or there will never be so much. 4. Canceled.
func (s *Service) Hold(ctx context.Context, session string, key op.Key, extra int64) (*Held, error) {
	_, _, f := s.place(session, Item{key, -1})
	st := s.opts.Store
	most := st.Pool().Limit()
	for n := f.Bytes + extra; ; n *= 2 { // a value that shared blocks with others takes more by itself
		n = max(min(n, most), 1)
		g, err := st.Reserve(ctx, n)
		if err != nil {
			return nil, err
		}
		p, err := s.Pin(ctx, session, key, -1, g)
		if err == nil {
			return &Held{p, g}, nil
		}
		g.Close()
		if n == most || !errs.Is(err, errs.Pressure) && !errs.Is(err, errs.OutOfMemory) {
			return nil, err
		}
	}
}
