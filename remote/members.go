package remote

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Members calls a function, its first input, once for each member of a gang, all at the same time. The others
// are what its arguments have in the cluster, as those of Spawn; each comes whole to each member. The result
// is that of rank 0, once all have ended well.
type Members struct {
	op.Opaque
	op.Placement
	op.Gang
	Args   []byte // the pickle of (args, kwargs)
	Apart  bool   // that is the last input instead
	Python string // the version of the interpreter that has pickled it, "3.11"
	Retry  bool   // when one has ended badly all begin again, three times in all
	Log    string // under which name what they write is kept
}

func init() {
	op.Register[Members](op.Doc{
		Face: "inner", Name: "remote.members", Sig: "members(func, *inputs, args=None, apart=False, python='', size=0, ports=0, retry=False, slots=0, memory=0, timeout=0, where=None, env=False, packages=False, log='')",
		Summary: "Result of a function of a Python program that several processes call at the same time", Notes: "Nothing in the engine reads function, arguments and results.",
	})
}

// Infer tells that it gives an object.
func (o *Members) Infer(in []op.Meta) ([]op.Meta, error) {
	if err := callable(in, o.Apart, o.Env); err != nil {
		return nil, err
	}
	if err := o.CheckGang(); err != nil {
		return nil, err
	}
	if err := o.CheckPlacement(); err != nil {
		return nil, err
	}
	return []op.Meta{op.NewPickled()}, nil
}

// StageMeta is that of one member, and of all.
func (o *Members) StageMeta(op.Stage, []op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewPickled()}, nil
}

// Needs are workers with the interpreter that has pickled the function, and what its environment takes.
func (o *Members) Needs() []string { return o.Calls(o.Python) }

// Placing is that of members: that they have ended takes nothing.
func (o *Members) Placing(s op.Stage) op.Placement {
	if s == op.Final {
		return op.Placement{}
	}
	return o.Placement
}

// Ganging is the gang of all calls.
func (o *Members) Ganging(s op.Stage) (op.Gang, bool) {
	if s == op.Final {
		return op.Gang{}, false
	}
	return o.Gang, o.Retry
}

// Tile is a task for each member, and one that has read all of them.
func (o *Members) Tile(t *op.Tiler) error {
	es := make([]op.Edge, 0, len(t.Ins()))
	for _, g := range t.Ins() {
		g = t.WholeAxes(t.Labels(g))
		if t.Err() != nil {
			return t.Err()
		}
		es = append(es, g.Edges[0])
	}
	all, members := make([]op.Edge, o.Size), t.At(op.Map)
	for rank := range all {
		all[rank] = members.Edge([]int{rank}, slices.Clone(es)...)
	}
	return t.Out(op.Grid{Shape: []int{}, Edges: []op.Edge{t.At(op.Final).Edge([]int{}, all...)}})
}

// Exec has the worker call the function as a member.
func (o *Members) Exec(x *op.Exec) error {
	if x.Stage == op.Final {
		return x.Put(0, x.In(0))
	}
	c, err := callOf(x, o.Args, o.Apart, o.Env)
	if err != nil {
		return err
	}
	o.Limit(&c)
	c.Python, c.Once, c.Log, c.Outs = o.Python, true, o.Log, []string{"object"}
	c.Gang, c.Rank = o.Gang, x.Index[0]
	c.Chunk = fmt.Sprint(c.Rank)
	outs, err := x.Call(c)
	if err != nil {
		return errs.On(err, fmt.Sprintf("rank %d of %d", c.Rank, o.Size), "")
	}
	return x.Put(0, outs[0])
}
