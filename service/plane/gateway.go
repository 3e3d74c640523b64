package plane

import (
	"context"
	"encoding/json"
	"hash/crc32"
	"log/slog"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

// GatewayOptions of NewGateway. The zero value of a field means its default.
type GatewayOptions struct {
	// Prefix is what stands before "/sessions/...". The default is Prefix, "/data/v1".
	Prefix string
	// Parts has the chunks. It must be given.
	Parts Parts
	// Find says where a chunk is. It must be given. NotFound: there is no such chunk.
	Find func(ctx context.Context, session string, k op.Key) (service.ChunkMeta, error)
	// Place says where an upload goes. Nil: nothing can be uploaded.
	Place func(ctx context.Context, session string, k op.Key) (service.Band, error)
	// Refused is told that the place of an upload did not take it, and reports whether another one will when
	// it is sent again. Nil: none will.
	Refused func(ctx context.Context, session string, k op.Key, by service.Band, why error) bool
	// Secret signs tickets. The default of Allow takes them.
	Secret []byte
	// Ring has several secrets, in place of Secret.
	Ring *Ring
	// Allow says whether a request may do what it asks, else Denied. The default is that it shows a ticket:
	// `Authorization: Mars TICKET`, or ?ticket=.
	Allow func(r *http.Request, session string, k op.Key, what Right) error
	// MaxUpload is the most bytes of one upload. The default is 1 GiB.
	MaxUpload int64
	// Patience is how long a reader or writer may make no progress before its chunk is unpinned and the
	// request ends. The default is 30 s.
	Patience time.Duration
	// Log gets what was refused. The default discards it.
	Log *slog.Logger
}

// Prefix is the path of the data plane.
const Prefix = "/data/v1"

// DefaultPatience is how long one may make no progress, unless it is set: contracts.md of the design, section
// 6.
const DefaultPatience = 30 * time.Second

// cborType is the media type of what one part of the engine says to another.
const cborType = "application/cbor"

// A Gateway is the http.Handler through which clients read and write chunks of any Parts:
//
//	GET PREFIX/sessions/SESSION/chunks/KEY?format=...&box=0:5,2:9&cols=0,3   the bytes; Range works where the size is known
//	PUT PREFIX/sessions/SESSION/chunks/KEY?dtype=float64&shape=3,4           an upload; dtype and shape of application/x-mars-raw alone
//	GET PREFIX/sessions/SESSION/chunks/KEY/facts                             what is known of the chunk, in CBOR
//
// An error has its kind in the header Mars-Error, and in the body {"kind", "message"}.
type Gateway struct {
	o   GatewayOptions
	mux *http.ServeMux
}

// NewGateway makes a Gateway.
func NewGateway(o GatewayOptions) (*Gateway, error) {
	if o.Parts == nil || o.Find == nil {
		return nil, errs.New(errs.Invalid, "a gateway needs its parts and a way to find them")
	}
	if o.Allow == nil {
		ring, err := ringOf(o.Ring, o.Secret)
		if err != nil {
			return nil, err
		}
		o.Allow = func(r *http.Request, session string, k op.Key, what Right) error {
			return ring.check(ticketOf(r), session, k.String(), what, time.Now())
		}
	}
	if o.Prefix == "" {
		o.Prefix = Prefix
	}
	if o.MaxUpload <= 0 {
		o.MaxUpload = DefaultMaxUpload
	}
	if o.Patience <= 0 {
		o.Patience = DefaultPatience
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	g := &Gateway{o: o, mux: http.NewServeMux()}
	at := o.Prefix + "/sessions/{session}/chunks/{key}"
	g.mux.HandleFunc("GET "+at, g.with(Read, g.get))
	g.mux.HandleFunc("GET "+at+"/facts", g.with(Read, g.facts))
	if o.Place != nil {
		g.mux.HandleFunc("PUT "+at, g.with(Write, g.put))
	}
	return g, nil
}

// ServeHTTP is that of http.Handler.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) { serve(g.mux, g.o.Log, w, r) }

// serve refuses paths that lead elsewhere than they say, which a ServeMux would redirect.
func serve(mux *http.ServeMux, log *slog.Logger, w http.ResponseWriter, r *http.Request) {
	if path.Clean(r.URL.Path) != r.URL.Path {
		refuse(log, w, r, errs.New(errs.Denied, "a path with empty or dotted steps"))
		return
	}
	mux.ServeHTTP(w, r)
}

// ticketOf is the ticket that a request shows.
func ticketOf(r *http.Request) string {
	if t, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Mars "); ok {
		return t
	}
	return r.URL.Query().Get("ticket")
}

// with checks that a request is allowed before f runs, and answers with f's error.
func (g *Gateway) with(what Right, f func(w http.ResponseWriter, r *http.Request, session string, k op.Key) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		session := r.PathValue("session")
		k, ok := op.ParseKey(r.PathValue("key"))
		var err error
		if ok {
			err = g.o.Allow(r, session, k, what)
		} else {
			err = errs.New(errs.Denied, "%.80q is not the key of a chunk", r.PathValue("key"))
		}
		if err == nil {
			err = f(w, r, session, k)
		}
		if err != nil {
			refuse(g.o.Log, w, r, err)
		}
	}
}

func (g *Gateway) get(w http.ResponseWriter, r *http.Request, session string, k op.Key) error {
	sel, err := selectOf(r.URL.Query())
	if err != nil {
		return err
	}
	c, err := g.o.Find(r.Context(), session, k)
	if err != nil {
		return err
	}
	b, err := g.open(r, session, c, sel)
	if err != nil {
		return err
	}
	defer b.Close()
	h := w.Header()
	h.Set("Content-Type", b.Type)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, no-store")
	h.Set("Vary", "Accept")
	tag := etag(k, r.URL.RawQuery, b.Type)
	h.Set("ETag", tag)
	s := rangeOf(r, b.Size, tag)
	switch {
	case b.Size < 0:
	case !s.ok:
		h.Set("Content-Range", "bytes */"+strconv.FormatInt(b.Size, 10))
		w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
		return nil
	default:
		h.Set("Accept-Ranges", "bytes")
		h.Set("Content-Length", strconv.FormatInt(s.n, 10))
	}
	if s.part {
		h.Set("Content-Range", s.header(b.Size))
		w.WriteHeader(http.StatusPartialContent)
	}
	if r.Method == http.MethodHead {
		return nil
	}
	out := newPaced(w, g.o.Patience)
	defer out.end()
	if s.part {
		err = b.WriteRange(out, s.off, s.n)
	} else {
		_, err = b.WriteTo(out)
	}
	if err != nil { // the head is out: only a broken connection says it
		g.o.Log.Debug("chunk not sent", "session", session, "chunk", k.Short(), "to", r.RemoteAddr, "error", err)
		panic(http.ErrAbortHandler)
	}
	return nil
}

// open is the body in the format that was asked for, else in the first that is accepted and that the value
// has.
func (g *Gateway) open(r *http.Request, session string, c service.ChunkMeta, sel Select) (*Body, error) {
	if f := r.URL.Query().Get("format"); f != "" {
		return g.o.Parts.Open(r.Context(), session, c, sel, f)
	}
	var accept []string
	for _, a := range r.Header.Values("Accept") {
		accept = append(accept, strings.Split(a, ",")...)
	}
	err := errs.New(errs.Type, "no form of a chunk is accepted by %.200q", accept)
	seen := map[string]bool{}
	for _, k := range []op.Kind{op.Tensor, op.Frame, op.Object} {
		f, ok := FormatFor(k, accept)
		if !ok || seen[f] {
			continue
		}
		seen[f] = true
		var b *Body
		if b, err = g.o.Parts.Open(r.Context(), session, c, sel, f); !errs.Is(err, errs.Type) {
			return b, err
		}
	}
	return nil, err
}

// etag names the bytes: keys are hashes of content, so the same request has the same answer.
func etag(k op.Key, query, media string) string {
	return `"` + k.String() + "-" + strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(query+"\n"+media))), 16) + `"`
}

func (g *Gateway) put(w http.ResponseWriter, r *http.Request, session string, k op.Key) error {
	media, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	u := Upload{Key: k, Type: strings.ToLower(strings.TrimSpace(media)), Size: r.ContentLength}
	if u.Size > g.o.MaxUpload {
		return errs.New(errs.Invalid, "an upload of %d bytes; at most %d are taken at once", u.Size, g.o.MaxUpload)
	}
	q := r.URL.Query()
	var err error
	if u.Type == Raw {
		if u.DType, err = dtype.Parse(q.Get("dtype")); err != nil {
			return errs.Wrap(errs.Invalid, err, "dtype %.80q", q.Get("dtype"))
		}
		u.Shape, err = split(q.Get("shape"), ",", func(t string) (int, bool) { n := number(t); return n, n >= 0 })
		if err != nil {
			return err
		}
	}
	if u.Band, err = g.o.Place(r.Context(), session, k); err != nil {
		return err
	}
	in := newPacedReader(w, http.MaxBytesReader(w, r.Body, max(u.Size, 0)+1), g.o.Patience)
	defer in.end()
	m, err := g.o.Parts.Write(r.Context(), session, u, in)
	if err != nil && g.o.Refused != nil && g.o.Refused(r.Context(), session, k, u.Band, err) {
		return errs.Wrap(errs.Pressure, err, "worker %s does not take it, send it again for another", u.Band.Node)
	}
	if err != nil {
		return err
	}
	if r.Header.Get("Accept") == cborType {
		return sendCBOR(w, m)
	}
	w.Header().Set("Content-Type", JSON)
	return json.NewEncoder(w).Encode(map[string]any{"key": k.String(), "nbytes": m.Bytes, "shape": m.Shape, "node": u.Band.Node})
}

func (g *Gateway) facts(w http.ResponseWriter, r *http.Request, session string, k op.Key) error {
	c, err := g.o.Find(r.Context(), session, k)
	if err != nil {
		return err
	}
	err = errs.New(errs.NotFound, "chunk %s is on no worker", k.Short())
	for _, b := range c.Bands {
		var m service.ChunkMeta
		if m, err = g.o.Parts.Stat(r.Context(), session, k, b); err == nil {
			return sendCBOR(w, m)
		}
	}
	return err
}

func sendCBOR(w http.ResponseWriter, v any) error {
	b, err := oscar.Encode(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", cborType)
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	_, _ = w.Write(b) // who is gone needs no answer
	return nil
}
