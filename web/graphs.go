package web

import (
	"context"
	"maps"
	"sync"

	"google.golang.org/protobuf/proto"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// graphs is what the graphs of a session take in the supervisor, their literals above all: those that are
// being described, and those of tasks that run or whose results have a handle, for lost chunks are made again
// from them.
type graphs struct {
	mu    sync.Mutex
	bytes int64                // of all
	kept  map[string]keptGraph // by the keys of their targets: graphs of equal values are needed once
	after int                  // how many kept ones make it look for those that are not needed any more
}

type keptGraph struct {
	task    service.TaskID
	targets []op.Key
	bytes   int64
}

// take counts a graph that is about to be described; back takes it off again. OutOfMemory: the session's
// graphs pass the bound.
func (s *Server) take(ctx context.Context, x *session, g *marsv1.Graph) (back func(), err error) {
	n := int64(proto.Size(g))
	q := &x.graphs
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bytes+n > s.o.MaxGraphs {
		s.sweepGraphs(ctx, x)
	}
	if was := q.bytes; was+n > s.o.MaxGraphs {
		return nil, errs.New(errs.OutOfMemory,
			"a graph of %s, where the other graphs of the session take %s and all may take %s: upload data instead of writing it into the program, or drop results",
			service.Bytes(n), service.Bytes(was), service.Bytes(s.o.MaxGraphs))
	}
	q.bytes += n
	return func() {
		q.mu.Lock()
		q.bytes -= n
		q.mu.Unlock()
	}, nil
}

// keepGraph counts the graph of a task that was started.
func (s *Server) keepGraph(ctx context.Context, x *session, id service.TaskID, g *marsv1.Graph, b *graph.Built) {
	k, name := keptGraph{task: id, bytes: int64(proto.Size(g))}, []byte(nil)
	for _, v := range b.Targets {
		key := v.Meta().Key
		k.targets = append(k.targets, key)
		name = append(name, key[:]...)
	}
	q := &x.graphs
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.kept == nil {
		q.kept = map[string]keptGraph{}
	}
	q.bytes += k.bytes - q.kept[string(name)].bytes
	q.kept[string(name)] = k
	if len(q.kept) > q.after {
		s.sweepGraphs(ctx, x)
		q.after = 2*len(q.kept) + 1000
	}
}

// sweepGraphs drops the graphs of tasks that are over and whose results nobody holds. graphs.mu is held.
func (s *Server) sweepGraphs(ctx context.Context, x *session) {
	q := &x.graphs
	maps.DeleteFunc(q.kept, func(_ string, k keptGraph) bool {
		if info, err := s.o.Cluster.Task().Info(ctx, k.task); err == nil && !info.State.Over() {
			return false
		}
		for _, key := range k.targets {
			if _, held, err := s.o.Cluster.Lifecycle().Lookup(ctx, x.id, key); held || err != nil {
				return false
			}
		}
		q.bytes -= k.bytes
		return true
	})
}
