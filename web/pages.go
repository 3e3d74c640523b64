package web

import (
	"encoding/base64"
	"encoding/json"
	"net/http"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/service"
)

// procedures are the names of all RPCs, "TaskService/Submit".
var procedures = func() map[string]bool {
	out := map[string]bool{}
	list := marsv1.File_mars_v1_service_proto.Services()
	for i := range list.Len() {
		for k := range list.Get(i).Methods().Len() {
			out[string(list.Get(i).Name())+"/"+string(list.Get(i).Methods().Get(k).Name())] = true
		}
	}
	return out
}()

// healthz says that the process works: 503 when a part has panicked that it cannot be without.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	if err := s.o.Health(); err != nil {
		text(w, http.StatusServiceUnavailable, "broken: "+err.Error()+"\n")
		return
	}
	if s.o.Exposed { // the pages tell, before they have a token
		w.Header().Set("Mars-Access", "open")
	}
	text(w, http.StatusOK, "ok\n")
}

// readyz says whether the cluster takes work: 503 while the server stops or there is no worker.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	if s.stopping.Load() {
		text(w, http.StatusServiceUnavailable, "stopping\n")
		return
	}
	if err := s.o.Health(); err != nil {
		text(w, http.StatusServiceUnavailable, "broken: "+err.Error()+"\n")
		return
	}
	ns, err := s.o.Cluster.Cluster().Nodes(r.Context())
	if err != nil {
		text(w, http.StatusServiceUnavailable, "the supervisor does not answer\n")
		return
	}
	for i := range ns {
		if ns[i].Role == "worker" && ns[i].State == service.Ready {
			text(w, http.StatusOK, "ready\n")
			return
		}
	}
	text(w, http.StatusServiceUnavailable, "no worker\n")
}

func text(w http.ResponseWriter, code int, t string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_, _ = w.Write([]byte(t))
}

// detailJSON is a detail of a Connect error as the protocol writes it.
func detailJSON(d *connect.ErrorDetail) json.RawMessage {
	out := struct {
		Type  string          `json:"type"`
		Value string          `json:"value"`
		Debug json.RawMessage `json:"debug,omitempty"`
	}{Type: d.Type(), Value: base64.RawStdEncoding.EncodeToString(d.Bytes())}
	if m, err := d.Value(); err == nil {
		if b, err := protojson.Marshal(m); err == nil {
			out.Debug = b
		}
	}
	b, err := json.Marshal(out)
	if err != nil {
		return json.RawMessage("{}")
	}
	return b
}

// welcome is what stands at / when nobody gives a user interface.
func welcome(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/" {
		text(w, http.StatusNotFound, "there is nothing here\n")
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	_, _ = w.Write([]byte(welcomePage))
}

const welcomePage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mars</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40em;margin:4em auto;padding:0 1em;color-scheme:light dark}</style>
<h1>Mars</h1>
<p>This is the web port of a Mars supervisor. From Python:</p>
<pre>import mars
mars.new_session("http://this-address")</pre>
<ul>
<li><a href="api">The API</a></li>
<li><a href="readyz">Is the cluster ready?</a></li>
</ul>
</html>
`
