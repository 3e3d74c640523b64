package rpc

import (
	"context"

	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

// Gangs is where members of gangs find each other.
type Gangs interface {
	// Meet says where a member is, and waits for the others. Outcomes: 1. The places of all, in order of
	// ranks. 2. Unavailable: its attempt is over; the words say why. 3. Canceled: ctx has ended.
	Meet(ctx context.Context, g service.Gang, rank, size int, at service.Place) ([]service.Place, error)
	// Over waits for the end of an attempt and says why it came; empty: all have ended well.
	Over(ctx context.Context, g service.Gang) (why string, err error)
}

type meeting struct {
	Gang       service.Gang
	Rank, Size int
	At         service.Place
}

var (
	gangMeet = oscar.Def("gang.meet", func(s Gangs, ctx context.Context, m meeting) (at []service.Place, err error) {
		err = oscar.Await(ctx, func(ctx context.Context) (err error) {
			at, err = s.Meet(ctx, m.Gang, m.Rank, m.Size, m.At)
			return err
		})
		return at, err
	})
	gangOver = oscar.Def("gang.over", func(s Gangs, ctx context.Context, g service.Gang) (why string, err error) {
		err = oscar.Await(ctx, func(ctx context.Context) (err error) {
			why, err = s.Over(ctx, g)
			return err
		})
		return why, err
	})
)

// Meet says where a member of a gang is, and waits for the others; see Gangs.
func (c Supervisor) Meet(ctx context.Context, g service.Gang, rank, size int, at service.Place) ([]service.Place, error) {
	return gangMeet.Ask(ctx, c.sys, oscar.Ref[Gangs]{Node: c.node, UID: ClusterUID}, meeting{g, rank, size, at})
}

// Over waits for the end of an attempt; see Gangs.
func (c Supervisor) Over(ctx context.Context, g service.Gang) (why string, err error) {
	return gangOver.Ask(ctx, c.sys, oscar.Ref[Gangs]{Node: c.node, UID: ClusterUID}, g)
}

var _ Gangs = Supervisor{}
