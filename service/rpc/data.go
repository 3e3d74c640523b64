package rpc

import (
	"context"

	"github.com/mars-project/mars-go/oscar"
)

// DataUID is the name of the actor of a worker's data service.
const DataUID = "data"

// A Keeper is the part of a data service that another node can use by messages; bytes travel elsewhere.
type Keeper interface {
	Close(ctx context.Context, session string) error
}

var dataClose = oscar.Def("data.close", func(k Keeper, ctx context.Context, session string) (oscar.None, error) {
	return oscar.None{}, k.Close(ctx, session)
})

// Data is the Keeper of a node. Values are dropped in order with leases: by Subtask.
func Data(sys *oscar.System, node string) Keeper {
	return keeper{sys, oscar.Ref[Keeper]{Node: node, UID: DataUID}}
}

type keeper struct {
	sys *oscar.System
	to  oscar.Ref[Keeper]
}

func (c keeper) Close(ctx context.Context, session string) error {
	_, err := dataClose.Ask(ctx, c.sys, c.to, session)
	return err
}
