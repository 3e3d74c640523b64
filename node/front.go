package node

import (
	"context"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/web"
)

// peers follow which supervisors can be reached, and tell a router.
type peers struct {
	sys   *oscar.System
	links *links
	t     *http.Transport
}

// follow links to all supervisors but self and tells r of their web ports. The node that it links from is one
// of its own, so that two supervisors may follow each other.
func follow(n *Network, supervisors []string, self string, r *Router) (*peers, error) {
	sys, err := oscar.New("web-"+hex.EncodeToString(drawn(8)), oscar.Options{Version: version.Version, Log: n.Log})
	if err != nil {
		return nil, err
	}
	p := &peers{sys: sys, t: http.DefaultTransport.(*http.Transport).Clone()}
	p.t.MaxIdleConnsPerHost = 64
	p.t.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	if n.TLS != nil {
		p.t.TLSClientConfig.RootCAs = n.TLS.RootCAs
	}
	p.links = &links{sys: sys, opt: n.options("web", ""), log: n.Log}
	p.links.up = func(_ context.Context, addr string, _ oscar.Hello, w welcome) error {
		h, err := Remote(w.Web, p.t)
		if err == nil {
			r.Up(Backend{Name: addr, Epoch: w.Epoch, Handler: h, Open: w.Open})
		}
		return err
	}
	p.links.down = func(addr string, _ oscar.Hello) { r.Down(addr) }
	var others []string
	for _, a := range slices.Compact(slices.Sorted(slices.Values(supervisors))) {
		if a != self {
			others = append(others, a)
		}
	}
	p.links.keep(others)
	return p, nil
}

func (p *peers) close(ctx context.Context) error {
	p.links.close()
	p.t.CloseIdleConnections()
	return p.sys.Close(ctx)
}

// FrontConfig are the settings of a web port of its own.
type FrontConfig struct {
	Network
	Web WebConfig
	// Supervisors are the addresses of all supervisors. At least one must be given.
	Supervisors []string
}

// A Front is the process mars-web: the web port of supervisors that run elsewhere. Close it.
type Front struct {
	cfg   FrontConfig
	peers *peers
	port  *webPort
	url   string
	once  sync.Once
	err   error
}

// StartFront starts a web port; supervisors may come later, see Joined.
func StartFront(ctx context.Context, cfg FrontConfig) (_ *Front, err error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	if len(cfg.Supervisors) == 0 {
		return nil, errs.New(errs.Invalid, "a web port needs the address of a supervisor: -s host:port")
	}
	l, err := listenWeb(ctx, &cfg.Web)
	if err != nil {
		return nil, err
	}
	f := &Front{cfg: cfg}
	if f.url, err = cfg.Web.url(l.Addr().String(), at(cfg.Advertise, 0), cfg.Supervisors[0]); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	r := NewRouter(cfg.Supervisors)
	if f.peers, err = follow(&f.cfg.Network, cfg.Supervisors, "", r); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	f.port = serveWeb(l, frontHealth(r, cfg.Web.Exposed), &cfg.Web, cfg.Web.Token, cfg.Log)
	return f, nil
}

// WebAddr is the address that the web port listens on.
func (f *Front) WebAddr() string { return f.cfg.Web.listening(f.port.l) }

// URL is where people reach it.
func (f *Front) URL() string { return f.url }

// Joined is closed when the first supervisor has been reached.
func (f *Front) Joined() <-chan struct{} { return f.peers.links.some }

// Failed gets the error that makes it useless: a supervisor of another version, or one that refuses it.
func (f *Front) Failed() <-chan error { return f.peers.links.fatal }

// Close stops it; what is being answered may finish until ctx ends.
func (f *Front) Close(ctx context.Context) error {
	f.once.Do(func() { f.err = errors.Join(f.port.close(ctx), f.peers.close(ctx)) })
	return f.err
}

// frontHealth answers for this process itself: it is ready when it reaches a supervisor, and for work when
// that is.
func frontHealth(r *Router, exposed bool) http.Handler {
	h := &web.Health{Role: "web", Ready: func(context.Context) error {
		if len(r.backends()) == 0 {
			return errors.New("no supervisor")
		}
		return nil
	}}
	own := h.Before(r)
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		switch q.URL.Path {
		case "/healthz":
			if exposed && slices.ContainsFunc(r.backends(), func(b Backend) bool { return b.Open }) {
				w.Header().Set(web.Access, "open")
			}
		case "/readyz":
			if q.URL.Query().Get("for") != "" && len(r.backends()) > 0 {
				r.ServeHTTP(w, q)
				return
			}
		}
		own.ServeHTTP(w, q)
	})
}
