package web

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// GetServer is what a client reads first.
func (s *Server) GetServer(context.Context, *marsv1.GetServerRequest) (*marsv1.GetServerResponse, error) {
	m := &marsv1.Server{
		Version: s.o.Version, GraphVersion: graph.Version, Opsets: map[string]uint32{"core": graph.Opset},
		Features: []string{"events:sse", "format:arrow", "format:csv", "format:json", "format:npy"}, InlineBytes: s.o.InlineBytes,
		MaxRequestBytes: s.o.MaxBody, MaxNodes: int64(s.o.MaxNodes), Epoch: s.o.Epoch, WebUrl: s.o.URL,
	}
	if s.o.Exposed {
		m.Features = append(m.Features, "access:open")
	}
	for _, d := range op.Domains() {
		m.Opsets[d] = graph.Opset
	}
	return &marsv1.GetServerResponse{Server: m}, nil
}

// registry is the operators that are linked into this program; it is made when somebody asks.
var registry = sync.OnceValue(func() (out []*marsv1.Operator) {
	for _, d := range op.Defs() {
		_, methods := d.Doc.Names()
		out = append(out, &marsv1.Operator{
			Name: d.Doc.Name, Signature: d.Doc.Sig, Summary: d.Doc.Summary, Like: d.Doc.Like, Since: graph.Opset, Methods: methods,
		})
	}
	return out
})

// ListOperators is the registry, or a domain of it.
func (s *Server) ListOperators(_ context.Context, r *marsv1.ListOperatorsRequest) (*marsv1.ListOperatorsResponse, error) {
	d := r.GetDomain()
	if d == "" {
		return &marsv1.ListOperatorsResponse{Operators: registry()}, nil
	}
	out := &marsv1.ListOperatorsResponse{}
	for _, o := range registry() {
		if strings.HasPrefix(o.Name, d+".") {
			out.Operators = append(out.Operators, o)
		}
	}
	if len(out.Operators) == 0 {
		return nil, errs.New(errs.NotFound, "there are no operators of %q", d)
	}
	return out, nil
}

// ListNodes lists this supervisor and the workers.
func (s *Server) ListNodes(ctx context.Context, _ *marsv1.ListNodesRequest) (*marsv1.ListNodesResponse, error) {
	list, err := s.nodes(ctx)
	list = slices.DeleteFunc(list, func(n *marsv1.ClusterNode) bool {
		return n.Role == marsv1.ClusterNode_ROLE_SUPERVISOR && n.Version == "" && n.State == marsv1.ClusterNode_STATE_READY
	}) // they speak for themselves
	return &marsv1.ListNodesResponse{Nodes: list}, err
}

// Peer is another supervisor in a list of nodes: whether it can be reached is all that is known of it here.
func Peer(name string, up bool) *marsv1.ClusterNode {
	m := &marsv1.ClusterNode{Address: name, Role: marsv1.ClusterNode_ROLE_SUPERVISOR, State: marsv1.ClusterNode_STATE_DEAD}
	if up {
		m.State = marsv1.ClusterNode_STATE_READY
	}
	return m
}

// peers are the other supervisors.
func (s *Server) peers() (out []*marsv1.ClusterNode) {
	if s.o.Peers == nil {
		return nil
	}
	up, down := s.o.Peers()
	for _, n := range up {
		out = append(out, Peer(n, true))
	}
	for _, n := range down {
		out = append(out, Peer(n, false))
	}
	return out
}

func (s *Server) nodes(ctx context.Context) ([]*marsv1.ClusterNode, error) {
	ns, err := s.o.Cluster.Cluster().Nodes(ctx)
	if err != nil {
		return nil, err
	}
	queued := map[service.Band]int{}
	if q, err := s.o.Cluster.Schedule().Info(ctx); err == nil {
		for _, b := range q.Bands {
			queued[b.Band] = max(0, b.Out-int(b.Load.Running))
		}
	}
	out := append([]*marsv1.ClusterNode{s.self()}, s.peers()...)
	for i := range ns {
		if ns[i].Role != "supervisor" || ns[i].Node != s.o.Address {
			out = append(out, nodeMessage(&ns[i], queued))
		}
	}
	return out, nil
}

// self is this supervisor.
func (s *Server) self() *marsv1.ClusterNode {
	m := &marsv1.ClusterNode{
		Address: s.o.Address, Role: marsv1.ClusterNode_ROLE_SUPERVISOR, State: marsv1.ClusterNode_STATE_READY, Version: s.o.Version,
		Cores: float64(runtime.GOMAXPROCS(0)), CoresUsed: s.meter.Cores(), Started: stamp(s.started), Seen: stamp(now()),
	}
	if s.stopping.Load() {
		m.State = marsv1.ClusterNode_STATE_STOPPING
	}
	m.MemoryBytes, _ = host.Memory()
	m.MemoryUsedBytes, _ = host.RSS()
	return m
}

// states are those of nodes as messages have them.
var states = map[service.NodeState]marsv1.ClusterNode_State{
	service.Starting: marsv1.ClusterNode_STATE_STARTING, service.Ready: marsv1.ClusterNode_STATE_READY, service.Degraded: marsv1.ClusterNode_STATE_DEGRADED,
	service.Stopping: marsv1.ClusterNode_STATE_STOPPING, service.Stopped: marsv1.ClusterNode_STATE_STOPPED, service.LostNode: marsv1.ClusterNode_STATE_LOST,
	service.Suspect: marsv1.ClusterNode_STATE_SUSPECT, service.Dead: marsv1.ClusterNode_STATE_DEAD,
}

func nodeMessage(n *service.NodeInfo, queued map[service.Band]int) *marsv1.ClusterNode {
	m := &marsv1.ClusterNode{
		Address: n.Address, Role: marsv1.ClusterNode_ROLE_WORKER, State: states[n.State], Version: n.Version, Started: stamp(n.Started), Seen: stamp(n.Seen),
		Cores: n.Cores, CoresUsed: n.Usage.Cores, MemoryBytes: n.Memory, MemoryUsedBytes: n.Usage.Memory,
		StoredBytes: n.Usage.Stored, SpilledBytes: n.Usage.Spilled, WrittenBytes: n.Usage.Written, FetchedBytes: n.Usage.Fetched,
	}
	if m.Address == "" {
		m.Address = n.Node
	}
	if !n.State.Lives() { // what it took is nobody's any more
		m.CoresUsed, m.MemoryUsedBytes, m.StoredBytes, m.SpilledBytes = 0, 0, 0, 0
	}
	if n.Role == "supervisor" {
		m.Role = marsv1.ClusterNode_ROLE_SUPERVISOR
	}
	for _, k := range slices.Sorted(maps.Keys(n.Labels)) {
		if v := n.Labels[k]; v != "" {
			k += "=" + v
		}
		m.Labels = append(m.Labels, k)
	}
	slots, mem := 0.0, int64(0)
	for i, b := range n.Bands {
		band := &marsv1.Band{Name: b.Name, Slots: uint32(b.Slots), Queued: uint32(queued[service.Band{Node: n.Node, Name: b.Name}])}
		slots += float64(b.Slots)
		mem += b.Mem
		if i < len(n.Loads) && n.State.Lives() {
			band.SlotsUsed, band.Queued = uint32(n.Loads[i].Running), max(band.Queued, uint32(n.Loads[i].Queued))
		}
		m.Bands = append(m.Bands, band)
	}
	if m.Cores == 0 {
		m.Cores = slots
	}
	if m.MemoryBytes == 0 {
		m.MemoryBytes = mem
	}
	return m
}
