package web

import (
	"context"
	"slices"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/plane"
)

// CommitUpload ends an upload: its value can be used, and has one handle.
func (s *Server) CommitUpload(ctx context.Context, r *marsv1.CommitUploadRequest) (*marsv1.CommitUploadResponse, error) {
	x, err := s.session(ctx, r.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer x.active.Add(-1)
	x.mu.Lock()
	u := x.uploads[r.GetUploadId()]
	x.mu.Unlock()
	if u == nil {
		return nil, errs.New(errs.NotFound, "no upload %.80q", r.GetUploadId())
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.done != nil {
		return u.done, nil
	}
	f, err := s.uploaded(ctx, x, u)
	if err != nil {
		return nil, err
	}
	if err := s.o.Cluster.Lifecycle().Adopt(ctx, x.id, f); err != nil {
		return nil, err
	}
	done := &marsv1.CommitUploadResponse{Key: u.key.String(), Meta: describeManifest(&f)}
	x.mu.Lock()
	x.hold(u.key, done.Meta.Nbytes)
	u.done = done
	u.parts = slices.Clip(u.parts[:0])
	x.mu.Unlock()
	s.metrics.uploaded.Add(float64(done.Meta.Nbytes))
	return done, nil
}

// uploaded is the manifest of an upload whose parts are all there.
func (s *Server) uploaded(ctx context.Context, x *session, u *upload) (service.Manifest, error) {
	f := service.Manifest{Value: u.key, Meta: u.meta, Grid: u.grid, Chunks: make([]service.ChunkMeta, len(u.parts)), Copies: s.o.Copies}
	f.Meta.Key = u.key
	bands, err := s.bands(ctx)
	if err != nil {
		return f, err
	}
	row := 0
	for i := range u.parts {
		p := &u.parts[i]
		c, err := s.o.Parts.Stat(ctx, x.id, p.key, p.band)
		if err != nil {
			return f, errs.Wrap(errs.KindOf(err), err, "part %d of %d of the upload", i, len(u.parts))
		}
		if u.meta.Kind != op.Object && !slices.Equal(c.Shape, p.size) {
			return f, errs.New(errs.Invalid, "part %d of the upload has shape %v, not %v", i, c.Shape, p.size)
		}
		if err := s.look(ctx, x, &f, i, row, &c); err != nil {
			return f, err
		}
		if len(p.size) > 0 {
			row += p.size[0]
		}
		f.Chunks[i] = c
	}
	s.spread(ctx, x, f.Chunks, bands)
	if u.meta.Kind != op.Tensor && u.meta.Kind != op.Object {
		f.Meta.Index.Token = tokenOf(&f)
	}
	return f, nil
}

// look checks the dtype or schema of part i of f, of which the first part tells it.
func (s *Server) look(ctx context.Context, x *session, f *service.Manifest, i, row int, c *service.ChunkMeta) error {
	var sel plane.Select
	switch f.Meta.Kind {
	case op.Object:
		return nil
	case op.Tensor:
		for range f.Meta.Dims {
			sel.Box = append(sel.Box, plane.Span{})
		}
	default:
		sel.Box = []plane.Span{{}}
	}
	format, _ := plane.FormatFor(f.Meta.Kind, nil)
	b, err := s.bytesOf(ctx, x, c, sel, format)
	if err != nil {
		return err
	}
	v, err := read(b, format)
	if err != nil {
		return err
	}
	if a, ok := v.(*nd.Array); ok {
		if a.DType != f.Meta.DType.Is {
			return errs.New(errs.Invalid, "part %d of the upload is of %s, not %s", i, a.DType, f.Meta.DType.Is)
		}
		return nil
	}
	g, ok := v.(*frame.Frame)
	if !ok {
		return errs.New(errs.Internal, "part %d of the upload is a %T", i, v)
	}
	m := op.SchemaOf(g)
	switch {
	case f.Meta.Kind == op.Series && len(m.Cols) != 1, f.Meta.Kind == op.Index && len(m.Cols) != 0:
		return errs.New(errs.Invalid, "part %d of the upload has %d columns, as no %s has", i, len(m.Cols), f.Meta.Kind)
	case i == 0:
		f.Meta.Cols, f.Meta.Index = m.Cols, m.Index
		return nil
	}
	want := f.Meta.Index
	ok = slices.Equal(m.Cols, f.Meta.Cols) && m.Index.Kind == want.Kind && slices.Equal(m.Index.Levels, want.Levels)
	if ok && want.Kind == frame.RangeIndex && c.Shape[0] > 0 {
		ok = m.Index.Step == want.Step && m.Index.Start == want.Start+row*want.Step
	}
	if !ok {
		return errs.New(errs.Invalid, "part %d of the upload has other columns or another index than the first", i)
	}
	return nil
}

// tokenOf is the identity of the index of an upload: equal ranges are equal everywhere, other labels are those of this upload.
func tokenOf(f *service.Manifest) op.Key {
	x := f.Meta.Index
	if x.Kind == frame.RangeIndex && x.Start == 0 && x.Step == 1 {
		return op.FreshRange(f.Meta.Dims[0]).Token
	}
	var h op.Hasher
	return h.Str("labels of an upload").Key(f.Value).Sum()
}

// copiesAtOnce is how many parts of an upload are copied at the same time.
const copiesAtOnce = 16

// spread has more workers keep chunks, several of them at the same time.
func (s *Server) spread(ctx context.Context, x *session, cs []service.ChunkMeta, bands []service.Band) {
	var wg sync.WaitGroup
	slots := make(chan struct{}, copiesAtOnce)
	for i := range cs {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			s.safely("copy a part of an upload", func() { cs[i] = s.copies(ctx, x, cs[i], bands) })
		})
	}
	wg.Wait()
}

// copies has more workers keep a chunk. Fewer copies than wanted are no error: the worker that has it keeps it.
func (s *Server) copies(ctx context.Context, x *session, c service.ChunkMeta, bands []service.Band) service.ChunkMeta {
	at := max(0, slices.Index(bands, c.Bands[0]))
	for k := 1; k < len(bands) && len(c.Bands) < s.o.Copies; k++ {
		to := bands[(at+k)%len(bands)]
		if m, err := s.o.Parts.Copy(ctx, x.id, c, to); err == nil {
			c.Bands = append(slices.Clip(c.Bands), m.Bands...)
		} else {
			s.o.Log.Warn("copy of an upload", "session", x.id, "chunk", c.Key.Short(), "to", to, "err", err)
		}
	}
	return c
}
