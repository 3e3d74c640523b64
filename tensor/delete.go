package tensor

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type deleting struct {
	op.Recipe
	Axis *int `axis:"0"`
}

func init() {
	op.Register[deleting](op.Doc{
		Name: "tensor.delete", Like: "numpy.delete", Sig: "delete(arr, obj, axis=None)", Forms: "obj=in:places", Summary: "A tensor without some places of an axis",
		Text:  "Places are integers, or bools that are true at them; without an axis elements are counted in C order. The length of the result is known when it has run.",
		Notes: "A place outside is an error when it runs.", Go: "Delete(arr, obj, axis...)",
	})
}

func (o *deleting) Build(arr, at *Tensor) (*Tensor, error) {
	arr, axis := alongOrFlat(arr, o.Axis)
	if at.DType().IsBool() {
		return Compress(LogicalNot(at), arr, axis), nil
	}
	if !at.DType().IsInteger() {
		return nil, errs.New(errs.NotFound, "arrays used as indices must be of integer (or boolean) type")
	}
	all := positions(arr, axis)
	gone := Take(all, Ravel(at)) // negative ones count from the end, and a place outside is an error
	return Compress(Isin(all, gone, IsinOptions{Invert: true}), arr, axis), nil
}
