package remote

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Spawns is many calls of one function, each with an object of its own: a node where there would be thousands
// that differ in nothing but their arguments. Its tasks are those of a Spawn each.
type Spawns struct {
	Spawn          // what all have in common; it has no arguments, and one object as its result
	Calls [][]byte // of each the pickle of (args, kwargs)
	Logs  []string // under which names what they write is kept
}

func init() {
	op.Register[Spawns](op.Doc{
		Face: "inner", Name: "remote.spawns",
		Sig: "spawns(func, *inputs, calls=None, logs=None, args=None, apart=False, python='', n_output=None, " +
			"retry=False, once=False, timeout=0, slots=0, memory=0, where=None, env=False, packages=False, " +
			"types=None, shape=None, log='')",
		Summary: "Results of many calls of a function of a Python program, one each",
		Notes:   "Nothing in the engine reads function, arguments and results.",
	})
}

// Infer gives an object for each call.
func (o *Spawns) Infer(in []op.Meta) ([]op.Meta, error) {
	n := len(o.Calls)
	switch {
	case n < 1 || n > maxOutputs || len(o.Logs) != n:
		return nil, errs.New(errs.Invalid, "there are from 1 to %d calls with as many logs, not %d with %d",
			maxOutputs, n, len(o.Logs))
	case len(o.Args) > 0 || o.Apart || o.Log != "":
		return nil, errs.New(errs.Invalid, "calls that stand together have arguments and logs of their own")
	case o.NOutput != nil || len(o.Types) > 0 || len(o.Shape) > 0 || o.said():
		return nil, errs.New(errs.Invalid, "calls that stand together give an object each")
	}
	if err := callable(in, false, o.Env); err != nil {
		return nil, err
	}
	one, err := o.Spawn.Infer(in)
	if err != nil {
		return nil, err
	}
	return slices.Repeat(one, n), nil
}

// Tile is a task for each call.
func (o *Spawns) Tile(t *op.Tiler) error {
	es, err := wholes(t)
	if err != nil {
		return err
	}
	outs := make([]op.Grid, len(o.Calls))
	for i := range outs {
		one := o.Spawn
		one.Args, one.Log = o.Calls[i], o.Logs[i]
		id := t.TaskOf(&one, []int{i}, []op.Meta{op.NewPickled()}, es...)
		outs[i] = op.Grid{Shape: []int{}, Edges: []op.Edge{{ID: id, Part: -1}}}
	}
	return t.Out(outs...)
}
