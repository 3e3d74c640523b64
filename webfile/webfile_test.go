package webfile_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	_ "github.com/mars-project/mars-go/webfile"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		os.Exit(code)
	}), goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"))
}

// random is n bytes that are the same each time.
func random(n int) []byte {
	b := make([]byte, n)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// checkFile reads a file here and there, in small and large pieces, and past its end.
func checkFile(t *testing.T, path string, want []byte) {
	t.Helper()
	f, err := op.Files{}.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if i := f.Info(); i.Size != int64(len(want)) {
		t.Fatalf("%s has %d bytes, not %d", path, i.Size, len(want))
	}
	for _, r := range [][2]int{{0, 4}, {len(want) - 8, 8}, {1000, 5}, {200_000, 200_000}, {1, len(want) - 2}, {0, len(want)}} {
		lo, n := max(r[0], 0), r[1]
		if lo+n > len(want) {
			continue
		}
		p := make([]byte, n)
		if k, err := f.ReadAt(p, int64(lo)); k != n || err != nil && err != io.EOF || !bytes.Equal(p, want[lo:lo+n]) {
			t.Fatalf("%s: %d bytes from %d on: %d, %v", path, n, lo, k, err)
		}
	}
	all, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<40))
	if err != nil || sha256.Sum256(all) != sha256.Sum256(want) {
		t.Fatalf("%s: all of it is %d bytes, %v", path, len(all), err)
	}
	if n, err := f.ReadAt(make([]byte, 10), int64(len(want)-3)); n != 3 || err != io.EOF {
		t.Errorf("%s: past the end: %d, %v", path, n, err)
	}
}

func TestLocalURL(t *testing.T) {
	dir := t.TempDir()
	want := random(100_000)
	if err := os.WriteFile(filepath.Join(dir, "a b.bin"), want, 0o600); err != nil {
		t.Fatal(err)
	}
	checkFile(t, "file://"+filepath.ToSlash(dir)+"/a%20b.bin", want)
	if _, err := (op.Files{}).Open("file://elsewhere/x"); !errs.Is(err, errs.Invalid) {
		t.Errorf("a file of another host: %v", err)
	}
	if _, err := (op.Files{}).Open("gopher://x/y"); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "gopher") {
		t.Errorf("an unknown scheme: %v", err)
	}
}

// A site serves files from memory, with ranges or without, and fails as often as it is told.
type site struct {
	*httptest.Server
	body    atomic.Pointer[[]byte]
	tag     atomic.Value
	whole   bool // gives no ranges
	failing atomic.Int32
	asked   atomic.Int32
}

func newSite(t *testing.T, body []byte) *site {
	s := &site{}
	s.body.Store(&body)
	s.tag.Store(`"v1"`)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		switch {
		case s.failing.Add(-1) >= 0:
			w.WriteHeader(http.StatusServiceUnavailable)
		case r.URL.Path == "/secret":
			w.WriteHeader(http.StatusForbidden)
		case r.URL.Path != "/f":
			w.WriteHeader(http.StatusNotFound)
		case s.whole:
			_, _ = w.Write(*s.body.Load())
		default:
			w.Header().Set("ETag", s.tag.Load().(string))
			http.ServeContent(w, r, "f", time.Time{}, bytes.NewReader(*s.body.Load()))
		}
	}))
	t.Cleanup(func() {
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		s.Close()
	})
	return s
}

func TestHTTP(t *testing.T) {
	want := random(9 << 20)
	s := newSite(t, want)
	checkFile(t, s.URL+"/f?x=1", want)
	for path, kind := range map[string]errs.Kind{"/none": errs.NotFound, "/secret": errs.Denied} {
		if _, err := (op.Files{}).Open(s.URL + path); !errs.Is(err, kind) || !strings.Contains(err.Error(), s.URL+path) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := (op.Files{}).Create(s.URL + "/f"); !errs.Is(err, errs.Invalid) {
		t.Errorf("written: %v", err)
	}
	if _, err := (op.Files{}).Glob(s.URL + "/*"); !errs.Is(err, errs.Invalid) {
		t.Errorf("listed: %v", err)
	}
	empty := newSite(t, nil)
	f, err := op.Files{}.Open(empty.URL + "/f")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := f.ReadAt(make([]byte, 1), 0); n != 0 || err != io.EOF {
		t.Errorf("an empty file: %d, %v", n, err)
	}
}

func TestHTTPWithoutRanges(t *testing.T) {
	want := random(300_000)
	s := newSite(t, want)
	s.whole = true
	checkFile(t, s.URL+"/f", want)
}

func TestFewRequests(t *testing.T) {
	s := newSite(t, random(1<<20))
	f, err := op.Files{}.Open(s.URL + "/f")
	if err != nil {
		t.Fatal(err)
	}
	s.asked.Store(0)
	p := make([]byte, 100)
	for i := range 2000 {
		if _, err := f.ReadAt(p, int64(i)*100); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.asked.Load(); n != 1 {
		t.Errorf("%d requests for 200 kB in small pieces", n)
	}
}

func TestRequestsAreRepeated(t *testing.T) {
	want := random(50_000)
	s := newSite(t, want)
	s.failing.Store(2)
	checkFile(t, s.URL+"/f", want)
	s.failing.Store(100)
	if _, err := (op.Files{}).Open(s.URL + "/f"); !errs.Is(err, errs.Unavailable) {
		t.Errorf("a server that always fails: %v", err)
	}
}

func TestAFileThatChanges(t *testing.T) {
	s := newSite(t, random(2<<20))
	f, err := op.Files{}.Open(s.URL + "/f")
	if err != nil {
		t.Fatal(err)
	}
	b := random(2<<20 + 1)
	s.body.Store(&b)
	s.tag.Store(`"v2"`)
	if _, err := f.ReadAt(make([]byte, 10), 0); !errs.Is(err, errs.Lost) {
		t.Errorf("another version: %v", err)
	}
}

func bucket(t *testing.T) {
	t.Helper()
	backend := s3mem.New()
	s := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(func() {
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		s.Close()
	})
	if err := backend.CreateBucket("data"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AWS_ENDPOINT_URL", s.URL)
	t.Setenv("AWS_ENDPOINT_URL_S3", "")
	t.Setenv("AWS_REGION", "us-east-1")
	t.Setenv("AWS_ACCESS_KEY_ID", "test"+s.URL)
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
}

func put(t *testing.T, path string, b []byte) {
	t.Helper()
	w, err := op.Files{}.Create(path)
	if err == nil {
		_, err = w.Write(b)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestS3(t *testing.T) {
	bucket(t)
	small, large := random(70_000), random(20<<20+123) // of several parts
	for path, b := range map[string][]byte{"s3://data/a/1.bin": small, "s3://data/a/2.bin": large, "s3://data/a/b/3.txt": []byte("x")} {
		put(t, path, b)
	}
	checkFile(t, "s3://data/a/1.bin", small)
	checkFile(t, "s3://data/a/2.bin", large)
	for pattern, want := range map[string]string{
		"s3://data/a/*.bin": "s3://data/a/1.bin s3://data/a/2.bin ", "s3://data/a/[2]*": "s3://data/a/2.bin ",
		"s3://data/a/*": "s3://data/a/1.bin s3://data/a/2.bin ", "s3://data/a/**": "s3://data/a/1.bin s3://data/a/2.bin s3://data/a/b/3.txt ",
	} {
		found, err := op.Files{}.Glob(pattern)
		if err != nil {
			t.Error(err)
		}
		got := ""
		for _, i := range found {
			got += i.Path + " "
		}
		if got != want {
			t.Errorf("%s: %s", pattern, got)
		}
	}
	listed, err := op.Files{}.Glob("s3://data/a/1.bin")
	one, err2 := op.Files{}.Stat("s3://data/a/1.bin")
	if err = errors.Join(err, err2); err != nil || len(listed) != 1 || fmt.Sprint(listed[0].Size, listed[0].ETag) != fmt.Sprint(one.Size, one.ETag) {
		t.Errorf("listed as %v, there is %v: %v", listed, one, err)
	}
	if err := (op.Files{}).Rename("s3://data/a/1.bin", "s3://data/c/9.bin"); err != nil {
		t.Fatal(err)
	}
	checkFile(t, "s3://data/c/9.bin", small)
	for path, kind := range map[string]errs.Kind{
		"s3://data/a/1.bin": errs.NotFound, "s3://data/a": errs.Invalid, "s3://none/x": errs.NotFound, "s3:///x": errs.Invalid,
	} {
		if _, err := (op.Files{}).Open(path); !errs.Is(err, kind) {
			t.Errorf("%s: %v, not %s", path, err, kind)
		}
	}
}
