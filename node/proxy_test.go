package node

import (
	"bufio"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/tensor"
)

const (
	proxied    = "/mars/ns/x-webservice-0"
	proxyToken = "secret of a test"
)

// ingress is a proxy that passes on what is below a path, path and Host as they are.
func ingress(t *testing.T, to string) *httptest.Server {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	p := &httputil.ReverseProxy{
		Transport: transport, FlushInterval: -1, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: u.Scheme, Host: u.Host})
			r.SetXForwarded()
			r.Out.Host = r.In.Host
		},
	}
	mux := http.NewServeMux()
	mux.Handle(proxied, p)
	mux.Handle(proxied+"/", p)
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// A program computes through a proxy that takes nothing off a path, and so do pages, events and metrics come.
// Who has no token, comes from a page of elsewhere or asks for another host is refused there as well.
func TestThroughAProxyThatStripsNothing(t *testing.T) {
	restored(t)
	ctx := t.Context()
	n := Network{Host: "127.0.0.1", Log: slog.New(slog.DiscardHandler)}
	s, err := StartSupervisor(ctx, SupervisorConfig{Network: n, Web: WebConfig{Host: "127.0.0.1", Token: proxyToken}})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, s.Close)
	f, err := StartFront(ctx, FrontConfig{
		Network: n, Supervisors: []string{s.Addr()}, Web: WebConfig{Host: "127.0.0.1", Prefix: proxied, Token: proxyToken, Link: "https://mars.example" + proxied},
	})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, f.Close)
	w, err := StartWorker(ctx, WorkerConfig{
		Network: n, Limits: Limits{CPUs: 1, Memory: size.Size{Bytes: 256 << 20}}, Supervisors: []string{s.Addr()}, SpillDirs: []string{t.TempDir()},
	})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, w.Close)
	<-w.Joined()
	<-f.Joined()
	proxy := ingress(t, strings.TrimSuffix(f.URL(), proxied))

	c, err := client.Connect(ctx, client.Address{URL: proxy.URL + proxied, Token: proxyToken}, client.Options{ChunkBytes: 64 << 10})
	if err != nil {
		t.Fatal(err)
	}
	data := make([]float64, 1<<16) // more than travels in a graph
	for i := range data {
		data[i] = float64(i)
	}
	a := tensor.Add(tensor.Array(data, len(data)), 1)
	if err := c.Execute(ctx, a); err != nil {
		t.Fatal(err)
	}
	if got, err := tensor.Fetch[float64](ctx, c, a); err != nil || len(got) != len(data) || got[len(data)-1] != float64(len(data)) {
		t.Errorf("%d elements, %v", len(got), err)
	}

	t.Run("paths", func(t *testing.T) { proxyPaths(t, proxy.URL, strings.TrimSuffix(f.URL(), proxied)) })
	t.Run("events", func(t *testing.T) { proxyEvents(t, proxy.URL+proxied) })
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// asked is a request that follows no redirections. head is names and values; Host is the host.
func asked(t *testing.T, method, u string, head ...string) *http.Response {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), method, u, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(head); i += 2 {
		q.Header.Set(head[i], head[i+1])
	}
	q.Host, q.Close = q.Header.Get("Host"), true
	r, err := http.DefaultTransport.RoundTrip(q)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Body.Close() })
	return r
}

func proxyPaths(t *testing.T, proxy, direct string) {
	bearer := []string{"Authorization", "Bearer " + proxyToken}
	with := func(head ...string) []string { return append(head, bearer...) }
	for _, c := range []struct {
		name, method, url string
		head              []string
		status            int
		has               string
	}{
		{"page", "GET", proxy + proxied + "/", nil, 200, "<html"},
		{"page without a slash", "GET", proxy + proxied, nil, 307, ""},
		{"API", "GET", proxy + proxied + "/api", nil, 200, "The API of Mars"},
		{"metrics", "GET", proxy + proxied + "/metrics", bearer, 200, `mars_cluster_nodes{role="worker",state="ready"} 1`},
		{"tasks", "GET", proxy + proxied + "/api/v1/tasks", bearer, 200, "SUCCEEDED"},
		{"health", "GET", proxy + proxied + "/healthz", nil, 200, ""},
		{"health at the root", "GET", direct + "/healthz", nil, 200, ""},
		{"readiness at the root", "GET", direct + "/readyz?for=work", nil, 200, ""},
		{"under the name that people see", "GET", proxy + proxied + "/api/v1/tasks", with("Host", "mars.example"), 200, ""},
		{"from the page that people see", "GET", proxy + proxied + "/api/v1/tasks", with("Host", "mars.example", "Origin", "https://mars.example"), 200, ""},
		{"metrics without a token", "GET", proxy + proxied + "/metrics", nil, 401, ""},
		{"tasks with a wrong token", "GET", proxy + proxied + "/api/v1/tasks", []string{"Authorization", "Bearer x"}, 401, ""},
		{"RPC without a token", "POST", proxy + proxied + "/mars.v1.ClusterService/ListNodes", nil, 401, ""},
		{"data without a token", "GET", proxy + proxied + "/v1/sessions/x/results/y", nil, 401, ""},
		{"from a page of elsewhere", "GET", proxy + proxied + "/api/v1/tasks", with("Origin", "https://evil.example"), 403, ""},
		{"from a page of nowhere", "GET", proxy + proxied + "/api/v1/tasks", with("Origin", "null"), 403, ""},
		{"under a name that leads here", "GET", proxy + proxied + "/api/v1/tasks", with("Host", "evil.example"), 403, ""},
		{"above the path", "GET", direct + "/api/v1/tasks", bearer, 404, ""},
		{"beside the path", "GET", direct + proxied + "1/api/v1/tasks", bearer, 404, ""},
		{"out of the path by dots", "GET", direct + proxied + "/../../../metrics", nil, 401, ""},
	} {
		r := asked(t, c.method, c.url, c.head...)
		b, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != c.status || !strings.Contains(string(b), c.has) {
			t.Errorf("%s: %s, %v, want %d with %q\n%.300s", c.name, r.Status, err, c.status, c.has, b)
		}
	}
}

// proxyEvents: the snapshot of the cluster comes while the stream is open.
func proxyEvents(t *testing.T, at string) {
	r := asked(t, http.MethodGet, at+"/api/v1/events?scope=cluster", "Authorization", "Bearer "+proxyToken, "Accept", "application/x-ndjson")
	line, err := bufio.NewReader(r.Body).ReadString('\n')
	if err != nil || r.StatusCode != http.StatusOK || !strings.Contains(line, "node") {
		t.Errorf("%s: %.300s, %v", r.Status, line, err)
	}
}
