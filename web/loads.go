package web

import (
	"cmp"
	"slices"
	"sync"
	"time"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// loads is what workers do, as of a moment ago.
type loads struct {
	mu   sync.Mutex
	at   time.Time
	last load
}

// A load is what workers do.
type load struct {
	busy  int                         // slots that run something
	calls map[service.TaskID][]callOn // of users' functions, the longest first
}

// A callOn is a call on a worker.
type callOn struct {
	service.Call
	worker string
}

// maxCalls is how many calls of a task are told of.
const maxCalls = 8

func (l *loads) now(s *Server) load {
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.at) < tickEvery {
		return l.last
	}
	ns, err := s.o.Cluster.Cluster().Nodes(s.life)
	if err != nil {
		return l.last
	}
	l.at, l.last = time.Now(), load{calls: map[service.TaskID][]callOn{}}
	for i := range ns {
		n := &ns[i]
		if !n.State.Lives() {
			continue
		}
		for k := range min(len(n.Loads), len(n.Bands)) {
			l.last.busy += int(min(n.Loads[k].Running, n.Bands[k].Slots))
		}
		for _, c := range n.Usage.Calls {
			l.last.calls[c.Task] = append(l.last.calls[c.Task], callOn{c, n.Node})
		}
	}
	for _, cs := range l.last.calls {
		slices.SortFunc(cs, func(a, b callOn) int { return cmp.Or(cmp.Compare(b.Took, a.Took), cmp.Compare(a.worker, b.worker)) })
	}
	return l.last
}

// callMessages tells of calls of a task: nodes are what it makes, ids those of their nodes by key.
func callMessages(calls []callOn, nodes []service.NodeProgress, ids map[op.Key]string) (out []*marsv1.FunctionCall) {
	for _, c := range calls[:min(len(calls), maxCalls)] {
		m := &marsv1.FunctionCall{Worker: c.worker, Seconds: c.Took.Duration().Seconds(), Progress: c.Done}
		for k := range nodes {
			if n := &nodes[k]; c.Log != "" && ids[n.Key] == c.Log {
				m.Node, m.Op, m.Site = c.Log, n.Name, n.Site
				break
			}
		}
		out = append(out, m)
	}
	return out
}
