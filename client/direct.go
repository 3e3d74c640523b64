package client

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// direct is a session on services that are called directly.
type direct struct {
	c     Cluster
	id    string
	owned bool
}

func (d *direct) submission(vs []op.Value, o *Options) service.Submission {
	return service.Submission{
		Session: d.id, Name: vs[0].N.Name, Targets: vs, Options: service.PlanOptions{ChunkBytes: o.ChunkBytes, NoFuse: o.NoFuse},
	}
}

func (d *direct) submit(ctx context.Context, vs []op.Value, o *Options, _ func(op.Key) stored) (service.TaskID, error) {
	return d.c.Task().Submit(ctx, d.submission(vs, o))
}

func (d *direct) explain(ctx context.Context, vs []op.Value, o *Options, _ func(op.Key) stored) (string, error) {
	return d.c.Task().Explain(ctx, d.submission(vs, o))
}

func (d *direct) wait(ctx context.Context, id service.TaskID, step time.Duration) (service.TaskInfo, []stored, error) {
	c, cancel := ctx, context.CancelFunc(func() {})
	if step > 0 {
		c, cancel = context.WithTimeout(ctx, step)
	}
	defer cancel()
	info, err := d.c.Task().Wait(c, id)
	if c.Err() != nil && ctx.Err() == nil {
		err = nil
	}
	vs := make([]stored, len(info.Targets))
	for i := range vs {
		vs[i] = &chunked{d, info.Targets[i]}
	}
	return info, vs, err
}

func (d *direct) info(ctx context.Context, id service.TaskID) (service.TaskInfo, error) {
	return d.c.Task().Info(ctx, id)
}

func (d *direct) cancel(ctx context.Context, id service.TaskID) error {
	return d.c.Task().Cancel(ctx, id)
}

func (d *direct) release(ctx context.Context, ks []op.Key) error {
	return d.c.Lifecycle().Decref(ctx, d.id, ks)
}

func (d *direct) close(ctx context.Context) error {
	err := d.c.Session().Close(ctx, d.id)
	if d.owned {
		err = errors.Join(err, d.c.Close(ctx))
	}
	return err
}

// chunked is a value whose chunks are read from data services.
type chunked struct {
	d *direct
	m service.Manifest
}

func (v *chunked) key() op.Key { return v.m.Value }

func (v *chunked) meta() op.Meta {
	meta := v.m.Meta
	for a, sp := range splits(v.m) {
		if a < len(meta.Dims) && !meta.Dims[a].Known() {
			meta.Dims = slices.Clone(meta.Dims)
			meta.Dims[a] = op.Dim{N: sum(sp)}
		}
	}
	return meta
}

func (v *chunked) fetch(ctx context.Context, lo, size []int) (any, error) {
	if lo != nil {
		return v.box(ctx, lo, size)
	}
	vs := make([]any, len(v.m.Chunks))
	for i := range vs {
		var err error
		if vs[i], err = v.chunk(ctx, &v.m.Chunks[i], op.CloneValue); err != nil {
			return nil, err
		}
	}
	return op.Assemble(mem.Heap, v.m.Meta, v.m.Grid, vs)
}

func (v *chunked) box(ctx context.Context, lo, size []int) (any, error) {
	sp := splits(v.m)
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
	var err error
	nd.Each(grid, func(idx []int) {
		if err != nil {
			return
		}
		p, at := 0, make([]int, len(idx))
		for a := range idx {
			p = p*v.m.Grid[a] + first[a] + idx[a]
			at[a] = from[a][idx[a]]
		}
		var x any
		x, err = v.chunk(ctx, &v.m.Chunks[p], func(x any) (any, error) { return op.CloneValue(part(x, at, lo, size)) })
		vs = append(vs, x)
	})
	if err != nil {
		return nil, err
	}
	meta := v.m.Meta
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

// chunk reads a chunk where it is, while it is pinned there. A lost one is made again first.
func (v *chunked) chunk(ctx context.Context, c *service.ChunkMeta, read func(v any) (any, error)) (any, error) {
	for try := 0; ; try++ {
		for _, b := range c.Bands {
			d, ok := v.d.c.Data(b)
			if !ok {
				continue
			}
			p, err := d.Get(ctx, v.d.id, c.Key)
			if errs.Is(err, errs.NotFound) || errs.Is(err, errs.Lost) || errs.Is(err, errs.Unavailable) {
				continue
			}
			if err != nil {
				return nil, err
			}
			x, err := read(p.Value())
			p.Release()
			return x, err
		}
		if try == service.Recoveries {
			return nil, errs.New(errs.Lost, "chunk %s is on no worker", c.Key.Short())
		}
		again, err := v.recover(ctx, c)
		if err != nil {
			return nil, err
		}
		c = again
	}
}

// recover has a chunk made again that is not where c says, and says where it is now.
func (v *chunked) recover(ctx context.Context, c *service.ChunkMeta) (*service.ChunkMeta, error) {
	if err := v.d.c.Lifecycle().Recover(ctx, v.d.id, []service.ChunkMeta{*c}); err != nil {
		return nil, err
	}
	ms, err := v.d.c.Meta().Get(ctx, v.d.id, []op.Key{c.Key})
	if err != nil {
		return nil, err
	}
	return &service.ChunkMeta{Facts: c.Facts, Bands: ms[0].Bands, Version: ms[0].Version}, nil
}
