package node

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/service/autoscale"
)

// says is a supervisor that answers with a status and a text.
func says(status int, text string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	})
}

// The advice of a port of several supervisors is that of all of them.
func TestAdviceOfSeveralSupervisors(t *testing.T) {
	const idle = `{"workers":3,"want":1,"retire":["w2","w3"],"why":"idle"}`
	for _, c := range []struct {
		name   string
		a, b   http.Handler // nil: it is not up
		status int
		want   autoscale.Advice
	}{
		{"both idle", says(200, idle), says(200, `{"workers":3,"want":2,"retire":["w3"],"why":"some"}`), 200, autoscale.Advice{Workers: 3, Want: 2, Retire: []string{"w3"}}},
		{"one has work", says(200, idle), says(200, `{"workers":3,"want":5,"retire":[],"why":"work"}`), 200, autoscale.Advice{Workers: 3, Want: 5}},
		{"one is not up", says(200, idle), nil, 200, autoscale.Advice{Workers: 3, Want: 3}},
		{"one has just gone", says(200, idle), says(503, `{"code":"unavailable"}`), 200, autoscale.Advice{Workers: 3, Want: 3}},
		{"one asks for a token", says(200, idle), says(401, `{}`), 401, autoscale.Advice{}},
		{"one says what is no advice", says(200, `[]`), says(200, idle), 503, autoscale.Advice{}},
		{"both have just gone", says(503, idle), says(503, idle), 503, autoscale.Advice{}},
		{"none is up", nil, nil, 503, autoscale.Advice{}},
	} {
		r := NewRouter([]string{"a", "b"})
		for name, h := range map[string]http.Handler{"a": c.a, "b": c.b} {
			if h != nil {
				r.Up(Backend{Name: name, Epoch: name, Handler: h})
			}
		}
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/autoscale?idle=9", http.NoBody))
		var got autoscale.Advice
		if err := json.Unmarshal(w.Body.Bytes(), &got); w.Code != c.status || err != nil && c.status == 200 {
			t.Errorf("%s: %d %s", c.name, w.Code, w.Body)
			continue
		}
		if c.status == 200 && (got.Workers != c.want.Workers || got.Want != c.want.Want || !slices.Equal(got.Retire, c.want.Retire) || !strings.Contains(w.Body.String(), `"retire":[`)) {
			t.Errorf("%s: %s, want %+v", c.name, w.Body, c.want)
		}
	}
}
