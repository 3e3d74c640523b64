package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Lexsort is the places that sort lanes along an axis, the last one unless given, by several keys: the last key first, equal elements by the key before it.
func Lexsort(keys []*Tensor, axis ...int) *Tensor {
	l := &lexsort{}
	if len(axis) > 0 {
		l.Axis = &axis[0]
	}
	var in []any
	for i, k := range keys {
		l.Keys, in = append(l.Keys, op.In(i)), append(in, k)
	}
	return made(l, in...)
}

type lexsort struct {
	op.Recipe
	Keys []op.Ref
	Axis *int
}

func init() {
	op.Register[lexsort](op.Doc{
		Name: "tensor.lexsort", Like: "numpy.lexsort", Sig: "lexsort(keys, axis=-1)", Summary: "Places that sort by several keys, the last one first",
		Notes: "A stable sort by each key in its turn, the least one first.",
	})
}

func (o *lexsort) Build(keys []*Tensor) (*Tensor, error) {
	if len(keys) == 0 {
		return nil, errs.New(errs.Type, "need sequence of keys with len > 0 in lexsort")
	}
	axis, err := normAxis(*o.Axis, keys[0].Rank())
	if err != nil {
		return nil, err
	}
	at := Argsort(keys[0], axis)
	for _, k := range keys[1:] {
		if k.Rank() != keys[0].Rank() {
			return nil, errs.New(errs.Invalid, "all keys need to be the same shape")
		}
		at = TakeAlongAxis(at, Argsort(TakeAlongAxis(k, at, axis), axis), axis)
	}
	return at, nil
}
