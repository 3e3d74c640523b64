package web

import (
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/plane"
)

// dataPrefix is where chunks are read and written through this server.
const dataPrefix = "/v1"

// GetManifest lists the parts of a value, or of what of it is selected.
func (s *Server) GetManifest(ctx context.Context, r *marsv1.GetManifestRequest) (*marsv1.GetManifestResponse, error) {
	x, err := s.session(ctx, r.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer x.active.Add(-1)
	k, ok := op.ParseKey(r.GetKey())
	if !ok {
		return nil, errs.New(errs.Invalid, "key %.80q", r.GetKey())
	}
	m, err := s.manifest(ctx, x, k)
	if err != nil {
		return nil, err
	}
	sel, err := readSelection(&m.Meta, r.GetSelect(), r.GetColumns(), r.GetCorners())
	if err != nil {
		return nil, err
	}
	if err := s.locate(ctx, x, &m); err != nil {
		return nil, err
	}
	return s.parts(ctx, x, &m, sel, r.GetAccept())
}

// locate says where the chunks of a value are now: since it was made they may have moved.
func (s *Server) locate(ctx context.Context, x *session, m *service.Manifest) error {
	keys := make([]op.Key, len(m.Chunks))
	for i := range m.Chunks {
		keys[i] = m.Chunks[i].Key
	}
	ms, err := s.o.Cluster.Meta().Get(ctx, x.id, keys)
	if err != nil {
		return err
	}
	m.Chunks = slices.Clone(m.Chunks) // others have them
	for i := range ms {
		m.Chunks[i].Bands = ms[i].Bands
	}
	return nil
}

// parts says how a client gets what is selected of a value: inside the answer where that is little; chunk by
// chunk where no more than a box of each is wanted; else put together by this server.
func (s *Server) parts(ctx context.Context, x *session, m *service.Manifest, sel selection, accept []string) (*marsv1.GetManifestResponse, error) {
	format, ok := plane.FormatOf(m.Meta, accept)
	if !ok {
		return nil, errs.New(errs.Type, "a %s has no form among %.200q", m.Meta.Kind, accept)
	}
	ls := lengths(m)
	shape := make([]int, len(ls))
	for a := range ls {
		shape[a] = total(ls[a])
	}
	axes, err := sel.of(shape)
	if err != nil {
		return nil, err
	}
	out := &marsv1.GetManifestResponse{Meta: sel.apply(m, axes)}
	plain := true
	for _, a := range axes {
		plain = plain && a.plain()
	}
	if out.Meta.Nbytes > s.o.InlineBytes && plain {
		out.Parts = s.pieces(ctx, x, m, sel, axes, format)
		return out, nil
	}
	p := &marsv1.Part{MediaType: format, Index: make([]int64, len(axes))}
	for _, a := range axes {
		p.Into = append(p.Into, &marsv1.Span{Stop: int64(a.len())})
	}
	out.Parts = []*marsv1.Part{p}
	if out.Meta.Nbytes <= s.o.InlineBytes {
		p.Inline, err = s.assembled(ctx, x, m, &sel, axes, format)
		p.Nbytes = int64(len(p.Inline))
		return out, err
	}
	q := sel.query()
	p.Nbytes = out.Meta.Nbytes
	p.Urls = []string{dataPrefix + "/sessions/" + url.PathEscape(x.id) + "/results/" + m.Value.String() + "?" + q + "&format=" + url.QueryEscape(format)}
	return out, nil
}

// ticketTime is how long a client may read a part from a worker.
const ticketTime = time.Hour

// pieces are the parts of a selection that takes no more than a box of each chunk.
func (s *Server) pieces(ctx context.Context, x *session, m *service.Manifest, sel selection, axes []axis, format string) (out []*marsv1.Part) {
	ls := lengths(m)
	segs, grid := make([][]segment, len(axes)), make([]int, len(axes))
	for a := range axes {
		segs[a] = axes[a].segments(ls[a])
		grid[a] = len(segs[a])
	}
	direct := s.direct(ctx)
	until := time.Now().Add(ticketTime)
	rows := starts(ls)
	nd.Each(grid, func(idx []int) {
		c, q, n := s.piece(m, &sel, segs, ls, rows, idx)
		p := &marsv1.Part{MediaType: format, Nbytes: n}
		for a, i := range idx {
			g := segs[a][i]
			p.Index = append(p.Index, int64(g.chunk))
			p.Into = append(p.Into, &marsv1.Span{Start: int64(g.at), Stop: int64(g.at + g.hi - g.lo)})
		}
		for _, b := range c.Bands {
			if base := direct[b.Node]; base != "" {
				p.Urls = append(p.Urls, base+plane.Path(plane.Prefix, x.id, c.Key, q, format))
			}
		}
		if len(p.Urls) > 0 {
			p.Ticket = plane.Ticket(s.o.Secret(), plane.Grant{Session: x.id, Prefix: c.Key.String(), What: plane.Read, Until: until})
		}
		p.Urls = append(p.Urls, plane.Path(dataPrefix, x.id, c.Key, q, format))
		out = append(out, p)
	})
	return out
}

// starts are the first rows of the chunks of a value along its first axis.
func starts(ls [][]int) []int {
	if len(ls) == 0 {
		return []int{0}
	}
	out := make([]int, len(ls[0]))
	for k := 1; k < len(out); k++ {
		out[k] = out[k-1] + ls[0][k-1]
	}
	return out
}

// piece is the chunk of a place in the grid of segments, what of it is wanted, and about how many bytes that
// is.
func (s *Server) piece(m *service.Manifest, sel *selection, segs [][]segment, ls [][]int, rows, idx []int) (c *service.ChunkMeta, q plane.Select, n int64) {
	at, row := 0, 0
	share, whole := 1.0, true
	for a, i := range idx {
		g := segs[a][i]
		at = at*m.Grid[a] + g.chunk
		if a == 0 {
			row = rows[g.chunk]
		}
		if k := ls[a][g.chunk]; k > 0 {
			share *= float64(g.hi-g.lo) / float64(k)
		}
		whole = whole && g.lo == 0 && g.hi == ls[a][g.chunk]
	}
	c = &m.Chunks[at]
	q = plane.SelectFor(m.Meta, c, row)
	if !whole {
		for a, i := range idx {
			q.Box = append(q.Box, plane.Span{Lo: segs[a][i].lo, Hi: segs[a][i].hi})
		}
	}
	q.Cols = sel.cols
	return c, q, int64(share * float64(c.Bytes))
}

// direct are the addresses of the data servers of workers, by node, where clients may use them.
func (s *Server) direct(ctx context.Context) map[string]string {
	if s.o.Secret == nil {
		return nil
	}
	ns, err := s.o.Cluster.Cluster().Nodes(ctx)
	if err != nil {
		return nil
	}
	out := map[string]string{}
	for i := range ns {
		if a := ns[i].Labels["data"]; a != "" && ns[i].State <= service.Suspect {
			out[ns[i].Node] = "http://" + a
		}
	}
	return out
}

// bytesOf are the bytes of a piece of a chunk.
func (s *Server) bytesOf(ctx context.Context, x *session, c *service.ChunkMeta, q plane.Select, format string) ([]byte, error) {
	return s.data.read(ctx, x.id, *c, q, format)
}
