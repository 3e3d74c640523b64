package rpc

import (
	"context"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

// Names of the actors of a supervisor.
const (
	ScheduleUID = "schedule"
	MetaUID     = "meta"
	ClusterUID  = "cluster"
)

// A Reporter is the part of the schedule service that workers use.
type Reporter interface {
	Report(ctx context.Context, r service.Report) error
}

// A Directory is the part of the meta service that workers use. Put adds copies of chunks that are known.
type Directory interface {
	Get(ctx context.Context, session string, keys []op.Key) ([]service.ChunkMeta, error)
	Put(ctx context.Context, session string, ms []service.ChunkMeta) error
}

// Members is the part of the cluster service that workers use.
type Members interface {
	Register(ctx context.Context, n service.NodeInfo) (service.Welcome, error)
	Heartbeat(ctx context.Context, b service.Beat) error
	Leave(ctx context.Context, node string, epoch uint64) error
	// Unknown are those of some sessions that the supervisor does not have.
	Unknown(ctx context.Context, sessions []string) ([]string, error)
	// Given says of the values that clients have given to a node in a session which are known by now, and
	// which nobody needs. The others are of uploads under way, or of a session that the supervisor does not
	// have.
	Given(ctx context.Context, node, session string, keys []op.Key) (GivenKeys, error)
	// Door is where functions of a session reach it. Unavailable: nowhere.
	Door(ctx context.Context, session string) (service.Door, error)
}

// GivenKeys is what became of values that clients have given.
type GivenKeys struct{ Known, Strays []op.Key }

type (
	leaving struct {
		Node  string
		Epoch uint64
	}
	giving struct {
		Node, Session string
		Keys          []op.Key
	}
	asking struct {
		Session string
		Keys    []op.Key
	}
	putting struct {
		Session string
		Chunks  []service.ChunkMeta
	}
)

var (
	scheduleReport = oscar.Def("schedule.report", report)
	metaGet        = oscar.Def("meta.get", func(s Directory, ctx context.Context, a asking) ([]service.ChunkMeta, error) {
		return s.Get(ctx, a.Session, a.Keys)
	})
	metaPut = oscar.Def("meta.put", func(s Directory, ctx context.Context, p putting) (oscar.None, error) {
		return oscar.None{}, s.Put(ctx, p.Session, p.Chunks)
	})
	clusterRegister = oscar.Def("cluster.register", func(s Members, ctx context.Context, n service.NodeInfo) (service.Welcome, error) {
		return s.Register(ctx, n)
	})
	clusterLeave = oscar.Def("cluster.leave", func(s Members, ctx context.Context, l leaving) (oscar.None, error) {
		return oscar.None{}, oscar.Await(ctx, func(ctx context.Context) error { return s.Leave(ctx, l.Node, l.Epoch) })
	})
	clusterUnknown = oscar.Def("cluster.unknown", func(s Members, ctx context.Context, sessions []string) ([]string, error) {
		return s.Unknown(ctx, sessions)
	})
	clusterGiven = oscar.Def("cluster.given", func(s Members, ctx context.Context, g giving) (GivenKeys, error) {
		return s.Given(ctx, g.Node, g.Session, g.Keys)
	})
	clusterDoor = oscar.Def("cluster.door", func(s Members, ctx context.Context, session string) (service.Door, error) {
		return s.Door(ctx, session)
	})
	clusterHeartbeat = oscar.Def("cluster.heartbeat", func(s Members, ctx context.Context, b service.Beat) (oscar.None, error) {
		return oscar.None{}, s.Heartbeat(ctx, b)
	})
)

// Supervisor is what a worker uses of a supervisor.
type Supervisor struct {
	sys  *oscar.System
	node string
}

// At is the supervisor on a node.
func At(sys *oscar.System, node string) Supervisor { return Supervisor{sys, node} }

// Report tells of results; it does not wait for an answer.
func (c Supervisor) Report(ctx context.Context, r service.Report) error {
	return scheduleReport.Tell(ctx, c.sys, oscar.Ref[Reporter]{Node: c.node, UID: ScheduleUID}, reporting{report: r})
}

// Get says where chunks are.
func (c Supervisor) Get(ctx context.Context, session string, keys []op.Key) ([]service.ChunkMeta, error) {
	return metaGet.Ask(ctx, c.sys, oscar.Ref[Directory]{Node: c.node, UID: MetaUID}, asking{session, keys})
}

// Put tells of copies.
func (c Supervisor) Put(ctx context.Context, session string, ms []service.ChunkMeta) error {
	return metaPut.Tell(ctx, c.sys, oscar.Ref[Directory]{Node: c.node, UID: MetaUID}, putting{session, ms})
}

// Register adds this node; see service.ClusterService.
func (c Supervisor) Register(ctx context.Context, n service.NodeInfo) (service.Welcome, error) {
	return clusterRegister.Ask(ctx, c.sys, oscar.Ref[Members]{Node: c.node, UID: ClusterUID}, n)
}

// Heartbeat says that this node lives; see service.ClusterService.
func (c Supervisor) Heartbeat(ctx context.Context, b service.Beat) error {
	_, err := clusterHeartbeat.Ask(ctx, c.sys, oscar.Ref[Members]{Node: c.node, UID: ClusterUID}, b)
	return err
}

// Leave says that this node is about to leave; see service.ClusterService.
func (c Supervisor) Leave(ctx context.Context, node string, epoch uint64) error {
	_, err := clusterLeave.Ask(ctx, c.sys, oscar.Ref[Members]{Node: c.node, UID: ClusterUID}, leaving{node, epoch})
	return err
}

// Unknown are those of some sessions that the supervisor does not have.
func (c Supervisor) Unknown(ctx context.Context, sessions []string) ([]string, error) {
	return clusterUnknown.Ask(ctx, c.sys, oscar.Ref[Members]{Node: c.node, UID: ClusterUID}, sessions)
}

// Given says what became of values that clients have given to this node.
func (c Supervisor) Given(ctx context.Context, node, session string, keys []op.Key) (GivenKeys, error) {
	return clusterGiven.Ask(ctx, c.sys, oscar.Ref[Members]{Node: c.node, UID: ClusterUID}, giving{node, session, keys})
}

// Door is where functions of a session reach it.
func (c Supervisor) Door(ctx context.Context, session string) (service.Door, error) {
	return clusterDoor.Ask(ctx, c.sys, oscar.Ref[Members]{Node: c.node, UID: ClusterUID}, session)
}

var (
	_ Reporter  = Supervisor{}
	_ Directory = Supervisor{}
	_ Members   = Supervisor{}
)
