package web

import (
	"cmp"
	"context"
	"net/http"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/service"
)

// noOperator is the answer to who may compute but not end workers.
var noOperator = errs.New(errs.Denied, "only the administrator's token may have a worker leave")

// retired is what becomes of a worker that is to leave.
type retired struct {
	Node  string `json:"node"`
	State string `json:"state"` // stopping: it hands over; stopped: its process may be ended
}

// retire has a worker leave: it takes nothing new, ends what runs, hands over what only it has, and stops.
//
//	POST /api/v1/nodes/NODE/retire
//
// It answers when the worker knows, and again with what has become of it. One that was lost is gone as well.
func (s *Server) retire(w http.ResponseWriter, r *http.Request) error {
	n, err := s.drain(r.Context(), r.PathValue("node"))
	if err != nil {
		return err
	}
	return writeJSON(w, retired{cmp.Or(n.Address, n.Node), n.State.String()})
}

// drain tells a worker to leave that does not leave yet, and says what it is then.
func (s *Server) drain(ctx context.Context, address string) (*service.NodeInfo, error) {
	n, err := s.leaver(ctx, address)
	if err != nil || n.State >= service.Stopping {
		return n, err
	}
	if err := s.o.Cluster.Cluster().Drain(ctx, n.Node); err != nil {
		return nil, err
	}
	m, err := s.worker(ctx, address)
	if errs.Is(err, errs.NotFound) || err == nil && m.State < service.Stopping { // the list does not have it yet
		n.State = service.Stopping
		return n, nil
	}
	return m, err
}

// leaver finds a worker that the caller may have leave.
func (s *Server) leaver(ctx context.Context, address string) (*service.NodeInfo, error) {
	if !callerOf(ctx).admin {
		return nil, noOperator
	}
	return s.worker(ctx, address)
}

// worker finds a worker by its address. NotFound: there is none.
func (s *Server) worker(ctx context.Context, address string) (*service.NodeInfo, error) {
	ns, err := s.o.Cluster.Cluster().Nodes(ctx)
	if err != nil {
		return nil, err
	}
	for i := range ns {
		if ns[i].Role == "worker" && address == cmp.Or(ns[i].Address, ns[i].Node) {
			return &ns[i], nil
		}
	}
	return nil, errs.New(errs.NotFound, "no worker %.80q: see ListNodes", address)
}

// DrainNode asks a worker to leave, and answers when it knows. Unlike retire it is an error where the worker
// is gone: a new one of its name that is about to join would not have been told.
func (s *Server) DrainNode(ctx context.Context, r *marsv1.DrainNodeRequest) (*marsv1.DrainNodeResponse, error) {
	n, err := s.leaver(ctx, r.GetAddress())
	if err != nil {
		return nil, err
	}
	return &marsv1.DrainNodeResponse{}, s.o.Cluster.Cluster().Drain(ctx, n.Node)
}
