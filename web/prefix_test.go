package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/mars-project/mars-go/web"
)

func TestBelow(t *testing.T) {
	h := web.Below("/mars/a", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprint(w, r.URL.Path, " ", r.Header.Get("X-Forwarded-Prefix"))
	}))
	for _, c := range []struct{ path, routed, want string }{
		{"/mars/a/", "", "200 / /mars/a"},
		{"/mars/a/api/v1/events", "", "200 /api/v1/events /mars/a"},
		{"/mars/a/x%2Fy", "", "200 /x/y /mars/a"},
		{"/mars/a", "", "307 /mars/a/"},
		{"/mars/a/api", "1", "200 /api /front"}, // another port of the cluster knows better
		{"/healthz", "", "200 /healthz /front"},
		{"/readyz", "", "200 /readyz /front"},
		{"/", "", "404 "},
		{"/mars/ab/", "", "404 "},
		{"/api/v1/events", "", "404 "},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, http.NoBody)
		r.Header.Set("X-Forwarded-Prefix", "/front")
		r.Header.Set(web.Routed, c.routed)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		said := w.Body.String()
		if w.Code != http.StatusOK {
			said = w.Header().Get("Location")
		}
		if got := fmt.Sprint(w.Code, " ", said); got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
}

func TestCleanPrefix(t *testing.T) {
	for in, want := range map[string]string{"": "", "/": "", "/mars": "/mars", "/mars/": "/mars", "/a/b-c.d~e_f": "/a/b-c.d~e_f"} {
		if got, err := web.CleanPrefix(in); err != nil || got != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	for _, in := range []string{"mars", "//", "/a//b", "/a/../b", "/a?b", "/a;b", "/a b", "/%2F", "http://x/"} {
		if got, err := web.CleanPrefix(in); err == nil {
			t.Errorf("%q is taken as %q", in, got)
		}
	}
}

// A browser that logs in below a path gets its cookie for that path alone, and is led to where it sees the
// pages.
func TestLoginBelowAPath(t *testing.T) {
	s := open(t, func(o *web.Options) { o.Token = "secret of a test" })
	h := web.Below("/mars/a", s.s.Handler())
	for path, want := range map[string]string{"/mars/a/login?token=secret+of+a+test": "303 ./ /mars/a/"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
		r := w.Result()
		if len(r.Cookies()) != 1 {
			t.Fatalf("%s %v", r.Status, r.Header)
		}
		if got := fmt.Sprint(r.StatusCode, " ", r.Header.Get("Location"), " ", r.Cookies()[0].Path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	for forwarded, want := range map[string]string{"": "/", "/x": "/x/", "/x; Domain=evil": "/"} { // a proxy that takes its prefix off
		q := httptest.NewRequest(http.MethodGet, "/login?token=secret+of+a+test", http.NoBody)
		q.Header.Set("X-Forwarded-Prefix", forwarded)
		w := httptest.NewRecorder()
		s.s.Handler().ServeHTTP(w, q)
		if got := w.Result().Cookies()[0].Path; got != want {
			t.Errorf("%q: the cookie is for %q, want %q", forwarded, got, want)
		}
	}
}
