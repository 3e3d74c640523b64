package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/plane"
)

// Bounds of uploads.
const (
	uploadChunk = 16 << 20 // bytes of a part that the server asks for
	maxOpen     = 1000     // uploads of a session that are not committed
	maxParts    = 65536
	maxUploadID = 128
)

// An upload is a value on its way to the workers.
type upload struct {
	key   op.Key
	meta  op.Meta // as the client described it
	media string
	grid  []int
	parts []uploadPart

	mu   sync.Mutex // of commit
	done *marsv1.CommitUploadResponse
}

type uploadPart struct {
	key  op.Key
	band service.Band
	lo   []int
	size []int
}

// CreateUpload says where to PUT the parts of a value.
func (s *Server) CreateUpload(ctx context.Context, r *marsv1.CreateUploadRequest) (*marsv1.CreateUploadResponse, error) {
	x, err := s.session(ctx, r.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer x.active.Add(-1)
	id := r.GetUploadId()
	if id == "" || len(id) > maxUploadID {
		return nil, errs.New(errs.Invalid, "upload_id has %d bytes; it wants 1 to %d", len(id), maxUploadID)
	}
	x.mu.Lock()
	u := x.uploads[id]
	x.mu.Unlock()
	if u == nil {
		if u, err = s.plan(ctx, x, r); err != nil {
			return nil, err
		}
		x.mu.Lock()
		open := 0
		for old, o := range x.uploads {
			switch {
			case o.done == nil:
				open++
			case len(x.uploads) > 4*maxOpen: // its client has its key
				delete(x.uploads, old)
			}
		}
		switch other := x.uploads[id]; {
		case other != nil:
			u = other
		case open >= maxOpen:
			err = errs.New(errs.Pressure, "%d uploads of the session are open", open)
		default:
			x.uploads[id] = u
		}
		x.mu.Unlock()
	}
	if err != nil {
		return nil, err
	}
	out := &marsv1.CreateUploadResponse{}
	for i := range u.parts {
		out.Parts = append(out.Parts, u.part(x.id, i))
	}
	return out, nil
}

// part is a part as the client sees it.
func (u *upload) part(session string, i int) *marsv1.Part {
	p := &u.parts[i]
	m := &marsv1.Part{MediaType: u.media}
	for a := range p.lo {
		m.Into = append(m.Into, &marsv1.Span{Start: int64(p.lo[a]), Stop: int64(p.lo[a] + p.size[a])})
	}
	for a, at := range placeOf(u.grid, i) {
		if a < len(u.grid) {
			m.Index = append(m.Index, int64(at))
		}
	}
	to := plane.Path(dataPrefix, session, p.key, plane.Select{}, "")
	if u.media == plane.Raw {
		shape := make([]string, len(p.size))
		for a, n := range p.size {
			shape[a] = strconv.Itoa(n)
		}
		to += "?dtype=" + url.QueryEscape(u.meta.DType.Is.String()) + "&shape=" + strings.Join(shape, ",")
	}
	m.Urls = []string{to}
	return m
}

// placeOf is the place of the i-th chunk of a grid, by axis.
func placeOf(grid []int, i int) []int {
	out := make([]int, len(grid))
	for a := len(grid) - 1; a >= 0; a-- {
		out[a], i = i%grid[a], i/grid[a]
	}
	return out
}

// plan cuts the value that a request describes and gives every part a worker.
func (s *Server) plan(ctx context.Context, x *session, r *marsv1.CreateUploadRequest) (*upload, error) {
	m := r.GetMeta()
	u := &upload{meta: op.Meta{Kind: op.Kind(m.GetKind())}, media: r.GetMediaType()}
	if u.meta.Kind < op.Tensor || u.meta.Kind > op.Object {
		return nil, errs.New(errs.Invalid, "a value of kind %v", m.GetKind())
	}
	if _, ok := plane.FormatFor(u.meta.Kind, []string{u.media}); !ok || u.media == "*/*" {
		return nil, errs.New(errs.Type, "a %s is not uploaded as %.80q", u.meta.Kind, u.media)
	}
	elements := 1
	for a, d := range m.GetDims() {
		if d.GetSymbol() != "" || d.GetN() < 0 || d.GetN() > 1<<48 || d.GetN() > 0 && elements > (1<<48)/int(d.GetN()) {
			return nil, errs.New(errs.Invalid, "axis %d of an upload: %d and symbol %q", a, d.GetN(), d.GetSymbol())
		}
		elements *= max(1, int(d.GetN()))
		u.meta.Dims = append(u.meta.Dims, op.Dim{N: int(d.GetN())})
	}
	splits := make([][]op.Dim, len(u.meta.Dims))
	switch u.meta.Kind {
	case op.Object:
		if len(u.meta.Dims) > 0 {
			return nil, errs.New(errs.Invalid, "an object of %d dims", len(u.meta.Dims))
		}
	case op.Tensor:
		if err := u.meta.DType.Is.UnmarshalText([]byte(m.GetType().GetDtype())); err != nil || u.meta.DType.Is.IsZero() {
			return nil, errs.New(errs.Invalid, "dtype %.80q of an upload", m.GetType().GetDtype())
		}
		splits = op.EvenSplits(u.meta, nil, uploadChunk)
	default:
		if len(u.meta.Dims) != 1 {
			return nil, errs.New(errs.Invalid, "a %s of %d dims", u.meta.Kind, len(u.meta.Dims))
		}
		rows := u.meta.Dims[0].N
		each := rows
		if n := m.GetNbytes(); n > uploadChunk && rows > 0 {
			each = max(1, int(float64(rows)*uploadChunk/float64(n)))
		}
		each = max(each, (rows+maxParts-1)/maxParts)
		splits[0] = op.Even(rows, max(1, each))
	}
	if len(m.GetNsplits()) > 0 {
		var err error
		if splits, err = given(m.GetNsplits(), u.meta.Dims); err != nil {
			return nil, err
		}
	}
	n := 1
	for _, sp := range splits {
		u.grid = append(u.grid, len(sp))
		if n *= len(sp); n > maxParts {
			return nil, errs.New(errs.Invalid, "an upload of more than %d parts", maxParts)
		}
	}
	var h op.Hasher
	u.key = h.Str("upload").Str(x.id).Str(r.GetUploadId()).Sum()
	bands, err := s.bands(ctx)
	if err != nil {
		return nil, err
	}
	nd.Each(u.grid, func(idx []int) {
		i := len(u.parts)
		p := uploadPart{key: h.Reset().Str("part").Key(u.key).Int(i).Sum(), band: bands[(i+int(u.key[0]))%len(bands)], lo: []int{}, size: []int{}}
		for a, k := range idx {
			p.lo = append(p.lo, op.Sum(splits[a][:k]).N)
			p.size = append(p.size, splits[a][k].N)
		}
		u.parts = append(u.parts, p)
	})
	return u, nil
}

// given are the splits that a client asks for.
func given(ns []*marsv1.Splits, dims []op.Dim) (out [][]op.Dim, err error) {
	if len(ns) != len(dims) {
		return nil, errs.New(errs.Invalid, "nsplits of %d axes of a value of %d", len(ns), len(dims))
	}
	for a, sp := range ns {
		var one []op.Dim
		sum := 0
		for _, d := range sp.GetLengths() {
			if d.GetSymbol() != "" || d.GetN() < 0 || int(d.GetN()) > dims[a].N-sum {
				return nil, errs.New(errs.Invalid, "nsplits of axis %d do not fit its length %d", a, dims[a].N)
			}
			sum += int(d.GetN())
			one = append(one, op.Dim{N: int(d.GetN())})
		}
		if sum != dims[a].N || len(one) == 0 || len(one) > maxParts {
			return nil, errs.New(errs.Invalid, "nsplits of axis %d do not fit its length %d", a, dims[a].N)
		}
		out = append(out, one)
	}
	return out, nil
}

// bands are those that take new chunks, in order of their names.
func (s *Server) bands(ctx context.Context) (out []service.Band, err error) {
	ns, err := s.o.Cluster.Cluster().Nodes(ctx)
	if err != nil {
		return nil, err
	}
	for i := range ns {
		if ns[i].Role == "worker" && ns[i].State == service.Ready && len(ns[i].Bands) > 0 {
			out = append(out, service.Band{Node: ns[i].Node, Name: ns[i].Bands[0].Name})
		}
	}
	if len(out) == 0 {
		return nil, errs.New(errs.Unavailable, "there is no worker to keep an upload")
	}
	return out, nil
}

// place is where an uploaded chunk goes.
func (s *Server) place(ctx context.Context, id string, k op.Key) (service.Band, error) {
	x, err := s.session(ctx, id)
	if err != nil {
		return service.Band{}, err
	}
	defer x.active.Add(-1)
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, u := range x.uploads {
		if i := slices.IndexFunc(u.parts, func(p uploadPart) bool { return p.key == k }); i >= 0 && u.done == nil {
			return u.parts[i].band, nil
		}
	}
	return service.Band{}, errs.New(errs.Denied, "nobody asked for an upload of %s", k)
}

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
	f := service.Manifest{Value: u.key, Meta: u.meta, Grid: u.grid, Chunks: make([]service.ChunkMeta, len(u.parts))}
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
		f.Chunks[i] = s.copies(ctx, x, c, bands)
	}
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

// hold counts a handle of the client's on a value. x.mu is held.
func (x *session) hold(k op.Key, bytes int64) {
	h := x.held[k]
	if h == nil {
		if x.held == nil {
			x.held = map[op.Key]*handles{}
		}
		h = &handles{bytes: bytes}
		x.held[k] = h
		x.stored.Add(bytes)
	}
	h.n++
}

// handles are those of one client on one value.
type handles struct {
	n     int
	bytes int64
}

// Release gives up handles. What the client has no handle on is left alone.
func (s *Server) Release(ctx context.Context, r *marsv1.ReleaseRequest) (*marsv1.ReleaseResponse, error) {
	x, err := s.session(ctx, r.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer x.active.Add(-1)
	if len(r.GetKeys()) > maxKeys {
		return nil, errs.New(errs.Invalid, "%d keys; at most %d are released at once", len(r.GetKeys()), maxKeys)
	}
	ks := make([]op.Key, 0, len(r.GetKeys()))
	for _, t := range r.GetKeys() {
		k, ok := op.ParseKey(t)
		if !ok {
			return nil, errs.New(errs.Invalid, "key %.80q", t)
		}
		ks = append(ks, k)
	}
	x.mu.Lock()
	ks = slices.DeleteFunc(ks, func(k op.Key) bool {
		h := x.held[k]
		if h == nil {
			return true
		}
		if h.n--; h.n == 0 {
			delete(x.held, k)
			x.stored.Add(-h.bytes)
		}
		return false
	})
	x.mu.Unlock()
	if len(ks) == 0 {
		return &marsv1.ReleaseResponse{}, nil
	}
	return &marsv1.ReleaseResponse{}, s.o.Cluster.Lifecycle().Decref(ctx, x.id, ks)
}

// gateway reads and writes chunks by plain HTTP.
func (s *Server) gateway() (http.Handler, error) {
	return plane.NewGateway(plane.GatewayOptions{
		Prefix: dataPrefix, Parts: s.data, MaxUpload: s.o.MaxUpload, Log: s.o.Log,
		Find: func(ctx context.Context, session string, k op.Key) (service.ChunkMeta, error) {
			ms, err := s.o.Cluster.Meta().Get(ctx, session, []op.Key{k})
			if err != nil {
				return service.ChunkMeta{}, err
			}
			ms[0].Key = k
			return ms[0], nil
		},
		Place: s.place,
		Allow: func(r *http.Request, session string, _ op.Key, _ plane.Right) error {
			x, err := s.session(r.Context(), session)
			if err == nil {
				x.active.Add(-1)
			}
			return err
		},
	})
}
