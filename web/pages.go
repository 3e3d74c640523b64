package web

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
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

var (
	errStopping   = errors.New("stopping")
	errUnanswered = errors.New("the supervisor does not answer")
	errNoWorker   = errors.New("no worker")
)

// health is that of a supervisor: it works while no part has panicked that it cannot be without, and is ready
// until it stops.
func (s *Server) health() *Health {
	return &Health{
		Role: "supervisor", Alive: s.o.Health,
		Ready: func(context.Context) error {
			if s.stopping.Load() {
				return errStopping
			}
			return s.o.Ready()
		},
		Work: func(ctx context.Context) error { return aWorker(ctx, s.o.Cluster.Cluster()) },
	}
}

// access has the health of a server that everybody may use say so: the pages tell, before they have a token.
func (s *Server) access(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if s.o.Exposed {
			w.Header().Set(Access, "open")
		}
		next(w, r)
	}
}

// Access is the header of health that says "open" where everybody who reaches a port may use it.
const Access = "Mars-Access"

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
<li><a href="readyz?for=work">Is the cluster ready?</a></li>
</ul>
</html>
`
