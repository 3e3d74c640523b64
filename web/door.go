package web

import (
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/loopback"
)

// A Door refuses what a web page of another site has a browser send, and what shows no token, before anything
// of the request is read.
//
// A server that listens on a loopback address answers to names of loopback alone: a page whose own name was
// made to lead to 127.0.0.1 (DNS rebinding) is told apart by it. A request with an Origin must come from a
// page of this server, wherever it listens.
type Door struct {
	loopback bool
	host     string          // listened on, for the message
	own      map[string]bool // hosts, with their ports, of the links at which people see the server
	guard    *guard          // nil: who is behind the door asks for tokens
}

// NewDoor is the door of a server that listens at an address (host:port) and that people see at links. token,
// where it is not empty, must be shown for everything but pages and health.
func NewDoor(listening, token string, links ...string) *Door {
	d := &Door{host: listening, own: map[string]bool{}}
	if host, _, err := net.SplitHostPort(listening); err == nil {
		d.loopback = loopback.Host(host)
	}
	for _, l := range links {
		if u, err := url.Parse(l); err == nil && u.Host != "" {
			d.own[strings.ToLower(u.Host)] = true
		}
	}
	if token != "" {
		d.guard = newGuard(&Options{Token: token})
	}
	return d
}

// Outside is the door without its token, for what stands before paths are known.
func (d *Door) Outside() *Door {
	x := *d
	x.guard = nil
	return &x
}

// Before passes on what may come in.
func (d *Door) Before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := d.refuses(r); err != nil {
			refuse(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (d *Door) refuses(r *http.Request) error {
	if !d.named(r.Host) {
		return errs.New(errs.Denied, "%q is no name of this server, which listens on %s for this machine alone; "+
			"if people reach it by that name, start it with --web-link", clip(r.Host), d.host)
	}
	for _, o := range r.Header.Values("Origin") {
		if !d.hasPage(o, r.Host) {
			return errs.New(errs.Denied, "pages of %q may not use this server; "+
				"if that is where people see it, start it with --web-link", clip(o))
		}
	}
	if r.Header.Get("Sec-Fetch-Site") == "cross-site" && r.Header.Get("Sec-Fetch-Mode") != "navigate" {
		return errs.New(errs.Denied, "pages of other sites may not use this server")
	}
	if d.guard != nil && guarded(r.URL.Path) {
		if _, ok := d.guard.who(r); !ok {
			return noToken
		}
	}
	return nil
}

// named says whether a request that asks for a host means this server.
func (d *Door) named(host string) bool {
	if !d.loopback || d.own[strings.ToLower(host)] {
		return true
	}
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return loopback.Host(host)
}

// hasPage says whether an origin, "https://host:port", is where a page of this server lives.
func (d *Door) hasPage(origin, host string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return false // "null" too: a page that hides where it is from
	}
	from := strings.ToLower(u.Host)
	return from != "" && (from == strings.ToLower(host) || d.own[from])
}

// guarded says whether a path is the API's, or becomes one: pages and health are for everybody.
func guarded(name string) bool {
	name = path.Clean("/" + name)
	for _, p := range []string{"/mars.v1.", "/v1/", "/api/v1/", "/metrics"} {
		if strings.HasPrefix(name, strings.TrimSuffix(p, "/")) {
			return true
		}
	}
	return false
}
