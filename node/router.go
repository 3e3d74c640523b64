package node

import (
	"crypto/rand"
	"fmt"
	"hash/fnv"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httputil"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/calls"
	"github.com/mars-project/mars-go/web"
)

// A Backend is the web side of one supervisor, as a router sees it.
type Backend struct {
	// Name is the supervisor's address in the list that all processes of the cluster have. Sessions are
	// spread by it.
	Name string
	// Epoch begins the ids of the sessions that it has made since it started.
	Epoch string
	// Handler answers its requests.
	Handler http.Handler
	// Open says that it asks nobody for a token.
	Open bool
}

// A Router is the web port of several supervisors. A session lives on one of them: where it was made, which
// its id tells; a session whose name a client has chosen lives where rendezvous hashing of the name puts it,
// and so does a new one, with a name drawn at random. Lists without a session are those of all supervisors
// together. Where a request goes follows from its path and its headers: a body is for the supervisor that
// answers, which asks for the token first. It is safe for concurrent use.
type Router struct {
	names []string     // of all supervisors, also those that cannot be reached
	here  http.Handler // of this process's own supervisor; nil when there is none

	mu    sync.Mutex
	up    map[string]Backend
	last  map[string]string // the epoch of each supervisor when it was up last, by name
	owner map[string]string // the names of supervisors by their epochs, those of before too
}

// routed marks a request that a router has passed on: the one who gets it answers it himself.
const routed = web.Routed

// maxList is the most bytes of a request for a list, which all supervisors get.
const maxList = 64 << 10

// NewRouter makes a router for supervisors of these names, none of which is up.
func NewRouter(names []string) *Router {
	names = slices.Clone(names)
	slices.Sort(names)
	return &Router{names: slices.Compact(names), up: map[string]Backend{}, last: map[string]string{}, owner: map[string]string{}}
}

// Up says that a supervisor can be reached.
func (r *Router) Up(b Backend) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.up[b.Name], r.last[b.Name], r.owner[b.Epoch] = b, b.Epoch, b.Name
}

// Here says which supervisor runs in this process. Call it before the router is used.
func (r *Router) Here(b Backend) {
	r.here = b.Handler
	r.Up(b)
}

// Down says that it cannot.
func (r *Router) Down(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.up, name)
}

// backends are those that are up, in order of their names.
func (r *Router) backends() (out []Backend) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, n := range r.names {
		if b, ok := r.up[n]; ok {
			out = append(out, b)
		}
	}
	return out
}

// madeID is what the ids of sessions look like that a supervisor has made up: its epoch, and what it drew.
var madeID = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{16}$`)

// of is the backend of a session. One whose supervisor has started again since is answered by any that is up:
// its epoch is another, so it says Lost.
func (r *Router) of(session string) (Backend, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	epoch, _, _ := strings.Cut(session, "-")
	var down []string
	for _, n := range r.names {
		b, up := r.up[n]
		if up && b.Epoch == epoch {
			return b, nil
		}
		if !up {
			down = append(down, n)
		}
	}
	if name := r.owner[epoch]; name != "" || madeID.MatchString(session) {
		_, up := r.up[name]
		switch {
		case len(r.up) == 0, name == "" && len(down) > 0: // whose it is nobody here knows
			return Backend{}, errs.New(errs.Unavailable, "the supervisor of session %s cannot be reached: it is %s", session, strings.Join(down, " or "))
		case name != "" && !up && r.last[name] == epoch:
			return Backend{}, errs.New(errs.Unavailable, "supervisor %s, which has session %s, cannot be reached", name, session)
		}
		return r.up[slices.MinFunc(slices.Collect(maps.Keys(r.up)), strings.Compare)], nil
	}
	name := highest(r.names, session)
	if b, ok := r.up[name]; ok {
		return b, nil
	}
	return Backend{}, errs.New(errs.Unavailable, "supervisor %s, which has session %s, cannot be reached", name, session)
}

// first is the backend that speaks for the cluster: the first that is up.
func (r *Router) first() (Backend, error) {
	up := r.backends()
	if len(up) == 0 {
		return Backend{}, errs.New(errs.Unavailable, "no supervisor can be reached: %s", strings.Join(r.names, ", "))
	}
	return up[0], nil
}

// fresh is the backend of a session that is to be made: one that is up.
func (r *Router) fresh() (Backend, error) {
	up := r.backends()
	if len(up) == 0 {
		return r.first()
	}
	var names []string
	for _, b := range up {
		names = append(names, b.Name)
	}
	name := highest(names, rand.Text())
	return up[slices.Index(names, name)], nil
}

// highest is the name with the highest random weight for a key. Thaler and Ravishankar, 1998, "Using
// name-based mappings to increase hit rates": when a name goes, only its keys move.
func highest(names []string, key string) (best string) {
	var most uint64
	for _, n := range names {
		h := fnv.New64a()
		_, _ = io.WriteString(h, n+"\x00"+key)
		if w := mix(h.Sum64()); best == "" || w > most {
			best, most = n, w
		}
	}
	return best
}

// mix spreads the bits of a hash, whose high ones hardly depend on the last letters: the finalizer of
// MurmurHash3.
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// ServeHTTP passes a request on to where it belongs.
func (r *Router) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	if r.here != nil && q.Header.Get(routed) != "" {
		r.here.ServeHTTP(w, q)
		return
	}
	if r.here != nil && (q.URL.Path == "/healthz" || q.URL.Path == "/readyz") { // of this process
		r.here.ServeHTTP(w, q)
		return
	}
	m := methodOf(q.URL.Path)
	if m == nil {
		r.plain(w, q)
		return
	}
	session := q.Header.Get(calls.Session)
	var b Backend
	var err error
	switch {
	case session != "":
		b, err = r.of(session)
	case merged(m) && !m.IsStreamingServer():
		r.all(w, q, m)
		return
	case m.Name() == "CreateSession":
		b, err = r.fresh()
	case len(r.names) > 1 && ofSession(m):
		err = errs.New(errs.Invalid, "%s: this port speaks for %d supervisors; name the session in the header %s too", m.Name(), len(r.names), calls.Session)
	default: // of the cluster: always the same one answers
		b, err = r.first()
	}
	if err != nil {
		fail(w, q, err)
		return
	}
	b.Handler.ServeHTTP(w, q)
}

// plain passes on what is no RPC: data, events, pages.
func (r *Router) plain(w http.ResponseWriter, q *http.Request) {
	if q.URL.Path == autoscalePath {
		r.autoscale(w, q)
		return
	}
	session := q.URL.Query().Get("session")
	if session == "" {
		session = q.Header.Get(calls.Session)
	}
	if _, tail, ok := strings.Cut(q.URL.Path, "/sessions/"); ok && session == "" {
		session, _, _ = strings.Cut(tail, "/")
	}
	b, err := r.first()
	if session != "" {
		b, err = r.of(session)
	}
	if err != nil {
		fail(w, q, err)
		return
	}
	b.Handler.ServeHTTP(w, q)
}

// fail answers with an error, to RPCs in the form of the Connect protocol.
func fail(w http.ResponseWriter, _ *http.Request, err error) {
	code, status := "unavailable", http.StatusServiceUnavailable
	if errs.Is(err, errs.Invalid) {
		code, status = "invalid_argument", http.StatusBadRequest
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, `{"code":%q,"message":%q}`, code, err.Error())
}

// Remote is the handler of a supervisor's web port elsewhere. Bodies of streams pass as they come, and an
// answer may begin before the request has been sent to its end.
func Remote(url string, transport http.RoundTripper) (http.Handler, error) {
	u, err := parseURL(url)
	if err != nil {
		return nil, err
	}
	p := &httputil.ReverseProxy{
		ErrorLog:      slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug), // a stream that ends with its supervisor, or its reader: links tell of the first, and the second is no news
		Transport:     transport,
		FlushInterval: -1,
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(u)
			p.SetXForwarded()
			for _, h := range []string{"Origin", "Sec-Fetch-Site", "Sec-Fetch-Mode"} { // this port has looked at them
				p.Out.Header.Del(h)
			}
			p.Out.Header.Set(routed, "1")
		},
		ErrorHandler: func(w http.ResponseWriter, q *http.Request, err error) {
			fail(w, q, errs.Wrap(errs.Unavailable, err, "supervisor at %s", u.Host))
		},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		_ = http.NewResponseController(w).EnableFullDuplex() // else HTTP/1 closes the request under its reader; HTTP/2 never does
		p.ServeHTTP(w, q)
	}), nil
}
