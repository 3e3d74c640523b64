package web

import (
	"context"
	"net/http"

	"github.com/mars-project/mars-go/service"
)

// Role is the header by which a process tells, with its health, what it is: supervisor, worker or web.
const Role = "Mars-Role"

// A Health answers GET /healthz and /readyz of a process, without a token: whether it works, and whether
// others should send it what they have. No role waits for another one that waits for it: a supervisor is
// ready without workers. What says more than that is asked for: /readyz?for=work.
type Health struct {
	Role string
	// Alive says what makes the process useless, so that it should be started again; nil while it works. Nil:
	// it always does.
	Alive func() error
	// Ready says why nobody should send it anything now; nil when somebody should. Nil: always. Work, where
	// it is not nil, says why it would run no task.
	Ready, Work func(context.Context) error
}

// Before answers what is asked about health, and passes on the rest.
func (h *Health) Before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		get := r.Method == http.MethodGet || r.Method == http.MethodHead
		switch {
		case get && r.URL.Path == "/healthz":
			h.alive(w, r)
		case get && r.URL.Path == "/readyz":
			h.ready(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func (h *Health) alive(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set(Role, h.Role)
	if err := h.broken(); err != nil {
		text(w, http.StatusServiceUnavailable, "broken: "+err.Error()+"\n")
		return
	}
	text(w, http.StatusOK, "ok\n")
}

func (h *Health) broken() error {
	if h.Alive == nil {
		return nil
	}
	return h.Alive()
}

func (h *Health) ready(w http.ResponseWriter, r *http.Request) {
	w.Header().Set(Role, h.Role)
	if err := h.broken(); err != nil {
		text(w, http.StatusServiceUnavailable, "broken: "+err.Error()+"\n")
		return
	}
	ask := []func(context.Context) error{h.Ready}
	switch what := r.URL.Query().Get("for"); what {
	case "":
	case "work":
		ask = append(ask, h.Work)
	default:
		text(w, http.StatusBadRequest, "for: want work\n")
		return
	}
	for _, f := range ask {
		if f == nil {
			continue
		}
		if err := f(r.Context()); err != nil {
			text(w, http.StatusServiceUnavailable, err.Error()+"\n")
			return
		}
	}
	text(w, http.StatusOK, "ready\n")
}

// aWorker says whether there is a worker that takes work.
func aWorker(ctx context.Context, c service.ClusterService) error {
	ns, err := c.Nodes(ctx)
	if err != nil {
		return errUnanswered
	}
	for i := range ns {
		if ns[i].Role == "worker" && ns[i].State == service.Ready {
			return nil
		}
	}
	return errNoWorker
}
