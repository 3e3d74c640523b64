package tensor

import (
	"runtime"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// A Tensor is a cell that points at a value of the graph. Assigning to a part of it moves the cell to a new
// value; what was built from it before keeps the old one.
type Tensor struct {
	v     op.Value
	sess  op.Session
	base  *Tensor    // of a view: where assignment goes
	seen  op.Value   // the base's value that v was derived from
	shows op.Operand // how it was derived
}

// Of is a cell that points at v.
func Of(v op.Value) *Tensor { return &Tensor{v: v} }

// Value is what the cell points at now. A view of a tensor that was assigned to is derived again.
func (t *Tensor) Value() op.Value {
	if t == nil {
		return op.Value{N: op.BadAt("", errs.New(errs.Type, "a tensor is nil: give one that was built"))}
	}
	if t.base == nil {
		return t.v
	}
	if b := t.base.Value(); b != t.seen && !t.detached() {
		t.sess = nil
		t.v, t.seen = op.Value{N: op.Apply(t.shows, b)}, b
	}
	return t.v
}

// move makes the cell point at v; of a view, what it shows of its base. A view that is only read is marked
// with an error, and its base stays.
func (t *Tensor) move(v op.Value) {
	if t == nil { // there is nobody to keep an error
		return
	}
	if t.base == nil || t.detached() {
		t.v, t.sess = v, nil
		return
	}
	b := t.base.Value()
	o, both, err := t.shows.(op.Viewer).Back(b.Meta())
	switch {
	case err != nil:
		t.base, t.sess, t.v = nil, nil, op.Value{N: op.BadAt("tensor.setitem", err)}
	case both:
		t.base.move(op.Value{N: op.Apply(o, b, v)})
	default:
		t.base.move(op.Value{N: op.Apply(o, v)})
	}
}

func init() {
	op.Binds(func(h op.Handle, s op.Session, release func()) bool {
		t, ok := h.(*Tensor)
		if ok {
			t.sess = s
			runtime.AddCleanup(t, func(f func()) { f() }, release)
		}
		return ok
	})
}

// Err is the error of the call that made t, or of one before it; nil when all were good.
func (t *Tensor) Err() error { return t.Value().Err() }

// DType is the element type.
func (t *Tensor) DType() dtype.DType { return t.Value().Meta().DType.Is }

// Shape is the lengths; one that is not known is -1 until the tensor was executed.
func (t *Tensor) Shape() []int {
	if t == nil {
		return nil
	}
	dims := op.MetaOf(t, t.sess).Dims
	s := make([]int, len(dims))
	for i, d := range dims {
		if s[i] = d.N; !d.Known() {
			s[i] = -1
		}
	}
	return s
}

// size is the length along an axis as far as it is known; a bad call knows none.
func (t *Tensor) size(axis int) op.Dim {
	if dims := t.Value().Meta().Dims; axis < len(dims) {
		return dims[axis]
	}
	return op.Dim{Sym: "bad"}
}

// Rank is the number of dimensions.
func (t *Tensor) Rank() int { return len(t.Value().Meta().Dims) }

// apply builds a node and takes its first output.
func apply(o op.Operand, in ...*Tensor) *Tensor { return Of(op.Value{N: node(o, in...)}) }

// node builds a node of one or more outputs.
func node(o op.Operand, in ...*Tensor) *op.Node {
	vs := make([]op.Value, len(in))
	for i, t := range in {
		if t == nil {
			return op.BadAt(op.NameOf(o), op.NilInput(o, i))
		}
		vs[i] = t.Value()
	}
	return op.Apply(o, vs...)
}

// outputs are the first n outputs of a node as tensors.
func outputs(n *op.Node, k int) []*Tensor {
	ts := make([]*Tensor, k)
	for i := range ts {
		ts[i] = Of(op.Value{N: n, I: i})
	}
	return ts
}

// bad is the result of a call whose arguments are wrong.
func bad(name string, err error) *Tensor { return Of(op.Value{N: op.BadAt(name, err)}) }
