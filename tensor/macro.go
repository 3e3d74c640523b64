package tensor

import (
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

// expand registers the rule that takes operator O apart; call it from init. f builds the parts with at, which gives them
// the line of the call.
func expand[O any](name string, f func(o *O, in []op.Value, at builder) op.Value) {
	op.AddRule(op.Rule{Name: name, Try: func(n *op.Node, _ op.Uses) (op.Value, bool) {
		o, ok := n.Op.(any).(*O)
		if !ok {
			return op.Value{}, false
		}
		v := f(o, n.In, builder{n.Site})
		return v, v.N.Err == nil
	}})
}

// builder builds nodes with the line of another one.
type builder struct{ site *op.Site }

func (b builder) node(o op.Operand, in ...op.Value) *op.Node { return op.ApplyAt(b.site, o, in...) }

func (b builder) value(o op.Operand, in ...op.Value) op.Value { return op.Value{N: b.node(o, in...)} }
