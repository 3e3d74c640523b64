package remote

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Called calls a function in Go once. Its arguments are parts that travel with the call, and inputs, each of
// which comes whole.
type Called struct {
	op.Opaque
	Func   string
	Places []int    `sig:"-"` // of each input among the arguments
	Given  [][]byte `sig:"-"` // two parts of each of the others, in order
	Need   string   `sig:"-"` // the label of workers that have the function
}

func init() {
	op.Register[Called](op.Doc{
		Face: "inner", Name: "remote.called", Sig: "called(*inputs, func='')", Summary: "What a registered Go function gives",
		Notes: "It is an object that programs in Go read.",
	})
}

// Needs are workers that have the function.
func (o *Called) Needs() []string { return []string{o.Need} }

func (o *Called) Infer(in []op.Meta) ([]op.Meta, error) {
	if len(o.Places) != len(in) || len(o.Given)%2 != 0 {
		return nil, errs.New(errs.Invalid, "%d places of %d inputs", len(o.Places), len(in))
	}
	for _, p := range o.Places {
		if p < 0 || p >= len(in)+len(o.Given)/2 {
			return nil, errs.New(errs.Invalid, "argument %d of %d", p, len(in)+len(o.Given)/2)
		}
	}
	return []op.Meta{op.NewPickled()}, nil
}

// Tile is one task of whole inputs.
func (o *Called) Tile(t *op.Tiler) error {
	es := make([]op.Edge, 0, len(t.Ins()))
	for _, g := range t.Ins() {
		g = t.WholeAxes(t.Labels(g))
		if t.Err() != nil {
			return t.Err()
		}
		es = append(es, g.Edges[0])
	}
	return t.Out(op.Grid{Shape: []int{}, Edges: []op.Edge{t.Edge(nil, es...)}})
}

// A goCall takes arguments, inputs as they lie in the cluster and others as their parts, and gives parts.
type goCall func(args []any) ([][]byte, error)

// Exec calls the function.
func (o *Called) Exec(x *op.Exec) error {
	f, err := op.Registered[goCall](o.Func, o.Need)
	if err != nil {
		return err
	}
	args := make([]any, x.Len()+len(o.Given)/2)
	stored := make([]bool, len(args))
	for i, at := range o.Places {
		args[at], stored[at] = x.In(i), true
	}
	given := o.Given
	for i := range args {
		if !stored[i] {
			args[i], given = given[:2], given[2:]
		}
	}
	parts, err := f(args)
	if err != nil {
		return op.InFunc(o.Func, err, "")
	}
	out := &op.Pickled{}
	for _, p := range parts {
		b, err := x.Mem().Alloc(len(p))
		if err != nil {
			return err
		}
		copy(b.Bytes(), p)
		out.Parts = append(out.Parts, b)
	}
	return x.Put(0, out)
}

// spawn is the node of a call. Arguments that cannot travel are its error.
func spawn[R any](g *op.GoFunc, args ...interface {
	argument() (op.Value, [][]byte, error)
},
) *Value[R] {
	if g == nil {
		return broken[R](errs.New(errs.Invalid, "the function is not registered: give what Func1 returned"))
	}
	o := &Called{Func: g.Name, Need: g.Label()}
	o.Deterministic = g.Deterministic
	var in []op.Value
	for i, a := range args {
		if a == nil {
			return broken[R](errs.New(errs.Type, "argument %d is nil: Of, In or Spawn make one", i+1))
		}
		v, parts, err := a.argument()
		switch {
		case err != nil:
			return broken[R](errs.Wrap(errs.KindOf(err), err, "argument %d", i+1))
		case parts == nil:
			o.Places, in = append(o.Places, i), append(in, v)
		default:
			o.Given = append(o.Given, parts...)
		}
	}
	return &Value[R]{held{v: op.Value{N: op.Apply(o, in...)}}}
}

func broken[R any](err error) *Value[R] {
	return &Value[R]{held{v: op.Value{N: op.BadAt("remote.called", err)}}}
}

// argument makes an A of an argument of a call.
func argument[A any](args []any, i int) (A, error) {
	a, err := func() (A, error) {
		if parts, ok := args[i].([][]byte); ok {
			return taken[A](parts)
		}
		return take[A](args[i])
	}()
	if err != nil {
		return a, errs.Wrap(errs.KindOf(err), err, "argument %d", i+1)
	}
	return a, nil
}

// guarded is what f gives, as parts; a panic of it is an error.
func guarded[R any](f func() (R, error)) (parts [][]byte, err error) {
	var r R
	func() {
		defer func() {
			if p := recover(); p != nil {
				err = op.Panicked(p)
			}
		}()
		if r, err = f(); err != nil {
			err = op.Failed(err)
		}
	}()
	if err != nil {
		return nil, err
	}
	return give(r)
}
