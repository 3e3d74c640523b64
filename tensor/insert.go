package tensor

import (
	"slices"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

type inserting struct {
	op.Deferred `rank:"1 0..1 index array argument obj to insert must be one dimensional or scalar"`
	Axis        *int `axis:"0"`
}

func init() {
	op.Register[inserting](op.Doc{
		Name: "tensor.insert", Like: "numpy.insert", Sig: "insert(arr, obj, values, axis=None)", Forms: "obj=in:places", Summary: "A tensor with values before places of an axis",
		Text: "Without an axis elements are counted in C order.", Notes: "Old and new elements are sorted by place. One outside is an error when it runs.", Go: "Insert(arr, obj, values, axis...)",
	})
}

// Infer knows the dtype, and the lengths of other axes.
func (o *inserting) Infer(in []op.Meta) ([]op.Meta, error) {
	m := in[0].WithDims(op.Sym("insert", in...))
	if o.Axis != nil {
		m.Dims = slices.Clone(in[0].Dims)
		m.Dims[*o.Axis] = op.Sym("insert", in...)
	}
	return []op.Meta{m}, nil
}

func (o *inserting) Build(ask *op.Asker, arr, at, values *Tensor) (*Tensor, error) {
	arr, axis := alongOrFlat(arr, o.Axis)
	if at.DType().IsBool() {
		many := CountNonzero(at)
		if err := ask.Need(op.Values, many); err != nil {
			return nil, err
		}
		at = Reshape(FlatNonzero(at), int(nd.Data[int64](ask.Value(many).(*nd.Array))[0]))
	}
	for _, t := range []**Tensor{&arr, &at, &values} {
		if err := settle(ask, t); err != nil {
			return nil, err
		}
	}
	values = AsType(atLeastRank(values, arr.Rank()), arr.DType())
	n, many := arr.Shape()[axis], nd.Size(at.Shape())
	if !at.DType().IsInteger() && many > 0 {
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
	places = Take(Arange(0, n+1, 1), Where(Less(places, 0), Subtract(at, 1), places)) // one outside is an error
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
