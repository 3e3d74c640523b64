package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

// Config are the settings of a cluster. The zero value is good.
type Config struct {
	// Version is that of the program: nodes of another one are refused.
	Version string
	// Suspect is how long a worker may be silent before it gets nothing new. The default is half of Dead.
	Suspect service.Nanos
	// Dead is how long a worker may be silent before what it was given is run elsewhere. The default is 2.5
	// s.
	Dead service.Nanos
	// Forget is how long a dead worker is waited for, for what only it has. The default is 2 min.
	Forget service.Nanos
}

// A Machine is the list of nodes. It is pure.
type Machine struct {
	cfg   Config
	nodes map[string]*node
	last  service.Nanos // the last Tick
	woke  service.Nanos // the last Tick that came late
	moved bool          // the state of a node has changed in this step
	out   []Effect
}

type node struct {
	service.NodeInfo
	said   service.NodeState // by itself; State may be another meanwhile
	closed bool              // its bands get nothing new
	cut    bool              // its link went down: it has to register again
	died   service.Nanos     // when it was taken for dead, or has stopped
}

// remembered is how long a node that has stopped, or is lost, is still listed, and maxOver how many of them
// are: workers may come under new names for ever.
const (
	remembered service.Nanos = 600e9
	maxOver                  = 256
)

// New makes an empty cluster.
func New(cfg Config) *Machine {
	if cfg.Dead == 0 {
		cfg.Dead = 25e8
	}
	if cfg.Suspect == 0 {
		cfg.Suspect = cfg.Dead / 2
	}
	if cfg.Forget == 0 {
		cfg.Forget = 120e9
	}
	return &Machine{cfg: cfg, nodes: map[string]*node{}}
}

// Accept says whether a node may register; see service.ClusterService. It changes nothing.
func (m *Machine) Accept(n *service.NodeInfo) error {
	switch old := m.nodes[n.Node]; {
	case n.Node == "":
		return errs.New(errs.Invalid, "a node needs a name")
	case n.Version != m.cfg.Version:
		return errs.New(errs.Invalid, "node %s is of version %q, this cluster of %q: use one version everywhere", n.Node, n.Version, m.cfg.Version)
	case old != nil && n.Epoch < old.Epoch:
		return errs.New(errs.Denied, "a later incarnation of node %s is there: of epoch %d, not %d", n.Node, old.Epoch, n.Epoch)
	case old != nil && n.Epoch == old.Epoch && (old.cut || !old.State.Lives()):
		return errs.New(errs.Denied, "epoch %d of node %s is over: register as of a later one", n.Epoch, n.Node)
	}
	return nil
}

// Known says whether a heartbeat is of the incarnation that is registered and lives.
func (m *Machine) Known(b *service.Beat) bool {
	n := m.nodes[b.Node]
	return n != nil && n.Epoch == b.Epoch && n.State.Lives() && !n.cut
}

// Has says whether there is a node of the name that is not forgotten.
func (m *Machine) Has(name string) bool {
	n := m.nodes[name]
	return n != nil && !n.State.Over()
}

// State is where a node is in its life; of one that is not known it is the end.
func (m *Machine) State(name string) service.NodeState {
	if n := m.nodes[name]; n != nil {
		return n.State
	}
	return service.LostNode
}

// Dead says whether a node is dead as of a registration, and may come back.
func (m *Machine) Dead(name string, epoch uint64) bool {
	n := m.nodes[name]
	return n != nil && n.Epoch == epoch && n.State == service.Dead
}

// Step takes an event and says what is to be done.
func (m *Machine) Step(e Event) []Effect {
	m.out, m.moved = nil, false
	switch e := e.(type) {
	case Registered:
		m.register(e)
	case Beaten:
		m.beat(e)
	case Broken:
		m.broken(e)
	case Removed:
		if n := m.nodes[e.Node]; n != nil {
			m.forget(n, "it will not come back", e.Now)
		}
	case Tick:
		m.tick(e.Now)
	default:
		panic(fmt.Sprintf("cluster: unknown event %T", e))
	}
	if m.moved {
		m.settle()
	}
	return m.out
}

func (m *Machine) emit(e Effect) { m.out = append(m.out, e) }

func (m *Machine) register(e Registered) {
	old := m.nodes[e.Info.Node]
	if old != nil && old.Epoch > e.Info.Epoch {
		return
	}
	if old != nil && old.Epoch < e.Info.Epoch {
		m.down(old, "it registers again", e.Now)
	}
	n := &node{NodeInfo: e.Info, said: e.Info.State}
	n.Seen, n.Held = e.Now, nil
	n.Loads = make([]service.Load, len(n.Bands))
	m.nodes[n.Node] = n
	n.closed = m.shut(n, m.ready())
	m.moved = true
	m.bands(n)
}

func (m *Machine) bands(n *node) {
	for _, b := range n.Bands {
		m.emit(BandUp{service.Band{Node: n.Node, Name: b.Name}, n.Epoch, b.Slots, b.Mem, n.closed, n.Labels})
	}
}

// become changes the state of a node.
func (m *Machine) become(n *node, s service.NodeState) {
	m.moved = m.moved || n.State != s
	n.State = s
}

// ready reports that some worker is good.
func (m *Machine) ready() bool {
	for _, n := range m.nodes {
		if n.State == service.Ready && n.Role == "worker" {
			return true
		}
	}
	return false
}

// shut says whether n gets nothing new: a degraded node is better than none.
func (m *Machine) shut(n *node, ready bool) bool {
	return n.State != service.Ready && (n.State != service.Degraded || ready)
}

// settle opens and closes bands after states have changed.
func (m *Machine) settle() {
	ready := m.ready()
	var turned []*node
	for _, n := range m.nodes {
		if m.shut(n, ready) != n.closed && n.State.Lives() {
			turned = append(turned, n)
		}
	}
	for _, n := range byName(turned) {
		n.closed = !n.closed
		m.bands(n)
	}
}

func (m *Machine) beat(e Beaten) {
	if !m.Known(&e.Beat) {
		return
	}
	n := m.nodes[e.Beat.Node]
	n.Seen, n.said, n.Usage = e.Now, e.Beat.State, e.Beat.Usage
	if e.Beat.State == service.Stopped {
		m.forget(n, "it has stopped", e.Now)
		return
	}
	m.become(n, e.Beat.State)
	for i := range min(len(e.Beat.Loads), len(n.Bands)) {
		n.Loads[i] = e.Beat.Loads[i]
		m.emit(Loaded{service.Band{Node: n.Node, Name: n.Bands[i].Name}, e.Beat.Loads[i]})
	}
}

// Nodes are copies of all, in order of their names.
func (m *Machine) Nodes() []service.NodeInfo {
	var out []service.NodeInfo
	for _, n := range m.list() {
		c := n.NodeInfo
		c.Loads = slices.Clone(n.Loads)
		out = append(out, c)
	}
	return out
}

func (m *Machine) list() []*node { return byName(slices.Collect(maps.Values(m.nodes))) }

func byName(ns []*node) []*node {
	slices.SortFunc(ns, func(a, b *node) int { return strings.Compare(a.Node, b.Node) })
	return ns
}
