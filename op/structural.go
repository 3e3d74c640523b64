package op

import (
	"reflect"

	"github.com/mars-project/mars-go/errs"
)

// structural operands are what the Tiler puts between tasks of operators. They have no signature and no Tile
// of their own; the metas of their chunks are given where they are made.
type structural struct{}

func (structural) Infer(in []Meta) ([]Meta, error) { return in[:1], nil }
func (structural) Tile(*Tiler) error {
	return errs.New(errs.Internal, "a structural operand is not tiled")
}

// structurals are the types that a call may name between processes.
var structurals = []Operand{
	&gather{}, &joined{}, &partition{}, &exchange{}, &sample{}, &limits{}, &ordinal{}, &restore{},
	&edge{}, &relabel{}, &fingerprint{}, &castLabels{},
}

// NewStructural is an empty structural operand by its NameOf; nil for another name.
func NewStructural(name string) Operand {
	for _, o := range structurals {
		if NameOf(o) == name {
			return reflect.New(reflect.TypeOf(o).Elem()).Interface().(Operand)
		}
	}
	return nil
}

// exchange stands between mappers and reducers: a table of who made what, no data. It never runs on a worker.
type exchange struct{ structural }

func (*exchange) Exec(*Exec) error { return errs.New(errs.Internal, "an exchange does not run") }

// IsExchange reports the node between the mappers and reducers of a shuffle.
func IsExchange(o Operand) bool { _, ok := o.(*exchange); return ok }
