package webfile

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// A counted spool has room for so many bytes.
type counted struct {
	*os.File
	room   int
	closed *int
}

func (c *counted) Write(p []byte) (int, error) {
	if c.room -= len(p); c.room < 0 {
		return 0, &errs.Error{Kind: errs.OutOfMemory, Msg: "session s may have no more", Quota: "session_disk"}
	}
	return c.File.Write(p)
}

func (c *counted) Close() error {
	*c.closed++
	return c.File.Close()
}

// What a server gives only as a whole goes to the spool of who reads it, once, and goes with the file. That
// there is no room is told at once; that the server breaks off is tried again, with a new one.
func TestCopiesGoToSpools(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789"), 20_000)
	broken := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if broken > 0 {
			broken--
			w.Header().Set("Content-Length", "200000")
			_, _ = w.Write(text[:1000])
			return
		}
		_, _ = w.Write(text)
	}))
	defer srv.Close()
	defer client.CloseIdleConnections()
	var asked []int64
	closed := 0
	open := func(room int) (op.File, error) {
		asked, closed = nil, 0
		return httpFS{}.Until(t.Context(), func(n int64) (op.Spool, error) {
			asked = append(asked, n)
			f, err := os.CreateTemp(t.TempDir(), "")
			return &counted{f, room, &closed}, err
		}).Open(srv.URL + "/a.csv")
	}
	f, err := open(len(text))
	if err != nil || f.Info().Size != int64(len(text)) || len(asked) != 1 {
		t.Fatalf("%v, %v", asked, err)
	}
	got, err := io.ReadAll(io.NewSectionReader(f, 0, f.Info().Size))
	if err != nil || !bytes.Equal(got, text) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if err := f.Close(); err != nil || closed != 1 {
		t.Errorf("%d closed, %v", closed, err)
	}
	if _, err := open(100_000); !errs.Is(err, errs.OutOfMemory) || errs.QuotaOf(err) != "session_disk" || !strings.Contains(err.Error(), srv.URL) || len(asked) != 1 || closed != 1 {
		t.Errorf("%v; %v asked, %d closed", err, asked, closed)
	}
	broken = 1
	if f, err = open(len(text)); err != nil || len(asked) != 2 || asked[0] != 200_000 || closed != 1 {
		t.Fatalf("%v; %v asked, %d closed", err, asked, closed)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// Where nobody counts, a copy has no name from its begin on: a process that is killed leaves nothing.
func TestCopiesOfNobodyHaveNoName(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s, err := temporary(0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write([]byte("abc")); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(os.TempDir(), "*")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
