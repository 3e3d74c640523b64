package client

import (
	"context"
	"runtime"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// Fetch brings a value that was executed to Go memory: *nd.Array, *frame.Frame, or an object. Invalid: it was not executed.
func (s *Session) Fetch(ctx context.Context, h op.Handle) (any, error) {
	m, err := s.manifest(h)
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(h) // its chunks go with it
	vs := make([]any, len(m.Chunks))
	for i := range m.Chunks {
		if vs[i], err = s.chunk(ctx, &m.Chunks[i], func(v any) (any, error) { return op.CloneValue(v) }); err != nil {
			return nil, err
		}
	}
	return op.Assemble(mem.Heap, m.Meta, m.Grid, vs)
}

// Meta describes a value that was executed.
func (s *Session) Meta(_ context.Context, h op.Handle) (op.Meta, error) {
	m, err := s.manifest(h)
	if err != nil {
		return op.Meta{}, err
	}
	meta := m.Meta
	for a, sp := range splits(m) {
		if a < len(meta.Dims) && !meta.Dims[a].Known() {
			meta.Dims = slices.Clone(meta.Dims)
			meta.Dims[a] = op.Dim{N: sum(sp)}
		}
	}
	return meta, nil
}

// Box is Fetch of a box: lo and size have a number for each axis, of a frame one for the rows.
func (s *Session) Box(ctx context.Context, h op.Handle, lo, size []int) (any, error) {
	m, err := s.manifest(h)
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(h) // its chunks go with it
	sp := splits(m)
	if len(lo) != len(sp) || len(size) != len(sp) {
		return nil, errs.New(errs.Invalid, "a box of %d axes of a value of %d", len(lo), len(sp))
	}
	first, grid := make([]int, len(sp)), make([]int, len(sp))
	from := make([][]int, len(sp)) // starts of the chunks that are read
	for a, lens := range sp {
		at, end := 0, lo[a]+size[a]
		for k, n := range lens {
			if at < end && at+n > lo[a] || grid[a] == 0 && (at+n >= end || k == len(lens)-1) {
				if grid[a] == 0 {
					first[a] = k
				}
				grid[a]++
				from[a] = append(from[a], at)
			}
			at += n
		}
		if end > at || lo[a] < 0 || size[a] < 0 {
			return nil, errs.New(errs.Invalid, "box [%d, %d) of an axis of length %d", lo[a], end, at)
		}
	}
	var vs []any
	nd.Each(grid, func(idx []int) {
		if err != nil {
			return
		}
		p, at := 0, make([]int, len(idx))
		for a := range idx {
			p = p*m.Grid[a] + first[a] + idx[a]
			at[a] = from[a][idx[a]]
		}
		var v any
		v, err = s.chunk(ctx, &m.Chunks[p], func(v any) (any, error) { return op.CloneValue(part(v, at, lo, size)) })
		vs = append(vs, v)
	})
	if err != nil {
		return nil, err
	}
	meta := m.Meta
	if meta.Index.Loose {
		meta.Index.Start += lo[0] * meta.Index.Step
	}
	return op.Assemble(mem.Heap, meta, grid, vs)
}

// part is what of a chunk at the given place lies in the box.
func part(v any, at, lo, size []int) any {
	switch v := v.(type) {
	case *frame.Frame:
		b, e := max(0, lo[0]-at[0]), min(v.NRows, lo[0]+size[0]-at[0])
		return v.Slice(b, max(b, e))
	case *nd.Array:
		for a := range at {
			b, e := max(0, lo[a]-at[a]), min(v.Shape[a], lo[a]+size[a]-at[a])
			v = v.Slice(a, b, max(b, e), 1)
		}
		return v
	}
	return v
}

func splits(m service.Manifest) [][]int {
	out := make([][]int, len(m.Grid))
	for a := range m.Grid {
		step := 1
		for _, n := range m.Grid[a+1:] {
			step *= n
		}
		for k := range m.Grid[a] {
			n := 0
			if s := m.Chunks[k*step].Shape; a < len(s) {
				n = s[a]
			}
			out[a] = append(out[a], n)
		}
	}
	return out
}

func sum(v []int) (n int) {
	for _, x := range v {
		n += x
	}
	return n
}

// manifest is where the chunks of an executed value are.
func (s *Session) manifest(h op.Handle) (service.Manifest, error) {
	v := h.Value()
	if err := v.Err(); err != nil {
		return service.Manifest{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := s.known[v.Meta().Key]; k != nil {
		return k.m, nil
	}
	return service.Manifest{}, errs.New(errs.Invalid, "%s was not executed in this session; call Execute first", v.N.Name)
}

// chunk reads a chunk where it is, while it is pinned there. A lost one is made again first.
func (s *Session) chunk(ctx context.Context, c *service.ChunkMeta, read func(v any) (any, error)) (any, error) {
	for try := 0; ; try++ {
		for _, b := range c.Bands {
			d, ok := s.c.Data(b)
			if !ok {
				continue
			}
			p, err := d.Get(ctx, s.id, c.Key)
			if errs.Is(err, errs.NotFound) || errs.Is(err, errs.Lost) || errs.Is(err, errs.Unavailable) {
				continue
			}
			if err != nil {
				return nil, err
			}
			v, err := read(p.Value())
			p.Release()
			return v, err
		}
		if try == service.Recoveries {
			return nil, errs.New(errs.Lost, "chunk %s is on no worker", c.Key.Short())
		}
		again, err := s.recover(ctx, c)
		if err != nil {
			return nil, err
		}
		c = again
	}
}

// recover has a chunk made again that is not where c says, and says where it is now.
func (s *Session) recover(ctx context.Context, c *service.ChunkMeta) (*service.ChunkMeta, error) {
	if err := s.c.Lifecycle().Recover(ctx, s.id, []service.ChunkMeta{*c}); err != nil {
		return nil, err
	}
	ms, err := s.c.Meta().Get(ctx, s.id, []op.Key{c.Key})
	if err != nil {
		return nil, err
	}
	return &service.ChunkMeta{Facts: c.Facts, Bands: ms[0].Bands, Serial: ms[0].Serial}, nil
}
