package web_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/web"
)

// A page in a browser has the token in a cookie: it reads the history, and follows a task whose session is
// over, whose state is the first message.
func TestHistoryForBrowsers(t *testing.T) {
	s, end := remembering(t, filepath.Join(t.TempDir(), "history.db"), func(o *web.Options) { o.Token = "secret" })
	defer end()
	s.begin().sums(3)
	if _, err := s.session.CloseSession(s.ctx(), &marsv1.CloseSessionRequest{SessionId: s.id}); err != nil {
		t.Fatal(err)
	}
	s.token = ""
	read := func(path string) *marsv1.ListTasksResponse {
		t.Helper()
		r, b := s.fetch("GET", path, nil, "Cookie", "mars-token=secret")
		out := &marsv1.ListTasksResponse{}
		if err := protojson.Unmarshal(b, out); err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s, %v, %s", path, r.Status, err, b)
		}
		return out
	}
	first := read("/api/v1/tasks?page_size=2")
	rest := read("/api/v1/tasks?page_size=2&page_token=" + first.NextPageToken)
	if len(first.Tasks) != 2 || len(rest.Tasks) != 1 || rest.NextPageToken != "" || first.Tasks[0].State != marsv1.Task_STATE_FAILED {
		t.Errorf("%v\n%v", first, rest)
	}
	if r, _ := s.fetch("GET", "/api/v1/tasks", nil); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a token: %s", r.Status)
	}
	if r, b := s.fetch("GET", "/api/v1/tasks?page_size=many", nil, "Cookie", "mars-token=secret"); r.StatusCode != http.StatusBadRequest {
		t.Errorf("%s, %s", r.Status, b)
	}
	r, err := http.NewRequestWithContext(s.ctx(), http.MethodGet, s.url+"/api/v1/events?scope=task:t3", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "application/x-ndjson")
	r.Header.Set("Cookie", "mars-token=secret")
	a, err := s.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Body.Close() }()
	line := make([]byte, 1<<16)
	n, _ := a.Body.Read(line)
	if got := string(line[:n]); !strings.Contains(got, `"taskId":"t3"`) || !strings.Contains(got, `"operators":`) || !strings.Contains(got, "ingular") {
		t.Errorf("%s", got)
	}
}
