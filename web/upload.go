package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
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
	bytes int64   // as many, by that
	media string
	grid  []int
	parts []uploadPart
	used  time.Time // when it was last heard of

	mu   sync.Mutex // of commit
	done *marsv1.CommitUploadResponse
	over bool // it failed, and its keys are not used again
}

// errOver is the error of an upload that has to be begun anew.
var errOver = errs.New(errs.Lost, "parts of the upload went with the workers that had them: begin another one")

type uploadPart struct {
	key     op.Key
	band    service.Band
	refused []service.Band // that did not take it
	tried   []service.Band // where it was sent before: they may have it all the same
	lo      []int
	size    []int
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
	over := u != nil && u.over
	if u != nil {
		u.used = time.Now()
	}
	x.mu.Unlock()
	if over {
		return nil, errOver
	}
	if u == nil {
		if u, err = s.plan(ctx, x, r); err != nil {
			return nil, err
		}
		x.mu.Lock()
		open := 0
		for old, o := range x.uploads {
			switch {
			case o.done == nil && !o.over:
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
	for i := range u.parts { // what changes of them is where they go, which is not told
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
	u := &upload{meta: op.Meta{Kind: op.Kind(m.GetKind())}, media: r.GetMediaType(), bytes: m.GetNbytes(), used: time.Now()}
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
		if u.media == plane.Pickle {
			u.meta = op.NewPickled()
		}
		if len(u.meta.Dims) > 0 || len(m.GetDims()) > 0 {
			return nil, errs.New(errs.Invalid, "an object of %d dims", len(m.GetDims()))
		}
	case op.Tensor:
		if err := u.meta.DType.Is.UnmarshalText([]byte(m.GetType().GetDtype())); err != nil || u.meta.DType.Is.IsZero() {
			return nil, errs.New(errs.Invalid, "dtype %.80q of an upload", m.GetType().GetDtype())
		}
		u.bytes = int64(elements) * int64(max(1, u.meta.DType.Is.Size()))
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

// part finds a part of an upload that is not committed; nil when nobody asked for it. x.mu is held.
func (x *session) part(k op.Key) *uploadPart {
	for _, u := range x.uploads {
		if i := slices.IndexFunc(u.parts, func(p uploadPart) bool { return p.key == k }); i >= 0 && u.done == nil && !u.over {
			u.used = time.Now()
			return &u.parts[i]
		}
	}
	return nil
}

// move gives a part to the first of some bands that has not refused it.
func (p *uploadPart) move(bands []service.Band) bool {
	at := slices.IndexFunc(bands, func(b service.Band) bool { return b != p.band && !slices.Contains(p.refused, b) })
	if at < 0 {
		return false
	}
	if !slices.Contains(p.tried, p.band) {
		p.tried = append(p.tried, p.band)
	}
	p.band = bands[at]
	return true
}

// place is where an uploaded chunk goes: to another worker than planned where that takes nothing any more.
func (s *Server) place(ctx context.Context, id string, k op.Key) (service.Band, error) {
	x, err := s.session(ctx, id)
	if err != nil {
		return service.Band{}, err
	}
	defer x.active.Add(-1)
	bands, err := s.bands(ctx)
	if err != nil {
		return service.Band{}, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	p := x.part(k)
	if p == nil {
		return service.Band{}, errs.New(errs.Denied, "nobody asked for an upload of %s", k)
	}
	if !slices.Contains(bands, p.band) {
		p.move(bands)
	}
	return p.band, nil
}

// elsewhere gives a part of an upload that a worker did not take to the next one, until all have refused it.
func (s *Server) elsewhere(ctx context.Context, id string, k op.Key, by service.Band, why error) bool {
	if kind := errs.KindOf(why); kind != errs.OutOfMemory && kind != errs.Unavailable && kind != errs.Pressure {
		return false
	}
	bands, err := s.bands(ctx)
	if err != nil {
		return false
	}
	x, err := s.session(ctx, id)
	if err != nil {
		return false
	}
	defer x.active.Add(-1)
	x.mu.Lock()
	defer x.mu.Unlock()
	p := x.part(k)
	if p == nil {
		return false
	}
	if p.band != by {
		return true // somebody was faster
	}
	p.refused = append(p.refused, by)
	if p.move(bands) {
		return true
	}
	p.refused = nil // should it be sent once more, it begins anew
	return false
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
		Place: s.place, Refused: s.elsewhere,
		Allow: func(r *http.Request, session string, _ op.Key, _ plane.Right) error {
			x, err := s.session(r.Context(), session)
			if err == nil {
				x.active.Add(-1)
			}
			return err
		},
	})
}
