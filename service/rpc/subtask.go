package rpc

import (
	"context"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

// SubtaskUID is the name of the actor of a band.
func SubtaskUID(band string) string { return "subtask/" + band }

type (
	revoking struct {
		Owner string
		Runs  []service.Run
	}
	dropping struct {
		Session string
		Keys    []op.Key
	}
	acking struct {
		Owner string
		Seq   uint64
	}
)

var (
	subtaskAssign = oscar.Def("subtask.assign", assign)
	subtaskDrop   = oscar.Def("subtask.drop", func(s service.SubtaskService, ctx context.Context, d dropping) (oscar.None, error) {
		return oscar.None{}, s.Drop(ctx, d.Session, d.Keys)
	})
	subtaskRevoke = oscar.Def("subtask.revoke", func(s service.SubtaskService, ctx context.Context, r revoking) (oscar.None, error) {
		return oscar.None{}, s.Revoke(ctx, r.Owner, r.Runs)
	})
	subtaskCancel = oscar.Def("subtask.cancel", func(s service.SubtaskService, ctx context.Context, t service.TaskID) (oscar.None, error) {
		return oscar.None{}, s.Cancel(ctx, t)
	})
	subtaskAck = oscar.Def("subtask.ack", func(s service.SubtaskService, ctx context.Context, a acking) (oscar.None, error) {
		return oscar.None{}, s.Ack(ctx, a.Owner, a.Seq)
	})
)

// Subtask is the SubtaskService of a band. Assign, Drop, Revoke and Ack are told, and come in the order in
// which they were sent.
func Subtask(sys *oscar.System, b service.Band) service.SubtaskService {
	return subtask{sys, ref(b)}
}

func ref(b service.Band) oscar.Ref[service.SubtaskService] {
	return oscar.Ref[service.SubtaskService]{Node: b.Node, UID: SubtaskUID(b.Name)}
}

type subtask struct {
	sys *oscar.System
	to  oscar.Ref[service.SubtaskService]
}

func (c subtask) Assign(ctx context.Context, l service.Lease) error {
	return new(Leases).Assign(ctx, c.sys, l)
}

func (c subtask) Drop(ctx context.Context, session string, keys []op.Key) error {
	return subtaskDrop.Tell(ctx, c.sys, c.to, dropping{session, keys})
}

func (c subtask) Revoke(ctx context.Context, owner string, runs []service.Run) error {
	return subtaskRevoke.Tell(ctx, c.sys, c.to, revoking{owner, runs})
}

func (c subtask) Cancel(ctx context.Context, t service.TaskID) error {
	_, err := subtaskCancel.Ask(ctx, c.sys, c.to, t)
	return err
}

func (c subtask) Ack(ctx context.Context, owner string, seq uint64) error {
	return subtaskAck.Tell(ctx, c.sys, c.to, acking{owner, seq})
}
