package files

import (
	"slices"

	"github.com/mars-project/mars-go/op"
)

// Filter is the reader of the rows that pass those conditions it understands. Statistics rule out row groups
// and pages, the rest is dropped early.
func (o *readParquet) Filter(where []op.Pred) (op.Operand, bool) {
	p := *o
	p.Where = understood(o.Where, where, o.understands)
	return &p, len(p.Where) > len(o.Where)
}

// Conditions are what the reader drops rows by.
func (o *readParquet) Conditions() []op.Pred { return o.Where }

// understands reports a condition that the reader can check.
func (o *readParquet) understands(p op.Pred) bool {
	return slices.ContainsFunc(o.Schema[:len(o.Schema)-o.Levels], func(s parquetColumn) bool {
		part := s.Part > 0 && p.Equality() // categories have no order
		return s.Name == p.Column && !s.Pending && !s.Type.IsObject() && (part || !s.Type.IsCategorical())
	})
}

// understood are the conditions of a reader: those that it has or, where it has none yet, those of where that
// it understands.
func understood(have, where []op.Pred, understands func(op.Pred) bool) []op.Pred {
	if have != nil {
		return have
	}
	var out []op.Pred
	for _, p := range where {
		if understands(p) {
			out = append(out, p)
		}
	}
	return out
}
