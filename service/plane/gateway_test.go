package plane_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/wire/arrow"
	"github.com/mars-project/mars-go/wire/npy"
)

// web is the data plane of a worker as a stranger sees it.
type web struct {
	t    *testing.T
	url  string
	addr string
	log  *bytes.Buffer
	c    http.Client
}

func stranger(t *testing.T, w *worker) *web {
	t.Helper()
	var cl cluster
	x := &web{t: t, log: &bytes.Buffer{}}
	cl.serve(t, w, plane.ServerOptions{MaxUpload: 1 << 20, Log: slog.New(slog.NewTextHandler(x.log, nil))})
	x.addr, _ = cl.resolve(w.node)
	x.url = "http://" + x.addr
	x.c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	t.Cleanup(x.c.CloseIdleConnections)
	return x
}

func pass(name string, what plane.Right) string {
	prefix := ""
	if name != "" {
		prefix = key(name).String()
	}
	return plane.Ticket(secret, plane.Grant{Session: "s", Prefix: prefix, What: what, Until: time.Now().Add(time.Hour)})
}

// do sends a request; head is names and values in turn.
func (x *web) do(method, path string, body io.Reader, head ...string) (*http.Response, []byte) {
	x.t.Helper()
	r, err := http.NewRequest(method, x.url+path, body)
	if err != nil {
		x.t.Fatal(err)
	}
	for i := 0; i < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	a, err := x.c.Do(r)
	if err != nil {
		x.t.Fatal(err)
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		x.t.Fatal(err)
	}
	return a, b
}

func chunkPath(name string) string { return "/data/v1/sessions/s/chunks/" + key(name).String() }

func TestGatewayRefusesAndLogs(t *testing.T) {
	w := open(t, "w1", 64<<20, nil)
	w.put(t, "a", floats(10))
	x := stranger(t, w)
	good := "Mars " + pass("", plane.Read)
	write := "Mars " + pass("", plane.Write)
	old := "Mars " + plane.Ticket(secret, plane.Grant{Session: "s", What: plane.Read, Until: time.Now().Add(-time.Second)})
	for _, c := range []struct {
		name   string
		method string
		path   string
		head   []string
		status int
		say    string
	}{
		{"no ticket", "GET", chunkPath("a"), nil, 403, "ticket is needed"},
		{"a ticket that is out of date", "GET", chunkPath("a"), []string{"Authorization", old}, 403, "out of date"},
		{"a ticket for another session", "GET", "/data/v1/sessions/t/chunks/" + key("a").String(), []string{"Authorization", good}, 403, "another session"},
		{"a ticket for another chunk", "GET", chunkPath("a") + "?ticket=" + pass("b", plane.Read), nil, 403, "another chunk"},
		{"a ticket to write", "GET", chunkPath("a"), []string{"Authorization", write}, 403, "not to read"},
		{"an upload with a ticket to read", "PUT", chunkPath("b"), []string{"Authorization", good}, 403, "not to write"},
		{"a user's token", "GET", chunkPath("a"), []string{"Authorization", "Bearer x"}, 403, "ticket is needed"},
		{"no key", "GET", "/data/v1/sessions/s/chunks/passwd", []string{"Authorization", good}, 403, "not the key"},
		{"a path out", "GET", "/data/v1/sessions/s/chunks/%2e%2e%2f%2e%2e%2fetc%2fpasswd", []string{"Authorization", good}, 403, "dotted"},
		{"a path out of the session", "GET", "/data/v1/sessions/..%2F..%2Fetc/chunks/" + key("a").String(), []string{"Authorization", good}, 403, "dotted"},
		{"a path out, cleaned", "GET", "/data/v1/sessions/../../../etc/passwd", []string{"Authorization", good}, 403, "dotted"},
		{"another method", "DELETE", chunkPath("a"), []string{"Authorization", write}, 405, ""},
		{"nothing there", "GET", chunkPath("b"), []string{"Authorization", good}, 410, "nowhere"},
		{"no such form", "GET", chunkPath("a") + "?format=text/csv", []string{"Authorization", good}, 415, "text/csv"},
		{"no form that is read", "GET", chunkPath("a"), []string{"Authorization", good, "Accept", "text/html"}, 415, "text/html"},
		{"a box that is none", "GET", chunkPath("a") + "?box=0:x", []string{"Authorization", good}, 400, "0:x"},
		{"a box turned round", "GET", chunkPath("a") + "?box=5:1", []string{"Authorization", good}, 400, "5:1"},
		{"a huge box", "GET", chunkPath("a") + "?box=0:99999999999999999999", []string{"Authorization", good}, 400, "cannot be read"},
		{"columns that are none", "GET", chunkPath("a") + "?cols=-1", []string{"Authorization", good}, 400, "-1"},
		{"labels that are none", "GET", chunkPath("a") + "?labels=1", []string{"Authorization", good}, 400, "labels"},
		{"a dtype that is none", "GET", chunkPath("a") + "?settle=0:pickle", []string{"Authorization", good}, 400, "0:pickle"},
		{"a fetch without an upgrade", "POST", "/data/v1/sessions/s/fetch", []string{"Authorization", good}, 400, "upgrade"},
		{"a fetch without a ticket", "POST", "/data/v1/sessions/s/fetch", []string{"Upgrade", "mars-chunks"}, 403, "needed"},
		{"a fetch with a ticket for a chunk", "POST", "/data/v1/sessions/s/fetch", []string{"Authorization", "Mars " + pass("a", plane.Read)}, 403, "another chunk"},
		{"a copy without a ticket", "POST", "/data/v1/sessions/s/copy", nil, 403, "needed"},
		{"a copy of nothing", "POST", "/data/v1/sessions/s/copy", []string{"Authorization", write}, 400, ""},
		{"a range outside", "GET", chunkPath("a"), []string{"Authorization", good, "Range", "bytes=900-"}, 416, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			x.log.Reset()
			a, b := x.do(c.method, c.path, nil, c.head...)
			if a.StatusCode != c.status || !strings.Contains(string(b), c.say) {
				t.Errorf("%s: %s, want %d with %q", a.Status, b, c.status, c.say)
			}
			if s := c.status; (s == 400 || s == 403) && !strings.Contains(x.log.String(), "data request refused") {
				t.Errorf("the log says %q", x.log)
			}
			if strings.Contains(x.log.String(), "Mars ") || strings.Contains(x.log.String(), pass("b", plane.Read)) {
				t.Errorf("a ticket is in the log: %q", x.log)
			}
		})
	}
}

func TestGatewayUploads(t *testing.T) {
	w := open(t, "w1", 64<<20, nil)
	x := stranger(t, w)
	write := "Mars " + pass("", plane.Write)
	var array bytes.Buffer
	a := floats(100)(mem.Heap)
	b := must(plane.NewLocal(find(w), plane.LocalOptions{}).Open(bg, "s", w.put(t, "a", floats(100)), plane.Select{}, plane.NPY))
	_ = must(b.WriteTo(&array))
	b.Close()
	for _, c := range []struct {
		name   string
		body   io.Reader
		head   []string
		status int
		say    string
	}{
		{"too large", bytes.NewReader(make([]byte, 1<<20+1)), []string{"Content-Type", plane.NPY}, 400, "at most 1048576"},
		{"no length", struct{ io.Reader }{bytes.NewReader(array.Bytes())}, []string{"Content-Type", plane.NPY}, 400, "length"},
		{"a pickle", strings.NewReader("\x80\x04N."), []string{"Content-Type", "application/octet-stream"}, 415, "octet-stream"},
		{"a pickle said to be an array", strings.NewReader("\x80\x04N."), []string{"Content-Type", plane.NPY}, 400, "npy"},
		{"no frame", strings.NewReader("ARROW1\x00\x00 and so on and on"), []string{"Content-Type", plane.Arrow}, 400, ""},
		{"raw without a dtype", strings.NewReader("12345678"), []string{"Content-Type", plane.Raw}, 400, "dtype"},
		{"well", bytes.NewReader(array.Bytes()), []string{"Content-Type", plane.NPY + "; charset=binary"}, 200, `"nbytes":800`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, b := x.do("PUT", chunkPath(c.name), c.body, append(c.head, "Authorization", write)...)
			if r.StatusCode != c.status || !strings.Contains(string(b), c.say) {
				t.Errorf("%s: %s, want %d with %q", r.Status, b, c.status, c.say)
			}
		})
	}
	same(t, "uploaded", w.value(t, "well"), a)
}

// A body that ends early is refused, leaves nothing behind, and frees its memory: the end of open checks
// that.
func TestGatewayRefusesTruncatedUploads(t *testing.T) {
	w := open(t, "w1", 64<<20, nil)
	x := stranger(t, w)
	conn := must(net.Dial("tcp", x.addr))
	fmt.Fprintf(conn, "PUT %s HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: 1000\r\nAuthorization: Mars %s\r\n\r\n%s",
		chunkPath("a"), plane.NPY, pass("", plane.Write), "\x93NUMPY\x01\x00")
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	b := must(io.ReadAll(conn))
	conn.Close()
	if !strings.HasPrefix(string(b), "HTTP/1.1 400") || !strings.Contains(string(b), "npy: byte 8 of 10") {
		t.Errorf("%s", b)
	}
	if w.Has("s", key("a"), -1) {
		t.Error("it was stored")
	}
}

func TestGatewayAnswersClients(t *testing.T) {
	w := open(t, "w1", 64<<20, nil)
	w.put(t, "a", floats(5, 10))
	w.put(t, "f", table)
	x := stranger(t, w)
	auth := []string{"Authorization", "Mars " + pass("", plane.Read)}
	full, all := x.do("GET", chunkPath("a"), nil, auth...)
	if full.StatusCode != http.StatusOK || full.Header.Get("Content-Type") != plane.NPY || full.ContentLength != int64(len(all)) {
		t.Fatalf("%s %v", full.Status, full.Header)
	}
	same(t, "a", must(npy.Read(bytes.NewReader(all), mem.Heap)), w.value(t, "a"))
	tag := full.Header.Get("ETag")
	for _, c := range []struct {
		rng, cond string
		status    int
		want      []byte
		says      string
	}{
		{"bytes=100-199", "", 206, all[100:200], "bytes 100-199/528"},
		{"bytes=500-", tag, 206, all[500:], "bytes 500-527/528"},
		{"bytes=-8", "", 206, all[520:], "bytes 520-527/528"},
		{"bytes=100-9999", "", 206, all[100:], "bytes 100-527/528"},
		{"bytes=0-0", "", 206, all[:1], "bytes 0-0/528"},
		{"bytes=100-", `"another"`, 200, all, ""},
		{"bytes=1-2,5-6", "", 200, all, ""},
		{"bytes=7-3", "", 200, all, ""},
		{"lines=1-2", "", 200, all, ""},
		{"bytes=x-", "", 200, all, ""},
	} {
		head := append([]string{"Range", c.rng}, auth...)
		if c.cond != "" {
			head = append(head, "If-Range", c.cond)
		}
		a, b := x.do("GET", chunkPath("a"), nil, head...)
		if a.StatusCode != c.status || !bytes.Equal(b, c.want) || a.Header.Get("Content-Range") != c.says {
			t.Errorf("%s: %s, %d bytes, %q", c.rng, a.Status, len(b), a.Header.Get("Content-Range"))
		}
	}
	a, b := x.do("HEAD", chunkPath("a"), nil, auth...)
	if a.StatusCode != http.StatusOK || len(b) != 0 || a.ContentLength != full.ContentLength {
		t.Errorf("HEAD: %s, %d bytes", a.Status, len(b))
	}
	a, b = x.do("GET", chunkPath("f")+"?cols=0&box=1:4&ticket="+pass("f", plane.Read), nil, "Accept", "application/*, text/html;q=0.1")
	if a.Header.Get("Content-Type") != plane.Arrow {
		t.Errorf("a frame as %s", a.Header.Get("Content-Type"))
	}
	same(t, "f", must(arrow.ReadAll(bytes.NewReader(b), mem.Heap, 0)), w.value(t, "f").(*frame.Frame).Slice(1, 4).Select(0))
}

func TestOptionsAreChecked(t *testing.T) {
	w := open(t, "w1", 1<<20, nil)
	_, err := plane.NewServer(plane.ServerOptions{Data: w.Service, Band: w.band(), Secret: []byte("short")})
	wants(t, err, errs.Invalid, "5 bytes")
	_, err = plane.NewServer(plane.ServerOptions{Secret: secret})
	wants(t, err, errs.Invalid, "data service")
	_, err = plane.NewClient(plane.ClientOptions{Secret: secret})
	wants(t, err, errs.Invalid, "find nodes")
	_, err = plane.NewGateway(plane.GatewayOptions{Secret: secret})
	wants(t, err, errs.Invalid, "parts")
	_, err = plane.Listen(bg, "256.0.0.1:0", nil, nil, nil)
	wants(t, err, errs.Unavailable, "256.0.0.1")
}
