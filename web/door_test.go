package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/web"
)

// The threat table of docs/security.md, as far as it is about who may come in at all.
func TestDoor(t *testing.T) {
	const list = "/mars.v1.SessionService/ListSessions"
	for _, c := range []struct {
		name, listening, link, token string
		method, path, host           string
		head                         []string
		want                         int
	}{
		{"loopback by number", "127.0.0.1:7005", "", "", "POST", list, "127.0.0.1:7005", nil, 200},
		{"loopback by name", "127.0.0.1:7005", "", "", "POST", list, "localhost:7005", nil, 200},
		{"a tunnel of ssh", "127.0.0.1:7005", "", "", "POST", list, "localhost:9999", nil, 200},
		{"loopback, version 6", "[::1]:7005", "", "", "POST", list, "[::1]:7005", nil, 200},
		{"DNS rebinding", "127.0.0.1:7005", "", "", "POST", list, "evil.example:7005", nil, 403},
		{"DNS rebinding of pages", "127.0.0.1:7005", "", "", "GET", "/", "evil.example", nil, 403},
		{"a name that only looks like it", "127.0.0.1:7005", "", "", "POST", list, "localhost.evil.example", nil, 403},
		{"no name at all", "127.0.0.1:7005", "", "", "GET", "/", "", nil, 403},
		{"the name of a proxy", "127.0.0.1:7005", "https://mars.example/x", "", "POST", list, "mars.example", nil, 200},
		{"any name off loopback", "0.0.0.0:7005", "", "", "POST", list, "mars.example:7005", nil, 200},
		{"a page of ours", "127.0.0.1:7005", "", "", "POST", list, "127.0.0.1:7005", []string{"Origin", "http://127.0.0.1:7005"}, 200},
		{"a page of ours behind TLS", "0.0.0.0:7005", "", "", "POST", list, "mars.example", []string{"Origin", "https://mars.example"}, 200},
		{"a page behind a proxy that changes the host", "0.0.0.0:7005", "https://mars.example", "", "POST", list, "10.0.0.1:7005", []string{"Origin", "https://mars.example"}, 200},
		{"a page of another site", "0.0.0.0:7005", "", "", "POST", list, "mars.example", []string{"Origin", "https://evil.example"}, 403},
		{"a page of another port", "127.0.0.1:7005", "", "", "POST", list, "127.0.0.1:7005", []string{"Origin", "http://127.0.0.1:3000"}, 403},
		{"a page that hides", "127.0.0.1:7005", "", "", "POST", list, "127.0.0.1:7005", []string{"Origin", "null"}, 403},
		{"two origins", "127.0.0.1:7005", "", "", "POST", list, "127.0.0.1:7005", []string{"Origin", "http://127.0.0.1:7005", "Origin", "http://evil.example"}, 403},
		{"another site reads", "127.0.0.1:7005", "", "", "GET", "/api/v1/log", "127.0.0.1:7005", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, 403},
		{"a link of another site", "127.0.0.1:7005", "", "", "GET", "/", "127.0.0.1:7005", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, 200},
		{"no token", "0.0.0.0:7005", "", "t", "POST", list, "x", nil, 401},
		{"a wrong token", "0.0.0.0:7005", "", "t", "POST", list, "x", []string{"Authorization", "Bearer u"}, 401},
		{"the token", "0.0.0.0:7005", "", "t", "POST", list, "x", []string{"Authorization", "Bearer t"}, 200},
		{"health without it", "0.0.0.0:7005", "", "t", "GET", "/healthz", "x", nil, 200},
		{"a path that becomes the API's", "0.0.0.0:7005", "", "t", "POST", "/x/.." + list, "x", nil, 401},
		{"a path with two slashes", "0.0.0.0:7005", "", "t", "POST", "/" + list, "x", nil, 401},
		{"data without it", "0.0.0.0:7005", "", "t", "GET", "/v1/sessions/x/chunks/1", "x", nil, 401},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := web.NewDoor(c.listening, c.token, c.link).Before(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
			r := httptest.NewRequest(c.method, c.path, closed{t, c.want == http.StatusOK})
			r.Host = c.host
			r.Header.Set("Content-Type", "application/json")
			for i := 0; i < len(c.head); i += 2 {
				r.Header.Add(c.head[i], c.head[i+1])
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != c.want {
				t.Errorf("%d %s, want %d", w.Code, w.Body, c.want)
			}
			if c.want == http.StatusForbidden && !strings.Contains(w.Body.String(), "ERROR_KIND_DENIED") && !strings.Contains(w.Body.String(), "permission_denied") {
				t.Errorf("no problem: %s", w.Body)
			}
		})
	}
}

// closed is a body that may be read by who is let in alone.
type closed struct {
	t  *testing.T
	in bool
}

func (c closed) Read([]byte) (int, error) {
	if !c.in {
		c.t.Error("the body was read")
	}
	return 0, io.EOF
}

// Bombs: gzip of 260 KB that is 256 MiB of text. They are refused before they cost memory, with a token and
// without.
func TestBombs(t *testing.T) {
	var bomb bytes.Buffer
	z, err := gzip.NewWriterLevel(&bomb, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	spaces := bytes.Repeat([]byte{' '}, 1<<20)
	for range 256 {
		if _, err := z.Write(spaces); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s := open(t, nil).begin()
	enveloped := append([]byte{1, 0, 0, 0, 0}, bomb.Bytes()...)
	enveloped[1], enveloped[2], enveloped[3], enveloped[4] = byte(bomb.Len()>>24), byte(bomb.Len()>>16), byte(bomb.Len()>>8), byte(bomb.Len())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, c := range []struct {
		path, kind, encoding string
		body                 []byte
	}{
		{"/mars.v1.TaskService/Submit", "application/json", "Content-Encoding", bomb.Bytes()},
		{"/mars.v1.TaskService/Submit", "application/proto", "Content-Encoding", bomb.Bytes()},
		{"/mars.v1.EventService/Watch", "application/connect+json", "Connect-Content-Encoding", enveloped},
		{"/mars.v1.TaskService/Submit", "application/grpc-web+proto", "Grpc-Encoding", enveloped},
	} {
		r, b := s.fetch("POST", c.path, bytes.NewReader(c.body), "Content-Type", c.kind, c.encoding, "gzip")
		said := string(b) + r.Header.Get("Grpc-Message") + r.Trailer.Get("Grpc-Message")
		if !strings.Contains(said, "unpacked") || r.StatusCode == http.StatusOK && c.encoding == "Content-Encoding" {
			t.Errorf("%s: %s %.200s %v %v", c.kind, r.Status, b, r.Header, r.Trailer)
		}
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 50<<20 {
		t.Errorf("four bombs of %d bytes took %d MB", bomb.Len(), n>>20)
	}
}
