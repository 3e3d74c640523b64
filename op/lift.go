package op

import "reflect"

// overIndex is how operators of series answer for an index.
var overIndex func(o Operand, x Value, more []Value) (Value, error)

// LiftIndex says how operators whose Doc says Labels answer for an index: the expression of such an operator
// over the labels. The package whose handle an index is has to call it from init.
func LiftIndex(f func(o Operand, x Value, more []Value) (Value, error)) { overIndex = f }

// lifts reports that an operator is given an index, and answers for its labels.
func lifts(o Operand, in []Meta) bool {
	if len(in) == 0 || in[0].Kind != Index {
		return false
	}
	def := DefOf(o)
	return def != nil && def.Doc.Labels != ""
}

// lift describes n, and keeps the expression over the labels as one of a recipe.
func (n *Node) lift(in []Meta) ([]Meta, error) {
	vs := n.standIns(in)
	o := reflect.New(reflect.TypeOf(n.Op).Elem())
	o.Elem().Set(reflect.ValueOf(n.Op).Elem()) // what it settles for a series is not a parameter of n
	out, err := overIndex(o.Interface().(Operand), vs[0], vs[1:])
	if err != nil {
		return nil, anonymous(err)
	}
	return n.stand([]Value{out})
}
