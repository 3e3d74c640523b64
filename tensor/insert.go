package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

type inserting struct {
	op.Recipe `known:"lengths" rank:"1 0..1 index array argument obj to insert must be one dimensional or scalar"`
	Axis      *int `axis:"0"`
}

func init() {
	op.Register[inserting](op.Doc{
		Name: "tensor.insert", Like: "numpy.insert", Sig: "insert(arr, obj, values, axis=None)", Forms: "obj=in:places", Summary: "A tensor with values before places of an axis",
		Text: "Without an axis elements are counted in C order. Lengths must be known.", Notes: "Old and new elements are sorted by place.", Go: "Insert(arr, obj, values, axis...)",
	})
}

func (o *inserting) Build(arr, at, values *Tensor) (*Tensor, error) {
	arr, axis := alongOrFlat(arr, o.Axis)
	if at.DType().IsBool() {
		at = FlatNonzero(at)
	}
	values = AsType(atLeastRank(values, arr.Rank()), arr.DType())
	n, many := arr.Shape()[axis], nd.Size(at.Shape())
	switch {
	case many < 0:
		return nil, errs.New(errs.Invalid, "insert before an unknown number of places: execute them first")
	case !at.DType().IsInteger() && many > 0:
		return nil, errs.New(errs.NotFound, "arrays used as indices must be of integer (or boolean) type")
	}
	if at.Rank() == 0 {
		values = Moveaxis(values, []int{0}, []int{axis})
	}
	if many == 1 {
		many = values.Shape()[axis]
	}
	lengths := slices.Clone(arr.Shape())
	lengths[axis] = many
	places := Where(Less(at, 0), Add(at, n), at)
	keys := []*Tensor{BroadcastTo(Multiply(places, 2), many), Add(Multiply(Arange(0, n, 1), 2), 1)}
	all := Concatenate([]*Tensor{BroadcastTo(values, lengths...), arr}, axis)
	return Take(all, Argsort(Concatenate(keys, 0), 0), TakeOptions{Axis: &axis}), nil
}

// atLeastRank is t with axes of length 1 before its own.
func atLeastRank(t *Tensor, rank int) *Tensor {
	for t.Rank() < rank {
		t = ExpandDims(t, 0)
	}
	return t
}
