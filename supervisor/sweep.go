package supervisor

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/rpc"
)

// sweepTime is how long a worker may take to remove files.
const sweepTime = 10 * time.Second

// sweep removes what the writers among the ancestors of targets have left, on the disk of the supervisor and
// those of all workers: these may be others. Nothing of the task runs any more. A worker that is dead is told
// when it comes back.
func (s *Supervisor) sweep(targets []op.Value) {
	left := op.Leftovers(targets)
	if len(left) == 0 {
		return
	}
	op.Sweep(op.Files{}, left)
	left = slices.DeleteFunc(left, func(l string) bool { s := op.Scheme(l); return s != "" && s != "file" }) // those are the same everywhere
	if len(left) == 0 {
		return
	}
	ns, _ := s.nodes.Nodes(context.Background()) // it answers from memory
	var wg sync.WaitGroup
	for i := range ns {
		if ns[i].Role == "worker" && !s.nodes.owes(ns[i].Node, func(d *debts) { d.sweep(ns[i].Node, left) }) {
			wg.Add(1)
			s.nodes.behind(ns[i].Node, func(ctx context.Context) {
				defer wg.Done()
				s.sweepOn(ctx, ns[i].Node, left)
			})
		}
	}
	wg.Wait()
}

// sweepOn has a worker remove files. ctx ends with the life of the worker.
func (s *Supervisor) sweepOn(ctx context.Context, node string, left []string) {
	ctx, cancel := context.WithTimeout(ctx, sweepTime)
	defer cancel()
	if err := rpc.Data(s.sys, node).Sweep(ctx, left); err != nil {
		s.nodes.owes(node, func(d *debts) { d.sweep(node, left) }) // it went meanwhile
	}
}

// owes notes what a node is to do should it come back, and reports whether it is dead: one that is up is
// told, and one that is forgotten has nothing.
func (n *nodes) owes(node string, note func(*debts)) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.m.State(node) != service.Dead {
		return false
	}
	note(&n.owed)
	return true
}
