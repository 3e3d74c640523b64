package tensor

import "github.com/mars-project/mars-go/op"

type uniqueNamed struct {
	op.Recipe
	name string
}

func (o *uniqueNamed) Row() string { return o.name }

func init() {
	const text = "Elements are taken in C order, and values ascend. Every NaN is a value for itself."
	op.Register[uniqueNamed](op.Doc{
		Name: "tensor.unique_all", Like: "numpy.unique_all", Sig: "unique_all(x)", Gives: "named values indices inverse_indices counts",
		Summary: "Distinct elements, their first places, the places of all among them, and their counts", Text: text, Go: "UniqueAll",
	}, uniqueNamed{name: "unique_all"})
	op.Register[uniqueNamed](op.Doc{
		Name: "tensor.unique_counts", Like: "numpy.unique_counts", Sig: "unique_counts(x)", Gives: "named values counts", Summary: "Distinct elements and their counts", Text: text,
	}, uniqueNamed{name: "unique_counts"})
	op.Register[uniqueNamed](op.Doc{
		Name: "tensor.unique_inverse", Like: "numpy.unique_inverse", Sig: "unique_inverse(x)", Gives: "named values inverse_indices",
		Summary: "Distinct elements, and the places of all elements among them", Text: text,
	}, uniqueNamed{name: "unique_inverse"})
	op.Register[uniqueNamed](op.Doc{
		Name: "tensor.unique_values", Like: "numpy.unique_values", Sig: "unique_values(x)", Summary: "Distinct elements", Text: text,
	}, uniqueNamed{name: "unique_values"})
}

func (o *uniqueNamed) Build(x *Tensor) []*Tensor {
	switch u := UniqueApart(x); o.name {
	case "unique_all":
		return []*Tensor{u.Values, u.Index, u.Inverse, u.Counts}
	case "unique_counts":
		return []*Tensor{u.Values, u.Counts}
	case "unique_inverse":
		return []*Tensor{u.Values, u.Inverse}
	default:
		return []*Tensor{u.Values}
	}
}
