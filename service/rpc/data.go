package rpc

import (
	"context"

	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

// DataUID is the name of the actor of a worker's data service.
const DataUID = "data"

// A Keeper is the part of a data service that another node can use by messages; bytes travel elsewhere.
type Keeper interface {
	// Copy fetches chunks of a session from where they are, to stay. Errors are those of DataService.Fetch.
	Copy(ctx context.Context, session string, from []service.Source) error
	// Retire asks the worker to leave: it drains and ends by itself.
	Retire(ctx context.Context) error
	Close(ctx context.Context, session string) error
	// Logs is what functions of a session have written there.
	Logs(ctx context.Context, q service.LogQuery) ([]service.Log, error)
	// Sweep removes what writers have left in files; see op.Sweep.
	Sweep(ctx context.Context, leftovers []string) error
}

type copying struct {
	Session string
	From    []service.Source
}

var (
	dataCopy = oscar.Def("data.copy", func(k Keeper, ctx context.Context, c copying) (oscar.None, error) {
		return oscar.None{}, oscar.Await(ctx, func(ctx context.Context) error { return k.Copy(ctx, c.Session, c.From) })
	})
	dataRetire = oscar.Def("data.retire", func(k Keeper, ctx context.Context, _ oscar.None) (oscar.None, error) {
		return oscar.None{}, k.Retire(ctx)
	})
	dataClose = oscar.Def("data.close", func(k Keeper, ctx context.Context, session string) (oscar.None, error) {
		return oscar.None{}, k.Close(ctx, session)
	})
	dataLogs = oscar.Def("data.logs", func(k Keeper, ctx context.Context, q service.LogQuery) (out []service.Log, err error) {
		err = oscar.Await(ctx, func(ctx context.Context) error {
			out, err = k.Logs(ctx, q)
			return err
		})
		return out, err
	})
	dataSweep = oscar.Def("data.sweep", func(k Keeper, ctx context.Context, leftovers []string) (oscar.None, error) {
		return oscar.None{}, oscar.Await(ctx, func(ctx context.Context) error { return k.Sweep(ctx, leftovers) })
	})
)

// Data is the Keeper of a node. Values are dropped in order with leases: by Subtask.
func Data(sys *oscar.System, node string) Keeper {
	return keeper{sys, oscar.Ref[Keeper]{Node: node, UID: DataUID}}
}

type keeper struct {
	sys *oscar.System
	to  oscar.Ref[Keeper]
}

func (c keeper) Copy(ctx context.Context, session string, from []service.Source) error {
	_, err := dataCopy.Ask(ctx, c.sys, c.to, copying{session, from})
	return err
}

func (c keeper) Retire(ctx context.Context) error {
	_, err := dataRetire.Ask(ctx, c.sys, c.to, oscar.None{})
	return err
}

func (c keeper) Close(ctx context.Context, session string) error {
	_, err := dataClose.Ask(ctx, c.sys, c.to, session)
	return err
}

func (c keeper) Logs(ctx context.Context, q service.LogQuery) ([]service.Log, error) {
	return dataLogs.Ask(ctx, c.sys, c.to, q)
}

func (c keeper) Sweep(ctx context.Context, leftovers []string) error {
	_, err := dataSweep.Ask(ctx, c.sys, c.to, leftovers)
	return err
}
