package chunk

import "github.com/mars-project/mars-go/op"

// Builder builds what a rule puts in the place of a node, with that node's line.
type Builder struct{ site *op.Site }

// BuildAt builds nodes that have the line of another one.
func BuildAt(site *op.Site) Builder { return Builder{site} }

// Value builds a node and takes its first output.
func (b Builder) Value(o op.Operand, in ...op.Value) op.Value {
	return op.Value{N: op.ApplyAt(b.site, o, in...)}
}

// Bad is a part that cannot be built.
func (b Builder) Bad(err error) op.Value { return op.Value{N: op.Bad(b.site, "", err)} }

// Call applies a universal function of one result to values.
func (b Builder) Call(name string, in ...op.Value) op.Value {
	return b.Value(op.Lookup("tensor."+name).New(), in...)
}
