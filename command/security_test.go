package command

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/mars-project/mars-go/dataframe"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/tensor"
)

// A cluster of this machine, started by hand: the user's other programs find its token, a browser gets it by
// a link, and nobody else is let in.
func TestTokenOfALocalCluster(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	p := start(t, "mars", "local", "--port", "0", "--n-cpu", "1", "--phy-mem", "256m", "--min-mem", "0")
	at := p.line(`^Mars Web started at (127\.0\.0\.1:\d+)$`)
	link := p.line(`^Open (http://\S+)$`)
	if code, out, e := mars(t, "node", "list", "--server", "http://"+at); code != exitOK || !strings.Contains(out, "ready") {
		t.Errorf("the user's own command: exit code %d, %s", code, e)
	}
	h := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	t.Cleanup(h.CloseIdleConnections)
	get := func(url string, change func(*http.Request)) *http.Response {
		t.Helper()
		q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		change(q)
		a, err := h.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		_ = a.Body.Close()
		return a
	}
	a := get(link, func(*http.Request) {})
	if a.StatusCode != http.StatusSeeOther || a.Header.Get("Location") != "./" || len(a.Cookies()) != 1 {
		t.Fatalf("%s leads to %s %q", link, a.Status, a.Header.Get("Location"))
	}
	api := "http://" + at + "/api/v1/log?follow=0"
	for name, c := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"the browser that has opened the link": {func(q *http.Request) { q.AddCookie(a.Cookies()[0]) }, http.StatusOK},
		"another user of this machine":         {func(*http.Request) {}, http.StatusUnauthorized},
		"a wrong token":                        {func(q *http.Request) { q.Header.Set("Authorization", "Bearer x") }, http.StatusUnauthorized},
		"a page of another site":               {func(q *http.Request) { q.AddCookie(a.Cookies()[0]); q.Header.Set("Origin", "https://evil.example") }, http.StatusForbidden},
		"a name that was made to lead here":    {func(q *http.Request) { q.AddCookie(a.Cookies()[0]); q.Host = "evil.example" }, http.StatusForbidden},
	} {
		if got := get(api, c.change); got.StatusCode != c.want {
			t.Errorf("%s: %s", name, got.Status)
		}
	}
	if a := get(strings.Replace(link, "token=", "token=x", 1), func(*http.Request) {}); a.StatusCode != http.StatusUnauthorized || len(a.Cookies()) > 0 {
		t.Errorf("a link with a wrong token: %s", a.Status)
	}
	p.signal(os.Interrupt)
	p.wait()
	if left, _ := filepath.Glob(filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "mars", "*")); len(left) > 0 {
		t.Errorf("tokens are left: %v", left)
	}
}

// Files outside of the roots are refused, of a server whose other half computes; so are the web's.
func TestFilesOfAStrictCluster(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"in/x.csv": "a\n1.5\n2.5\n", "out.csv": "a\n1.0\n"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p := start(t, "mars", "local", "--port", "0", "--parent-pipe", "--n-cpu", "1", "--phy-mem", "256m", "--min-mem", "0", "--security", "strict", "--files-root", filepath.Join(dir, "in"))
	ready := p.ready()
	r := connectedWith(t, strings.TrimPrefix(ready.URL, "http://"), ready.Token)
	here := tensor.Sum(dataframe.ReadCSV(filepath.Join(dir, "in", "x.csv")).Col("a").ToTensor()) // the client reads the header, too
	if got := r.result(r.submit(here)); got != 4 {
		t.Errorf("got %v", got)
	}
	g, err := graph.Encode(here.Value())
	if err != nil {
		t.Fatal(err)
	}
	text, err := protojson.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "out.csv"), filepath.Join(dir, "in", "..", "out.csv"), "/etc/passwd", "http://127.0.0.1:1/x.csv", "s3://bucket/x.csv"} {
		read := strings.ReplaceAll(string(text), filepath.Join(dir, "in", "x.csv"), path)
		plain := `{"version": 1, "opsets": {"dataframe": 1}, "targets": [{}], "nodes": [{"id": "a", "op": "dataframe.read_csv",
			"attrs": {"filepath_or_buffer": {"strings": {"v": ["` + path + `"]}}}}]}`
		for _, text := range []string{read, plain} { // as a client describes it that has looked at the file, and as one does that leaves that to the server
			there := &marsv1.Graph{}
			if err := protojson.Unmarshal([]byte(text), there); err != nil {
				t.Fatal(err)
			}
			a, err := r.s.task.Submit(t.Context(), &marsv1.SubmitRequest{SessionId: r.session, Graph: there, RequestId: path + text[:20]})
			if connect.CodeOf(err) == connect.CodePermissionDenied {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if p := r.task(a.TaskId, 5*time.Second, false).Task.GetProblem(); p.GetKind() != marsv1.ErrorKind_ERROR_KIND_DENIED {
				t.Errorf("%s: %v", path, p)
			}
		}
	}
}
