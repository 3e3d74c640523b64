package supervisor

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/cluster"
	"github.com/mars-project/mars-go/service/meta"
	"github.com/mars-project/mars-go/service/replica"
	"github.com/mars-project/mars-go/service/rpc"
	"github.com/mars-project/mars-go/service/schedule"
)

// nodes is the cluster service.
type nodes struct {
	s      *Supervisor
	mu     sync.Mutex
	m      *cluster.Machine
	unsubs map[string]func() // watches of nodes
	held   []service.Holding // of the node that registers
	owed   debts

	leaving sync.Map // epochs of registrations that have said so, by node
	alive   sync.Map // *life by node, while it is up
	probes  sync.Map // *probe by node, while it is asked
}

// A life is the time for which a node is up.
type life struct {
	ctx   context.Context
	end   context.CancelFunc
	epoch uint64 // of its registration
	out   outbox
}

func newNodes(s *Supervisor, cfg cluster.Config) *nodes {
	return &nodes{s: s, m: cluster.New(cfg), unsubs: map[string]func(){}}
}

// life ends when a node goes down, also one that only stands still: whatever is sent there waits no longer.
// Of a node that is not up it is over.
func (n *nodes) life(node string) context.Context {
	if l, ok := n.alive.Load(node); ok {
		return l.(*life).ctx
	}
	return over
}

var over = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// lives reports that a node is up as of a registration.
func (n *nodes) lives(node string, epoch uint64) bool {
	l, ok := n.alive.Load(node)
	return ok && l.(*life).epoch == epoch
}

// epoch is that of the registration as of which a node is up; 0: it is not.
func (n *nodes) epoch(node string) uint64 {
	if l, ok := n.alive.Load(node); ok {
		return l.(*life).epoch
	}
	return 0
}

// up reports that a node is up.
func (n *nodes) up(node string) bool {
	_, ok := n.alive.Load(node)
	return ok
}

// within is ctx that also ends with the life of a node.
func (n *nodes) within(ctx context.Context, node string) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(n.life(node), cancel)
	return ctx, func() { stop(); cancel() }
}

// bury ends the life of a node.
func (n *nodes) bury(node string) {
	if l, ok := n.alive.LoadAndDelete(node); ok {
		l.(*life).end()
	}
}

// close ends all lives: nobody is waited for.
func (n *nodes) close() {
	n.alive.Range(func(node, _ any) bool {
		n.bury(node.(string))
		return true
	})
}

var _ service.ClusterService = (*nodes)(nil)

// Register adds a node; see service.ClusterService.
func (n *nodes) Register(ctx context.Context, i service.NodeInfo) (service.Welcome, error) {
	if err := n.dialled(ctx, &i); err != nil {
		n.s.note("cluster", 0, "", refused{i.Node, err})
		return service.Welcome{}, err
	}
	n.mu.Lock()
	if err := n.m.Accept(&i); err != nil {
		n.mu.Unlock()
		n.s.note("cluster", 0, "", refused{i.Node, err})
		return service.Welcome{}, err
	}
	n.held = i.Held
	n.step(cluster.Registered{Info: i, Now: n.s.now()})
	n.held = nil
	n.mu.Unlock()
	cancel := n.s.sys.Watch(oscar.Addr{Node: i.Node}, func(d oscar.Down) {
		n.s.wg.Go(func() { _ = n.Down(context.Background(), i.Node, i.Epoch, d.Reason) })
	})
	n.mu.Lock()
	old := n.unsubs[i.Node]
	if n.m.State(i.Node).Over() { // it said goodbye at once
		old, cancel = cancel, old
	}
	if n.unsubs[i.Node] = cancel; cancel == nil {
		delete(n.unsubs, i.Node)
	}
	n.mu.Unlock()
	if old != nil {
		old()
	}
	return service.Welcome{Epoch: n.s.sys.Hello().Epoch, Number: n.s.cfg.Number}, nil
}

// refused is a node that may not register.
type refused struct {
	node string
	err  error
}

func (r refused) String() string { return fmt.Sprintf("node %s is refused: %v", r.node, r.err) }

func notRegistered(node string) error {
	return errs.New(errs.NotFound, "node %s is not registered", node)
}

// stays reports that a node is up and has not said that it will leave.
func (n *nodes) stays(node string) bool {
	l, ok := n.alive.Load(node)
	e, leaves := n.leaving.Load(node)
	return ok && !(leaves && e == l.(*life).epoch)
}

// Heartbeat keeps a node alive; see service.ClusterService.
func (n *nodes) Heartbeat(_ context.Context, b service.Beat) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.m.Known(&b) {
		return notRegistered(b.Node)
	}
	if b.State == service.Stopping {
		n.leaving.Store(b.Node, b.Epoch)
	}
	n.step(cluster.Beaten{Beat: b, Now: n.s.now()})
	return nil
}

// Forget says that a node will not come back; see service.ClusterService.
func (n *nodes) Forget(_ context.Context, node string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.m.Has(node) {
		return notRegistered(node)
	}
	n.step(cluster.Removed{Node: node, Now: n.s.now()})
	return nil
}

// Down says that a link broke; see service.ClusterService.
func (n *nodes) Down(_ context.Context, node string, epoch uint64, why string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.step(cluster.Broken{Node: node, Epoch: epoch, Why: why, Now: n.s.now()})
	return nil
}

// Nodes lists all nodes; see service.ClusterService.
func (n *nodes) Nodes(context.Context) ([]service.NodeInfo, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.m.Nodes(), nil
}

// Unknown are those of some sessions that are not open here.
func (n *nodes) Unknown(_ context.Context, sessions []string) ([]string, error) {
	return slices.DeleteFunc(sessions, n.s.sess.has), nil
}

// Door is where functions of a session reach it; see rpc.Members.
func (n *nodes) Door(_ context.Context, session string) (service.Door, error) {
	if n.s.cfg.Door == nil {
		return service.Door{}, errs.New(errs.Unavailable, "this cluster has no web port, so its functions cannot execute values")
	}
	return n.s.cfg.Door(session)
}

// Given says what became of values that clients have given to a node; see rpc.Members. A chunk that is
// committed meanwhile is expected until it is known.
func (n *nodes) Given(ctx context.Context, node, session string, keys []op.Key) (g rpc.GivenKeys, err error) {
	if !n.s.sess.has(session) {
		return g, nil
	}
	for _, k := range keys {
		expected := n.s.cfg.Expects == nil || n.s.cfg.Expects(session, k, node)
		ms, err := n.s.meta.Get(ctx, session, []op.Key{k})
		on := func(b service.Band) bool { return b.Node == node }
		switch {
		case err != nil:
			return g, err
		case slices.ContainsFunc(ms[0].Bands, on) || slices.ContainsFunc(ms[0].Away, on):
			g.Known = append(g.Known, k)
		case !expected:
			g.Strays = append(g.Strays, k)
		}
	}
	return g, nil
}

func (n *nodes) tick(now service.Nanos) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.step(cluster.Tick{Now: now})
}

// step passes what the machine says on. n.mu is held, so that the order is that of the machine.
func (n *nodes) step(e cluster.Event) {
	for _, x := range n.m.Step(e) {
		switch x := x.(type) {
		case cluster.BandUp:
			back := map[string]*meta.Turn{}
			if _, up := n.alive.Load(x.Band.Node); !up {
				ctx, end := context.WithCancel(context.Background())
				n.alive.Store(x.Band.Node, &life{ctx: ctx, end: end, epoch: x.Epoch})
				back = n.merge(x.Band)
			}
			n.s.note("cluster", 0, "", x)
			up := schedule.BandUp{Band: x.Band, Epoch: x.Epoch, Slots: x.Slots, Mem: x.Mem, Closed: x.Closed, Labels: x.Labels}
			for _, t := range back {
				up.Keys = append(up.Keys, t.Back...)
			}
			n.s.toSchedule(up)
			n.s.toCopier(replica.Up{Band: x.Band, Closed: x.Closed})
			n.back(x.Band, back)
		case cluster.Loaded:
			n.s.toSchedule(schedule.Loaded{Band: x.Band, Load: x.Load})
		case cluster.NodeDown:
			n.bury(x.Node)
			n.s.note("cluster", 0, "", x)
			for _, b := range x.Bands {
				n.s.toSchedule(schedule.BandDown{Band: b, Why: x.Why, Clean: x.Clean})
			}
			n.s.toCopier(replica.Down{Node: x.Node})
			n.away(x.Node)
		case cluster.Forgotten:
			n.s.note("cluster", 0, "", x)
			n.owed.take(x.Node)
			n.leaving.Delete(x.Node)
			if end := n.unsubs[x.Node]; end != nil {
				delete(n.unsubs, x.Node)
				n.s.wg.Go(end)
			}
			n.lost(x.Node)
		case cluster.Suspected:
			n.s.note("cluster", 0, "", x)
		}
	}
}
