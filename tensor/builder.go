package tensor

import "github.com/mars-project/mars-go/op"

// builder builds what a rule puts in the place of a node, with that node's line.
type builder struct{ site *op.Site }

// buildAt builds nodes that have the line of another one.
func buildAt(site *op.Site) builder { return builder{site} }

func (b builder) value(o op.Operand, in ...op.Value) op.Value {
	return op.Value{N: op.ApplyAt(b.site, o, in...)}
}

// bad is a part that cannot be built.
func (b builder) bad(err error) op.Value { return op.Value{N: op.Bad(b.site, "", err)} }

// call applies a universal function of one result to values.
func (b builder) call(name string, in ...op.Value) op.Value {
	return b.value(op.Lookup("tensor."+name).New(), in...)
}
