package web

import (
	"net/http"
	"path"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// forwarded is the header in which who takes a prefix off a path says so, as other proxies do.
const forwarded = "X-Forwarded-Prefix"

// Routed is the header of a request that a port of several supervisors has passed on.
const Routed = "Mars-Routed"

// CleanPrefix is a path below which a server is to stand as Below takes it: "/mars/a", or nothing for the
// root. Invalid: it is no path.
func CleanPrefix(p string) (string, error) {
	t := strings.TrimSuffix(p, "/")
	switch {
	case t == "":
		return "", nil
	case t == "/" || t[0] != '/' || path.Clean(t) != t || strings.ContainsFunc(t, odd):
		return "", errs.New(errs.Invalid, "%q is no path to serve below; write it as /mars", p)
	}
	return t, nil
}

// odd says whether a letter has a meaning of its own in paths of URLs or of cookies.
func odd(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-._~/", r))
}

// Below serves h below a prefix. All else is not found, but for health, which those ask who know nothing of
// the prefix. An empty prefix is the root.
func Below(prefix string, h http.Handler) http.Handler {
	if prefix == "" {
		return h
	}
	inside := http.StripPrefix(prefix, h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/healthz" || r.URL.Path == "/readyz":
			h.ServeHTTP(w, r)
		case r.URL.Path == prefix:
			http.Redirect(w, r, prefix+"/", http.StatusTemporaryRedirect)
		case strings.HasPrefix(r.URL.Path, prefix+"/"):
			r = r.Clone(r.Context())
			if r.Header.Get(Routed) == "" { // else another port of the cluster has said where people see it
				r.Header.Set(forwarded, prefix)
			}
			inside.ServeHTTP(w, r)
		default:
			text(w, http.StatusNotFound, "there is nothing here: the pages are below "+prefix+"/\n")
		}
	})
}

// seen is the path at which a browser sees the root of the server.
func seen(r *http.Request) string {
	p, err := CleanPrefix(r.Header.Get(forwarded))
	if err != nil {
		p = ""
	}
	return p + "/"
}
