package web

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/plane"
)

// commitRate is how many bytes a second an upload is checked and copied at the least, beyond the time of any
// call.
const commitRate = 1 << 20

// CommitUpload ends an upload: its value can be used, and has one handle. Lost: parts of it are on no worker;
// they are to be sent again, and where CreateUpload says so too, under another id. A client that goes away
// meanwhile, and asks again, waits for what goes on.
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
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.o.MaxTime+time.Duration(u.bytes/commitRate)*time.Second)
	defer cancel()
	defer context.AfterFunc(s.life, cancel)()
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case u.done != nil:
		return u.done, nil
	case u.over:
		return nil, errOver
	}
	was, err := s.lives(ctx)
	if err != nil {
		return nil, err
	}
	f, err := s.uploaded(ctx, x, u)
	if err != nil {
		return nil, err
	}
	if err := s.adopt(ctx, x, u, &f, was); err != nil {
		return nil, err
	}
	done := &marsv1.CommitUploadResponse{Key: u.key.String(), Meta: describeManifest(&f)}
	x.mu.Lock()
	stray := u.copies(&f)
	x.hold(u.key, done.Meta.Nbytes)
	u.done = done
	u.parts = slices.Clip(u.parts[:0])
	x.mu.Unlock()
	s.metrics.uploaded.Add(float64(done.Meta.Nbytes))
	return done, s.o.Cluster.Lifecycle().Discard(ctx, x.id, stray)
}

// lives are the registrations of workers that are not dead.
func (s *Server) lives(ctx context.Context) (map[string]uint64, error) {
	ns, err := s.o.Cluster.Cluster().Nodes(ctx)
	out := map[string]uint64{}
	for i := range ns {
		if ns[i].Role == "worker" && ns[i].State.Lives() {
			out[ns[i].Node] = ns[i].Epoch
		}
	}
	return out, err
}

// adopt makes an upload a value of the session. Each part must be on a worker that stays: what is known when
// a worker begins to leave is handed over. was are the registrations before its parts were looked for: of a
// worker that has registered again since nobody knows what it has.
func (s *Server) adopt(ctx context.Context, x *session, u *upload, f *service.Manifest, was map[string]uint64) error {
	l := s.o.Cluster.Lifecycle()
	if err := l.Adopt(ctx, x.id, *f); err != nil {
		return err
	}
	bands, err := s.bands(ctx)
	if err != nil {
		bands = nil
	}
	now, _ := s.lives(ctx) // those it does not know are gone
	stays := func(b service.Band) bool { return slices.Contains(bands, b) }
	other := func(b service.Band) bool { e, ok := now[b.Node]; return !ok || e != was[b.Node] }
	if !slices.ContainsFunc(f.Chunks, func(c service.ChunkMeta) bool {
		return !slices.ContainsFunc(c.Bands, stays) || slices.ContainsFunc(c.Bands, other)
	}) {
		return nil
	}
	x.mu.Lock()
	u.over = true
	stray := u.copies(f)
	x.mu.Unlock()
	return errors.Join(errOver, l.Decref(ctx, x.id, []op.Key{f.Value}), l.Discard(ctx, x.id, stray))
}

// again gives parts that are gone to other workers, and says which they are.
func (s *Server) again(x *session, u *upload, bands []service.Band, gone func(i int) bool) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	var parts []string
	for i := range u.parts {
		if gone(i) {
			u.parts[i].refused = nil
			u.parts[i].move(bands)
			parts = append(parts, strconv.Itoa(i))
		}
	}
	if parts == nil {
		return nil
	}
	text := strings.Join(parts[:min(len(parts), 8)], ", ")
	return errs.New(errs.Lost, "%d of the %d parts of the upload are on no worker: send them again: %s", len(parts), len(u.parts), text)
}

// uploaded is the manifest of an upload whose parts are all there.
func (s *Server) uploaded(ctx context.Context, x *session, u *upload) (service.Manifest, error) {
	f := service.Manifest{Value: u.key, Meta: u.meta, Grid: u.grid, Chunks: make([]service.ChunkMeta, len(u.parts)), Copies: s.o.Copies}
	f.Meta.Key = u.key
	bands, err := s.bands(ctx)
	if err != nil {
		return f, err
	}
	x.mu.Lock()
	parts := slices.Clone(u.parts) // somebody may send one again
	x.mu.Unlock()
	gone := make([]bool, len(parts))
	err = s.atOnce(len(parts), func(i int) error {
		p := &parts[i]
		c, err := s.o.Parts.Stat(ctx, x.id, p.key, p.band)
		switch kind := errs.KindOf(err); {
		case err == nil:
		case kind == errs.NotFound || kind == errs.Lost || kind == errs.Unavailable:
			gone[i] = true
			return nil
		default:
			return errs.Wrap(kind, err, "part %d of %d of the upload", i, len(parts))
		}
		if u.meta.Kind != op.Object && !slices.Equal(c.Shape, p.size) {
			return errs.New(errs.Invalid, "part %d of the upload has shape %v, not %v", i, c.Shape, p.size)
		}
		f.Chunks[i] = c
		return nil
	})
	if err == nil {
		err = s.again(x, u, bands, func(i int) bool { return gone[i] })
	}
	if err != nil {
		return f, err
	}
	rows := make([]int, len(parts))
	for i := 1; i < len(rows); i++ {
		if rows[i] = rows[i-1]; len(parts[i-1].size) > 0 {
			rows[i] += parts[i-1].size[0]
		}
	}
	if len(parts) > 0 { // the first one tells the schema
		err = s.checkPart(ctx, x, &f, 0, 0, &f.Chunks[0])
	}
	if err == nil {
		err = s.atOnce(max(0, len(parts)-1), func(i int) error { return s.checkPart(ctx, x, &f, i+1, rows[i+1], &f.Chunks[i+1]) })
	}
	if err == nil {
		err = s.atOnce(len(f.Chunks), func(i int) error {
			f.Chunks[i] = s.copies(ctx, x, f.Chunks[i], bands)
			return nil
		})
	}
	if u.meta.Kind != op.Tensor && u.meta.Kind != op.Object {
		f.Meta.Index.Token = tokenOf(&f)
	}
	return f, err
}

// checkPart checks the dtype or schema of part i of f, of which the first part tells it.
func (s *Server) checkPart(ctx context.Context, x *session, f *service.Manifest, i, row int, c *service.ChunkMeta) error {
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

// tokenOf is the identity of the index of an upload: equal ranges are equal everywhere, other labels are
// those of this upload.
func tokenOf(f *service.Manifest) op.Key {
	x := f.Meta.Index
	if x.Kind == frame.RangeIndex && x.Start == 0 && x.Step == 1 {
		return op.FreshRange(f.Meta.Dims[0]).Token
	}
	var h op.Hasher
	return h.Str("labels of an upload").Key(f.Value).Sum()
}

// partsAtOnce is how many parts of an upload are worked on at the same time.
const partsAtOnce = 16

// atOnce calls f for each of n parts, several at a time, and returns the first error in their order.
func (s *Server) atOnce(n int, f func(i int) error) error {
	failed := make([]error, n)
	var wg sync.WaitGroup
	slots := make(chan struct{}, partsAtOnce)
	for i := range failed {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			failed[i] = errs.New(errs.Internal, "part %d of the upload broke off", i)
			s.safely("a part of an upload", func() { failed[i] = f(i) })
		})
	}
	wg.Wait()
	i := slices.IndexFunc(failed, func(err error) bool { return err != nil })
	if i < 0 {
		return nil
	}
	return failed[i]
}

// copies has more workers keep a chunk. Fewer copies than wanted are no error: the worker that has it keeps
// it.
func (s *Server) copies(ctx context.Context, x *session, c service.ChunkMeta, bands []service.Band) service.ChunkMeta {
	at := slices.Index(bands, c.Bands[0]) // -1: that one takes nothing any more
	have := min(1, at+1)
	for k := 1; k <= len(bands) && have < s.o.Copies; k++ {
		to := bands[(at+k)%len(bands)]
		if slices.Contains(c.Bands, to) {
			continue
		}
		if m, err := s.o.Parts.Copy(ctx, x.id, c, to); err == nil {
			c.Bands = append(slices.Clip(c.Bands), m.Bands...)
			have++
		} else {
			s.o.Log.Warn("copy of an upload", "session", x.id, "chunk", c.Key.Short(), "to", to, "err", err)
		}
	}
	return c
}
