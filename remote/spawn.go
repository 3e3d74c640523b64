package remote

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Spawn calls a function, its first input, once. The others are what its arguments have in the cluster: a
// persistent id in Args is the place of one of them. Each comes whole.
type Spawn struct {
	op.Opaque
	op.Process
	op.Placement
	Args    []byte // the pickle of (args, kwargs)
	Apart   bool   // that is the last input instead
	Python  string // the version of the interpreter that has pickled it, "3.11"
	NOutput *int   // how many values the function gives; nil: its result is one
	// Types is what each output is, "tensor", "dataframe", "series", "index", "object"; none: objects.
	Types []string
	// Shape and DType are those that a tensor was promised to have, where it is the one output.
	Shape []int
	DType dtype.DType  `sig:"-"`
	Like  *frame.Frame `sig:"-"` // what a frame was promised to be but for its rows, where it is the one output
	Retry bool         // exceptions are tried again, three times in all
	Once  bool         // it never begins twice
	Log   string       // under which name what it writes is kept
}

// maxOutputs is the most values that one call gives.
const maxOutputs = 1 << 16

// attempts is how often a function is called whose exceptions are tried again.
const attempts = 3

func init() {
	op.Register[Spawn](op.Doc{
		Face: "inner", Name: "remote.spawn", Sig: "spawn(func, *inputs, args=None, apart=False, python='', n_output=None, retry=False, once=False, timeout=0, slots=0, memory=0, where=None, env=False, packages=False, types=None, shape=None, log='')",
		Summary: "Result of a function of a Python program, or several", Notes: "Nothing in the engine reads function, arguments and results.",
	})
}

// Infer tells how many values it gives, and of what kinds: nothing else is known of what a function makes.
// The chunk of a tensor, once it was looked at, is what it is.
func (o *Spawn) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(in) == 1 && in[0].Kind == op.Tensor {
		return in, nil
	}
	if err := callable(in, o.Apart, o.Env); err != nil {
		return nil, err
	}
	switch {
	case o.NOutput != nil && (*o.NOutput < 1 || *o.NOutput > maxOutputs):
		return nil, errs.New(errs.Invalid, "n_output must be from 1 to %d, not %d", maxOutputs, *o.NOutput)
	case o.Once && o.Retry:
		return nil, errs.New(errs.Invalid, "a function that never begins twice is not tried again: once and retry")
	}
	if err := o.CheckPlacement(); err != nil {
		return nil, err
	}
	outs := make([]op.Meta, o.outputs())
	if o.said() {
		return o.promised()
	}
	if len(o.Types) > 0 && len(o.Types) != len(outs) {
		return nil, errs.New(errs.Invalid, "%d types of %d outputs", len(o.Types), len(outs))
	}
	for i := range outs {
		m, err := o.openOutput(o.outType(i), i)
		if err != nil {
			return nil, err
		}
		outs[i] = m
	}
	return outs, nil
}

func (o *Spawn) outputs() int {
	if o.NOutput == nil {
		return 1
	}
	return *o.NOutput
}

// Needs are workers with the interpreter that has pickled the function, and what its environment takes.
func (o *Spawn) Needs() []string { return o.Calls(o.Python) }

// Placing is that of calls: what is looked at afterwards takes nothing.
func (o *Spawn) Placing(s op.Stage) op.Placement {
	if s == op.Final {
		return op.Placement{}
	}
	return o.Placement
}

// BeginsOnce is what the caller asked for.
func (o *Spawn) BeginsOnce() bool { return o.Once }

// Tile is one task of whole inputs.
func (o *Spawn) Tile(t *op.Tiler) error {
	es, err := wholes(t)
	if err != nil {
		return err
	}
	return o.learn(t, t.Task(nil, nil, es...))
}

// wholes are the inputs of a call, each as one chunk.
func wholes(t *op.Tiler) ([]op.Edge, error) {
	es := make([]op.Edge, 0, len(t.Ins()))
	for _, g := range t.Ins() {
		g = t.WholeAxes(t.Labels(g))
		if t.Err() != nil {
			return nil, t.Err()
		}
		es = append(es, g.Edges[0])
	}
	return es, nil
}

// Exec has the worker call the function.
func (o *Spawn) Exec(x *op.Exec) error {
	if x.Stage == op.Final {
		return x.Put(0, x.In(0))
	}
	c, err := callOf(x, o.Args, o.Apart, o.Env)
	if err != nil {
		return err
	}
	o.Limit(&c)
	c.Python, c.Spread, c.Once, c.Repeat, c.Log, c.Chunk = o.Python, o.NOutput != nil, o.Once, o.Retry, o.Log, "0"
	for i := range o.outputs() {
		c.Outs = append(c.Outs, o.outType(i))
	}
	outs, err := x.Call(c)
	for n := 1; o.Retry && n < attempts && errs.RaisedOf(err) != nil; n++ {
		outs, err = x.Call(c)
	}
	if err != nil {
		return err
	}
	if outs[0], err = o.kept(x.Mem(), outs[0]); err != nil {
		return err
	}
	for i, v := range outs {
		if err := x.Put(i, v); err != nil {
			return err
		}
	}
	return nil
}
