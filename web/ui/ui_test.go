package ui_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/web/ui"
)

func get(t *testing.T, method, path, encoding string) (*http.Response, string) {
	t.Helper()
	h, err := ui.Handler()
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(method, path, nil)
	r.Header.Set("Accept-Encoding", encoding)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	body := io.Reader(w.Body)
	if w.Header().Get("Content-Encoding") == "gzip" {
		if body, err = gzip.NewReader(body); err != nil {
			t.Fatal(err)
		}
	}
	b, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Result(), string(b)
}

func TestThePageLoadsWhatIsThere(t *testing.T) {
	r, page := get(t, "GET", "/", "")
	if r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") || r.Header.Get("Cache-Control") != "no-cache" {
		t.Fatalf("%d %v", r.StatusCode, r.Header)
	}
	for _, what := range []string{`src="(main-[A-Z0-9]+\.js)"`, `href="(main-[A-Z0-9]+\.css)"`} {
		m := regexp.MustCompile(what).FindStringSubmatch(page)
		if m == nil {
			t.Fatalf("no %s in\n%s", what, page)
		}
		plain, a := get(t, "GET", "/"+m[1], "")
		packed, b := get(t, "GET", "/"+m[1], "gzip, br")
		if plain.StatusCode != http.StatusOK || a != b || a == "" || packed.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("%s: %d, %d and %d bytes, %v", m[1], plain.StatusCode, len(a), len(b), packed.Header)
		}
		if !strings.Contains(plain.Header.Get("Cache-Control"), "immutable") || strings.Contains(a, "http://localhost") {
			t.Errorf("%s: %v", m[1], plain.Header)
		}
	}
}

func TestOtherPathsAndMethods(t *testing.T) {
	for _, c := range []struct {
		method, path string
		code         int
	}{
		{"GET", "/../ui.go", 404}, {"GET", "/dist/index.html", 404}, {"GET", "/nothing", 404}, {"POST", "/", 405}, {"HEAD", "/", 200}, {"GET", "/index.html", 200},
	} {
		if r, body := get(t, c.method, c.path, ""); r.StatusCode != c.code || c.method == "HEAD" && body != "" {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, r.StatusCode, c.code)
		}
	}
}
