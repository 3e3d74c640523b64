package tensor

import "github.com/mars-project/mars-go/op"

type isin struct {
	op.Recipe
	AssumeUnique bool // changes no answer
	Invert       bool // which are not
}

func init() {
	op.Register[isin](op.Doc{
		Name: "tensor.isin", Like: "numpy.isin", Sig: "isin(element, test_elements, assume_unique=False, invert=False, *, kind=None)", Forms: "kind=any",
		Summary: "Which elements are among others", Text: "The result has the shape of element. NaN is among no others.", Go: "Isin(element, test_elements, IsinOptions)",
		Notes: "Elements are searched for among the distinct others, sorted.",
	})
}

func (o *isin) Build(element, others *Tensor) *Tensor {
	among := Unique(Ravel(others)).Values
	found := Less(SearchSorted(among, element), SearchSorted(among, element, Right))
	if d := element.DType(); !d.IsInteger() && !d.IsBool() {
		found = LogicalAnd(found, Equal(element, element))
	}
	if o.Invert {
		return LogicalNot(found)
	}
	return found
}
