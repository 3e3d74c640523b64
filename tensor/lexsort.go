package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type lexsort struct {
	op.Recipe
	Keys []op.Ref
	Axis *int `axis:"0"`
}

func init() {
	op.Register[lexsort](op.Doc{
		Name: "tensor.lexsort", Like: "numpy.lexsort", Sig: "lexsort(keys, axis=-1)", Summary: "Places that sort by several keys, the last one first",
		Notes: "A stable sort by each key in its turn, the least one first.",
		Go:    "Lexsort(keys, axis...)", Text: "Equal elements of a key are ordered by the key before it.",
	})
}

func (o *lexsort) Build(keys []*Tensor) (*Tensor, error) {
	if len(keys) == 0 {
		return nil, errs.New(errs.Type, "need sequence of keys with len > 0 in lexsort")
	}
	at := Argsort(keys[0], *o.Axis)
	for _, k := range keys[1:] {
		if k.Rank() != keys[0].Rank() {
			return nil, errs.New(errs.Invalid, "all keys need to be the same shape")
		}
		at = TakeAlongAxis(at, Argsort(TakeAlongAxis(k, at, *o.Axis), *o.Axis), *o.Axis)
	}
	return at, nil
}
