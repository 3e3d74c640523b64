package client

import (
	"context"
	"runtime"

	"github.com/mars-project/mars-go/op"
)

// inner is what a session is for handles and nodes.
type inner struct{ s *Session }

// Now executes the outputs of a node and holds them as long as the node lives; see op.Eager.
func (x inner) Now(n *op.Node) error {
	hs := make([]op.Handle, len(n.Outs))
	for i := range hs {
		hs[i] = &output{n, i}
	}
	return x.s.Execute(context.Background(), hs...)
}

// An output is a handle of an output of a node that was executed because it was built.
type output struct {
	n *op.Node
	i int
}

// Value is the output.
func (o *output) Value() op.Value { return op.Value{N: o.n, I: o.i} }

// The data goes with the node.
func init() {
	op.Binds(func(h op.Handle, _ op.Session, release func()) bool {
		o, ok := h.(*output)
		if ok {
			runtime.AddCleanup(o.n, func(f func()) { f() }, release)
		}
		return ok
	})
}

var _ op.Eager = (*Session)(nil)
