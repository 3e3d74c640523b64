package plane_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/plane"
)

// full is parts of which some nodes take nothing.
type full struct {
	plane.Parts
	nodes map[string]bool
}

func (f full) Write(_ context.Context, _ string, u plane.Upload, r io.Reader) (service.ChunkMeta, error) {
	if f.nodes[u.Band.Node] {
		return service.ChunkMeta{}, errs.New(errs.OutOfMemory, "disk full")
	}
	_, err := io.Copy(io.Discard, r)
	return service.ChunkMeta{Facts: service.Facts{Key: u.Key}}, err
}

// What one worker does not take is sent again and goes to another; what none takes says why.
func TestUploadsGoWhereThereIsRoom(t *testing.T) {
	f := full{nodes: map[string]bool{"w1": true}}
	at := "w1"
	g, err := plane.NewGateway(plane.GatewayOptions{
		Parts: f, Secret: secret, Find: func(context.Context, string, op.Key) (service.ChunkMeta, error) { return service.ChunkMeta{}, nil },
		Allow: func(*http.Request, string, op.Key, plane.Right) error { return nil },
		Place: func(context.Context, string, op.Key) (service.Band, error) {
			return service.Band{Node: at, Name: "numa-0"}, nil
		},
		Refused: func(_ context.Context, _ string, _ op.Key, by service.Band, why error) bool {
			if !errs.Is(why, errs.OutOfMemory) || by.Node != at {
				t.Errorf("%s: %v", by, why)
			}
			was := at
			at = "w2"
			return was != at
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	put := func() (int, string) {
		w := httptest.NewRecorder()
		g.ServeHTTP(w, httptest.NewRequest(http.MethodPut, plane.Path(plane.Prefix, "s", key("k"), plane.Select{}, "")+"?dtype=float64&shape=1", strings.NewReader("12345678")))
		return w.Code, w.Body.String()
	}
	for _, c := range []struct {
		status int
		says   string
	}{{http.StatusServiceUnavailable, "worker w1 does not take it, send it again for another: disk full"}, {http.StatusOK, `"node":"w2"`}} {
		if status, text := put(); status != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%d %s, want %d %s", status, text, c.status, c.says)
		}
	}
	f.nodes["w2"] = true
	if status, text := put(); status == http.StatusOK || status == http.StatusServiceUnavailable || !strings.Contains(text, "disk full") {
		t.Errorf("%d %s", status, text)
	}
}
