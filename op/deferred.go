package op

import (
	"errors"
	"slices"

	"github.com/mars-project/mars-go/errs"
)

// Deferred is the trait of a recipe that may wait for facts. Where columns and dtypes of the inputs are known
// and Build asks for nothing it is a recipe like others. Else its own Infer says what is known when the node
// is built, and Build runs in the planner, once columns and dtypes of the inputs are known. Its first
// parameter asks for more:
//
//	func (o *qcut) Build(a *op.Asker, x *Series) (*Series, error) {
//		edges := x.Quantiles(o.Q)
//		if err := a.Need(op.Values, edges); err != nil {
//			return nil, err
//		}
//		return x.cutAt(a.Value(edges)), nil
//	}
//
// Need makes the planner run what was asked for and call Build again. Build must ask for the same things
// then: what it does depends on parameters, metas and answers alone.
type Deferred struct{}

// Tile and Exec are not reached: the planner puts the expression in the place of the node.
func (Deferred) Tile(*Tiler) error { return errNotExpanded() }
func (Deferred) Exec(*Exec) error  { return errNotExpanded() }
func (Deferred) deferred()         {}

// IsDeferred reports a recipe that waits for facts.
func IsDeferred(o Operand) bool { _, ok := o.(interface{ deferred() }); return ok }

// SameRows is the trait of a deferred recipe whose result has the rows and the labels of input 0, under
// columns that follow from the data where those of the input do.
type SameRows struct{ Deferred }

// Infer is that over columns that follow from the data.
func (SameRows) Infer(in []Meta) ([]Meta, error) {
	m := in[0]
	m.Cols = nil
	return []Meta{m}, nil
}

// inferDeferred calls Infer of a deferred recipe only where Build cannot tell: columns of a frame, or what
// input 0 is, follow from the data, or it asks.
func inferDeferred(o Operand, in []Meta) ([]Meta, error) {
	if !in[0].Open && !slices.ContainsFunc(in, func(m Meta) bool { return m.Open && m.Kind == Frame }) {
		if out, err := Expressed(o, in); !errors.Is(err, errAsked) {
			return out, err
		}
	}
	return o.Infer(in)
}

// Expressed is what Build of a deferred recipe gives over inputs of these metas: for an Infer that knows all
// columns.
func Expressed(o Operand, in []Meta) ([]Meta, error) {
	n := &Node{Op: o, In: make([]Value, len(in))}
	out, err := DefOf(o).build.call(o, n.standIns(in), ignorant())
	if err != nil {
		return nil, anonymous(err)
	}
	return described(out)
}

// ignorant is an Asker without answers.
func ignorant() *Asker {
	return &Asker{settle: func(m Meta) Meta { return m }, value: func(Value) (any, bool) { return nil, false }}
}

// expandNow expands a deferred recipe that has nothing to wait for.
func (n *Node) expandNow(in []Meta) ([]Meta, bool, error) {
	if !allClosed(in) {
		return nil, false, nil
	}
	ms, err := n.expand(in)
	if errors.Is(err, errAsked) {
		return nil, false, nil
	}
	return ms, true, err
}

// allClosed reports that columns and dtypes of all inputs are known.
func allClosed(in []Meta) bool {
	return !slices.ContainsFunc(in, func(m Meta) bool { return !m.Closed() })
}

// A Question is a fact that Build of a deferred recipe asks for.
type Question struct {
	What Fact // Rows or Values
	Of   Value
}

// An Asker is how Build of a deferred recipe asks for facts.
type Asker struct {
	settle func(Meta) Meta
	value  func(Value) (any, bool)
	open   []Question
}

var errAsked = errors.New("a deferred recipe waits for facts")

// Need asks for facts about values; nil means that they are known. Rows are lengths, Values the data itself:
// small, please.
func (a *Asker) Need(what Fact, hs ...interface{ Value() Value }) error {
	for _, h := range hs {
		v := h.Value()
		if err := v.Err(); err != nil {
			return err
		}
		known := what == Rows && a.settle(v.Meta()).Rows().Known()
		if what == Values {
			_, known = a.value(v)
		}
		if !known {
			a.open = append(a.open, Question{what, v})
		}
	}
	if a.open != nil {
		return errAsked
	}
	return nil
}

// Value is the data of h after Need: a *nd.Array, a *frame.Frame or an object.
func (a *Asker) Value(h interface{ Value() Value }) any {
	v, _ := a.value(h.Value())
	return v
}

// Rows is the length of h after Need.
func (a *Asker) Rows(h interface{ Value() Value }) int { return a.settle(h.Value().Meta()).Rows().N }

// Unfold calls Build of a deferred recipe over stand-ins for its inputs, which have the metas in. It gives
// the expression, or what Build asked for: both over the stand-ins, which Stand tells.
func (n *Node) Unfold(in []Meta, settle func(Meta) Meta, value func(Value) (any, bool)) (out []Value, asked []Question, err error) {
	a := &Asker{settle: settle, value: value}
	out, err = DefOf(n.Op).build.call(n.Op, n.standIns(in), a)
	switch {
	case errors.Is(err, errAsked):
		return nil, a.open, nil
	case err == nil:
		for _, v := range out {
			if err = v.Err(); err != nil {
				break
			}
		}
	}
	if err == nil && len(out) != len(n.Outs) {
		err = errs.New(errs.Internal, "a deferred recipe gave %d values, not %d", len(out), len(n.Outs))
	}
	if err != nil {
		return nil, nil, errs.At(anonymous(err), n.Site.String(), n.Name)
	}
	return out, nil, nil
}

// Stand is the input of a recipe that n stands for in the expression of Unfold.
func (n *Node) Stand() (Value, bool) {
	if n.stands == nil {
		return Value{}, false
	}
	return *n.stands, true
}
