package tensor

import (
	"errors"
	"reflect"
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// macro is embedded by operators that are other operators put together: a rule takes them apart before anything is tiled,
// so that parameters and meta of the call stay whole for users, and its parts fuse and are shared like any others.
type macro struct{}

// Tile is not reached: the rule has replaced the node.
func (macro) Tile(*op.Tiler) error {
	return errs.New(errs.Internal, "a composed operator was not taken apart")
}

// Exec is not reached.
func (macro) Exec(*op.Exec) error {
	return errs.New(errs.Internal, "a composed operator was not taken apart")
}

// A recipe puts other operators together.
type recipe interface {
	build(b builder, in []op.Value) op.Value
}

// expand registers the rule that takes operator O apart; call it from init.
func expand[O any, P interface {
	*O
	recipe
}](name string) {
	op.AddRule(op.Rule{Name: name, Of: reflect.TypeFor[P](), Expands: true, Try: func(n *op.Node, _ op.Uses) (op.Value, bool) {
		o, ok := n.Op.(any).(P)
		if !ok {
			return op.Value{}, false
		}
		v := o.build(builder{n.Site}, n.In)
		return v, v.Err() == nil
	}})
}

// inferred is the meta of what a recipe builds: its Infer.
func inferred(o recipe, in []op.Meta) ([]op.Meta, error) {
	vs := make([]op.Value, len(in))
	for i, m := range in {
		vs[i] = op.Value{N: op.NewStored(m, nil, nil)}
	}
	v := o.build(builder{}, vs)
	var e *errs.Error
	if err := v.Err(); errors.As(err, &e) { // the operator that the user called is to be named, not its part
		c := *e
		c.Op = ""
		return nil, &c
	}
	return []op.Meta{v.Meta()}, v.Err()
}

// builder builds nodes with the line of another one.
type builder struct{ site *op.Site }

func (b builder) node(o op.Operand, in ...op.Value) *op.Node { return op.ApplyAt(b.site, o, in...) }

func (b builder) value(o op.Operand, in ...op.Value) op.Value { return op.Value{N: b.node(o, in...)} }

// bad is a part that cannot be built.
func (b builder) bad(err error) op.Value { return op.Value{N: op.Bad(b.site, "", err)} }

// call applies a universal function of one result to values and numbers.
func (b builder) call(name string, args ...any) op.Value {
	u := op.Lookup("tensor." + name).New().(*ufunc)
	var in []op.Value
	for _, a := range args {
		if v, ok := a.(op.Value); ok {
			in, u.Args = append(in, v), append(u.Args, nil)
		} else {
			u.Args = append(u.Args, number(a))
		}
	}
	if len(in) == len(args) {
		u.Args = nil
	}
	return b.value(u, in...)
}

// fold applies a reduction.
func (b builder) fold(name string, v op.Value, axis []int, keepdims bool) op.Value {
	f := op.Lookup("tensor." + name).New().(*fold)
	f.Axis, f.Keepdims = axis, keepdims
	return b.value(f, v)
}

// get selects along one axis.
func (b builder) get(v op.Value, axis int, i Index) op.Value {
	return b.value(&getitem{Index: append(slices.Repeat([]Index{Whole}, axis), i)}, v)
}

// concat joins values along an axis.
func (b builder) concat(axis int, vs ...op.Value) op.Value {
	if len(vs) == 1 {
		return vs[0]
	}
	o := &concatenate{Axis: axis}
	for i := range vs {
		o.Arrays = append(o.Arrays, op.In(i))
	}
	return b.value(o, vs...)
}

// flat is the elements of v in C order along one axis.
func (b builder) flat(v op.Value) op.Value {
	if len(v.Meta().Dims) == 1 {
		return v
	}
	return b.value(&reshape{Shape: []int{-1}}, v)
}
