package web

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/autoscale"
)

// defaultIdle is how long a worker is idle before it may leave, where nobody says.
const defaultIdle service.Nanos = 120e9

// scaling remembers what was seen of the cluster when somebody asked.
type scaling struct {
	mu sync.Mutex
	m  *autoscale.Machine
}

// autoscale says how many workers the cluster wants and which may leave. Who asks acts:
//
//	GET /api/v1/autoscale?idle=SECONDS
//
// A worker is idle that had nothing whenever somebody asked, so ask every few seconds.
func (s *Server) autoscale(w http.ResponseWriter, r *http.Request) error {
	idle := defaultIdle
	if t := r.URL.Query().Get("idle"); t != "" {
		n, err := strconv.ParseUint(t, 10, 31)
		if err != nil {
			return errs.New(errs.Invalid, "idle=%.40q is no number of seconds", t)
		}
		idle = service.Nanos(n) * 1e9
	}
	l, err := s.look(r.Context())
	if err != nil {
		return err
	}
	s.scaling.mu.Lock()
	a := s.scaling.m.Advise(l, idle)
	s.scaling.mu.Unlock()
	a.Retire = append([]string{}, a.Retire...) // never null
	return writeJSON(w, a)
}

// look is what is to be seen of the cluster now.
func (s *Server) look(ctx context.Context) (*autoscale.Look, error) {
	q, err := s.o.Cluster.Schedule().Info(ctx)
	if err != nil {
		return nil, err
	}
	ns, err := s.o.Cluster.Cluster().Nodes(ctx)
	if err != nil {
		return nil, err
	}
	l := &autoscale.Look{Now: now(), Ready: q.Ready, Waiting: q.Waiting}
	if l.Each, err = s.usual(ctx); err != nil {
		return nil, err
	}
	out := map[string]int{}
	for _, b := range q.Bands {
		out[b.Band.Node] += b.Out
	}
	for i := range ns {
		n := &ns[i]
		if n.Role != "worker" || !n.State.Lives() || n.State == service.Stopping {
			continue
		}
		x := autoscale.Worker{Node: cmp.Or(n.Address, n.Node), Stored: n.Usage.Stored + n.Usage.Spilled}
		others := 0 // what it has of all supervisors
		for _, b := range n.Bands {
			x.Slots, x.Mem = x.Slots+int(b.Slots), x.Mem+b.Mem
		}
		for _, b := range n.Loads {
			others += int(b.Running + b.Queued)
		}
		x.Out = max(out[n.Node], others)
		l.Workers = append(l.Workers, x)
	}
	return l, nil
}

// usual is how long a subtask takes on a slot: of tasks that run, else of those that are over; 0: none has
// ended.
func (s *Server) usual(ctx context.Context) (service.Nanos, error) {
	list, err := s.o.Cluster.Task().List(ctx, "")
	if err != nil {
		return 0, err
	}
	busy, done := service.Nanos(0), 0
	for i := range list {
		if !list[i].State.Over() {
			busy, done = busy+list[i].Busy, done+list[i].Done
		}
	}
	if done == 0 {
		n := s.o.Cluster.Totals()
		busy, done = n.Busy, int(n.Subtasks)
	}
	if done == 0 {
		return 0, nil
	}
	return busy / service.Nanos(done), nil
}

// writeJSON answers with a value that nobody keeps.
func writeJSON(w http.ResponseWriter, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return errs.Wrap(errs.Internal, err, "an answer as JSON")
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(append(b, '\n'))
	return nil
}
